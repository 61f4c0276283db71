/** The table behind each id in an address, so that ids of another workspace can be tried on every call. */

/** By the address up to and including the parameter. */
const TABLES: Readonly<Record<string, string>> = {
  ...records('activities', 'companies', 'contacts', 'leads', 'opportunities', 'business-licenses'),
  '/api/activities/series/{id}': 'activity_series',
  '/api/assistants/conversations/{id}': 'assistant_conversations',
  '/api/assistants/proposals/{id}': 'assistant_proposals',
  '/api/assistants/runs/{id}': 'assistant_runs',
  '/api/approvals/rules/{id}': 'approval_rules',
  '/api/approvals/{id}': 'approvals',
  '/api/business-licenses/{id}/renewals/{termId}': 'business_license_terms',
  '/api/channel-costs/{id}': 'channel_costs',
  '/api/custom-fields/{id}': 'custom_fields',
  '/api/duplicates/{id}': 'duplicate_pairs',
  '/api/exchange-rates/{id}': 'exchange_rates',
  '/api/favorites/{id}': 'contacts',
  '/api/finance/accounts/{id}': 'finance_accounts',
  '/api/finance/accounts/{id}/reconciliations/{reconciliationId}': 'finance_reconciliations',
  '/api/finance/bank/connections/{id}': 'bank_connections',
  '/api/finance/books/accounts/{id}': 'finance_book_accounts',
  '/api/finance/books/documents/schedules/{id}': 'finance_document_schedules',
  '/api/finance/books/documents/{id}': 'finance_documents',
  '/api/finance/books/documents/{id}/payments/{paymentId}': 'finance_payments',
  '/api/finance/books/documents/{id}/credits/{paymentId}': 'finance_payments',
  '/api/finance/books/journal/{id}': 'finance_book_entries',
  '/api/finance/books/{id}': 'finance_ledgers',
  '/api/finance/books/{id}/categories/{categoryId}': 'finance_categories',
  '/api/finance/categories/{id}': 'finance_categories',
  '/api/finance/expense-receipts/{id}': 'expense_receipts',
  '/api/finance/expenses/{id}': 'expenses',
  '/api/finance/goals/{id}': 'finance_goals',
  '/api/finance/goals/{id}/contributions/{contributionId}': 'finance_goal_contributions',
  '/api/finance/imports/{id}': 'finance_imports',
  '/api/finance/ledgers/{id}': 'finance_ledgers',
  '/api/finance/liabilities/{id}': 'finance_liabilities',
  '/api/finance/rates/{id}': 'finance_rates',
  '/api/finance/recurring/{id}': 'finance_recurring',
  '/api/finance/reimbursements/{id}': 'expense_reimbursements',
  '/api/finance/rules/{id}': 'finance_rules',
  '/api/finance/tax/profiles/{id}': 'finance_tax_profiles',
  '/api/finance/tax/profiles/{id}/documents/{itemId}': 'finance_tax_documents',
  '/api/finance/tax/profiles/{id}/entries/{itemId}': 'finance_tax_items',
  '/api/finance/tax/profiles/{id}/items/{itemId}': 'finance_tax_items',
  '/api/finance/tax/profiles/{id}/payments/{itemId}': 'finance_tax_items',
  '/api/finance/tax/profiles/{id}/scenarios/{itemId}': 'finance_tax_scenarios',
  '/api/finance/transactions/bulk/{id}': 'finance_bulk_changes',
  '/api/finance/transactions/{id}': 'finance_transactions',
  '/api/finance/transactions/{id}/receipts/{receiptId}': 'finance_receipts',
  '/api/finance/transfers/{id}': 'finance_transfers',
  '/api/finance/valuations/{id}': 'finance_valuations',
  '/api/imports/{id}': 'imports',
  '/api/investment/accounts/{id}': 'finance_accounts',
  '/api/investment/activities/{id}': 'finance_activities',
  '/api/investment/holdings/{id}': 'finance_securities',
  '/api/investment/imports/{id}': 'finance_investment_imports',
  '/api/investment/securities/{id}': 'finance_securities',
  '/api/investment/settings/{id}': 'finance_ledgers',
  '/api/jobs/{id}': 'jobs',
  '/api/leads/assignment-rules/{id}': 'lead_assignment_rules',
  '/api/leads/forms/{id}': 'lead_forms',
  '/api/leads/forms/{id}/submissions/{submissionId}': 'lead_submissions',
  '/api/leads/score-rules/{id}': 'lead_score_rules',
  '/api/notifications/{id}': 'notifications',
  '/api/pipelines/{id}': 'pipelines',
  '/api/saved-reports/{id}': 'saved_reports',
  '/api/support/replies/{id}': 'support_replies',
  '/api/team/invitations/{id}': 'invitations',
  '/api/team/teams/{id}': 'teams',
  '/api/views/{id}': 'saved_views',
  '/api/webhook-endpoints/{id}': 'webhook_endpoints',
  '/api/webhook-messages/{id}': 'webhook_messages',
  '/api/workflow-runs/{id}': 'workflow_runs',
  '/api/workflows/{id}': 'workflows',
};

