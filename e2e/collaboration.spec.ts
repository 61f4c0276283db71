import { makeContact, ownSurname } from './support/contacts.ts';
import { expect, test } from './support/test.ts';

test('a teammate is mentioned, notified, and answers, and the answer appears by itself', async ({
  page,
  signIn,
  browser,
  server,
}) => {
  const api = await signIn('staff');
  const surname = ownSurname();
  const person = await makeContact(api, { firstName: 'Yara', lastName: surname });
  const record = page.getByTestId('record');
  await page.goto(`/contacts/${person.id}?tab=comments`);

  await record.getByRole('textbox', { name: 'Write a comment' }).pressSequentially('Please look @aver');
  await expect(page.getByRole('option', { name: /Avery Marsh/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(record.getByRole('textbox', { name: 'Write a comment' })).toHaveText('Please look @Avery Marsh ');
  await page.keyboard.press('Control+Enter');
  await expect(record.getByRole('article', { name: 'Comment by Sam Whitlock' })).toContainText('@Avery Marsh');
  // A commenter watches the record from then on; the star keeps it at hand.
  await expect(record.getByRole('button', { name: 'You watch this contact' })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('f');
  await expect(record.getByRole('button', { name: 'Remove from favorites' })).toBeVisible();

  const colleague = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signIn('admin', colleague);
  await colleague.goto('/dashboard');
  await colleague.getByRole('button', { name: /^Notifications/ }).click();
  await colleague.getByText(`Sam Whitlock mentioned you on Yara ${surname}`).click();
  await colleague.getByRole('button', { name: 'Reply' }).click();
  await colleague.getByRole('textbox', { name: 'Reply' }).fill('Looked, and it is fine.');
  await colleague.keyboard.press('Control+Enter');
  await expect(record.getByText('Looked, and it is fine.')).toBeVisible();
  await colleague.getByRole('button', { name: 'Resolve' }).click();
  await expect(record.getByText('Resolved by Avery Marsh')).toBeVisible();
  await colleague.context().close();

  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: `Yara ${surname}` }).click();
  await expect(record.getByRole('heading', { level: 1, name: `Yara ${surname}` })).toBeVisible();
});
