import { booking } from '../src/domains/booking/contract.ts';
import { NEW_TYPE } from '../src/domains/booking/engine/new-type.ts';
import { phone as phoneApi } from '../src/domains/phone/contract.ts';
import { starterAgent } from '../src/domains/phone/engine/starters.ts';
import { expectAccessible } from './support/axe.ts';
import { makeContact, ownSurname } from './support/contacts.ts';
import { expect, test } from './support/test.ts';

test('an agent is built, takes a test call, and leaves a task on the contact’s timeline', async ({ page, signIn }) => {
  const api = await signIn('admin');
  const surname = ownSurname();
  const contact = await makeContact(api, { firstName: 'Ada', lastName: surname });
  const name = `Front desk ${surname}`;

  await page.goto('/ai-phone-agent');
  await page.getByRole('button', { name: 'New agent' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New agent' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Time zone of the opening hours').selectOption('UTC');
  await dialog.getByRole('button', { name: 'Create agent' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expectAccessible(page);

  // A step that leads nowhere is named, and is not saved.
  const ask = page.getByTestId('step').nth(1);
  await ask.getByLabel('Step after option 3').selectOption('');
  await page.getByRole('button', { name: 'Save agent' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Main menu: choose a step for “Option 3”.' })).toBeVisible();
  await ask.getByRole('button', { name: 'Delete option 3' }).click();
  await expect(page.getByText('No step leads to Say opening hours.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Delete Say opening hours' }).click();
  await ask.getByLabel('Keywords of option 1').fill('message, voicemail');
  await ask.getByRole('button', { name: /^Start with/ }).click();
  await page.getByRole('button', { name: 'Delete Opening hours' }).click();
  await page.getByRole('button', { name: 'Delete Closed' }).click();
  await page.getByLabel('Greeting').fill('Welcome to the harbor office.');
  await page.getByRole('button', { name: 'Save agent' }).click();
  await expect(page.getByRole('button', { name: 'Save agent' })).toBeDisabled();

  const phone = page.getByRole('region', { name: 'Test call' });
  await phone.getByLabel('Call as').fill(surname);
  await page.getByRole('option', { name: `Ada ${surname}` }).click();
  await phone.getByLabel('Your number').fill('+1 (202) 555-0177');
  await phone.getByRole('button', { name: 'Start test call' }).click();
  const turns = phone.getByTestId('turn');
  await expect(turns.first()).toContainText('Welcome to the harbor office. To leave a message, press 1.');
  await phone.getByRole('button', { name: 'Interrupt' }).click();
  await expect(turns.first()).toContainText('(interrupted)');
  await phone.getByLabel('Say').fill('I want to leave a voicemail');
  await phone.getByLabel('Say').press('Enter');
  await expect(turns.last()).toContainText('Leave your name and message.');
  await phone.getByLabel('Say').fill('The pier lamp is broken.');
  await phone.getByLabel('Say').press('Enter');
  await phone.getByRole('button', { name: 'Press #' }).click();
  await expect(turns.last()).toContainText('Goodbye.');
  await phone.getByRole('button', { name: 'View call' }).click();

  const record = page.getByTestId('record');
  await expect(record.getByRole('heading', { name: `Ada ${surname}` })).toBeVisible();
  await expect(record).toContainText('Left a message');
  await expect(record.locator('blockquote')).toHaveText('The pier lamp is broken.');
  await expect(record).toContainText('Answer the message.');
  await expect(record.getByTestId('turn').first()).toContainText(/answered in (under )?[\d.,]+ m?s/);
  await expectAccessible(page);
  await record.getByRole('link', { name: 'View task' }).click();
  await expect(page.getByText(`Test call: Answer message from Ada ${surname}`).first()).toBeVisible();

  await page.goto(`/contacts/${contact.id}`);
  await expect(page.getByText(`Test call: Left a message: Ada ${surname} with ${name}`).first()).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/ai-phone-agent?tab=calls');
  await page.getByLabel('Search calls').fill('pier lamp');
  await expect(page.getByTestId('call')).toHaveCount(1);
  await page.getByLabel('Outcome').selectOption('Transferred');
  await expect(page.getByText('No calls match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expectAccessible(page);
});

test('a call is taken, books a slot, and leaves a task', async ({ page, signIn }) => {
  const api = await signIn('admin');
  const surname = ownSurname();
  const typeName = `Pier inspection ${surname}`;
  const { people } = await api.call(booking.types);
  await api.call(booking.createType, {
    body: { ...NEW_TYPE, name: typeName, slug: `pier-${surname.toLowerCase()}`, hostIds: [people[0]!.id] },
  });
  await api.call(phoneApi.createAgent, { body: starterAgent('messages', `Pier desk ${surname}`, 'UTC') });

  // A number that no contact of the example business has.
  const number = `+4930${String(Date.now()).slice(-8)}`;
  await page.goto('/ai-phone-agent');
  await page.getByRole('button', { name: `Pier desk ${surname}`, exact: true }).click();
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: 'Book an appointment' }).click();
  const step = page.getByTestId('step').last();
  await step.getByLabel('Once it is booked').selectOption('Take a message');
  await step.getByLabel('Otherwise').selectOption('Take a message');
  await step.getByRole('button', { name: /^Start with/ }).click();
  await expect(page.getByText('choose a booking type.').first()).toBeVisible();
  const first = page.getByTestId('step').first();
  await first.getByLabel('Booking type').selectOption(`${typeName} (30 min)`);
  await page.getByRole('button', { name: 'Save agent' }).click();
  await expect(page.getByRole('button', { name: 'Save agent' })).toBeDisabled();
  await expectAccessible(page);

  const phone = page.getByRole('region', { name: 'Test call' });
  await phone.getByLabel('Your number').fill(number);
  await phone.getByRole('button', { name: 'Start test call' }).click();
  const turns = phone.getByTestId('turn');
  await expect(turns.last()).toContainText('Press 9 for another day');
  await phone.getByRole('button', { name: 'Press 2' }).click();
  await expect(turns.last()).toContainText('What is your name?');
  await phone.getByLabel('Say').fill(`My name is Ada ${surname}`);
  await phone.getByLabel('Say').press('Enter');
  await expect(turns.last()).toContainText(`for Ada ${surname}. Press 1 or say yes to book it`);
  await phone.getByLabel('Say').fill('Yes, please');
  await phone.getByLabel('Say').press('Enter');
  await expect(turns.last()).toContainText('You’re booked. You get the details by text message.');
  await phone.getByLabel('Say').fill('The gate code is 4711.');
  await phone.getByLabel('Say').press('Enter');
  await phone.getByRole('button', { name: 'Press #' }).click();
  await phone.getByRole('button', { name: 'View call' }).click();

  const record = page.getByTestId('record');
  await expect(record.getByRole('link', { name: 'View task' })).toBeVisible();
  await expect(record.locator('blockquote')).toHaveText('The gate code is 4711.');
  await expectAccessible(page);
  await record.getByRole('link', { name: typeName }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(`Ada ${surname}`);
  await expect(sheet).toContainText('Confirmed');
  await sheet.getByRole('link', { name: 'Open lead' }).click();
  await expect(page.getByText(`${typeName}: Ada ${surname}`).first()).toBeVisible();
  await expect(page.getByText(`Test call: Answer message from ${number}`).first()).toBeVisible();
});

test('a teammate takes a call that goes on', async ({ page, signIn, context }) => {
  await signIn('admin');
  await page.goto('/ai-phone-agent');
  await page.getByRole('button', { name: 'Front desk', exact: true }).click();
  const caller = page.getByRole('region', { name: 'Test call' });
  await caller.getByLabel('Log the call and create its tasks').uncheck();
  await caller.getByRole('button', { name: 'Start test call' }).click();
  await expect(caller.getByTestId('turn').first()).toContainText('Thanks for calling.');

  const desk = await context.newPage();
  await desk.goto('/ai-phone-agent?tab=calls');
  await desk.getByTestId('call').filter({ hasText: 'Live' }).first().getByRole('button').click();
  await desk.getByRole('button', { name: 'Take call' }).click();
  await desk.getByLabel('Say to the caller').fill('A person is here now.');
  await desk.getByLabel('Say to the caller').press('Enter');
  await expect(caller.getByTestId('turn').last()).toContainText('A person is here now.');
  await caller.getByLabel('Say').fill('Great, thanks.');
  await caller.getByLabel('Say').press('Enter');
  await expect(desk.getByTestId('turn').last()).toContainText('Great, thanks.');
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'End call' }).click();
  await expect(caller.getByText('The call has ended.')).toBeVisible();
  await expect(desk.getByTestId('record')).toContainText('Completed');
});
