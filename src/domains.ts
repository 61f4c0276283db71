/** Every domain's server half, in one list: the only place, with the browser's entry, that sees them all. */
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/accounts.ts';
import { adminRoutes } from './domains/admin/index.ts';
import { crmRoutes } from './domains/crm/index.ts';
import { identityRoutes } from './domains/identity/index.ts';
import { manualRoutes } from './domains/manual/index.ts';
import type { Config } from './server/config.ts';
import type { BoundRoute } from './server/http/route.ts';

/** All routes of the product's domains. */
export function domainRoutes(config: Config): BoundRoute[] {
  const demoAccounts = DEMO_ACCOUNTS.map(({ email, label }) => ({ email, label, password: DEMO_PASSWORD }));
  return [
    ...identityRoutes({ appUrl: config.appUrl, demo: config.demo, demoAccounts }),
    ...crmRoutes(),
    ...manualRoutes(),
    ...adminRoutes(),
  ];
}
