import { mailOutbox } from '../src/domains/admin/contract.ts';
import { identity } from '../src/domains/identity/contract.ts';
import { Api } from './support/api.ts';
import { emptyTest as test, expect } from './support/test.ts';

const OWNER = {
  name: 'Rosa Whitfield',
  email: 'rosa@whitfield.example',
  password: 'seven green lanterns',
  businessName: 'Whitfield & Daughters',
};

test('a forgotten password is reset by the mailed link, which works once', async ({
  page,
  browser,
  baseURL,
  server,
  allowFaults,
}) => {
  allowFaults(/410 \(Gone\)/);
  const admin = await browser.newContext();
  const api = new Api(admin.request, server.url);
  await api.call(identity.register, { body: OWNER });

  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The previous page has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('button', { name: 'Send link' })).toBeHidden();

  // Without a mail server the mail is kept for administrators, who can read its link.
  await expect.poll(async () => (await api.call(mailOutbox.list)).items.length).toBe(1);
  const [kept] = (await api.call(mailOutbox.list)).items;
  const mail = await api.call(mailOutbox.get, { params: { id: kept!.id } });
  const link = /\/reset-password\?token=\S+/.exec(mail.text ?? '')![0];

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('eight blue lanterns');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill('eight blue lanterns');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/');

  const later = await browser.newContext(baseURL ? { baseURL } : {});
  const again = await later.newPage();
  await again.goto(link);
  await again.getByLabel('New password', { exact: true }).fill('nine red lanterns');
  await again.getByRole('button', { name: 'Set password' }).click();
  await expect(again.getByText('This link was used or is older than one hour.')).toBeVisible();
  await Promise.all([admin.close(), later.close()]);
});
