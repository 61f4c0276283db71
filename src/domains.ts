/** Every domain's server half, in one list: the only place, with the browser's entry, that sees them all. */
import { manualRoutes } from './domains/manual/index.ts';
import { identityRoutes } from './domains/identity/index.ts';
import type { Config } from './server/config.ts';
import type { BoundRoute } from './server/http/route.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/accounts.ts';

/** All routes of the product. */
export function domainRoutes(config: Config): BoundRoute[] {
  return [...identityRoutes({ appUrl: config.appUrl, demo: config.demo, demoAccounts: DEMO_ACCOUNTS.map(({ email, label }) => ({ email, label, password: DEMO_PASSWORD })) }), ...manualRoutes()];
}
