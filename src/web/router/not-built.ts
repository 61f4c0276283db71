/**
 * Addresses whose page is not built yet, by guard. Remove a line when you build its page; never add one. This list is part
 * of the first load; the whole list of addresses (`spec-routes.ts`) is not.
 */
import { type Guard, page, type Page } from './page.ts';

type Row = readonly [path: Page['path'], title: string];

const ROWS: Readonly<Partial<Record<Guard, readonly Row[]>>> = {
  public: [
    ['/referral/{code}', 'Invitation'],
    ['/community/apply', 'Apply to the network'],
  ],
  user: [
    ['/email-templates', 'Email templates'],
    ['/whiteboard', 'Whiteboard'],
    ['/opus-arc-fund', 'Opus Arc Fund'],
    ['/email-campaigns', 'Email campaigns'],
    ['/reputation', 'Reputation'],
    ['/ai-knowledge-base', 'AI knowledge base'],
    ['/universal-knowledge-status', 'Knowledge status'],
    ['/knowledge-testing-dashboard', 'Knowledge testing'],
    ['/knowledge-base-unified', 'Knowledge base'],
    ['/social-media-generator', 'Social media generator'],
    ['/social-media-scanner', 'Social media scanner'],
    ['/referrals', 'Referrals'],
    ['/roi-calculator', 'ROI calculator'],
    ['/subscription', 'Subscription'],
    ['/high-net-worth', 'Network home'],
    ['/pricing', 'Pricing'],
    ['/compliance-suite', 'Compliance suite'],
    ['/brand-voice-management', 'Brand voice'],
    ['/community', 'Community'],
    ['/community/feed', 'Community feed'],
    ['/community/members', 'Community members'],
    ['/community/profile-settings', 'Community profile'],
    ['/high-net-worth/feed', 'Network feed'],
    ['/high-net-worth/members', 'Network members'],
    ['/high-net-worth/profile-settings', 'Network profile'],
    ['/high-net-worth/apply', 'Apply to the network'],
  ],
  admin: [
    ['/seo-metadata-management', 'SEO metadata'],
    ['/sales-machine', 'Sales machine'],
    ['/firstbase', 'Firstbase'],
    ['/security-dashboard', 'Security dashboard'],
    ['/ai-tooltip', 'AI tooltips'],
    ['/feedback-demo', 'Feedback'],
    ['/sandbox-testing', 'Sandbox testing'],
    ['/subscription-plan-builder', 'Subscription plan builder'],
    ['/admin-revenue-tracker', 'Revenue tracker'],
    ['/community/admin', 'Community admin'],
    ['/high-net-worth/admin', 'Network admin'],
  ],
};

/** @param load the page that says so */
export const notBuiltPages = (load: Page['load']): Page[] =>
  (Object.entries(ROWS) as [Guard, readonly Row[]][]).flatMap(([guard, rows]) =>
    rows.map(([path, title]) => ({ ...page(path, { title, guard, load }), planned: true })),
  );
