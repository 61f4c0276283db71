import { expectAccessible } from './support/axe.ts';
import { test } from './support/models.ts';
import { account, expect } from './support/test.ts';

test('a limit for one person ends their answers with what is missing, until it is removed', async ({
  page,
  signIn,
  models,
  allowFaults,
}) => {
  const { name } = account('admin');
  await signIn('admin');
  await page.goto('/purchase-credits');
  const limits = page.getByRole('region', { name: 'Spending limits' });
  await limits.getByRole('button', { name: 'Add limit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add limit' });
  await dialog.getByLabel('Credits').fill('0.01');
  await dialog.getByLabel('Applies to').selectOption('One person');
  await dialog.getByRole('button', { name: 'Add limit' }).click();
  await expect(dialog.getByText('Choose a person.').first()).toBeVisible();
  await dialog.getByLabel('Person').selectOption(name);
  await dialog.getByLabel('Period').selectOption('Per day');
  await dialog.getByRole('button', { name: 'Add limit' }).click();
  await expect(limits.getByTestId('row').filter({ hasText: name })).toContainText('0.01 per day');
  await expectAccessible(page);

  allowFaults(/402|40[29]/);
  const panel = page.getByRole('dialog', { name: 'Help' });
  const ask = async (text: string) => {
    await panel.getByLabel('Your question').fill(text);
    await panel.getByLabel('Your question').press('Enter');
  };
  await page.getByRole('button', { name: /^Help(,|$)/ }).click();
  await ask('Where do I find invoices?');
  await expect(panel.getByText(/Your daily limit is 0\.01 credits: this needs .+ are left today/)).toBeVisible();
  expect(models.requests).toHaveLength(0);
  await page.keyboard.press('Escape');

  await limits.getByRole('button', { name: `Remove limit: ${name}` }).click();
  await page.getByRole('button', { name: 'Remove limit', exact: true }).click();
  await expect(limits.getByTestId('row').filter({ hasText: name })).toHaveCount(0);
  await page.getByRole('button', { name: /^Help(,|$)/ }).click();
  models.replies = [{ text: 'Under Finance.' }];
  await ask('Where do I find invoices?');
  await expect(panel.getByText('Under Finance.')).toBeVisible();
  await page.goto('/purchase-credits');
  await expect(page.getByRole('region', { name: 'Statement' }).getByTestId('row').first()).toContainText('Assistant');
});
