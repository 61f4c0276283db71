import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('a visitor views trades; an administrator sets up a client, follows the checklist, and undoes it', async ({
  page,
  signIn,
}) => {
  await page.goto('/industry-templates');
  await expect(page.getByRole('button', { name: 'Insurance broker' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search industries' }).fill('law');
  await expect(page.getByRole('button', { name: 'Insurance broker' })).toBeHidden();
  await page.getByRole('button', { name: 'Law firm' }).click();
  await expect(page.getByRole('dialog').getByText('Engagement letter sent')).toBeVisible();
  await expectAccessible(page);

  await signIn('admin');
  await page.goto('/mini-gauntlets');
  // Missing items are hidden, too.
  await expect(page.getByRole('button', { name: 'Law firm' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('insurance');
  await expect(page.getByRole('button', { name: 'Law firm' })).toBeHidden();
  await page.getByRole('button', { name: 'Insurance broker' }).click();
  await page.getByRole('link', { name: 'Apply to a client' }).click();
  await page.getByRole('combobox', { name: 'Client' }).fill('wren');
  await page.getByRole('option', { name: /Wren & Ash/ }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('What would happen:')).toBeVisible();
  await expectAccessible(page);
  const tags = page.getByRole('checkbox', { name: /^Web forms/ });
  // The choice is in the address, which changes a moment after the click.
  await tags.click();
  await expect(tags).not.toBeChecked();
  await page.reload();
  await expect(tags).not.toBeChecked();
  await tags.click();
  await expect(tags).toBeChecked();
  await page.getByRole('button', { name: 'Apply template' }).click();
  await expect(page.getByTestId('install').getByText('Installed')).toBeVisible({ timeout: 60_000 });
  // Returning to the parts shows that it was applied, and the next step.
  await page.goBack();
  await expect(page.getByText('This template was applied here', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'View result' }).click();
  await page.getByRole('button', { name: 'View checklist' }).click();
  await page.getByRole('checkbox', { name: 'List insurers with their commissions' }).click();
  await expect(
    page
      .getByTestId('onboarding')
      .getByText(/by Avery Marsh/)
      .first(),
  ).toBeVisible();

  await page.goto('/industry-crm?industry=insurance-broker');
  await page.getByRole('button', { name: 'Details of Wren & Ash Interiors' }).click();
  await page.getByRole('button', { name: 'Undo…' }).click();
  await page.getByRole('button', { name: /^Remove \d+/ }).click();
  await expect(page.getByTestId('install').getByText('Undone')).toBeVisible({ timeout: 60_000 });
});
