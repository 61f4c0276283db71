import { addDays } from '../src/kernel/days.ts';
import { activities } from '../src/domains/crm/contract.ts';
import { customFields } from '../src/records/contract.ts';
import { dashboard, STANDARD_LAYOUT } from '../src/domains/crm/contract/dashboard.ts';
import { invitations } from '../src/domains/crm/contract/invitations.ts';
import { expectAccessible } from './support/axe.ts';
import { makeContact, ownSurname } from './support/contacts.ts';
import { expect, test } from './support/test.ts';

const today = () => new Date().toISOString().slice(0, 10);

test.use({ timezoneId: 'UTC', locale: 'en-GB' });

test('my day: a typed line is previewed before saving, completed with one key, and restored', async ({
  page,
  signIn,
}) => {
  const api = await signIn('opus');
  const surname = ownSurname();
  const person = await makeContact(api, { firstName: 'Ann', lastName: surname });
  await page.goto('/activities/my-day');
  const line = page.getByRole('textbox', { name: 'What do you need to do?' });
  await line.fill(`call Ann ${surname} tomorrow 3pm for 20 min #high`);
  const form = page.getByRole('form', { name: 'Quick add' });
  for (const part of [`Call Ann ${surname}`, 'Tomorrow 15:00', '20 min', 'High priority', `with Ann ${surname}`])
    await expect(form.getByText(part, { exact: false }).first()).toBeVisible();
  await line.press('Enter');
  const row = page.getByTestId('row').filter({ hasText: `Call Ann ${surname}` });
  await expect(row).toBeVisible();
  const [made] = (await api.call(activities.list, { query: { contactId: person.id } })).items;
  expect(made).toMatchObject({
    type: 'call',
    dueAt: `${addDays(today(), 1)}T15:00:00.000Z`,
    durationMinutes: 20,
    priority: 'high',
  });

  await expectAccessible(page);
  await row
    .getByRole('button', { name: `Call Ann ${surname}`, exact: false })
    .first()
    .focus();
  await page.keyboard.press('x');
  await expect(row).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /More actions for/ }).click();
  await page.getByRole('menuitem', { name: /In 2 days/ }).click();
  await expect
    .poll(async () => (await api.call(activities.get, { params: { id: made!.id } })).day)
    .toBe(addDays(today(), 2));
  // Enter before the name is looked up still means that person.
  await line.fill(`mail Ann ${surname} tomorrow`);
  await line.press('Enter');
  await expect
    .poll(async () => (await api.call(activities.list, { query: { contactId: person.id } })).items.length)
    .toBe(2);
});

test('a repeating task: completed once, the next one follows; planned from the contact @long', async ({
  page,
  signIn,
}) => {
  const api = await signIn('opus');
  const surname = ownSurname();
  const person = await makeContact(api, { firstName: 'Bea', lastName: surname });
  await page.goto(`/contacts/${person.id}?tab=related`);
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('menuitem', { name: 'Task' }).click();
  const dialog = page.getByRole('dialog', { name: 'New activity' });
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Water the plants');
  await dialog.getByLabel('Date', { exact: true }).fill(addDays(today(), 5));
  await dialog.getByLabel('Repeat').selectOption({ label: 'Every day' });
  await dialog.getByRole('button', { name: 'Create activity' }).click();
  await expect(dialog).toBeHidden();
  const open = page.getByRole('list', { name: 'Open' }).getByTestId('row');
  await expect(open).toHaveCount(1);
  await open.getByRole('checkbox').check();
  await expect(page.getByRole('list', { name: 'Done' }).getByTestId('row')).toHaveCount(1);
  await expect(open).toHaveCount(1);
  const next = (await api.call(activities.list, { query: { contactId: person.id, status: 'open' } })).items;
  expect(next.map((one) => one.day)).toEqual([addDays(today(), 6)]);
});

