import { opportunities } from '../src/domains/crm/contract.ts';
import { expectAccessibleNow } from './support/axe.ts';
import { ownSurname } from './support/contacts.ts';
import { expect, test } from './support/test.ts';

test('an opportunity becomes private while somebody has it open, is shared with them, and undone', async ({ page, signIn, browser, server, allowFaults }) => {
  allowFaults(/404/);
  const api = await signIn('staff');
  const name = `Takeover ${ownSurname()}`;
  const { id } = await api.call(opportunities.create, { body: { name, amount: '1000' } });
  const colleague = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signIn('admin', colleague);
  await colleague.goto(`/opportunities/${id}`);
  await expect(colleague.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.goto(`/opportunities/${id}`);
  await page.getByRole('button', { name: 'Who sees it: Everyone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who sees it' });
  await dialog.getByLabel('Who may see it').selectOption('Only me');
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Who sees it: Only you' })).toBeVisible();
  // Whoever had it open is told within a moment that it is not there.
  await expect(colleague.getByRole('heading', { level: 1, name })).toBeHidden();
  await expect(colleague.getByRole('link', { name: 'All opportunities' })).toBeVisible();

  await page.getByRole('button', { name: 'Who sees it: Only you' }).click();
  await dialog.getByLabel('Who may see it').selectOption('Me and…');
  await dialog.getByRole('combobox', { name: 'People who may see it' }).fill('Avery');
  await page.getByRole('option', { name: /Avery Marsh/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Who sees it: You and Avery Marsh' })).toBeVisible();
  await colleague.goto(`/opportunities?search=${encodeURIComponent(name)}`);
  await expect(colleague.getByTestId('row').filter({ hasText: name })).toContainText('Private');
  await colleague.context().close();

  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByRole('button', { name: 'Who sees it: Only you' })).toBeVisible();
});
