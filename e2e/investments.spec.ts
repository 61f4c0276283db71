/** A purchase is entered and found with its lots; a loan is entered and a plan out of debt is read. */
import { expect, test } from './support/test.ts';

test('a purchase becomes a holding with its lot, and can be taken back', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/investments?tab=holdings');
  await expect(page.getByText('Meridian Total World ETF')).toBeVisible();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New activity' });
  await dialog.getByLabel('Security').fill('Ember');
  await page.getByRole('option', { name: /Ember Coin/ }).click();
  await dialog.getByLabel('Quantity').fill('3.5');
  await dialog.getByLabel('Price of a unit').fill('1000');
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: /Ember Coin/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Ember Coin' });
  await expect(sheet.getByTestId('row').filter({ hasText: '3,500.00' })).toBeVisible();
  await expect(page).toHaveURL(/open=/);
  await page.keyboard.press('Escape');
  await page.goto('/investments?tab=activities&period=all&kind=buy&search=ember');
  await page.getByTestId('row').filter({ hasText: '3.5' }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByTestId('row').filter({ hasText: '3.5' })).toHaveCount(0);
});

test('debts are paid off by a plan, and a loan is compared with another', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/liabilities?tab=payoff');
  await page.getByLabel(/Extra a month/).fill('400');
  await expect(page.getByText(/Saves .* and .* against minimums/).first()).toBeVisible();
  await expect(page).toHaveURL(/extra=400/);
  await page.goto('/liabilities');
  await page.getByText('Home loan').click();
  const sheet = page.getByRole('dialog', { name: 'Home loan' });
  await sheet.getByLabel(/paid more each time/).fill('250');
  await expect(sheet.getByText(/and saves .* of interest/)).toBeVisible();
  await sheet.getByRole('tab', { name: 'Refinance' }).click();
  await sheet.getByLabel(/New rate/).fill('3.9');
  await expect(sheet.getByText(/It pays from/)).toBeVisible();
});
