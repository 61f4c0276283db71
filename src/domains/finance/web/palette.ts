/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';
import { searchAccounts, searchBills, searchInvoices, searchTransactions } from './palette-search.ts';

export default definePalette({
  keywords: {
    '/personal-finance': ['accounts', 'transactions', 'budget', 'goals', 'net worth', 'recurring', 'import'],
    '/investments': ['portfolio', 'holdings', 'shares', 'dividends', 'lots', 'return'],
    '/liabilities': ['loans', 'mortgage', 'credit cards', 'debt', 'payoff', 'refinance'],
    '/business-expenses': ['receipts', 'mileage', 'reimbursement', 'claims', 'policy', 'per diem'],
    '/business-finance': [
      'invoices',
      'bills',
      'journal',
      'accounting',
      'profit and loss',
      'balance sheet',
      'receivables',
      'ledger',
    ],
    '/tax-management': ['income tax', 'estimated payments', 'safe harbour', '1040', 'W-2', '1099', 'deductions'],
    '/tax-optimization': [
      'scenarios',
      'S corporation',
      'SEP',
      '401(k)',
      'IRA',
      'loss harvesting',
      'wash sale',
      'depreciation',
    ],
    '/business-valuation': ['DCF', 'multiples', 'SDE', 'worth', 'football field'],
    '/operational-expenses': ['run-rate', 'vendors', 'renewals', 'burn', 'runway', 'anomalies', 'subscriptions'],
    '/finance': ['net worth', 'cash flow', 'bank', 'accounts', 'bills'],
  },
  search: [
    { id: 'invoices', page: '/business-finance', label: 'Invoices', search: searchInvoices },
    { id: 'bills', page: '/business-finance', label: 'Bills', search: searchBills },
    { id: 'accounts', page: '/personal-finance', label: 'Accounts', search: searchAccounts },
    { id: 'transactions', page: '/personal-finance', label: 'Transactions', search: searchTransactions },
  ],
  actions: [
    {
      id: 'invoice.new',
      page: '/business-finance',
      label: 'New invoice',
      keywords: ['bill a customer', 'create'],
      run: ({ go }) => go('/business-finance?tab=invoices#new'),
    },
    {
      id: 'bill.new',
      page: '/business-finance',
      label: 'New bill',
      keywords: ['payable', 'supplier', 'create'],
      run: ({ go }) => go('/business-finance?tab=bills#new'),
    },
    {
      id: 'finance.import',
      label: 'Import a file from your bank',
      keywords: ['ofx', 'qif', 'csv', 'camt', 'statement'],
      run: ({ go }) => go('/personal-finance?tab=imports'),
    },
    {
      id: 'expenses.receipt',
      label: 'Send a receipt',
      keywords: ['expense', 'photo', 'claim'],
      run: ({ go }) => go('/business-expenses?tab=receipts'),
    },
  ],
});
