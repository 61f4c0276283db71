/**
 * Every address of the product (specification, section 2) with its guard and title. A domain declares a built page with
 * `page()`; other addresses say that they are not built.
 */
import type { Guard, Page } from './page.ts';

export interface SpecRoute {
  path: Page['path'];
  title: string;
  guard: Guard;
  /** Address whose page is shown here as well. */
  sameAs?: Page['path'];
  /** Redirect target. */
  redirect?: Page['path'];
}

type Row = readonly [path: Page['path'], title: string, more?: Pick<SpecRoute, 'sameAs' | 'redirect'>];

const PUBLIC: readonly Row[] = [
  ['/login', 'Sign in'],
  ['/auth', 'Sign in', { sameAs: '/login' }],
  ['/forgot-password', 'Forgotten password'],
  ['/reset-password', 'Set a new password'],
  ['/register', 'Set up Gauntlet'],
  ['/setup-wizard', 'Set up Gauntlet', { redirect: '/register' }],
  ['/registration-wizard', 'Register your business'],
  ['/enhanced-register', 'Register your business', { sameAs: '/registration-wizard' }],
  ['/referral/{code}', 'Invitation'],
  ['/community/apply', 'Apply to the network'],
  ['/sound-test', 'Sound test'],
  ['/debug-auth', 'Debug: sign-in'],
  ['/plaid-debug', 'Debug: bank link'],
  ['/debug-login', 'Debug: login'],
  ['/debug/login', 'Debug: login', { sameAs: '/debug-login' }],
  ['/example-paywall', 'Example paywall'],
  ['/test', 'Test page'],
];

const SIGNED_IN: readonly Row[] = [
  ['/', 'Dashboard', { sameAs: '/dashboard' }],
  ['/dashboard', 'Dashboard'],
  ['/contacts', 'Contacts'],
  ['/leads', 'Leads'],
  ['/opportunities', 'Opportunities'],
  ['/activities', 'Activities'],
  ['/app-store', 'App store'],
  ['/ai-features', 'AI features'],
  ['/ai-phone-agent', 'AI phone agent'],
  ['/ai-email-assistant', 'AI email assistant'],
  ['/email-templates', 'Email templates'],
  ['/sms-messaging', 'SMS messaging'],
  ['/ai-meeting-assistant', 'AI meeting assistant'],
  ['/meeting-team-dashboard', 'Meeting team dashboard'],
  ['/whiteboard', 'Whiteboard'],
  ['/opus-arc-fund', 'Opus Arc Fund'],
  ['/lead-scraper', 'Lead scraper'],
  ['/lead-approval', 'Lead approval'],
  ['/automation-approval', 'Automation approval', { sameAs: '/lead-approval' }],
  ['/email-campaigns', 'Email campaigns'],
  ['/reputation', 'Reputation'],
  ['/ai-knowledge-base', 'AI knowledge base'],
  ['/universal-knowledge-status', 'Knowledge status'],
  ['/knowledge-testing-dashboard', 'Knowledge testing'],
  ['/knowledge-base-unified', 'Knowledge base'],
  ['/social-media-generator', 'Social media generator'],
  ['/social-media-scanner', 'Social media scanner'],
  ['/super-pixel', 'Super pixel'],
  ['/funnel-builder', 'Funnel builder'],
  ['/appointment-funnel', 'Appointment funnel'],
  ['/high-ticket-sales-crm', 'High-ticket sales'],
  ['/finance', 'Finance'],
  ['/personal-finance', 'Personal finance'],
  ['/business-finance', 'Business finance'],
  ['/tax-optimization', 'Tax optimization'],
  ['/tax-management', 'Tax management'],
  ['/business-expenses', 'Business expenses'],
  ['/business-valuation', 'Business valuation'],
  ['/investments', 'Investments'],
  ['/liabilities', 'Liabilities'],
  ['/operational-expenses', 'Operational expenses'],
  ['/referrals', 'Referrals'],
  ['/roi-calculator', 'ROI calculator'],
  ['/subscription', 'Subscription'],
  ['/high-net-worth', 'Network home'],
  ['/luxury-travel', 'Luxury travel', { sameAs: '/high-net-worth' }],
  ['/analytics', 'Analytics'],
  ['/settings', 'Settings'],
  ['/pricing', 'Pricing'],
  ['/purchase-credits', 'Purchase credits'],
  ['/compliance-suite', 'Compliance suite'],
  ['/business-license-management', 'Business licenses'],
  ['/brand-management', 'Brand management', { sameAs: '/business-license-management' }],
  ['/brand-voice-management', 'Brand voice'],
  ['/brand-voice', 'Brand voice', { sameAs: '/brand-voice-management' }],
  ['/community', 'Community'],
  ['/community/feed', 'Community feed'],
  ['/community/members', 'Community members'],
  ['/community/profile-settings', 'Community profile'],
  ['/high-net-worth/feed', 'Network feed'],
  ['/high-net-worth/members', 'Network members'],
  ['/high-net-worth/profile-settings', 'Network profile'],
  ['/high-net-worth/apply', 'Apply to the network'],
];

const OPEN: readonly Row[] = [
  ['/funnel-preview/{funnelId}', 'Funnel preview'],
  ['/industry-templates', 'Industry templates'],
];

const ADMIN: readonly Row[] = [
  ['/collective-intelligence', 'Collective intelligence'],
  ['/seo-metadata-management', 'SEO metadata'],
  ['/sales-machine', 'Sales machine'],
  ['/firstbase', 'Firstbase'],
  ['/model-config', 'Model configuration'],
  ['/team', 'Team'],
  ['/clients', 'Clients'],
  ['/clients/{id}', 'Client'],
  ['/clients/{id}/crm', 'Client CRM'],
  ['/clients/{id}/settings', 'Client settings'],
  ['/clients/{id}/users', 'Client users'],
  ['/clients/{id}/apps', 'Client apps'],
  ['/swarm-agents', 'Swarm agents'],
  ['/admin', 'Admin'],
  ['/documentation', 'Documentation'],
  ['/mini-gauntlets', 'Mini Gauntlets'],
  ['/gauntlet-onboarding/{templateId}', 'Set up a client'],
  ['/security-dashboard', 'Security dashboard'],
  ['/client-crm/{id}', 'Client CRM'],
  ['/client-status-demo', 'Client status'],
  ['/client-onboarding', 'Client onboarding'],
  ['/client-sync', 'Client sync'],
  ['/workflow-visualization', 'Workflows'],
  ['/ai-tooltip', 'AI tooltips'],
  ['/feedback-demo', 'Feedback'],
  ['/sandbox-testing', 'Sandbox testing'],
  ['/subscription-plan-builder', 'Subscription plan builder'],
  ['/admin-revenue-tracker', 'Revenue tracker'],
  ['/industry-crm', 'Industry CRM'],
  ['/community/admin', 'Community admin'],
  ['/high-net-worth/admin', 'Network admin'],
];

function routes(guard: Guard, rows: readonly Row[]): SpecRoute[] {
  return rows.map(([path, title, more]) => ({ path, title, guard, ...more }));
}

export const SPEC_ROUTES: readonly SpecRoute[] = [
  ...routes('public', PUBLIC),
  ...routes('user', SIGNED_IN),
  ...routes('open', OPEN),
  ...routes('admin', ADMIN),
];
