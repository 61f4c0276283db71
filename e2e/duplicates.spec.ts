import { companies, contacts } from '../src/domains/crm/contract.ts';
import { ownSurname } from './support/contacts.ts';
import { expect, test } from './support/test.ts';

test('duplicate companies are found while typing, reviewed by keyboard, merged, and undone', async ({
  signIn,
  page,
}) => {
  const api = await signIn('admin');
  const name = `Loomworks ${ownSurname().toLowerCase()}`;
  const one = await api.call(companies.create, {
    body: { name: `${name} Ltd`, website: `https://${name.split(' ')[1]}.example`, industry: 'Textiles' },
  });
  const two = await api.call(companies.create, {
    body: { name: `The ${name} Company`, website: `${name.split(' ')[1]}.example` },
  });
  await api.call(contacts.create, { body: { firstName: 'Ada', lastName: name.split(' ')[1]!, companyId: two.id } });

  await page.goto('/companies');
  await page.getByRole('main').getByRole('link', { name: 'Duplicates' }).click();
  await expect(page).toHaveURL(/\/duplicates\?kind=company/);
  const row = page.getByTestId('row').filter({ hasText: name });
  await row.getByRole('button').click();
  const pair = page.getByRole('region', { name: new RegExp(name) });
  await expect(pair).toContainText('Same website');

  await page.keyboard.press('n');
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await row.getByRole('button').click();
  await page.keyboard.press('m');
  await expect(row).toBeHidden();

  await page.goto(`/companies/${one.id}?tab=timeline`);
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('Contacts1');
  await page.getByRole('button', { name: 'Undo merge' }).click();
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('Contacts0');
});