/** Parameters that are no row id of a workspace, and administrators' calls across workspaces. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '/api/admin/': 'administrators look after the whole installation',
  '/api/clients/': 'administrators look after the clients',
  '/api/client-sync/': 'is kept in operations, for a client',
  '/api/client-onboardings/': 'is kept in operations, for a client',
  '/api/templates/': 'is kept in operations, for all clients',
  '/api/template-installs/': 'is kept in operations, for a client',
  '/api/workspaces/': "administrators step into a client's workspace",
  '/api/models/': 'administrators look after the models of the installation',
  '/api/support/conversations/': 'the team answers every workspace',
  '/api/team/members/': 'people, who are of no workspace; who is none of this one is not found (team.db.test.ts)',
  '/api/settings/': 'of a person, whatever the workspace',
  '/api/industry-templates/': 'public, by name',
  '/api/onboarding-checklist/steps/': 'a key within the own checklist',
  '/api/registration/': 'a step of the wizard, by name',
  '/api/reports/': 'a report, by name',
  '/api/calendar-feeds/': 'a kind of calendar, by name, or a file behind a secret',
  '/api/hooks/': 'a secret',
  '/api/public/': 'a secret, or the public key of a form',
};

/** Parameters beside an id that are no ids: a day, a year. */
const NO_ID = /\{(year|day|key|number)\}$/;

/** Common to every kind of record. */
function records(...kinds: string[]): Record<string, string> {
  return Object.fromEntries(
    kinds.flatMap((kind) => [
      [`/api/${kind}/{id}`, kind.replaceAll('-', '_')],
      [`/api/${kind}/{id}/comments/{commentId}`, 'record_comments'],
      [`/api/${kind}/{id}/files/{fileId}`, 'record_files'],
      [`/api/${kind}/{id}/notes/{noteId}`, 'record_notes'],
      [`/api/${kind}/bulk/{batchId}`, 'record_batches'],
      [`/api/${kind}/merges/{mergeId}`, 'record_merges'],
    ]),
  );
}

/** Whether the ids in an address belong to one workspace. */
export const isWalled = (path: string): boolean =>
  path.includes('{') && !Object.keys(ELSEWHERE).some((start) => path.startsWith(start));

/**
 * The tables behind the parameters of an address, by name; undefined for parameters that are no ids.
 * @throws Error for an unlisted parameter
 */
export function tablesBehind(path: string): Record<string, string> {
  return Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].flatMap((match) => {
      const prefix = path.slice(0, match.index + match[0].length);
      if (NO_ID.test(prefix)) return [];
      const table = TABLES[prefix];
      if (!table) throw new Error(`${prefix} stands neither among the tables nor among what is elsewhere`);
      return [[match[1]!, table]];
    }),
  );
}
