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
  await phone.getByRole('button', { name: 'View call' }).click({ timeout: 20_000 });

  const record = page.getByTestId('record');
  await expect(record.getByRole('heading', { name: `Ada ${surname}` })).toBeVisible();
  await expect(record).toContainText('Left a message');
  await expect(record.locator('blockquote')).toHaveText('The pier lamp is broken.');
  await expect(record).toContainText('Answer the message.');
  await expect(record.getByTestId('turn').first()).toContainText(/answered in \d+ ms/);
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
