import { leads, opportunities } from '../src/domains/crm/contract.ts';
import { expectAccessibleNow } from './support/axe.ts';
import { ownSurname } from './support/contacts.ts';
import { holdToast } from './support/settings.ts';
import { expect, test } from './support/test.ts';

test('an opportunity becomes private while somebody has it open, is shared with them, and undone', async ({
  page,
  signIn,
  browser,
  server,
  allowFaults,
}) => {
  allowFaults(/404/);
  const api = await signIn('staff');
  const name = `Takeover ${ownSurname()}`;
  const { id } = await api.call(opportunities.create, { body: { name, amount: '1000' } });
  const colleague = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signIn('admin', colleague);
  await colleague.goto(`/opportunities/${id}`);
  await expect(colleague.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.goto(`/opportunities/${id}`);
  await page.getByRole('button', { name: 'Access: Everyone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Access' });
  await dialog.getByLabel('Who can see it').selectOption('Only me');
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Access: Only you' })).toBeVisible();
  // People who had it open are told within a moment that it is gone.
  await expect(colleague.getByRole('heading', { level: 1, name })).toBeHidden();
  await expect(colleague.getByRole('link', { name: 'All opportunities' })).toBeVisible();

  await page.getByRole('button', { name: 'Access: Only you' }).click();
  await dialog.getByLabel('Who can see it').selectOption('Me and…');
  await dialog.getByRole('combobox', { name: 'People who can see it' }).fill('Avery');
  await page.getByRole('option', { name: /Avery Marsh/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Access: You and Avery Marsh' })).toBeVisible();
  // Its “Undo” is used after the look at the colleague's list.
  await holdToast(page);
  await colleague.goto(`/opportunities?search=${encodeURIComponent(name)}`);
  await expect(colleague.getByTestId('row').filter({ hasText: name })).toContainText('Private');
  await colleague.context().close();

  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByRole('button', { name: 'Access: Only you' })).toBeVisible();
});

test('a private lead is converted, with a note on what others see; and many are hidden at once @long', async ({
  page,
  signIn,
  browser,
  server,
  allowFaults,
}) => {
  allowFaults(/404/);
  const api = await signIn('staff');
  const first = ownSurname();
  const lead = await api.call(leads.create, {
    body: { firstName: 'Petra', lastName: first, email: `${first}@private.example`, about: 'Between us', readers: [] },
  });

  await page.goto(`/leads/${lead.id}`);
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  const convert = page.getByRole('dialog', { name: `Convert Petra ${first}` });
  await expect(convert.getByText('everyone can see contacts and companies')).toBeVisible();
  await expectAccessibleNow(page);
  // Viewing who can see it converts nothing yet.
  await convert.getByRole('button', { name: 'Who can see it…' }).click();
  const readers = page.getByRole('dialog', { name: 'Access' });
  await readers.getByLabel('Who can see it').selectOption('Everyone');
  await readers.getByRole('button', { name: 'Share the lead' }).click();
  await expect(convert.getByText('everyone can see contacts and companies')).toBeHidden();
  await expect(convert).toBeVisible();
  await convert.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`/leads?search=${encodeURIComponent(first)}`);
  await page
    .getByRole('row', { name: new RegExp(first) })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Access' }).click();
  const many = page.getByRole('dialog', { name: 'Who can see these leads' });
  await many.getByLabel('Who can see them').selectOption('Only me');
  await expect(many.getByRole('status')).toContainText('1 lead will be changed');
  await expectAccessibleNow(page);
  await many.getByRole('button', { name: 'Change access to 1 lead' }).click();
  await expect(page.getByTestId('row').filter({ hasText: first })).toContainText('Private');

  await page.goto(`/leads/${lead.id}`);
  await expect(page.getByText('made this lead private')).toBeVisible();
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  await convert.getByRole('button', { name: 'Convert lead', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Petra ${first}` })).toBeVisible();
  await expect(page).toHaveURL(/\/contacts\//);
  const colleague = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signIn('admin', colleague);
  await colleague.goto(page.url());
  await expect(colleague.getByRole('heading', { level: 1, name: `Petra ${first}` })).toBeVisible();
  await expect(colleague.getByText('Between us')).toBeHidden();
  await colleague.goto(`/opportunities?search=${encodeURIComponent(first)}`);
  await expect(colleague.getByText('0 opportunities')).toBeVisible();
  await colleague.context().close();
});
