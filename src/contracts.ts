/**
 * Exports of every contract, which name the schemas in the API's description; of two equal names the first keeps it.
 */
import * as admin from './domains/admin/contract.ts';
import * as approvals from './domains/approvals/contract.ts';
import * as assistants from './domains/assistants/contract.ts';
import * as automation from './domains/automation/contract.ts';
import * as clients from './domains/clients/contract.ts';
import * as community from './domains/community/contract.ts';
import * as crm from './domains/crm/contract.ts';
import * as diagnostics from './domains/diagnostics/contract.ts';
import * as finance from './domains/finance/contract.ts';
import * as identity from './domains/identity/contract.ts';
import * as manual from './domains/manual/contract.ts';
import * as notifications from './domains/notifications/contract.ts';
import * as support from './domains/support/contract.ts';
import * as templates from './domains/templates/contract.ts';
import * as workspaces from './domains/workspaces/contract.ts';
import * as filter from './kernel/filter.ts';

export const contracts = {
  filter,
  crm,
  admin,
  approvals,
  assistants,
  automation,
  clients,
  community,
  diagnostics,
  finance,
  identity,
  manual,
  notifications,
  support,
  templates,
  workspaces,
};
