/** A figure that stands on more than one page is the same on each of them, in the example business. */
import type { Page } from '@playwright/test';
import { dashboard } from '../src/domains/crm/contract/dashboard.ts';
import { forecasting } from '../src/domains/crm/contract/forecast.ts';
import { ledgers, operations } from '../src/domains/finance/contract.ts';
import { monthStart } from '../src/kernel/days.ts';
import { quiet } from './support/navigate.ts';
import { expect, test } from './support/test.ts';

/** Names under which pages show one figure. */
const SAME: Readonly<Record<string, string>> = {
  'Cash and bank': 'Cash',
  'Current cash': 'Cash',
  Portfolio: 'Investments',
};

/** Every figure of a page by its name, in whole units: overviews leave the cents out. */
async function figuresOf(page: Page, address: string): Promise<Map<string, string>> {
  await page.goto(address);
  await expect(page.locator('dl dt').first()).toBeVisible();
  await quiet(page);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const pairs = await page
    .locator('dl > div')
    .evaluateAll((nodes) =>
      nodes.map((node) => [
        node.querySelector('dt span[title], dt')?.getAttribute('title') ?? node.querySelector('dt')?.textContent ?? '',
        node.querySelector('dd span[title]')?.getAttribute('title') ?? '',
      ]),
    );
  const whole = (text: string): string => {
    const value = Number(text.replaceAll('−', '-').replaceAll(/[^\d.-]/g, ''));
    return Number.isNaN(value) ? text : String(Math.round(value));
  };
  return new Map(
    pairs.flatMap(([name, text]) => (name && text && /\d/.test(text) ? [[SAME[name] ?? name, whole(text)]] : [])),
  );
}

test('figures on several pages of the finances agree', async ({ page, signIn }) => {
  const api = await signIn('admin');
  const { items } = await api.call(ledgers.list, {});
  const business = items.find((one) => one.kind === 'business')!;
  const seen = new Map<string, Map<string, string>>();
  const pages = ['/finance', '/business-finance', '/operational-expenses', '/operational-expenses?tab=runway'];
  for (const path of pages) {
    const address = `${path}${path.includes('?') ? '&' : '?'}ledger=${business.id}`;
    for (const [name, value] of await figuresOf(page, address))
      seen.set(name, (seen.get(name) ?? new Map<string, string>()).set(path, value));
  }
  const several = [...seen].filter(([, by]) => by.size > 1);
  expect(several.map(([name]) => name)).toEqual(
    expect.arrayContaining(['Cash', 'Accounts receivable', 'Accounts payable']),
  );
  for (const [name, by] of several)
    expect([...new Set(by.values())], `${name}: ${JSON.stringify([...by])}`).toHaveLength(1);
  // What the page says is what the API says.
  const { cash } = await api.call(operations.get, { query: { ledgerId: business.id, currency: business.currency } });
  expect(seen.get('Cash')!.get('/finance')).toBe(String(Math.round(Number(cash))));

  await page.goto(`/operational-expenses?ledger=${business.id}`);
  await page.getByRole('button', { name: 'How Cash is calculated' }).click();
  await expect(page.getByText('Balance of cash and bank accounts in the books today')).toBeVisible();
});

test('goals and overdue deals of the dashboard and the forecast agree', async ({ page, signIn }) => {
  const api = await signIn('admin');
  const shown = await api.call(dashboard.get, {});
  const forecast = await api.call(forecasting.forecast, { query: { from: monthStart(shown.today), months: 1 } });
  expect(forecast.total.overdue.openCount).toBe(shown.late);
  expect(shown.late).toBeGreaterThan(0);
  await page.goto('/');
  const goal = page.getByRole('region', { name: 'Everyone' });
  await expect(goal).toContainText(/[\d,]+% with open deals/);
  const share = /([\d,]+)% with open deals/.exec(await goal.innerText())?.[1];
  await page.goto('/opportunities?as=forecast');
  const month = page.getByTestId('forecast').locator('tfoot tr, tbody tr').last();
  await expect(month).toBeVisible();
  expect(share).toBeDefined();
  await expect(
    page
      .getByTestId('forecast')
      .getByText(new RegExp(`^${share}% of`))
      .first(),
  ).toBeVisible();
});
