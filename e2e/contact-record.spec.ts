import { contacts } from '../src/domains/crm/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { makeContact, makePeople, ownSurname, rowOf } from './support/contacts.ts';
import { expect, test } from './support/test.ts';

test('a record is opened from the list, edited in place, and left by keyboard', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const surname = ownSurname();
  const [first] = await makePeople(api, surname, ['Vera', 'Will'], { title: 'Chair' });
  await page.goto(`/contacts?search=${surname}`);
  await rowOf(page, `Vera ${surname}`).getByRole('link').click();
  const record = page.getByTestId('record');
  await expect(record.getByRole('heading', { level: 1, name: `Vera ${surname}` })).toBeVisible();
  await record.locator('[data-field="title"]').dblclick();
  await record.getByRole('textbox', { name: 'Title' }).fill('Director');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await api.call(contacts.get, { params: { id: first!.id } })).title).toBe('Director');
  // The field is closed, and the next record is known.
  await expect(record.getByRole('textbox', { name: 'Title' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Next/ })).toBeEnabled();
  await page.keyboard.press('j');
  await expect(record.getByRole('heading', { level: 1, name: `Will ${surname}` })).toBeVisible();
  await expect(page.getByRole('button', { name: /Previous/ })).toBeEnabled();
  await page.keyboard.press('k');
  await expect(record.getByRole('heading', { level: 1, name: `Vera ${surname}` })).toBeVisible();
});

test('keeps notes and shows them in the timeline @long', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const person = await makeContact(api, { firstName: 'Xenia', lastName: ownSurname() });
  await page.goto(`/contacts/${person.id}`);
  await page.getByRole('tab', { name: 'Notes' }).click();
  await page.getByRole('textbox', { name: 'Write a note' }).fill('Likes early calls.');
  // Typed text survives a reload.
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Write a note' })).toHaveValue('Likes early calls.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Likes early calls.' })).toBeVisible();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(page.getByRole('tabpanel').getByText('Likes early calls.')).toBeVisible();
});

test('a stale save loses nothing: the changes are shown, and the person chooses', async ({
  page,
  signIn,
  allowFaults,
}) => {
  allowFaults(/409 \(Conflict\)/);
  const api = await signIn('staff');
  const person = await makeContact(api, { firstName: 'Yara', lastName: ownSurname(), title: 'Before' });
  await page.goto(`/contacts/${person.id}`);
  const record = page.getByTestId('record');
  await record.locator('[data-field="title"]').dblclick();
  await record.getByRole('textbox', { name: 'Title' }).fill('Mine');
  await api.call(contacts.update, {
    params: { id: person.id },
    body: { title: 'Theirs', version: (await api.call(contacts.get, { params: { id: person.id } })).version },
  });
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' });
  await expect(question).toContainText('Theirs');
  await question.getByRole('button', { name: 'Keep mine' }).click();
  const stored = () => api.call(contacts.get, { params: { id: person.id } });
  await expect.poll(async () => (await stored()).title).toBe('Mine');

  // Undo does not overwrite a change by somebody else: it asks.
  await expect(record.locator('[data-field="title"]')).toContainText('Mine');
  await api.call(contacts.update, {
    params: { id: person.id },
    body: { title: 'Theirs again', version: (await stored()).version },
  });
  await expect(record.locator('[data-field="title"]')).toContainText('Theirs again');
  await page.keyboard.press('Control+z');
  await expect(question).toContainText('Theirs again');
  await question.getByRole('button', { name: 'Use theirs' }).click();
  await expect(question).toBeHidden();
  expect((await stored()).title).toBe('Theirs again');

  // A person who has moved on before a save is refused hears of it.
  const left = Promise.withResolvers<void>();
  await page.route(`**/api/contacts/${person.id}?*`, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    await left.promise;
    return route.fulfill({ status: 409, json: { code: 'conflict', message: 'It cannot be changed now.' } });
  });
  await record.locator('[data-field="title"]').dblclick();
  await record.getByRole('textbox', { name: 'Title' }).fill('Lost otherwise');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Contacts', exact: true }).first().click();
  await expect(record).toHaveCount(0);
  left.resolve();
  await expect(page.getByText('It cannot be changed now. You entered: Lost otherwise', { exact: true })).toBeVisible();
});

test('another tab shows a change by itself', async ({ page, context, signIn }) => {
  const api = await signIn('staff');
  const person = await makeContact(api, { firstName: 'Zoe', lastName: ownSurname(), title: 'Quiet' });
  const other = await context.newPage();
  await Promise.all([page.goto(`/contacts/${person.id}`), other.goto(`/contacts/${person.id}`)]);
  await expect(other.getByTestId('record').locator('[data-field="title"]')).toContainText('Quiet');
  await page.getByTestId('record').locator('[data-field="title"]').dblclick();
  await page.getByRole('textbox', { name: 'Title' }).fill('Heard elsewhere');
  await page.keyboard.press('Enter');
  await expect(other.getByTestId('record').locator('[data-field="title"]')).toContainText('Heard elsewhere');
});

test('a record is accessible in both themes, wide and narrow @long', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const person = await makeContact(api, {
    firstName: 'Ada',
    lastName: ownSurname(),
    title: 'Analyst',
    emails: [{ value: 'ada@engine.example' }],
    tags: ['partner'],
  });
  await page.goto(`/contacts/${person.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});
