/** Every domain's server half, in one list: the only place, with the browser's entry, that sees them all. */
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/accounts.ts';
import { adminRoutes } from './domains/admin/index.ts';
import { approvalRoutes } from './domains/approvals/index.ts';
import { assistantRoutes, mountMcp } from './domains/assistants/index.ts';
import { automationRoutes } from './domains/automation/index.ts';
import { clientRoutes } from './domains/clients/index.ts';
import { communityRoutes } from './domains/community/index.ts';
import { crmFirstReads, crmRoutes } from './domains/crm/index.ts';
import { diagnosticsRoutes } from './domains/diagnostics/index.ts';
import { financeRoutes, financeSockets, useBankProviders } from './domains/finance/index.ts';
import { identity } from './domains/identity/contract.ts';
import { identityRoutes } from './domains/identity/index.ts';
import { manualRoutes } from './domains/manual/index.ts';
import { initNotifications, notificationRoutes } from './domains/notifications/index.ts';
import { supportRoutes } from './domains/support/index.ts';
import { templateRoutes } from './domains/templates/index.ts';
import { workspaceRoutes } from './domains/workspaces/index.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from './server/config.ts';
import type { Authenticate } from './server/http/caller.ts';
import type { FirstReadsOptions } from './server/http/first-reads.ts';
import type { BoundRoute } from './server/http/route.ts';
import type { BoundSocket } from './server/realtime/sockets.ts';

/** All routes of the product's domains. */
export function domainRoutes(config: Config): BoundRoute[] {
  initNotifications({ appUrl: config.appUrl });
  useBankProviders(config.plaid);
  const demoAccounts = DEMO_ACCOUNTS.map(({ email, label }) => ({ email, label, password: DEMO_PASSWORD }));
  return [
    ...identityRoutes({ demo: config.demo, demoAccounts }),
    ...workspaceRoutes,
    ...crmRoutes(),
    ...clientRoutes,
    ...communityRoutes,
    ...templateRoutes,
    ...manualRoutes(),
    ...notificationRoutes(),
    ...diagnosticsRoutes({ debugPages: config.debugPages, mode: config.mode, trustsProxy: config.trustProxy > 0 }),
    ...supportRoutes(),
    ...adminRoutes(),
    ...approvalRoutes(),
    ...assistantRoutes,
    ...automationRoutes({ appUrl: config.appUrl }),
    ...financeRoutes,
  ];
}

/** What pages read first. */
export const domainFirstReads: Pick<FirstReadsOptions, 'always' | 'pages'> = {
  always: [identity.user.path],
  pages: crmFirstReads,
};

/** Addresses beside the API. */
export function mountDomains(app: FastifyInstance, authenticate: Authenticate, version: string): void {
  mountMcp(app, authenticate, version);
}

/** All sockets of the product's domains. */
export const domainSockets: readonly BoundSocket[] = financeSockets;
