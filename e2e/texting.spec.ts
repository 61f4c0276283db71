import { expectAccessibleNow } from './support/axe.ts';
import { makeContact, ownSurname } from './support/contacts.ts';
import { expect, test } from './support/test.ts';

test('a text is sent, answered on the simulated handset, and STOP ends the conversation', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const surname = ownSurname();
  const phone = `+1415555${String(Math.floor(1_000 + Math.random() * 9_000))}`;
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
