import { readFile } from 'node:fs/promises';
import { contacts } from '../src/domains/crm/contract.ts';
import { expectAccessibleNow } from './support/axe.ts';
import {
  cell,
  grid,
  makeContact,
  makePeople,
  mark,
  names,
  ownSurname,
  rowOf,
  rows,
  searchBox,
  toolbar,
} from './support/contacts.ts';
import { expect, test } from './support/test.ts';

test('finds people while typing, with a typo and by part of a phone number', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const surname = ownSurname();
  await makeContact(api, {
    firstName: 'Éloïse',
    lastName: surname,
    phones: [{ value: '+1 212 555 0147' }],
    companyName: `${surname} Atelier`,
  });
  await page.goto('/contacts');
  await expect(rows(page).first()).toBeVisible();
  await searchBox(page).fill(`eloise ${surname.toLowerCase()}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rowOf(page, surname)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(surname.toLowerCase()));
  // Two letters swapped: the nearest matches show, marked as such.
  const typo = surname.toLowerCase().replace(/(.)(.)(.)$/, '$1$3$2');
  await searchBox(page).fill(typo === surname.toLowerCase() ? `${typo}x` : typo);
  await expect(rowOf(page, surname).first()).toBeVisible();
  await searchBox(page).fill(`(212) 555-0147 ${surname}`);
  await expect(rowOf(page, surname)).toBeVisible();
  await searchBox(page).fill(`${surname} nobody at all`);
  await expect(page.getByText('No matching contacts')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(rows(page).nth(5)).toBeVisible();
});

test('keeps filters, sort, and columns in the address and across a reload', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const surname = ownSurname();
  await makePeople(api, surname, ['Anna', 'Bert'], { address: { city: `${surname}ville` }, source: 'Fair' });
  await makePeople(api, surname, ['Cleo'], { address: { city: 'Elsewhere' } });
  await page.goto(`/contacts?search=${surname}`);
  await expect(rows(page)).toHaveCount(3);

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Field to filter by' }).fill('City');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Condition for City' }).selectOption({ label: 'is' });
  const value = page
    .getByRole('dialog')
    .getByRole('textbox')
    .or(page.getByRole('dialog').getByRole('combobox').last())
    .last();
  await value.fill(`${surname}ville`);
  await page.getByRole('button', { name: 'Apply filter' }).click();
  await expect(rows(page)).toHaveCount(2);

  const heading = grid(page).getByRole('columnheader', { name: /^Name/ });
  await heading.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await heading.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => names(page)).toEqual([`Bert ${surname}`, `Anna ${surname}`]);

  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('list', { name: 'Hidden columns' }).getByRole('checkbox', { name: 'City' }).click();
  await page.keyboard.press('Escape');
  await expect(grid(page).getByRole('columnheader', { name: /^City/ })).toBeVisible();

  await page.reload();
  await expect.poll(() => names(page)).toEqual([`Bert ${surname}`, `Anna ${surname}`]);
  await expect(grid(page).getByRole('columnheader', { name: /^City/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(3);
  // The selection of three does not apply to the list after Back.
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
  await expect(toolbar(page).getByText('3 selected')).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);
  await expect(toolbar(page)).toBeHidden();
});

test('previews people beside the list, saves a view, shows its last change, and deletes it @long', async ({
  page,
  signIn,
}) => {
  const api = await signIn('staff');
  const surname = ownSurname();
  await makePeople(api, surname, ['Dora', 'Emil']);
  await page.goto(`/contacts?search=${surname}`);
  await expect(rows(page)).toHaveCount(2);
  await rows(page).filter({ hasText: 'Dora' }).focus();
  await page.keyboard.press('p');
  await expect(page.getByRole('dialog', { name: `Dora ${surname}` }).getByText('History')).toBeVisible();
  // Cell values can be edited here, too, and Escape leaves the field before the sheet.
  await page.getByRole('button', { name: 'Edit Title' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Pilot');
  await page.keyboard.press('Enter');
  await expect(rows(page).filter({ hasText: 'Dora' })).toContainText('Pilot');
  await page.keyboard.press('e');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Pilot');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(page.getByRole('dialog', { name: `Emil ${surname}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/peek=/);
  await page.getByRole('button', { name: 'All contacts' }).click();
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(`View ${surname}`);
  await page.getByRole('button', { name: 'Save view' }).click();
  const menu = page.getByRole('button', { name: `View ${surname}` });
  await expect(menu).toBeVisible();

  await searchBox(page).fill('');
  await expect(menu.getByText('Edited')).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Reset to saved view' }).click();
  await expect(rows(page)).toHaveCount(2);

  await page.goto('/contacts');
  await page.getByRole('button', { name: 'All contacts' }).click();
  await page.getByRole('menuitemradio', { name: `View ${surname}` }).click();
  await expect(rows(page)).toHaveCount(2);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete view…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByRole('button', { name: 'All contacts' })).toBeVisible();
});

