import { workflows } from '../src/domains/automation/contract.ts';
import { contacts, leadForms, leads } from '../src/domains/crm/contract.ts';
import { mailOutbox } from '../src/domains/admin/contract.ts';
import { messaging } from '../src/domains/messaging/contract.ts';
import { expectAccessible, expectAccessibleNow } from './support/axe.ts';
import { ownSurname } from './support/contacts.ts';
import { readForm } from './support/public-pages.ts';
import { expect, test } from './support/test.ts';

test('a person unsubscribes by one click, and nothing reaches them any more by any road', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  const api = await signIn('admin');
  const tag = ownSurname();
  const address = `${tag}@reader.example`.toLowerCase();
  const draft = {
    trigger: { kind: 'event', types: ['contact.updated'], changed: ['tags'] },
    steps: [
      {
        id: 'm',
        kind: 'mail',
        to: '{{record.emails.0.value}}',
        subject: `News for ${tag}`,
        text: 'Good news.',
        purpose: 'marketing',
        policy: 'direct',
      },
    ],
  };
  const { id, version } = await api.call(workflows.create, { body: { name: `Tell ${tag}`, draft } });
  await api.call(workflows.publish, { params: { id }, body: { version } });
  const contact = await api.call(contacts.create, {
    body: { firstName: 'Ada', lastName: tag, emails: [{ value: address }] },
  });
  const touch = (tags: string[], seen: number) =>
    api.call(contacts.update, { params: { id: contact.id }, body: { version: seen, tags } });
  const messages = async () => (await api.call(messaging.messages, { query: { contactId: contact.id } })).items;
  const first = await touch(['one'], contact.version);
  await expect.poll(async () => (await messages()).map(({ state }) => state)).toEqual(['kept']);
  const kept = (await api.call(mailOutbox.list)).items.find(({ subject }) => subject === `News for ${tag}`);
  const mail = await api.call(mailOutbox.get, { params: { id: kept!.id } });
  const link = new URL(/Unsubscribe: (\S+)/.exec(mail.text ?? '')![1]!).pathname;

  // A reader without scripts.
  const reader = await (await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })).newPage();
  await reader.goto(link);
  await reader.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(reader.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  await reader.getByRole('link', { name: 'Change your mind' }).click();
  await expect(reader.getByLabel('Offers')).not.toBeChecked();
  await reader.context().close();

  const now = await api.call(contacts.get, { params: { id: contact.id } });
  expect(now.version).toBeGreaterThan(first.version);
  await touch(['one', 'two'], now.version);
  await expect.poll(async () => (await messages()).map(({ state }) => state)).toEqual(['refused', 'kept']);
  await page.goto(`/contacts/${contact.id}`);
  await page.getByRole('tab', { name: 'Messages & consent' }).click();
  await expect(page.getByTestId('message').first()).toContainText('The person unsubscribed.');
  await expect(page.getByRole('list', { name: 'Consent history' })).toContainText('Unsubscribed: Everything');
  await expectAccessible(page);
});

test('a web form has a page of its own that works without scripts', async ({ signIn, browser, baseURL }) => {
  const api = await signIn('admin');
  const name = `Ask us, ${ownSurname()}`;
  const form = await api.call(leadForms.create, {
    body: {
      name,
      fields: [
        { name: 'lastName', label: 'Name', required: true },
        { name: 'email', label: 'Email', required: true },
      ],
    },
  });
  const visitor = await (await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })).newPage();
  await visitor.goto(`/p/forms/${form.key}`);
  await expect(visitor.getByRole('heading', { name })).toBeVisible();
  await visitor.getByLabel('Name').fill('Lovelace');
  await visitor.getByLabel('Email').fill('ada@engines.example');
  await readForm();
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByRole('status')).toContainText('Thank you');
  expect(
    (await api.call(leads.list, { query: { search: 'Lovelace' } })).items.some(({ source }) => source === name),
  ).toBe(true);
  await visitor.context().close();
});

test('a report is shared by a link, and ends', async ({ page, signIn, browser }) => {
  await signIn('admin');
  await page.goto('/analytics');
  await page.getByRole('button', { name: 'Saved reports' }).click();
  await page.getByRole('menuitem', { name: 'Share by a link…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share by a link' });
  await dialog.getByLabel('Title').fill('For the bank');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = dialog.getByRole('listitem').filter({ hasText: 'For the bank' }).first();
  const url = (await link.locator('code').textContent())!;
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(new URL(new URL(url).pathname, page.url()).href);
  await expect(reader.getByRole('heading', { name: 'For the bank' })).toBeVisible();
  await expectAccessibleNow(reader);
  await link.getByRole('button', { name: 'End link' }).click();
  await expect(link).toContainText('Ended manually');
  await reader.reload();
  await expect(reader.getByRole('heading', { name: 'This page is not here' })).toBeVisible();
  await reader.context().close();
});
