/** What finance adds to the command palette; loaded with it. */
import { registerAction, registerSearchProvider } from '../../../web/shell/commands.ts';
import { searchAccounts, searchBills, searchInvoices, searchTransactions } from './palette-search.ts';

registerAction({
  id: 'finance.import',
  label: 'Import a file from your bank',
  keywords: ['ofx', 'qif', 'csv', 'camt', 'statement'],
  run: ({ go }) => go('/personal-finance?tab=imports'),
});

registerAction({
  id: 'expenses.receipt',
  label: 'Send a receipt',
  keywords: ['expense', 'photo', 'claim'],
  run: ({ go }) => go('/business-expenses?tab=receipts'),
});

registerSearchProvider({ id: 'invoices', page: '/business-finance', label: 'Invoices', search: searchInvoices });
registerSearchProvider({ id: 'bills', page: '/business-finance', label: 'Bills', search: searchBills });
registerSearchProvider({ id: 'accounts', page: '/personal-finance', label: 'Accounts', search: searchAccounts });
registerSearchProvider({
  id: 'transactions',
  page: '/personal-finance',
  label: 'Transactions',
  search: searchTransactions,
});

for (const [id, page, label, to, keywords] of [
  ['invoice', '/business-finance', 'New invoice', '/business-finance?tab=invoices#new', ['bill a customer', 'create']],
  ['bill', '/business-finance', 'New bill', '/business-finance?tab=bills#new', ['payable', 'supplier', 'create']],
] as const)
  registerAction({ id: `${id}.new`, page, label, keywords, creates: true, run: ({ go }) => go(to) });
