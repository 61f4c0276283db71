/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, MANAGERS, MEMBERS, SIGNED, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Bank data
  ...rows(
    MEMBERS,
    `
    GET,POST /api/finance/bank/connections
    DELETE /api/finance/bank/connections/{id}
    POST /api/finance/bank/connections/{id}/sign-in
    POST /api/finance/bank/connections/{id}/signed-in
    GET /api/finance/bank/held
    POST /api/finance/bank/held/leave-out
    POST /api/finance/bank/held/take-back
    GET /api/finance/bank/last-sync
    POST /api/finance/bank/link
    GET /api/finance/bank/providers
    GET /api/plaid/accounts
    GET /api/plaid/investments/accounts
    GET /api/plaid/investments/holdings
    GET /api/plaid/investments/securities
    GET /api/plaid/investments/transactions
    GET /api/plaid/liabilities
    POST /api/plaid/sync-all
    POST /api/plaid/sync-investments
    GET /api/plaid/transactions
  `,
  ),
  ...rows(
    SIGNED,
    `
    POST /api/hooks/plaid
  `,
  ),
  // Books
  ...rows(
    MEMBERS,
    `
    PUT /api/finance/books/accounts/{id}
    GET,POST /api/finance/books/journal
    GET /api/finance/books/journal/export
    GET /api/finance/books/journal/{id}
    POST /api/finance/books/journal/{id}/reverse
    GET,PUT /api/finance/books/{id}
    GET,POST /api/finance/books/{id}/accounts
    GET,PUT /api/finance/books/{id}/budget
    PUT /api/finance/books/{id}/budget/plans
    PUT /api/finance/books/{id}/categories/{categoryId}
    GET,PUT /api/finance/books/{id}/opening
    GET,POST /api/finance/books/{id}/revaluation
    GET /api/finance/books/{id}/statement
    GET /api/finance/books/{id}/statement.pdf
    GET /api/finance/books/{id}/trial-balance
  `,
  ),
  // Expenses
  ...rows(
    MEMBERS,
    `
    GET,POST /api/finance/expense-receipts
    GET,DELETE /api/finance/expense-receipts/{id}
    POST /api/finance/expense-receipts/{id}/cancel
    GET /api/finance/expense-receipts/{id}/file
    PUT /api/finance/expense-receipts/{id}/kept
    POST /api/finance/expense-receipts/{id}/read
    GET,POST /api/finance/expenses
    GET /api/finance/expenses/export
    PUT /api/finance/expenses/policy
    GET /api/finance/expenses/setup
    POST /api/finance/expenses/submit
    POST /api/finance/expenses/withdraw
    GET,PUT,DELETE /api/finance/expenses/{id}
    GET /api/finance/expenses/{id}/matches
    POST /api/finance/expenses/{id}/restore
    PUT /api/finance/expenses/{id}/transaction
    GET /api/finance/reimbursements
  `,
  ),
  ...rows(
    MANAGERS,
    `
    POST /api/finance/expenses/decide
    POST /api/finance/reimbursements
    GET /api/finance/reimbursements/owed
    GET /api/finance/reimbursements/{id}/export
    GET /api/finance/reimbursements/{id}/matches
    PUT /api/finance/reimbursements/{id}/transaction
    POST /api/finance/reimbursements/{id}/undo
  `,
  ),
  // Finance
  ...rows(
    MEMBERS,
    `
    GET,POST /api/finance/accounts
    GET,PUT /api/finance/accounts/{id}
    GET /api/finance/accounts/{id}/balance
    POST /api/finance/accounts/{id}/imports
    GET,POST /api/finance/accounts/{id}/reconciliations
    DELETE /api/finance/accounts/{id}/reconciliations/{reconciliationId}
    GET,PUT /api/finance/budgets
    PUT /api/finance/budgets/kind
    PUT /api/finance/budgets/plans
    GET,POST /api/finance/categories
    PUT,DELETE /api/finance/categories/{id}
    GET,POST /api/finance/goals
    PUT,DELETE /api/finance/goals/{id}
    GET,POST /api/finance/goals/{id}/contributions
    DELETE /api/finance/goals/{id}/contributions/{contributionId}
    POST /api/finance/goals/{id}/restore
    GET /api/finance/imports
    GET,PUT /api/finance/imports/{id}
    GET /api/finance/imports/{id}/preview
    POST /api/finance/imports/{id}/revert
    POST /api/finance/imports/{id}/start
    GET,POST /api/finance/ledgers
    PUT /api/finance/ledgers/{id}
    POST /api/finance/ledgers/{id}/close
    GET,PUT /api/finance/ledgers/{id}/members
    GET,POST /api/finance/rates
    GET /api/finance/rates/currencies
    POST /api/finance/rates/import
    DELETE /api/finance/rates/{id}
    GET,POST /api/finance/recurring
    POST /api/finance/recurring/dismissals
    GET /api/finance/recurring/suggestions
    PUT,DELETE /api/finance/recurring/{id}
    GET /api/finance/reports/cash-flow
    GET /api/finance/reports/cash-flow.pdf
    GET /api/finance/reports/forecast
    GET /api/finance/reports/net-worth
    GET /api/finance/reports/net-worth.pdf
    GET,POST /api/finance/rules
    PUT,DELETE /api/finance/rules/{id}
    POST /api/finance/rules/{id}/apply
    GET /api/finance/rules/{id}/preview
    GET,POST /api/finance/transactions
    POST /api/finance/transactions/bulk
    POST /api/finance/transactions/bulk/{id}/undo
    GET /api/finance/transactions/export
    GET,PUT,DELETE /api/finance/transactions/{id}
    GET /api/finance/transactions/{id}/history
    GET,POST /api/finance/transactions/{id}/receipts
    GET,DELETE /api/finance/transactions/{id}/receipts/{receiptId}
    POST /api/finance/transactions/{id}/restore
    POST /api/finance/transfers
    POST /api/finance/transfers/refusals
    GET /api/finance/transfers/suggestions
    DELETE /api/finance/transfers/{id}
  `,
  ),
  ...rows(
    ADMINS,
    `
    GET,POST /api/admin/finance/check
  `,
  ),
  // Investments
  ...rows(
    MEMBERS,
    `
    PUT /api/investment/accounts/{id}
    GET,POST /api/investment/activities
    GET,PUT,DELETE /api/investment/activities/{id}
    POST /api/investment/activities/{id}/restore
    GET /api/investment/analytics
    GET /api/investment/gains
    GET /api/investment/holdings/{id}
    GET,POST /api/investment/imports
    POST /api/investment/imports/preview
    POST /api/investment/imports/{id}/revert
    GET /api/investment/performance
    GET /api/investment/portfolio-summary
    GET /api/investment/portfolio-summary.pdf
    GET /api/investment/predictions
    GET /api/investment/rebalancing
    GET,POST /api/investment/securities
    GET,PUT,DELETE /api/investment/securities/{id}
    GET,PUT /api/investment/securities/{id}/prices
    DELETE /api/investment/securities/{id}/prices/{day}
    GET /api/investment/settings
    PUT /api/investment/settings/{id}
  `,
  ),
  // Invoices and bills
  ...rows(
    MEMBERS,
    `
    GET,POST /api/finance/books/documents
    GET,POST /api/finance/books/documents/schedules
    PUT,DELETE /api/finance/books/documents/schedules/{id}
    GET /api/finance/books/documents/suggestions
    GET,PUT,DELETE /api/finance/books/documents/{id}
    POST /api/finance/books/documents/{id}/applications
    POST /api/finance/books/documents/{id}/credits
    GET /api/finance/books/documents/{id}/credits/{paymentId}/pdf
    POST /api/finance/books/documents/{id}/duplicate
    POST /api/finance/books/documents/{id}/issue
    POST /api/finance/books/documents/{id}/payments
    DELETE /api/finance/books/documents/{id}/payments/{paymentId}
    GET /api/finance/books/documents/{id}/pdf
    POST /api/finance/books/documents/{id}/restore
    POST /api/finance/books/documents/{id}/send
    POST /api/finance/books/documents/{id}/void
    GET /api/finance/books/{id}/ageing
    GET,PUT /api/finance/books/{id}/documents/settings
    GET /api/finance/books/{id}/overview
  `,
  ),
  // Liabilities
  ...rows(
    MEMBERS,
    `
    GET,POST /api/finance/liabilities
    GET /api/finance/liabilities/payoff
    GET /api/finance/liabilities/told
    GET,PUT,DELETE /api/finance/liabilities/{id}
    GET /api/finance/liabilities/{id}/refinance
    POST /api/finance/liabilities/{id}/restore
    GET /api/finance/liabilities/{id}/schedule
    GET /api/finance/liabilities/{id}/schedule.pdf
  `,
  ),
  // Operational expenses
  ...rows(
    MEMBERS,
    `
    GET /api/finance/operations
    PUT /api/finance/operations/anomalies
    PUT /api/finance/operations/vendors
  `,
  ),
  // Tax
  ...rows(
    MEMBERS,
    `
    GET,POST /api/finance/tax/profiles
    PUT,DELETE /api/finance/tax/profiles/{id}
    PUT /api/finance/tax/profiles/{id}/categories
    POST /api/finance/tax/profiles/{id}/documents
    PUT,DELETE /api/finance/tax/profiles/{id}/documents/{itemId}
    GET,POST /api/finance/tax/profiles/{id}/documents/{itemId}/file
    POST /api/finance/tax/profiles/{id}/documents/{itemId}/restore
    POST /api/finance/tax/profiles/{id}/entries
    PUT /api/finance/tax/profiles/{id}/entries/{itemId}
    DELETE /api/finance/tax/profiles/{id}/items/{itemId}
    POST /api/finance/tax/profiles/{id}/items/{itemId}/restore
    POST /api/finance/tax/profiles/{id}/payments
    PUT /api/finance/tax/profiles/{id}/payments/{itemId}
    POST /api/finance/tax/profiles/{id}/restore
    POST /api/finance/tax/profiles/{id}/scenarios
    PUT,DELETE /api/finance/tax/profiles/{id}/scenarios/{itemId}
    POST /api/finance/tax/profiles/{id}/scenarios/{itemId}/restore
    GET,PUT /api/finance/tax/profiles/{id}/years/{year}
    GET /api/finance/tax/profiles/{id}/years/{year}/categories
    GET /api/finance/tax/profiles/{id}/years/{year}/documents
    GET /api/finance/tax/profiles/{id}/years/{year}/entries
    GET /api/finance/tax/profiles/{id}/years/{year}/export
    GET /api/finance/tax/profiles/{id}/years/{year}/harvest
    GET /api/finance/tax/profiles/{id}/years/{year}/scenarios
    POST /api/finance/tax/profiles/{id}/years/{year}/scenarios/preview
    GET /api/finance/tax/profiles/{id}/years/{year}/summary
  `,
  ),
  // Valuations
  ...rows(
    MEMBERS,
    `
    GET,POST /api/finance/valuations
    GET /api/finance/valuations/proposal
    GET,PUT,DELETE /api/finance/valuations/{id}
    GET /api/finance/valuations/{id}/report.pdf
    POST /api/finance/valuations/{id}/restore
    GET /api/finance/valuations/{id}/versions
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = {
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
  '/api/investment/accounts/{id}': 'finance_accounts',
  '/api/investment/activities/{id}': 'finance_activities',
  '/api/investment/holdings/{id}': 'finance_securities',
  '/api/investment/imports/{id}': 'finance_investment_imports',
  '/api/investment/securities/{id}': 'finance_securities',
  '/api/investment/settings/{id}': 'finance_ledgers',
};
