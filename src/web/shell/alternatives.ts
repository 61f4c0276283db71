/** Built pages that do part of a planned page's job, as far as the person can open them. */
import { groupOf, itemsOf } from './nav.ts';
import { SIDEBAR } from './sidebar-items.ts';

const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  '/lead-scraper': ['/leads', '/contacts/import', '/companies'],
  '/social-media-scanner': ['/leads', '/lead-approval'],
  '/super-pixel': ['/leads', '/analytics'],
  '/funnel-builder': ['/leads', '/opportunities'],
  '/appointment-funnel': ['/activities', '/leads'],
  '/ai-phone-agent': ['/activities', '/contacts'],
  '/sms-messaging': ['/contacts', '/activities'],
  '/ai-meeting-assistant': ['/activities'],
  '/meeting-team-dashboard': ['/activities', '/analytics'],
  '/email-campaigns': ['/contacts', '/workflow-visualization'],
  '/reputation': ['/contacts', '/activities'],
  '/email-templates': ['/workflow-visualization'],
  '/security-dashboard': ['/settings', '/admin'],
  '/compliance-suite': ['/business-license-management', '/settings'],
  '/subscription': ['/settings'],
  '/pricing': ['/settings'],
  '/purchase-credits': ['/settings'],
  '/admin-revenue-tracker': ['/business-finance', '/clients'],
};

export function alternativesTo(path: string): readonly string[] {
  const named = INSTEAD[path];
  if (named) return named;
  const id = groupOf(SIDEBAR, path);
  const group = SIDEBAR.find((one) => one.id === id);
  return group ? itemsOf([group]).flatMap((item) => (item.path === path ? [] : [item.path])) : [];
}
