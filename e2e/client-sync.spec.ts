import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test("an administrator previews a sync, runs it, and views the client's status", async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/client-sync');
  await page.getByRole('link', { name: /Delgado Solar: Contacts/ }).click();
  await page.getByRole('button', { name: 'Dry run' }).click();
  const sheet = page.getByRole('dialog', { name: 'Dry run' });
  await expect(sheet.getByText(/^Would be: /)).toBeVisible({ timeout: 60_000 });
  await expect(sheet.getByTestId('row').first()).toContainText('Created at operations');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText(/^[\d,]+ created/).first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole('tab', { name: 'Set-up' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('dialog').getByLabel('Operations field 1')).toHaveValue('firstName');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.goto('/client-status-demo');
  const client = page.getByRole('combobox', { name: 'Client' });
  // It selects a client by itself, which would interrupt the typing.
  await expect(client).not.toHaveValue('');
  await client.fill('Delgado');
  await page.getByRole('option', { name: 'Delgado Solar' }).click();
  await expect(page.getByRole('region', { name: 'Services' }).getByText('1 sync is on.')).toBeVisible();
  await expect(page.getByText('The import of spring-leads.csv failed.')).toBeVisible();
  await page.getByRole('switch', { name: 'Play sounds' }).click();
  await expect(page.getByRole('button', { name: 'Down' })).toBeDisabled();
});
