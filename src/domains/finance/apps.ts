/** The app of finance. */
import { defineApp } from '../../kernel/apps.ts';

export const financeApp = defineApp({
  id: 'finance',
  name: 'Finance',
  wing: 'Financial Suite',
  description: 'Ledgers, accounts, bank imports, investments, expenses and tax, private and of the business.',
  pages: [
    '/finance',
    '/personal-finance',
    '/investments',
    '/liabilities',
    '/business-finance',
    '/business-expenses',
    '/operational-expenses',
    '/business-valuation',
    '/tax-management',
    '/tax-optimization',
  ],
  calls: ['/api/finance', '/api/plaid', '/api/investment'],
  sockets: ['/ws/finance'],
  allows: ['Its people keep books in the workspace. A ledger is seen only by those it is shared with.'],
});
