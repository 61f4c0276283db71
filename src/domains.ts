/**
 * Every domain's server half. A new domain adds its manifest to the list; everything else derives from it.
 *
 * The order is that of the layers: a domain uses the `index.ts` and `web/index.ts` only of those above it,
 * and example data is loaded in this order.
 */
import type { FastifyInstance } from 'fastify';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/accounts.ts';
import { adminDomain } from './domains/admin/domain.server.ts';
import { agentTeamsDomain } from './domains/agent-teams/domain.server.ts';
import { approvalsDomain } from './domains/approvals/domain.server.ts';
import { assistantsDomain } from './domains/assistants/domain.server.ts';
import { automationDomain } from './domains/automation/domain.server.ts';
import { billingDomain } from './domains/billing/domain.server.ts';
import { collectiveIntelligenceDomain } from './domains/collective-intelligence/domain.server.ts';
import { catalogDomain } from './domains/catalog/domain.server.ts';
import { clientsDomain } from './domains/clients/domain.server.ts';
import { communityDomain } from './domains/community/domain.server.ts';
import { connectionsDomain } from './domains/connections/domain.server.ts';
import { crmDomain } from './domains/crm/domain.server.ts';
import { dealRoomsDomain } from './domains/deal-rooms/domain.server.ts';
import { diagnosticsDomain } from './domains/diagnostics/domain.server.ts';
import { financeDomain } from './domains/finance/domain.server.ts';
import { funnelsDomain } from './domains/funnels/domain.server.ts';
import { identityDomain } from './domains/identity/domain.server.ts';
import { mailDomain } from './domains/mail/domain.server.ts';
import { knowledgeDomain } from './domains/knowledge/domain.server.ts';
import { manualDomain } from './domains/manual/domain.server.ts';
import { meetingsDomain } from './domains/meetings/domain.server.ts';
import { messagingDomain } from './domains/messaging/domain.server.ts';
import { notificationsDomain } from './domains/notifications/domain.server.ts';
import { phoneDomain } from './domains/phone/domain.server.ts';
import { pixelDomain } from './domains/pixel/domain.server.ts';
import { publicPagesDomain } from './domains/public-pages/domain.server.ts';
import { supportDomain } from './domains/support/domain.server.ts';
import { templatesDomain } from './domains/templates/domain.server.ts';
import { leadScraperDomain } from './domains/lead-scraper/domain.server.ts';
import { socialScannerDomain } from './domains/social-scanner/domain.server.ts';
import { bookingDomain } from './domains/booking/domain.server.ts';
import { textingDomain } from './domains/texting/domain.server.ts';
import { whiteboardDomain } from './domains/whiteboard/domain.server.ts';
import { workspacesDomain } from './domains/workspaces/domain.server.ts';
import * as filter from './kernel/filter.ts';
import { recordsDomain } from './records/domain.server.ts';
import type { Config } from './server/config.ts';
import type { ServerDomain } from './server/domain.ts';
import type { Authenticate } from './server/http/caller.ts';
import type { FirstReadsOptions } from './server/http/first-reads.ts';
import type { BoundRoute } from './server/http/route.ts';
import type { BoundSocket } from './server/realtime/sockets.ts';

export const SERVER_DOMAINS: readonly ServerDomain[] = [
  notificationsDomain,
  identityDomain,
  workspacesDomain,
  recordsDomain,
  billingDomain,
  approvalsDomain,
  publicPagesDomain,
  connectionsDomain,
  messagingDomain,
  crmDomain,
  dealRoomsDomain,
  automationDomain,
  financeDomain,
  templatesDomain,
  clientsDomain,
  funnelsDomain,
  communityDomain,
  bookingDomain,
  textingDomain,
  pixelDomain,
  leadScraperDomain,
  socialScannerDomain,
  manualDomain,
  assistantsDomain,
  mailDomain,
  knowledgeDomain,
  agentTeamsDomain,
  meetingsDomain,
  whiteboardDomain,
  phoneDomain,
  collectiveIntelligenceDomain,
  catalogDomain,
  supportDomain,
  diagnosticsDomain,
  adminDomain,
];

/** All calls of the product's domains. */
export function domainRoutes(config: Config): BoundRoute[] {
  const accounts = DEMO_ACCOUNTS.map(({ email, label }) => ({ email, label, password: DEMO_PASSWORD }));
  return SERVER_DOMAINS.flatMap(({ routes }) => routes?.(config, { accounts }) ?? []);
}

/** Requests that pages send before their scripts run. */
export const domainFirstReads: Pick<FirstReadsOptions, 'always' | 'pages'> = {
  always: SERVER_DOMAINS.flatMap(({ firstReadsOfEveryPage }) => firstReadsOfEveryPage ?? []),
  pages: Object.assign({}, ...SERVER_DOMAINS.map(({ firstReads }) => firstReads)) as FirstReadsOptions['pages'],
};

/** All sockets of the product's domains. */
export const domainSockets: readonly BoundSocket[] = SERVER_DOMAINS.flatMap(({ sockets }) => sockets ?? []);

/** Exports of every contract, which name the schemas in the API's description; of two equal names the first keeps it. */
export const contracts: Record<string, Record<string, unknown>> = {
  filter,
  ...Object.fromEntries(SERVER_DOMAINS.flatMap(({ name, contract }) => (contract ? [[name, contract]] : []))),
};

/** Addresses beside the API. */
export function mountDomains(app: FastifyInstance, authenticate: Authenticate, version: string): void {
  for (const { mount } of SERVER_DOMAINS) mount?.(app, authenticate, version);
}

/** Ends the domains' threads, for a graceful stop. */
export async function stopDomains(): Promise<void> {
  await Promise.all(SERVER_DOMAINS.flatMap(({ stop }) => (stop ? [stop()] : [])));
}
