/** A purchase is entered, shown among the holdings with its lot, and undone. */
import { accounts, ledgers, securities } from '../src/domains/finance/contract.ts';
import { expect, test } from './support/test.ts';

// In this zone it is already tomorrow for most of the day: today is the workspace's day.
test.use({ timezoneId: 'Pacific/Kiritimati' });

test('a purchase becomes a holding with its lot, and can be undone', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/investments?tab=holdings');
  await expect(page.getByText('Meridian Total World ETF')).toBeVisible();
  await page.getByRole('button', { name: 'New activity' }).click();
  const dialog = page.getByRole('dialog', { name: 'New activity' });
  await dialog.getByLabel('Security').fill('Ember');
  await page.getByRole('option', { name: /Ember Coin/ }).click();
  await dialog.getByLabel('Quantity').fill('3.5');
  await dialog.getByLabel('Price per unit').fill('1000');
  await dialog.getByRole('button', { name: 'Add activity', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Buy added').first()).toBeVisible();
  await page.getByRole('button', { name: /Ember Coin/ }).click();
  const lot = page.getByRole('dialog', { name: 'Ember Coin' }).getByTestId('row').filter({ hasText: '3,500.00' });
  await expect(lot).toBeVisible();
  await expect(page).toHaveURL(/open=/);
  await page.goto('/investments?tab=activities&period=all&kind=buy&search=ember');
  const row = page.getByTestId('row').filter({ hasText: '3.5' });
  await row.getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(/deleted$/).first()).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('activities of an account move cash once an account is chosen, through a linked transaction @long', async ({
  page,
  signIn,
}) => {
  const api = await signIn('admin');
  const { id: ledgerId } = await api.call(ledgers.create, {
    body: { name: 'Savings plan', kind: 'personal', currency: 'USD' },
  });
  await api.call(accounts.create, {
    body: { ledgerId, name: 'Depot', kind: 'investment', currency: 'USD', openingBalance: '1000' },
  });
  await api.call(securities.create, { body: { ledgerId, name: 'Harbour Fund', kind: 'fund', currency: 'USD' } });
  await page.goto(`/investments?ledger=${ledgerId}`);
  await page.getByRole('button', { name: 'Change the cash account of Depot' }).click();
  const choice = page.getByRole('dialog', { name: 'Cash for Depot' });
  await choice.getByLabel('Cash account').selectOption({ label: 'Depot (same account)' });
  await choice.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Cash account: same account, from/)).toBeVisible();
  await page.getByRole('button', { name: 'New activity' }).click();
  const dialog = page.getByRole('dialog', { name: 'New activity' });
  await dialog.getByLabel('Security').fill('Harbour');
  await page.getByRole('option', { name: /Harbour Fund/ }).click();
  await dialog.getByLabel('Quantity').fill('3');
  await dialog.getByLabel('Price per unit').fill('100');
  await dialog.getByRole('button', { name: 'Add activity', exact: true }).click();
  await expect(page.getByText('$700 cash')).toBeVisible();
  await page.goto(`/personal-finance?ledger=${ledgerId}&tab=transactions&period=all`);
  const row = page.getByTestId('row').filter({ hasText: 'Purchase of Harbour Fund' });
  await expect(row.getByText('Investments: Depot')).toBeVisible();
  await row.getByRole('button').first().click();
  const sheet = page.getByRole('dialog', { name: 'Purchase of Harbour Fund' });
  await expect(sheet.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await sheet.getByRole('link', { name: 'Open' }).click();
  await page.getByTestId('row').filter({ hasText: 'Harbour Fund' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog', { name: /^Buy of/ }).getByText('Cash: a transaction in Depot.')).toBeVisible();
});
