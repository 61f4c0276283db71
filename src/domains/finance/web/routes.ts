import { page } from '../../../web/router/page.ts';

export const financePages = [
  page('/personal-finance', {
    title: 'Personal finance',
    guard: 'user',
    keywords: ['accounts', 'transactions', 'budget', 'goals', 'net worth', 'recurring', 'import'],
    load: () => import('./personal/personal-finance-page.tsx'),
  }),
  page('/investments', {
    title: 'Investments',
    guard: 'user',
    keywords: ['portfolio', 'holdings', 'shares', 'dividends', 'lots', 'return'],
    load: () => import('./investments/investments-page.tsx'),
  }),
  page('/liabilities', {
    title: 'Liabilities',
    guard: 'user',
    keywords: ['loans', 'mortgage', 'credit cards', 'debt', 'payoff', 'refinance'],
    load: () => import('./liabilities/liabilities-page.tsx'),
  }),
  page('/business-expenses', {
    title: 'Business expenses',
    guard: 'user',
    keywords: ['receipts', 'mileage', 'reimbursement', 'claims', 'policy', 'per diem'],
    load: () => import('./expenses/expenses-page.tsx'),
  }),
  page('/business-finance', {
    title: 'Business finance',
    guard: 'user',
    keywords: [
      'invoices',
      'bills',
      'journal',
      'accounting',
      'profit and loss',
      'balance sheet',
      'receivables',
      'ledger',
    ],
    load: () => import('./business/business-finance-page.tsx'),
  }),
  page('/tax-management', {
    title: 'Tax management',
    guard: 'user',
    keywords: ['income tax', 'estimated payments', 'safe harbour', '1040', 'W-2', '1099', 'deductions'],
    load: () => import('./tax/tax-management-page.tsx'),
  }),
  page('/tax-optimization', {
    title: 'Tax optimization',
    guard: 'user',
    keywords: ['scenarios', 'S corporation', 'SEP', '401(k)', 'IRA', 'loss harvesting', 'wash sale', 'depreciation'],
    load: () => import('./tax/tax-optimization-page.tsx'),
  }),
  page('/business-valuation', {
    title: 'Business valuation',
    guard: 'user',
    keywords: ['DCF', 'multiples', 'SDE', 'worth', 'football field'],
    load: () => import('./valuation/valuation-page.tsx'),
  }),
  page('/operational-expenses', {
    title: 'Operational expenses',
    guard: 'user',
    keywords: ['run-rate', 'vendors', 'renewals', 'burn', 'runway', 'anomalies', 'subscriptions'],
    load: () => import('./operations/operations-page.tsx'),
  }),
  page('/finance', {
    title: 'Finance',
    guard: 'user',
    keywords: ['net worth', 'cash flow', 'bank', 'accounts', 'bills'],
    load: () => import('./overview/overview-page.tsx'),
  }),
];
