/**
 * Every domain's browser half. A new domain adds its manifest to the list; everything else derives from it. The order is
 * that of the layers, as in `domains.ts`.
 */
import { adminDomain } from './domains/admin/domain.web.ts';
import { agentTeamsDomain } from './domains/agent-teams/domain.web.ts';
import { approvalsDomain } from './domains/approvals/domain.web.ts';
import { assistantsDomain } from './domains/assistants/domain.web.ts';
import { automationDomain } from './domains/automation/domain.web.ts';
import { billingDomain } from './domains/billing/domain.web.ts';
import { meetingsDomain } from './domains/meetings/domain.web.ts';
import { collectiveIntelligenceDomain } from './domains/collective-intelligence/domain.web.ts';
import { catalogDomain } from './domains/catalog/domain.web.ts';
import { clientsDomain } from './domains/clients/domain.web.ts';
import { connectionsDomain } from './domains/connections/domain.web.ts';
import { crmDomain } from './domains/crm/domain.web.ts';
import { dealRoomsDomain } from './domains/deal-rooms/domain.web.ts';
import { diagnosticsDomain } from './domains/diagnostics/domain.web.ts';
import { financeDomain } from './domains/finance/domain.web.ts';
import { funnelsDomain } from './domains/funnels/domain.web.ts';
import { identityDomain } from './domains/identity/domain.web.ts';
import { mailDomain } from './domains/mail/domain.web.ts';
import { manualDomain } from './domains/manual/domain.web.ts';
import { messagingDomain } from './domains/messaging/domain.web.ts';
import { notificationsDomain } from './domains/notifications/domain.web.ts';
import { phoneDomain } from './domains/phone/domain.web.ts';
import { pixelDomain } from './domains/pixel/domain.web.ts';
import { publicPagesDomain } from './domains/public-pages/domain.web.ts';
import { supportDomain } from './domains/support/domain.web.ts';
import { templatesDomain } from './domains/templates/domain.web.ts';
import { leadScraperDomain } from './domains/lead-scraper/domain.web.ts';
import { bookingDomain } from './domains/booking/domain.web.ts';
import { textingDomain } from './domains/texting/domain.web.ts';
import { workspacesDomain } from './domains/workspaces/domain.web.ts';
import type { WebDomain } from './web/domain.ts';

export const WEB_DOMAINS: readonly WebDomain[] = [
  notificationsDomain,
  identityDomain,
  workspacesDomain,
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
  bookingDomain,
  textingDomain,
  pixelDomain,
  leadScraperDomain,
  manualDomain,
  assistantsDomain,
  mailDomain,
  agentTeamsDomain,
  meetingsDomain,
  phoneDomain,
  collectiveIntelligenceDomain,
  catalogDomain,
  supportDomain,
  diagnosticsDomain,
  adminDomain,
];

export const allPages = WEB_DOMAINS.flatMap(({ pages }) => pages ?? []);
export const slotParts = WEB_DOMAINS.flatMap(({ slots }) => slots ?? []);
export const palettes = WEB_DOMAINS.flatMap(({ palette }) => palette ?? []);
export const offlineReads = WEB_DOMAINS.flatMap((domain) => domain.offlineReads ?? []);
