/** A photographed receipt becomes an approved, reimbursed expense; running costs are viewed. */
import { fileURLToPath } from 'node:url';
import { expect, test } from './support/test.ts';

const RECEIPT = fileURLToPath(new URL('../src/testing/receipts/receipt.png', import.meta.url));

test('a receipt becomes an approved, reimbursed expense', async ({ page, signIn }) => {
  await signIn('staff');
  await page.goto('/business-expenses?tab=receipts');
  await page.getByLabel('Choose receipts', { exact: true }).setInputFiles(RECEIPT);
  // Its reading runs as a job.
  const row = page.getByTestId('row').filter({ hasText: 'Harbor Hardware' });
  await expect(row).toBeVisible({ timeout: 120_000 });
  await row.getByRole('button', { name: 'Create expense' }).click();
  const dialog = page.getByRole('dialog', { name: 'New expense' });
  await expect(dialog.getByLabel('Amount')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Use these values' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveValue('34.08');
  await expect(dialog.getByLabel('Merchant')).toHaveValue('Harbor Hardware');
  await dialog.getByLabel('Category').selectOption('Office supplies');
  await dialog.getByRole('button', { name: 'Save expense' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/business-expenses?q=harbor');
  await page.getByRole('button', { name: 'Harbor Hardware' }).click();
  const sheet = page.getByRole('dialog', { name: 'Harbor Hardware' });
  await sheet.getByRole('button', { name: 'Submit' }).click();
  await expect(sheet.getByText('Submitted', { exact: true })).toBeVisible();

  // Reads of the first person's page are not answered to the second.
  await page.goto('about:blank');
  await signIn('admin');
  await page.goto('/business-expenses?tab=approve&q=harbor');
  await page.getByRole('button', { name: 'Harbor Hardware' }).click();
  await sheet.getByRole('button', { name: 'Approve' }).click();
  await expect(sheet.getByText('Approved', { exact: true })).toBeVisible();
  await page.goto('/business-expenses?tab=pay');
  const owed = page.getByTestId('row').filter({ hasText: 'Sam Whitlock' });
  await owed.getByRole('button', { name: 'Reimburse…' }).click();
  await page.getByRole('button', { name: 'Record as paid' }).click();
  await expect(page.getByText(/to Sam Whitlock recorded/).first()).toBeVisible();
  await page.goto('/business-expenses?whose=all&state=reimbursed&q=harbor');
  await expect(page.getByRole('button', { name: 'Harbor Hardware' })).toBeVisible();
});

test('running costs are viewed, and a cut is tried', async ({ page, signIn }) => {
  await signIn('client');
  await page.goto('/operational-expenses');
  await expect(page.getByText('Possible duplicate charge').first()).toBeVisible();
  // A month of a chart opens its payments.
  await page.getByRole('slider', { name: 'Spending by category and month' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=transactions.*period=custom|period=custom.*tab=transactions/);
  await page.goBack();
  await page.getByRole('button', { name: 'Burn and runway' }).click();
  // The cut is in the address once the box is checked.
  await page.getByLabel('Adreach', { exact: true }).click();
  await expect(page.getByLabel('Adreach', { exact: true })).toBeChecked();
  await expect(page.getByText(/less per month. Cash would last/)).toBeVisible();
  await expect(page).toHaveURL(/cut=adreach/);
});
