import { ledgers } from '../src/domains/finance/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('a bank is connected, its accounts appear by themselves, and a sync reports its result [S8.14]', async ({
  page,
  signIn,
}) => {
  const api = await signIn('staff');
  const ledger = await api.call(ledgers.create, {
    body: { name: 'Household of the test', kind: 'personal', currency: 'USD' },
  });
  await page.goto(`/finance?ledger=${ledger.id}`);
  await page.getByRole('button', { name: 'Connect a bank' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Sandbox bank/ }).click();
  await expect(dialog.getByText('uses sample data')).toBeVisible();
  await dialog.getByRole('button', { name: /A household/ }).click();
  await expect(dialog).toBeHidden();
  // Reported by the live channel, without a reload.
  await expect(page.getByRole('link', { name: 'Everyday Checking' })).toBeVisible();
  const banks = page.getByRole('region', { name: 'Connected banks' });
  await expect(banks.getByText('Sample data')).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Net worth over time' })).toBeVisible();
  await expectAccessible(page);
  await banks.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByText('Sync Successful', { exact: true }).first()).toBeVisible();
  await expect(banks.getByText(/Synced (now|just|\d)/)).toBeVisible();

  // Bank data becomes a tax estimate and a plan out of debt.
  await page.goto(`/tax-management?ledger=${ledger.id}&year=2025`);
  await page.getByRole('button', { name: 'Create profile' }).click();
  const profile = page.getByRole('dialog', { name: 'New tax profile' });
  await profile.getByLabel('Name').fill('The household');
  await profile.getByRole('button', { name: 'Create profile' }).click();
  await expect(page.getByText('Federal tax 2025')).toBeVisible();
  await page.getByRole('button', { name: 'Categories', exact: true }).click();
  await page.getByRole('button', { name: /^Confirm all/ }).click();
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible();
  await page.goto(`/liabilities?ledger=${ledger.id}`);
  await page.getByRole('button', { name: 'Use bank terms for Home Mortgage' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms for Home Mortgage' });
  await terms.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(terms).toBeHidden();
  await page.goto(`/liabilities?ledger=${ledger.id}&tab=payoff&extra=400`);
  await expect(page.getByText(/Saves .* and .* compared to minimum payments/).first()).toBeVisible();

  await page.goto(`/finance?ledger=${ledger.id}`);
  await banks.getByRole('button', { name: 'Disconnect Sandbox bank' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(banks.getByText('No banks connected')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Everyday Checking' })).toBeVisible();
});
