/**
 * Parts of pages with an address of their own: no axe finding, and nothing wider than the window. `routes.spec.ts`
 * covers the pages; overlays and states have tests of their own.
 */
import { ALL, findings, inTheme, PHONE, sideways } from './support/axe.ts';
import { open } from './support/navigate.ts';
import { expect, test } from './support/test.ts';

/** Parts of pages with a `tab` of their own. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '/personal-finance': ['accounts', 'transactions', 'budgets', 'recurring', 'goals', 'rules', 'imports'],
  '/business-finance': ['invoices', 'bills', 'ageing', 'journal', 'chart', 'statements', 'close'],
  '/investments': ['holdings', 'allocation', 'income', 'risk', 'predictions', 'activities', 'securities'],
  '/business-expenses': ['receipts', 'approve', 'pay', 'policy'],
  '/operational-expenses': ['vendors', 'renewals', 'runway'],
  '/tax-management': ['figures', 'categories', 'payments', 'documents'],
  '/business-valuation': ['inputs', 'versions'],
  '/tax-optimization': ['harvest'],
  '/liabilities': ['payoff'],
  '/team': ['invitations', 'teams'],
  '/leads/settings': ['assignment', 'forms'],
  '/workflow-visualization': ['runs', 'webhooks'],
};

/**
 * Never two parts of one page in a row: a page may keep its title when only the part changes, and `open` waits for the
 * title.
 */
function parts(): string[] {
  const rounds = Math.max(...Object.values(PARTS).map((tabs) => tabs.length));
  return Array.from({ length: rounds }, (_, round) =>
    Object.entries(PARTS).flatMap(([path, tabs]) => (tabs[round] ? [`${path}?tab=${tabs[round]}`] : [])),
  ).flat();
}

test('the parts of pages are accessible, and no wider than a phone', async ({ page, signIn }) => {
  test.slow();
  await signIn('admin');
  await page.setViewportSize(PHONE);
  await page.goto('/sound-test');
  await inTheme(page, 'dark');
  const found: string[] = [];
  for (const path of parts()) {
    await open(page, path);
    found.push(...(await findings(page, path, ALL, 'all but the shell')), ...(await sideways(page, path)));
  }
  expect(found).toEqual([]);
});
