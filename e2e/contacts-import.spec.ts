import { readFile } from 'node:fs/promises';
import { expectAccessibleNow } from './support/axe.ts';
import { makeContact, ownSurname, rows } from './support/contacts.ts';
import { expect, test } from './support/test.ts';

test('a file becomes contacts: mapping, preview, report, rejected rows, and undo', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const surname = ownSurname();
  const domain = `${surname.toLowerCase()}.example`;
  await makeContact(api, { firstName: 'Rita', lastName: surname, emails: [{ value: `rita@${domain}` }] });
  const file = [
    'First name;Last name;Company;Email;Phone;Shoe size;Owner',
    `Rita;${surname};"${surname} & Co; Ltd";rita@${domain};;38;`,
    `Sven;${surname};"${surname} & Co; Ltd";sven@${domain};+44 20 7946 0123;44;Former Rep`,
    `Tara;${surname};;tara@${domain};;;Former Rep`,
    `Uwe;${surname};;not-an-address;;;`,
    ';;;;;;',
  ].join('\r\n');

  await page.goto('/contacts/import');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: `people-${surname}.csv`, mimeType: 'text/csv', buffer: Buffer.from(file, 'utf8') });
  await expect(page.getByRole('heading', { name: `people-${surname}.csv` })).toBeVisible();
  await expect(page.getByText(`sven@${domain}`).first()).toBeVisible();
  const owner = page.getByRole('combobox', { name: 'Owner for Former Rep' });
  await owner.click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await expectAccessibleNow(page);
  await page.getByRole('button', { name: 'Start import' }).click();

  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('No teammate is called')).toHaveCount(0);
  const rejected = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download rejected rows' }).click();
  expect(await readFile(await (await rejected).path(), 'utf8')).toContain('not-an-address');
  await expectAccessibleNow(page);

  await page.goto(`/contacts?search=${surname}`);
  await expect(rows(page).filter({ hasText: `Sven ${surname}` })).toContainText('+44 2079460123');
  await expect(rows(page).filter({ hasText: `Rita ${surname}` })).toHaveCount(1);
  await page.goto('/contacts/import');
  await page.getByRole('link', { name: `people-${surname}.csv` }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('Import undone').first()).toBeVisible({ timeout: 60_000 });
  await page.goto(`/contacts?search=${surname}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(`Rita ${surname}`);
});
