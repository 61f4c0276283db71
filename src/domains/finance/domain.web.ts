/** Personal and business finance. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const financeDomain = defineWebDomain({
  name: 'finance',
  pages: [
    page('/personal-finance', {
      title: 'Personal finance',
      guard: 'user',
      load: () => import('./web/personal/personal-finance-page.tsx'),
    }),
    page('/investments', {
      title: 'Investments',
      guard: 'user',
      load: () => import('./web/investments/investments-page.tsx'),
    }),
    page('/liabilities', {
      title: 'Liabilities',
      guard: 'user',
      load: () => import('./web/liabilities/liabilities-page.tsx'),
    }),
    page('/business-expenses', {
      title: 'Business expenses',
      guard: 'user',
      load: () => import('./web/expenses/expenses-page.tsx'),
    }),
    page('/business-finance', {
      title: 'Business finance',
      guard: 'user',
      load: () => import('./web/business/business-finance-page.tsx'),
    }),
    page('/tax-management', {
      title: 'Tax management',
      guard: 'user',
      load: () => import('./web/tax/tax-management-page.tsx'),
    }),
    page('/tax-optimization', {
      title: 'Tax optimization',
      guard: 'user',
      load: () => import('./web/tax/tax-optimization-page.tsx'),
    }),
    page('/business-valuation', {
      title: 'Business valuation',
      guard: 'user',
      load: () => import('./web/valuation/valuation-page.tsx'),
    }),
    page('/operational-expenses', {
      title: 'Operational expenses',
      guard: 'user',
      load: () => import('./web/operations/operations-page.tsx'),
    }),
    page('/finance', { title: 'Finance', guard: 'user', load: () => import('./web/overview/overview-page.tsx') }),
  ],
  palette: () => import('./web/palette.ts'),
  offlineReads: ['/api/admin/finance/check', '/api/finance', '/api/investment', '/api/plaid'],
});