test('an occurrence of a series by keyboard: a custom field, a change for all following ones, and a concurrent change by somebody else @long', async ({
  page,
  signIn,
  allowFaults,
}) => {
  allowFaults(/409|404/);
  const api = await signIn('opus');
  const suffix = ownSurname();
  const hall = await api.call(customFields.create, {
    body: { object: 'activity', label: `Hall ${suffix}`, kind: 'text' },
  });
  const made = await api.call(activities.create, {
    body: { type: 'meeting', subject: `Round ${suffix}`, day: addDays(today(), 3), rule: 'FREQ=DAILY;COUNT=3' },
  });
  const now = () => api.call(activities.get, { params: { id: made.id } });
  await page.goto(`/activities/${made.id}`);
  await page.getByRole('button', { name: /^Show \d+ empty field/ }).click();
  await page.getByRole('button', { name: `Edit Hall ${suffix}` }).press('e');
  await page.getByRole('textbox', { name: `Hall ${suffix}` }).fill('North');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await now()).custom[hall.key]).toBe('North');
  await expect(page.getByRole('button', { name: `Edit Hall ${suffix}` })).toBeFocused();
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: `Hall ${suffix}: blank → North` })
      .first(),
  ).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Edit meeting' });
  await dialog.getByRole('textbox', { name: 'Subject' }).fill(`Circle ${suffix}`);
  // Somebody else sets a location, which stays.
  await api.call(activities.update, {
    params: { id: made.id },
    body: { version: (await now()).version, place: 'Hall 2' },
  });
  await dialog.getByLabel('Occurrences to update').selectOption('following');
  await dialog.getByRole('textbox', { name: 'Subject' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: `Circle ${suffix}` })).toBeVisible();
  expect(await now()).toMatchObject({ subject: `Circle ${suffix}`, place: 'Hall 2' });
  const next = await api.call(activities.occurrence, {
    params: { id: (await now()).series!.id },
    body: { occurs: addDays(today(), 4) },
  });
  expect(next).toMatchObject({ subject: `Circle ${suffix}`, place: '', custom: {} });
  // A skipped required box is not invalid; a checked one is checked next time.
  await page.keyboard.press('e');
  const done = dialog.getByRole('checkbox', { name: 'Already done' });
  await done.focus();
  await page.keyboard.press('Tab');
  await expect(dialog.getByText('Fill this in.')).toBeHidden();
  await done.press('Space');
  await dialog.getByRole('combobox', { name: 'Outcome' }).selectOption('held');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await now()).toMatchObject({ status: 'done', outcome: 'held' });
  await page.keyboard.press('e');
  await expect(done).toBeChecked();
  await done.press('Space');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect((await now()).status).toBe('open');
  // The same field: nothing is overwritten without a question.
  await page.keyboard.press('e');
  await dialog.getByRole('textbox', { name: 'Subject' }).fill(`Mine ${suffix}`);
  await api.call(activities.update, {
    params: { id: made.id },
    body: { version: (await now()).version, subject: `Theirs ${suffix}` },
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog', { name: 'Someone else changed this in the meantime' });
  await expect(question).toContainText('subject');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Your changes were not saved.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(async () => (await now()).subject).toBe(`Mine ${suffix}`);
  await expect(dialog).toBeHidden();
  // The menu disappears with the deleted record; keyboard focus moves to the heading.
  await page.getByRole('button', { name: `More actions for Mine ${suffix}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete this and following' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByText('This activity is in the trash.', { exact: false })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the calendar: an entry is dragged to another time, moved by keyboard, and put back', async ({ page, signIn }) => {
  const api = await signIn('opus');
  const subject = `Review ${ownSurname()}`;
  const made = await api.call(activities.create, {
    body: { type: 'meeting', subject, dueAt: `${today()}T09:00:00.000Z`, zone: 'UTC', durationMinutes: 60 },
  });
  const at = async () => (await api.call(activities.get, { params: { id: made.id } })).dueAt;
  await page.goto(`/activities?as=calendar&cal=day&search=${subject.split(' ')[1]}`);
  const entry = page.locator(`[data-entry="${subject}"]`);
  await expect(entry).toBeVisible();
  await entry.scrollIntoViewIfNeeded();
  const box = (await entry.boundingBox())!;
  await page.mouse.move(box.x + 40, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 58, { steps: 4 });
  await page.mouse.up();
  await expect.poll(at).toBe(`${today()}T10:00:00.000Z`);
  await expect(page.getByText('Moved to Today 10:00').first()).toBeVisible();
  await entry.focus();
  await expect(entry).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(at).toBe(`${today()}T10:15:00.000Z`);
  await page.getByRole('button', { name: 'Month' }).click();
  await entry.first().focus();
  await expect(entry.first()).toBeFocused();
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(at).toBe(`${addDays(today(), 1)}T10:15:00.000Z`);
  await expect(page.getByText('Moved to Tomorrow 10:15').first()).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(at).toBe(`${today()}T10:15:00.000Z`);
  await expectAccessible(page);
});

test('an invitation is answered without an account', async ({ page, signIn, browser, server }) => {
  const api = await signIn('admin', page);
  const made = await api.call(activities.create, {
    body: {
      type: 'meeting',
      subject: 'Kick-off',
      dueAt: `${addDays(today(), 3)}T09:00:00.000Z`,
      attendees: [{ email: 'guest@example.com', name: 'Guest' }],
    },
  });
  await page.goto(`/activities/${made.id}`);
  await page.getByRole('button', { name: 'Invite by email' }).click();
  await expect(page.getByRole('button', { name: 'Send update' })).toBeVisible();
  const mails = async () =>
    (
      (await (await page.request.get(`${server.url}/api/admin/mail-outbox`)).json()) as {
        items: { id: string; subject: string }[];
      }
    ).items.filter((mail) => mail.subject === 'Invitation: Kick-off');
  await expect.poll(async () => (await mails()).length).toBe(1);
  const { text } = (await (
    await page.request.get(`${server.url}/api/admin/mail-outbox/${(await mails())[0]!.id}`)
  ).json()) as { text: string };
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(
    `${server.url}/meeting-invitation?token=${new URL(/https?:\/\/\S+/.exec(text)![0]).searchParams.get('token')}`,
  );
  await guest.getByRole('button', { name: 'Accept' }).click();
  await expect(guest.getByText('Your response: Accepted.', { exact: false })).toBeVisible();
  await expectAccessible(guest);
  // The organizer's page updates by itself.
  await expect(page.getByText('Accepted', { exact: true })).toBeVisible();
  expect((await api.call(activities.get, { params: { id: made.id } })).attendees[0]!.answer).toBe('accepted');
  expect(invitations.answer.access).toBe('public');
  await guest.context().close();
});

test('the dashboard is arranged by buttons, saved, and reset; a figure opens its list @long', async ({
  page,
  signIn,
}) => {
  const api = await signIn('opus');
  const expected = ['figures', 'tasks', 'needs', 'closing', 'goals', 'won', 'pipelines', 'growth', 'recent', 'status'];
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Move My tasks up' }).click();
  await page.getByRole('button', { name: 'Remove Stuck deals' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'System status' }).click();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  // The screen shows it at once; the page reloads only when the server has it, too.
  await expect.poll(async () => (await api.call(dashboard.get)).layout.widgets.map(({ id }) => id)).toEqual(expected);
  await page.reload();
  const names = () =>
    page.locator('[data-widget]').evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset['widget']));
  await expect.poll(names).toEqual(expected);
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(names).toEqual(STANDARD_LAYOUT.map(({ id }) => id));
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expectAccessible(page);
  const { count } = (await api.call(dashboard.get)).open;
  await page.getByRole('link', { name: /Open pipeline/ }).click();
  await expect(page.getByRole('status').filter({ hasText: String(count) })).toBeVisible();
  // The smaller figures of a card open their own rows.
  await page.goto('/dashboard');
  const { open } = (await api.call(dashboard.get)).leads;
  await page.getByRole('link', { name: `${open} open leads` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: `${open} leads` })).toBeVisible();
  await page.goBack();
  const { addedThisMonth } = (await api.call(dashboard.get)).contacts;
  await page.getByRole('link', { name: `${addedThisMonth.toLocaleString('en')} new this month` }).click();
  await expect(
    page.getByRole('status').filter({ hasText: `${addedThisMonth.toLocaleString('en')} contact` }),
  ).toBeVisible();
});
