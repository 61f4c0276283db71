/**
 * Which database tests run on PostgreSQL alone (decision 48). Everything else runs on both engines, and so does a new
 * file. What may differ by engine stays on both: the platform, search and its order of letters, SQL that is made while
 * the server runs, jobs, restarts, walks over all tables, large imports, random histories, and a broad file of every
 * domain.
 */

/**
 * Each is about rules of its domain: what is refused, worked out and told, by plain statements like those of its
 * neighbours on both engines.
 */
const RULES = [
  'automation/server/webhooks/webhooks',
  'clients/server/apps',
  'clients/server/status/status',
  'crm/server/access',
  'crm/server/activities/activities',
  'crm/server/collaboration/collaboration',
  'crm/server/companies/companies',
  'crm/server/leads/forms',
  'crm/server/leads/leads',
  'crm/server/licenses/licenses',
  'crm/server/licenses/reminders',
  'crm/server/opportunities/opportunities',
  'crm/server/pipelines/pipelines',
  'crm/server/records/share',
  'crm/server/reports/behind',
  'diagnostics/server/debug-pages-off',
  'finance/server/bank/bank',
  'finance/server/bank/plaid/plaid',
  'finance/server/books/books',
  'finance/server/documents/credits',
  'finance/server/documents/documents',
  'finance/server/documents/reminders',
  'finance/server/expenses/expenses',
  'finance/server/expenses/receipts',
  'finance/server/investments/cash',
  'finance/server/investments/investments',
  'finance/server/liabilities/liabilities',
  'finance/server/net-worth',
  'finance/server/operations/operations',
  'finance/server/personal',
  'finance/server/plans/plans',
  'finance/server/tax/tax',
  'finance/server/things-of-value',
  'finance/server/valuation/valuation',
  'identity/server/addresses',
  'identity/server/password-reset',
  'identity/server/settings',
  'templates/server/onboarding/onboarding',
  'templates/server/templates',
  'workspaces/server/invitations',
  'workspaces/server/registration',
  'workspaces/server/visits',
] as const;

/** Paths of the files, as Vitest leaves them out of the embedded engine's run. */
export const POSTGRES_ALONE = RULES.map((file) => `src/domains/${file}.db.test.ts`);

/** Every call by every role: thousands of requests about what does not depend on the engine. */
export const EVERY_CALL = 'src/attacks/**';
