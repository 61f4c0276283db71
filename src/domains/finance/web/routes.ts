import { page } from '../../../web/router/page.ts';

export const financePages = [
  page('/investments', { title: 'Investments', guard: 'user', keywords: ['portfolio', 'holdings', 'shares', 'dividends', 'lots', 'return'], load: () => import('./investments/investments-page.tsx') }),
  page('/liabilities', { title: 'Liabilities', guard: 'user', keywords: ['loans', 'mortgage', 'credit cards', 'debt', 'payoff', 'refinance'], load: () => import('./liabilities/liabilities-page.tsx') }),
  page('/finance', { title: 'Finance', guard: 'user', keywords: ['net worth', 'cash flow', 'bank', 'accounts', 'bills'], load: () => import('./overview/overview-page.tsx') }),
];
