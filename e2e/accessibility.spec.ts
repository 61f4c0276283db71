/** Every page that is built, in light and dark, on a phone and on a desk: no finding of axe, and nothing wider than the window. Overlays and states have tests of their own. */
import type { Page } from '@playwright/test';
import { NOT_BUILT } from '../src/testing/not-built.ts';
import { SPEC_ROUTES } from '../src/web/router/spec-routes.ts';
import { ALL, findings, findingsInBothThemes, inTheme, PHONE, sideways } from './support/axe.ts';
import { open } from './support/navigate.ts';
import { expect, test } from './support/test.ts';

const SIZES = { phone: PHONE, desk: { width: 1440, height: 900 } };

/** Built pages by their guard; one that shows another's page, or needs a record, is looked at elsewhere. */
const built = (isPublic: boolean) => SPEC_ROUTES
  .filter(({ path, guard, sameAs, redirect }) => (guard === 'public') === isPublic && !sameAs && !redirect && !path.includes('{') && !NOT_BUILT.includes(path))
  .map(({ path }) => path);

/** Parts of pages that stand at a `tab` of their own. */
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

/** Each part after one of another page: a page that only changes its part may keep its title, by which `open` knows that it is there. */
function parts(): string[] {
  const rounds = Math.max(...Object.values(PARTS).map((tabs) => tabs.length));
  return Array.from({ length: rounds }, (_, round) => Object.entries(PARTS).flatMap(([path, tabs]) => (tabs[round] ? [`${path}?tab=${tabs[round]}`] : []))).flat();
}

/** Header and sidebar are looked at on the first page of a walk. */
const shellOnce = (index: number) => (index === 0 ? 'everything' : 'all but the shell');

/** @param size what the page is looked at on */
async function check(page: Page, size: keyof typeof SIZES, all: readonly string[]): Promise<void> {
  // Fifty pages and more in one go: a busy machine takes its time.
  test.slow();
  await page.setViewportSize(SIZES[size]);
  await page.goto('/sound-test');
  const found: string[] = [];
  for (const [index, path] of all.entries()) {
    await open(page, path);
    found.push(...await findingsInBothThemes(page, path, shellOnce(index)));
    found.push(...await sideways(page, path));
  }
  expect(found).toEqual([]);
}

for (const size of ['phone', 'desk'] as const) {
  test(`pages inside are accessible on a ${size}`, async ({ page, signIn }) => {
    await signIn('admin');
    // One of those that are not built stands for all: they are one component.
    await check(page, size, [...built(false), ...NOT_BUILT.slice(0, 1)]);
  });

  test(`public pages are accessible on a ${size}`, async ({ page }) => {
    // The installation is set up, so `/register` leads on at once; its own test looks at it.
    await check(page, size, built(true).filter((path) => path !== '/register'));
  });
}

/** What others see is the administrator's page with parts left out, or with a client's own: each page is opened once, and looked at by everything dark on a desk and light on a phone. */
for (const who of ['staff', 'client', 'opus'] as const) {
  test(`pages inside are accessible as ${who} sees them`, async ({ page, signIn }) => {
    test.slow();
    await signIn(who);
    await page.goto('/sound-test');
    const found: string[] = [];
    for (const [index, path] of built(false).filter((one) => SPEC_ROUTES.find((route) => route.path === one)?.guard !== 'admin').entries()) {
      await page.setViewportSize(SIZES.desk);
      await inTheme(page, 'dark');
      await open(page, path);
      found.push(...await findings(page, `${path}, desk, dark`, ALL, shellOnce(index)));
      await page.setViewportSize(SIZES.phone);
      await inTheme(page, 'light');
      found.push(...await findings(page, `${path}, phone, light`, ALL, shellOnce(index)), ...await sideways(page, path));
    }
    expect(found).toEqual([]);
  });
}

test('the parts of pages are accessible, and no wider than a phone', async ({ page, signIn }) => {
  test.slow();
  await signIn('admin');
  await page.setViewportSize(SIZES.phone);
  await page.goto('/sound-test');
  await inTheme(page, 'dark');
  const found: string[] = [];
  for (const path of parts()) {
    await open(page, path);
    found.push(...await findings(page, path, ALL, 'all but the shell'), ...await sideways(page, path));
  }
  expect(found).toEqual([]);
});
