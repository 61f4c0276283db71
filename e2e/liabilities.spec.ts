/** A plan out of debt is viewed, and a loan compared with another. */
import { expect, test } from './support/test.ts';

test('debts are paid off by a plan, and a loan is compared with another', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/liabilities?tab=payoff');
  await page.getByLabel(/Extra per month/).fill('400');
  await expect(page.getByText(/Saves .* and .* compared to minimum payments/).first()).toBeVisible();
  await expect(page).toHaveURL(/extra=400/);
  await page.goto('/liabilities');
  await page.getByText('Home loan').click();
  const sheet = page.getByRole('dialog', { name: 'Home loan' });
  await sheet.getByLabel(/Extra per payment/).fill('250');
  await expect(sheet.getByText(/and saves .* of interest/)).toBeVisible();
  await sheet.getByRole('tab', { name: 'Refinance' }).click();
  await sheet.getByLabel(/New rate/).fill('3.9');
  await expect(sheet.getByText(/You break even on/)).toBeVisible();
});