test('changes a value in its cell, rejects an invalid one, and undoes it by keyboard', async ({
  page,
  signIn,
  allowFaults,
}) => {
  // Somebody else is faster at the same cell.
  allowFaults(/409 \(Conflict\)/);
  const api = await signIn('staff');
  const surname = ownSurname();
  const person = await makeContact(api, {
    firstName: 'Flora',
    lastName: surname,
    title: 'Buyer',
    emails: [{ value: `flora@${surname.toLowerCase()}.example` }],
  });
  const stored = () => api.call(contacts.get, { params: { id: person.id } });
  await page.goto(`/contacts?search=${surname}`);
  // The list reloads when it hears of the new contact; a double click at that moment is repeated.
  await expect(async () => {
    await (await cell(page, surname, 'Title')).dblclick();
    await expect(page.getByRole('textbox', { name: /Title/ })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole('textbox', { name: /Title/ }).fill('Head of buying');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored()).title).toBe('Head of buying');
  await expect(await cell(page, surname, 'Title')).toHaveText('Head of buying');

  await (await cell(page, surname, 'Email')).dblclick();
  await page.getByRole('textbox', { name: /Email/ }).fill('not an address');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a full email address')).toBeVisible();
  await page.keyboard.press('Escape');
  expect((await stored()).emails[0]!.value).toBe(`flora@${surname.toLowerCase()}.example`);

  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await stored()).title).toBe('Buyer');

  // A contact is added above, and another field changes: typing continues in its own cell.
  const field = page.getByRole('textbox', { name: `Title, Flora ${surname}` });
  await (await cell(page, `Flora ${surname}`, 'Title')).dblclick();
  await field.fill('Chief');
  await makeContact(api, { firstName: 'Aaron', lastName: surname, title: 'Clerk' });
  await api.call(contacts.update, {
    params: { id: person.id },
    body: { source: 'Fair', version: (await stored()).version },
  });
  await expect(rows(page)).toHaveCount(2);
  await expect(field).toBeFocused();
  await page.keyboard.type(' buyer');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored()).title).toBe('Chief buyer');
  await expect(rowOf(page, `Aaron ${surname}`)).toContainText('Clerk');

  // Somebody else's change of the same field is neither overwritten nor undone.
  await api.call(contacts.update, {
    params: { id: person.id },
    body: { title: 'Director', version: (await stored()).version },
  });
  await expect(rowOf(page, `Flora ${surname}`)).toContainText('Director');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('It was changed again since, so it was not undone.', { exact: true })).toBeVisible();
  await (await cell(page, `Flora ${surname}`, 'Title')).dblclick();
  await field.fill('Mine');
  await api.call(contacts.update, {
    params: { id: person.id },
    body: { title: 'Theirs', version: (await stored()).version },
  });
  await page.keyboard.press('Enter');
  await expect(
    page.getByText(
      'Someone else changed this field in the meantime. The list shows the current value. You entered “Mine”.',
      { exact: true },
    ),
  ).toBeVisible();
  expect((await stored()).title).toBe('Theirs');
});

