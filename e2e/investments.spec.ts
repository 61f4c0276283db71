/** A purchase is entered, found among the holdings with its lot, and taken back. */
import { expect, test } from './support/test.ts';

// In this zone it is already tomorrow for most of the day: what counts as today is the workspace's day.
test.use({ timezoneId: 'Pacific/Kiritimati' });

test('a purchase becomes a holding with its lot, and can be taken back', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/investments?tab=holdings');
  await expect(page.getByText('Meridian Total World ETF')).toBeVisible();
  await page.getByRole('button', { name: 'New activity' }).click();
  const dialog = page.getByRole('dialog', { name: 'New activity' });
  await dialog.getByLabel('Security').fill('Ember');
  await page.getByRole('option', { name: /Ember Coin/ }).click();
  await dialog.getByLabel('Quantity').fill('3.5');
  await dialog.getByLabel('Price of a unit').fill('1000');
  await dialog.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Buy entered')).toBeVisible();
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
