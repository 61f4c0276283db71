import type { Page } from '@playwright/test';
import { expectAccessibleNow } from './support/axe.ts';
import { ownSurname } from './support/contacts.ts';
import { expect, test } from './support/test.ts';

/** Faster than a person reads would count as a program. */
const readPage = (site: Page) =>
  expect.poll(() => site.evaluate(() => performance.now()).catch(() => 9_999)).toBeGreaterThan(2_100);

test('an order step is built, a visitor on a phone pays without a script, and the order is refunded', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn('admin');
  const surname = ownSurname();
  await page.goto('/funnel-builder');
  await page.getByRole('button', { name: 'New funnel' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Blank funnel/).click();
  await dialog.getByLabel('Name').fill(`Shop of ${surname}`);
  await dialog.getByRole('button', { name: 'Create funnel' }).click();
  await expect(page.getByRole('group', { name: /^Form, block 2/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: 'Order' }).click();
  const form = page.getByRole('group', { name: /^Order form, block 2/ });
  await form.click({ position: { x: 8, y: 8 } });
  const settings = page.getByRole('complementary', { name: 'Settings of the block' });
  await settings.getByText('Product', { exact: true }).click();
  await settings.getByLabel('Name').fill('Course');
  await settings.getByLabel('Price (USD)').fill('99.90');
  await settings.getByLabel('Largest quantity').fill('5');
  await settings.getByRole('button', { name: 'Add product' }).click();
  await settings.getByText('Product 2').click();
  await settings.getByLabel('Name').last().fill('Workbook');
  await settings.getByLabel('Price (USD)').last().fill('19.95');
  await settings.getByLabel('Extra that visitors can add to their product').last().check();
  await expect(form).toContainText('$19.95');
  await expectAccessibleNow(page);
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog.getByText(/Orders go to the embedded test gateway/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish funnel' }).click();
  await expect(dialog.getByText('Version 1 is live')).toBeVisible();
  const address = (await dialog.getByRole('link', { name: 'Open page' }).getAttribute('href'))!;
  await page.keyboard.press('Escape');

  const phone = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const site = await phone.newPage();
  await site.goto(`${address}/order?utm_source=newsletter`);
  await site.getByLabel('Quantity').fill('2');
  await site.getByLabel(/^Workbook/).check();
  await site.getByLabel('First name').fill('Ada');
  await site.getByLabel('Last name').fill(surname);
  await site.getByLabel('Email').fill(`ada@${surname.toLowerCase()}.example`);
  await site.getByLabel('I agree to the terms of sale.').check();
  await readPage(site);
  await site.getByRole('button', { name: 'Buy now' }).click();
  await site.getByLabel('Card number').fill('4000 0000 0000 0002');
  await site.getByRole('button', { name: 'Pay $219.75' }).click();
  await expect(site.getByText('The card was declined.')).toBeVisible();
  await site.getByRole('link', { name: 'Cancel' }).click();
  await expect(site.getByRole('heading', { name: 'Your order is not paid yet' })).toBeVisible();
  await site.getByRole('button', { name: 'Pay $219.75' }).click();
  await site.getByLabel('Card number').fill('4242 4242 4242 4242');
  await site.getByRole('button', { name: 'Pay $219.75' }).click();
  await site.getByRole('link', { name: 'Continue' }).click();
  await expect(site.getByRole('heading', { name: 'Thank you, Ada' })).toBeVisible();
  // The check needs scripts, which this visitor has not.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const look of [`${address}/order`, site.url()]) {
    await page.goto(look);
    await expectAccessibleNow(page, 'everything');
  }
  await page.goBack();
  await page.goBack();
  await page.setViewportSize({ width: 1280, height: 800 });
  await site.getByRole('link', { name: 'Continue' }).click();
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('Thank you');
  await phone.close();

  await page.getByRole('button', { name: 'Orders', exact: true }).click();
  const order = page.getByTestId('order').filter({ hasText: surname });
  await expect(order).toContainText('2 × Course, 1 × Workbook');
  await expect(order).toContainText('$219.75');
  await expect(order.getByText('Paid', { exact: true })).toBeVisible();
  await expectAccessibleNow(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleNow(page);
  await order.getByRole('button', { name: /^Refund/ }).click();
  await dialog.getByLabel('Amount (USD)').fill('19.95');
  await dialog.getByRole('button', { name: 'Refund order' }).click();
  await expect(order).toContainText('$19.95 refunded');
  await page.getByRole('button', { name: 'Results' }).click();
  await expect(page.getByText('$199.80')).toBeVisible();
});