test('tags many at once, after showing the count, and undoes it', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const surname = ownSurname();
  const made = await makePeople(api, surname, ['Gus', 'Hana', 'Ivo']);
  const tags = () => Promise.all(made.map(async ({ id }) => (await api.call(contacts.get, { params: { id } })).tags));
  await page.goto(`/contacts?search=${surname}`);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
  await expect(toolbar(page).getByText('3 selected')).toBeVisible();
  await toolbar(page).getByRole('button', { name: 'Tag', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Tag contacts' });
  await dialog.getByRole('combobox', { name: 'Tags' }).fill(`tag ${surname}`);
  await page
    .getByRole('listbox')
    .getByRole('option', { name: `tag ${surname}` })
    .click();
  await dialog.getByRole('heading', { name: 'Tag contacts' }).click();
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Edit tags of 3 contacts' }).click();
  await expect.poll(tags).toEqual([[`tag ${surname}`], [`tag ${surname}`], [`tag ${surname}`]]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(tags).toEqual([[], [], []]);
});

test('deletes with undo, and restores from the trash', async ({ page, signIn, allowFaults }) => {
  // The pointer rests on a contact on its way to or from the trash: its page is prefetched and missing.
  allowFaults(/404 \(Not Found\).*\/api\/contacts\//);
  const api = await signIn('staff');
  const surname = ownSurname();
  await makePeople(api, surname, ['Jan', 'Kim', 'Lea']);
  await page.goto(`/contacts?search=${surname}`);
  await expect(rows(page)).toHaveCount(3);
  await mark(page, `Jan ${surname}`);
  await mark(page, `Kim ${surname}`);
  await toolbar(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(3);

  await mark(page, `Lea ${surname}`);
  await toolbar(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible();
  await expect(rowOf(page, `Lea ${surname}`)).toBeVisible();
  await mark(page, `Lea ${surname}`);
  await toolbar(page).getByRole('button', { name: 'Restore' }).click();
  await expect(rowOf(page, `Lea ${surname}`)).toHaveCount(0);
  await page.getByRole('button', { name: 'Leave trash' }).first().click();
  await searchBox(page).fill(surname);
  await expect(rows(page)).toHaveCount(3);
});

test('exports exactly the shown records, in order @long', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const surname = ownSurname();
  await makePeople(api, surname, ['Max', 'Nora'], { title: '=danger()' });
  await page.goto(`/contacts?search=${surname}&sort=-name`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV with shown columns' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^"?Name"?,"?Title"?,"?Company"?/);
  expect(lines[1]).toContain(`Nora ${surname}`);
  // A spreadsheet must not run typed text.
  expect(lines[1]).toContain("'=danger()");
});

test('adds a contact, with each error beside its field', async ({ page, signIn, allowFaults }) => {
  allowFaults(/400 \(Bad Request\)/);
  await signIn('staff');
  const surname = ownSurname();
  await page.goto('/contacts');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New contact' });
  await dialog.getByRole('button', { name: 'Create contact' }).click();
  await expect(dialog.getByText('Enter a name, an email address, or a phone number.').first()).toBeVisible();
  await dialog.getByLabel('First name').fill('Otto');
  await dialog.getByLabel('Last name').fill(surname);
  await dialog
    .getByRole('textbox', { name: /Phone number/ })
    .first()
    .fill('12');
  await dialog.getByRole('button', { name: 'Create contact' }).click();
  await expect(
    dialog
      .getByText(/phone number/i)
      .filter({ hasText: 'country code' })
      .first(),
  ).toBeVisible();
  await dialog
    .getByRole('textbox', { name: /Phone number/ })
    .first()
    .fill('(617) 555-0133');
  await dialog.getByRole('button', { name: 'Create contact' }).click();
  await expect(dialog).toBeHidden();
  await searchBox(page).fill(surname);
  await expect(rowOf(page, surname)).toContainText('+1 617 555 0133');
});

test("shows other people's changes by itself", async ({ page, signIn }) => {
  const api = await signIn('staff');
  const surname = ownSurname();
  const [person] = await makePeople(api, surname, ['Pia']);
  await page.goto(`/contacts?search=${surname}`);
  await expect(rowOf(page, surname)).toBeVisible();
  await api.call(contacts.update, {
    params: { id: person!.id },
    body: { title: 'Seen at once', version: person!.version },
  });
  await expect(rowOf(page, 'Seen at once')).toBeVisible();
});

// The full list is looked at with every other address.
test('the list is accessible without results @long', async ({ page, signIn }) => {
  await signIn('staff');
  await page.goto('/contacts?search=nobody%20is%20called%20that%20xyzzy');
  await expect(page.getByText('No matching contacts')).toBeVisible();
  await expectAccessibleNow(page);
});

test('a client sees only the contacts of their own business', async ({ page, signIn, allowFaults }) => {
  const staff = await signIn('staff');
  const surname = ownSurname();
  const [person] = await makePeople(staff, surname, ['Quinn']);
  await page.context().clearCookies();
  await signIn('client');
  await page.goto(`/contacts?search=${surname}`);
  await expect(page.getByText('No matching contacts')).toBeVisible();
  allowFaults(/404 \(Not Found\)/);
  await page.goto(`/contacts/${person!.id}`);
  await expect(page.getByText(/not.*(found|here|there)/i).first()).toBeVisible();
});
