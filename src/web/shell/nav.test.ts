import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SPEC_ROUTES } from '../router/spec-routes.ts';
import {
  currentItem,
  firstOpenGroups,
  groupOf,
  isSubgroup,
  itemsOf,
  pathsOf,
  visibleGroups,
  type NavGroup,
  type NavItem,
} from './nav.ts';
import { alternativesTo } from './alternatives.ts';
import { SIDEBAR, SIDEBAR_FOOTER } from './sidebar-items.ts';

const spec = new URL('../../../../shared/spec/routes.json', import.meta.url);
const nobody = { role: 'user', seesFund: false, isCommunityMember: false, appsOff: [] } as const;

const pathsFor = (viewer: Parameters<typeof visibleGroups>[1]) =>
  itemsOf(visibleGroups(SIDEBAR, viewer)).map(({ path }) => path);

describe('the sidebar (specification, section 2)', () => {
  it.skipIf(!existsSync(spec))(
    'has the groups, entries, badges, and conditions of the specification (needs ../shared/spec/routes.json)',
    () => {
      interface Item {
        path?: string;
        badge?: string;
        when?: string;
        subgroup?: string;
        items?: Item[];
      }
      const { sidebar } = JSON.parse(readFileSync(spec, 'utf8')) as {
        sidebar: { group: string; when?: string; items: Item[] }[];
      };
      const words = {
        admin: 'admin',
        fund: 'owner account, username admin or role opus_team',
        member: 'community member or admin',
        outsider: 'neither member nor admin',
      } as const;
      const row = ({ path, badge, when }: Pick<NavItem, 'path' | 'badge' | 'when'>) => ({
        path,
        badge: badge === 'FUND' ? 'fund badge' : badge,
        when: when && words[when],
      });
      const ours = [
        ...SIDEBAR.map(({ label, when, entries }: NavGroup) => ({
          group: label,
          when,
          items: entries.map((entry) =>
            isSubgroup(entry) ? { subgroup: entry.label.toLowerCase(), items: entry.items.map(row) } : row(entry),
          ),
        })),
        { group: 'footer', items: SIDEBAR_FOOTER.map(row) },
      ];
      expect(JSON.parse(JSON.stringify(ours))).toEqual(sidebar);
    },
  );

  it('has these groups, entries, and badges, in this order [S2.11 S2.13]', () => {
    const row = ({ path, badge, when }: NavItem) =>
      [path, badge && `(${badge})`, when && `[${when}]`].filter(Boolean).join(' ');
    const listed = SIDEBAR.map(
      ({ label, when, entries }) =>
        `${label}${when ? ` [${when}]` : ''}: ${entries.map((entry) => (isSubgroup(entry) ? `${entry.label} {${entry.items.map(row).join(', ')}}` : row(entry))).join(', ')}`,
    );
    expect([...listed, SIDEBAR_FOOTER.map(row).join(', ')]).toEqual([
      'Lead Acquisition Pipeline: /lead-scraper, /social-media-scanner (NEW), /super-pixel, /funnel-builder (NEW)',
      'CRM Processing Engine: /dashboard, /contacts, /leads, /opportunities, /lead-approval (NEW), /team [admin]',
      'AI Automation Assembly: /ai-phone-agent, /ai-email-assistant (MULTI-GMAIL), /sms-messaging (NEW), /ai-meeting-assistant (NEW), /whiteboard (NEW), /knowledge-base-unified (UNIFIED), /swarm-agents [admin]',
      'Intelligence & Optimization: /analytics, /meeting-team-dashboard (NEW), /social-media-generator, /reputation (NEW), /activities, /brand-voice-management (CUSTOMIZE), /opus-arc-fund (FUND) [fund]',
      'Financial Suite: /finance (ENHANCED), Personal {/personal-finance, /investments, /liabilities}, Business {/business-finance, /business-expenses, /operational-expenses (LIVE), /business-valuation}, /tax-management (UNIFIED), /tax-optimization (LEGACY)',
      'High Net Worth Network: /high-net-worth, /high-net-worth/feed [member], /high-net-worth/members [member], /high-net-worth/apply [outsider], /high-net-worth/admin [admin]',
      'Clients [admin]: /clients, /mini-gauntlets',
      'Business Services [admin]: /referrals, /roi-calculator (NEW), /firstbase',
      'Administration [admin]: /email-templates (System Emails), /sales-machine (ADMIN), /collective-intelligence (ADMIN), /seo-metadata-management (ADMIN), /admin, /security-dashboard, /compliance-suite (GDPR/HIPAA), /business-license-management (NEW), /ai-features, /documentation, /workflow-visualization, /ai-tooltip, /client-onboarding, /client-sync, /feedback-demo, /sandbox-testing',
      '/pricing (NEW), /purchase-credits (LEADS), /settings',
    ]);
  });

  it('leads only to existing addresses', () => {
    const known = new Set<string>(SPEC_ROUTES.map(({ path }) => path));
    for (const { path } of [...itemsOf(SIDEBAR), ...SIDEBAR_FOOTER]) expect(known).toContain(path);
  });

  it('hides entries that are only for admins, the fund, or members [S2.12 S6.1]', () => {
    expect(pathsFor(nobody)).not.toContain('/team');
    expect(pathsFor(nobody)).not.toContain('/clients');
    expect(pathsFor(nobody)).not.toContain('/opus-arc-fund');
    expect(pathsFor(nobody).filter((path) => path.startsWith('/high-net-worth'))).toEqual([
      '/high-net-worth',
      '/high-net-worth/apply',
    ]);
  });

  it('hides pages of apps the workspace does not have, and empty groups', () => {
    const without = {
      ...nobody,
      appsOff: [
        {
          id: 'money',
          name: 'Money',
          pages: [
            '/finance',
            '/investments',
            '/personal-finance',
            '/liabilities',
            '/tax-management',
            '/tax-optimization',
          ],
        },
      ],
    };
    const financial = visibleGroups(SIDEBAR, without).find(({ id }) => id === 'finance');
    expect(financial?.entries.map(({ label }) => label)).toEqual(['Business']);
    expect(
      visibleGroups(SIDEBAR, {
        ...nobody,
        appsOff: [{ id: 'network', name: 'Network', pages: ['/high-net-worth'] }],
      }).map(({ id }) => id),
    ).not.toContain('network');
  });

  it('shows members the feed and the directory, admins everything except the application, and the fund to people the server names [S6.2 S6.3]', () => {
    expect(
      pathsFor({ ...nobody, isCommunityMember: true }).filter((path) => path.startsWith('/high-net-worth/')),
    ).toEqual(['/high-net-worth/feed', '/high-net-worth/members']);
    expect(pathsFor({ ...nobody, role: 'admin' })).toEqual(
      itemsOf(SIDEBAR)
        .map(({ path }) => path)
        .filter((path) => path !== '/opus-arc-fund' && path !== '/high-net-worth/apply'),
    );
    expect(pathsFor({ ...nobody, seesFund: true })).toContain('/opus-arc-fund');
  });
});

