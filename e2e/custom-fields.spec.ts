import { contacts, opportunities } from '../src/domains/crm/contract.ts';
import { customFields } from '../src/records/contract.ts';
import { expectAccessibleNow } from './support/axe.ts';
import { ownSurname } from './support/contacts.ts';
import { expect, test } from './support/test.ts';

test('a calculated field is created, explains itself, and appears on the record', async ({ signIn, page }) => {
  const admin = await signIn('admin');
  const suffix = ownSurname();
  const seats = await admin.call(customFields.create, {
    body: { object: 'contact', label: `Seats ${suffix}`, kind: 'number' },
  });
  const contact = await admin.call(contacts.create, {
    body: { firstName: 'Calc', lastName: suffix, custom: { [seats.key]: 7 } },
  });
  await page.goto('/record-fields');
  await page.getByRole('button', { name: 'New field' }).click();
  const dialog = page.getByRole('dialog', { name: 'New field' });
  await dialog.getByLabel('Name').fill(`Worth ${suffix}`);
  await dialog.getByLabel('Type').selectOption('formula');
  await dialog.getByLabel('Formula').fill(`{${seats.key}} * "six"`);
  await expect(dialog.getByText('works on numbers')).toBeVisible();
  await dialog.getByLabel('Formula').fill(`{${seats.key}} * 6`);
  await expect(dialog.getByText('Returns a number.')).toBeVisible();
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Save field' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId('row').filter({ hasText: `Worth ${suffix}` })).toContainText('Calculated');
  await expect
    .poll(async () => Object.values((await admin.call(contacts.get, { params: { id: contact.id } })).custom))
    .toContain(42);
  await page.goto(`/contacts/${contact.id}`);
  await expect(page.getByText(`Worth ${suffix}`)).toBeVisible();
  await expect(page.getByText('42', { exact: true })).toBeVisible();
});

test('a roll-up shows its result before saving, and updates at once @long', async ({ signIn, page }) => {
  const admin = await signIn('admin');
  const suffix = Date.now().toString(36);
  const contact = await admin.call(contacts.create, { body: { firstName: 'Roll', lastName: suffix } });
  await admin.call(opportunities.create, { body: { name: 'First', amount: '41', contactId: contact.id } });
  await page.goto('/record-fields');
  await page.getByRole('button', { name: 'New field' }).click();
  const dialog = page.getByRole('dialog', { name: 'New field' });
  await dialog.getByLabel('Name').fill(`Value ${suffix}`);
  await dialog.getByLabel('Type').selectOption('rollup');
  await dialog.getByLabel('Calculation').selectOption('sum');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(`Roll ${suffix}41`);
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Save field' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId('row').filter({ hasText: `Value ${suffix}` })).toContainText('Sum: Amount');
  await page.goto(`/contacts/${contact.id}`);
  await expect(page.getByText(`Value ${suffix}`)).toBeVisible();
  await admin.call(opportunities.create, { body: { name: 'Second', amount: '1002', contactId: contact.id } });
  await expect(page.getByText('1,043', { exact: true })).toBeVisible();
});

test('a list sorted by a deleted field opens in its remaining order @long', async ({ signIn, page, allowFaults }) => {
  allowFaults(/400 \(Bad Request\)|422/);
  const admin = await signIn('admin');
  const suffix = ownSurname();
  await Promise.all(
    ['Bea', 'Abe'].map((firstName) => admin.call(contacts.create, { body: { firstName, lastName: suffix } })),
  );
  await page.goto(`/contacts?search=${suffix}&sort=custom.gone_field,name`);
  await expect(page.getByTestId('row')).toHaveText([/Abe/, /Bea/]);
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('name');
});
