import { randomInt } from 'node:crypto';
import { expectAccessibleNow } from './support/axe.ts';
import { makeContact, ownSurname } from './support/contacts.ts';
import { expect, test } from './support/test.ts';

test('a text is sent, answered on the simulated handset, and STOP ends the conversation', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const surname = ownSurname();
  // Of an area code that the example business does not call.
  const phone = `+1312555${randomInt(1_000, 10_000)}`;
  await makeContact(api, { firstName: 'Tess', lastName: surname, phones: [{ value: phone }] });
  await page.goto('/sms-messaging');
  await expect(page.getByText('No SMS service is connected.')).toBeVisible();
  await page.getByRole('button', { name: 'New text' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Phone number').fill(phone);
  await dialog.getByLabel('Text', { exact: true }).fill('Hi {{first_name}}, is 3 p.m. fine?');
  await expect(dialog).toContainText('1 segment');
  await dialog.getByRole('button', { name: 'Send text' }).click();

  const conversation = page.getByTestId('record');
  await expect(conversation.getByRole('link', { name: `Tess ${surname}` })).toBeVisible();
  await expect(conversation.getByText('Hi Tess, is 3 p.m. fine?')).toBeVisible();
  await page.getByRole('button', { name: 'Show handset' }).click();
  const handset = page.getByRole('region', { name: 'Simulated handset' });
  await expect(handset.getByText('Hi Tess, is 3 p.m. fine?')).toBeVisible();
  await handset.getByLabel('Reply from the handset').fill('Yes!');
  await handset.getByRole('button', { name: 'Send' }).click();
  await expect(conversation.getByText('Yes!')).toBeVisible();
  await expectAccessibleNow(page);

  await handset.getByLabel('Reply from the handset').fill('stop');
  await handset.getByRole('button', { name: 'Send' }).click();
  await expect(conversation.getByText('The person replied STOP.')).toBeVisible();
  await expect(conversation.getByLabel('Text', { exact: true })).toHaveCount(0);

  // On a phone, the handset, a conversation, or the list fills the screen.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(conversation).toBeHidden();
  await page.getByRole('button', { name: 'Hide handset' }).click();
  await expect(conversation).toBeVisible();
  await expectAccessibleNow(page);
  await page.getByRole('button', { name: 'Back to conversations' }).click();
  await expect(page.getByTestId('row').filter({ hasText: `Tess ${surname}` })).toBeVisible();
});

test('a broadcast is reviewed and started, and shows who got it', async ({ page, signIn }) => {
  const api = await signIn('admin');
  const surname = ownSurname();
  const number = randomInt(1_000, 9_999);
  const phones = [`+1312556${number}`, `+1312556${number + 1}`].map((value) => [{ value }]);
  const tags = [surname];
  const consent = { sms: { state: 'granted', basis: 'Asked at the counter' } } as const;
  await makeContact(api, { firstName: 'Tess', lastName: surname, phones: phones[0]!, tags, consent });
  await makeContact(api, { firstName: 'Uma', lastName: surname, phones: phones[1]!, tags });
  await makeContact(api, { firstName: 'Vic', lastName: surname, tags, consent });
  await page.goto('/sms-messaging');
  await page.getByRole('button', { name: 'Broadcasts' }).click();
  await page.getByRole('button', { name: 'New broadcast' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(`Closing ${surname}`);
  await dialog.getByLabel('Audience').selectOption('Contacts with a tag');
  await dialog.getByRole('combobox', { name: 'Tag' }).fill(surname);
  await page.getByRole('option', { name: surname }).click();
  await dialog.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Missed call' }).click();
  await expect(dialog.getByLabel('Text', { exact: true })).toHaveValue(/sorry we missed your call/);
  await dialog.getByLabel('Text', { exact: true }).fill('Hi {{first_name}}, we close early on Friday.');
  await dialog.getByLabel('Price per segment').fill('0.0079');
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Review broadcast' }).click();
  await expect(dialog).toContainText('Goes to 1 of 3 contacts');
  await expect(dialog).toContainText('1 segment at 0.0079');
  await expect(dialog.getByRole('list', { name: 'Not sent to' })).toContainText('There is no consent.');
  await expect(dialog.getByRole('list', { name: 'Not sent to' })).toContainText('There is no phone number.');
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(dialog).toBeHidden();

  // At night, the text waits for the end of quiet hours.
  const card = page.getByTestId('broadcast').filter({ hasText: `Closing ${surname}` });
  await expect(card).toContainText(/(On the simulated handset|After quiet hours)1/);
  await card.getByText('Why 2 contacts got nothing').click();
  await expect(card).toContainText('1 skipped: There is no consent.');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleNow(page);
});