describe('groups', () => {
  it.each([
    ['/contacts', 'crm', ['crm', 'finance']],
    ['/companies', 'crm', ['crm', 'finance']],
    ['/analytics', 'intelligence', ['intelligence', 'crm']],
    ['/settings', undefined, ['crm']],
  ])('open on a first visit at %s: its own and one more', (path, group, open) => {
    const groups = visibleGroups(SIDEBAR, nobody);
    const current = currentItem(path, pathsOf([...itemsOf(groups), ...SIDEBAR_FOOTER]));
    expect(groupOf(groups, current)).toBe(group);
    expect(firstOpenGroups(groups, group)).toEqual([...open, 'favorites', 'recent']);
  });

  it('reach companies and duplicates, where the workspace has contacts', () => {
    const related = (viewer: Parameters<typeof visibleGroups>[1]) =>
      itemsOf(visibleGroups(SIDEBAR, viewer)).flatMap((item) => item.related?.map(({ path }) => path) ?? []);
    expect(related(nobody)).toEqual(['/companies', '/duplicates']);
    expect(related({ ...nobody, appsOff: [{ id: 'a', name: 'A', pages: ['/companies'] }] })).toEqual(['/duplicates']);
  });
});

describe('what a planned page offers instead', () => {
  it('are pages that exist, and never itself', () => {
    const known = new Set<string>([...SPEC_ROUTES.map(({ path }) => path), '/companies', '/contacts/import']);
    for (const { path } of [...itemsOf(SIDEBAR), ...SIDEBAR_FOOTER])
      for (const other of alternativesTo(path)) {
        expect(known).toContain(other);
        expect(other).not.toBe(path);
      }
    expect(alternativesTo('/super-pixel')).toContain('/leads');
    expect(alternativesTo('/ai-tooltip')).toContain('/documentation');
  });
});

describe('the current entry', () => {
  const paths = pathsOf([...itemsOf(SIDEBAR), ...SIDEBAR_FOOTER]);
  it.each([
    ['/', '/dashboard'],
    ['/contacts', '/contacts'],
    ['/contacts/42', '/contacts'],
    ['/companies/42', '/companies'],
    ['/clients/1/crm', '/clients'],
    ['/automation-approval', '/lead-approval'],
    ['/high-net-worth/feed', '/high-net-worth/feed'],
    ['/high-net-worth/profile-settings', '/high-net-worth'],
    ['/contacts-import', undefined],
  ])('at %s is %s [S2.3]', (pathname, expected) => {
    expect(currentItem(pathname, paths)).toBe(expected);
  });
});
