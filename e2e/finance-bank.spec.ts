import { ledgers } from '../src/domains/finance/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('a bank is connected, its accounts come by themselves, and a sync says what it brought', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const ledger = await api.call(ledgers.create, { body: { name: 'Household of the test', kind: 'personal', currency: 'USD' } });
  await page.goto(`/finance?ledger=${ledger.id}`);
  await page.getByRole('button', { name: 'Connect a bank' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Sandbox bank/ }).click();
  await expect(dialog.getByText('are made up')).toBeVisible();
  await dialog.getByRole('button', { name: /A household/ }).click();
  await expect(dialog).toBeHidden();
  // Told by the live channel: nothing is reloaded.
  await expect(page.getByRole('link', { name: 'Everyday Checking' })).toBeVisible();
  const banks = page.getByRole('region', { name: 'Connected banks' });
  await expect(banks.getByText('Example data')).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Net worth over time' })).toBeVisible();
  await expectAccessible(page);
  await banks.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByText('Sync Successful', { exact: true })).toBeVisible();
  await expect(banks.getByText(/Synced (now|just|\d)/)).toBeVisible();
  await banks.getByRole('button', { name: 'Disconnect Sandbox bank' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(banks.getByText('No bank is connected yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Everyday Checking' })).toBeVisible();
});
