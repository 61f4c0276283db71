import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from '@playwright/test';
import { dashboard } from '../src/domains/crm/contract/dashboard.ts';
import { expectAccessibleNow } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** A website of a customer, with the snippet on each page. */
async function startWebsite(code: () => string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') return response.writeHead(204).end();
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
      <html lang="en"><head><title>Shop</title>${code()}</head><body><h1>Shop</h1>
      <form id="contact" method="get" action="/thanks"><label>Name <input name="id"></label><button>Send</button></form>
      <button id="prices" onclick="history.pushState(null, '', '/pricing')">Prices</button></body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Somebody with an ordinary browser looks at the site, at prices, and sends the form. */
async function visit(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ userAgent: CHROME });
  const visitor = await context.newPage();
  const stored = (event: string) =>
    visitor.waitForResponse(
      (response) => response.request().method() === 'POST' && (response.request().postData() ?? '').includes(event),
    );
  const [landed] = await Promise.all([
    stored('utm_source=leaflet'),
    visitor.goto(`${url}/?utm_source=leaflet&utm_medium=print`),
  ]);
  expect(landed.status()).toBe(204);
  await Promise.all([stored('/pricing'), visitor.click('#prices')]);
  await Promise.all([stored('/thanks'), visitor.click('form button')]);
  expect(await visitor.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0]);
  await context.close();
}

test('a website is tracked: the visit shows up live, a goal counts, and the visitor is deleted', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn('client');
  let code = '';
  const website = await startWebsite(() => code);
  await page.goto('/super-pixel');
  await page.getByRole('button', { name: 'Add website' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Solar shop');
  await dialog.getByLabel('Domains').fill('127.0.0.1');
  await dialog.getByLabel('Currency').selectOption('USD');
  await dialog.getByRole('button', { name: 'Add website' }).click();
  await expect(page.getByText('Waiting for the first event.')).toBeVisible();
  await expectAccessibleNow(page);
  code = await page.getByRole('group', { name: 'Snippet', exact: true }).locator('pre').innerText();

  // One visit installs the snippet; the page notices by itself.
  await visit(browser, website.url);
  await expect(page.getByText('The snippet works.')).toBeVisible();
  await page.getByRole('tab', { name: 'Goals' }).click();
  await page.getByRole('button', { name: 'Add goal' }).click();
  await page.getByLabel('Name').fill('Contact request');
  await page.getByLabel('Reached when').selectOption('form');
  await page.getByLabel('Matches').fill('contact');
  await page.getByLabel('Worth of one').fill('80');
  await page.getByRole('dialog').getByRole('button', { name: 'Add goal' }).click();
  const goal = page.getByTestId('row').filter({ hasText: 'Contact request' });
  await expect(goal).toContainText('0');

  await visit(browser, website.url);
  await expect(goal).toContainText('$80', { timeout: 30_000 });
  await page.reload();
  await expect(goal).toContainText('$80');
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByRole('row', { name: /Campaign|leaflet/ }).first()).toBeVisible();
  await expect(page.getByText('1 visitor now')).toBeVisible();
  await expectAccessibleNow(page);

  await page.getByRole('tab', { name: 'Visits' }).click();
  await page.getByTestId('row').first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByTestId('step').filter({ hasText: 'contact' }).first()).toBeVisible();
  await sheet.getByRole('button', { name: 'Delete visitor' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete visitor' }).click();
  await expect(page.getByText('No visits yet')).toBeVisible();
  website.close();
});

test('a funnel shows where visitors drop off, and costs give the return of a channel', async ({
  page,
  browser,
  signIn,
  allowFaults,
}) => {
  allowFaults(/status of 400.*costs\/import/);
  const api = await signIn('client');
  let code = '';
  const website = await startWebsite(() => code);
  await page.goto('/super-pixel');
  await page.getByRole('button', { name: 'Add website' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Roof shop');
  await page.getByRole('dialog').getByLabel('Domains').fill('127.0.0.1');
  await page.getByRole('dialog').getByLabel('Currency').selectOption('USD');
  await page.getByRole('dialog').getByRole('button', { name: 'Add website' }).click();
  code = await page.getByRole('group', { name: 'Snippet', exact: true }).locator('pre').innerText();
  await visit(browser, website.url);
  await page.getByRole('tab', { name: 'Funnels' }).click();

  await page.getByRole('button', { name: 'Add funnel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('To the form');
  await dialog.getByLabel('Step 2 matches').fill('pricing');
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await dialog.getByLabel('Step 3', { exact: true }).selectOption('form');
  await dialog.getByLabel('Step 3 matches').fill('contact');
  await dialog.getByRole('button', { name: 'Add funnel' }).click();
  await expect(dialog.getByText('Enter a path that starts with a slash', { exact: false }).first()).toBeVisible();
  await dialog.getByLabel('Step 2 matches').fill('/pricing');
  await dialog.getByRole('button', { name: 'Add funnel' }).click();
  const steps = page.getByTestId('funnel-step');
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(2)).toContainText('1 100%', { timeout: 30_000 });
  await expect(page.getByTestId('row').filter({ hasText: 'leaflet' })).toContainText('100%');
  await expectAccessibleNow(page);

  await page.getByRole('tab', { name: 'Revenue' }).click();
  await page.getByRole('button', { name: 'Add cost' }).click();
  await page.getByRole('dialog').getByLabel('Channel').selectOption('Campaign');
  await page.getByRole('dialog').getByLabel('Amount (USD)').fill('250');
  await page.getByRole('dialog').getByRole('button', { name: 'Save cost' }).click();
  await expect(page.getByTestId('return').filter({ hasText: 'Campaign' })).toContainText('$250');
  await page.getByRole('button', { name: 'Import costs' }).click();
  // The business's month, which is not everywhere the same.
  const month = (await api.call(dashboard.get)).today.slice(0, 7);
  const rows = page.getByRole('dialog').getByLabel('Rows');
  await rows.fill(`month,channel,amount\n${month},Fax,10`);
  await page.getByRole('dialog').getByRole('button', { name: 'Import costs' }).click();
  await expect(page.getByRole('dialog').getByText('“Fax” is not a channel.', { exact: false }).first()).toBeVisible();
  await rows.fill(`month,channel,amount\n${month},Email,10`);
  await page.getByRole('dialog').getByRole('button', { name: 'Import costs' }).click();
  await expect(page.getByTestId('cost')).toHaveCount(2);
  await expectAccessibleNow(page);
  website.close();
});

test('an audience of contacts who looked at prices starts a workflow', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/super-pixel?tab=audiences');
  await expect(page.getByTestId('audience').filter({ hasText: 'Looked at prices' })).toContainText('viewed /pricing');
  await page.getByRole('button', { name: 'Add audience' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Pricing fans');
  await dialog.getByLabel('In the last (days)').fill('60');
  await expect(dialog.getByText(/[1-9]\d* contacts? match(es)? now/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await dialog.getByLabel('Condition 2', { exact: true }).selectOption('came_from');
  await expect(dialog.getByText('Complete the conditions to see who matches.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add audience' }).click();
  await expect(dialog.getByText('Enter what to look for.').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove condition 2' }).click();
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Add audience' }).click();
  const audience = page.getByTestId('audience').filter({ hasText: 'Pricing fans' });
  await audience.getByRole('button', { name: /\d+ contacts?/ }).click();
  await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await audience.getByRole('button', { name: 'Create workflow' }).click();
  await expect(page).toHaveURL(/\/workflow-visualization\/[0-9a-f-]{36}/);
  await expect(page.getByText('Contact entered a website audience').first()).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('On · version 1')).toBeVisible();
});
