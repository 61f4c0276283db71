import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { workflows } from '../src/domains/automation/contract.ts';
import { activities, leadForms, opportunities } from '../src/domains/crm/contract.ts';
import { identity } from '../src/domains/identity/contract.ts';
import type { Api } from './support/api.ts';
import { ownSurname } from './support/contacts.ts';
import { readForm } from './support/public-pages.ts';
import { expect, test } from './support/test.ts';

async function published(api: Api, name: string, draft: object): Promise<void> {
  const { id, version } = await api.call(workflows.create, { body: { name, draft: draft as never } });
  await api.call(workflows.publish, { params: { id }, body: { version } });
}

test('the whole job: a visitor fills in a form and becomes a won deal', async ({ page, signIn, browser }) => {
  const api = await signIn('admin');
  const surname = ownSurname();
  const staff = (await api.call(identity.members)).items.find(({ name }) => name === 'Sam Whitlock')!;
  const form = await api.call(leadForms.create, {
    body: {
      name: `Offer ${surname}`,
      needsApproval: true,
      fields: [
        { name: 'lastName', label: 'Your name', required: true },
        { name: 'email', label: 'Your email', required: true },
        { name: 'companyName', label: 'Company', required: false },
      ],
    },
  });
  await published(api, `Look after leads of ${surname}`, {
    trigger: {
      kind: 'event',
      types: ['lead.created'],
      changed: [],
      filter: { match: 'all', conditions: [{ field: 'source', op: 'any_of', value: [form.name] }] },
    },
    steps: [
      { id: 'give', name: '', kind: 'assign', target: 'trigger', owners: [staff.id] },
      {
        id: 'call',
        name: '',
        kind: 'create',
        record: 'activity',
        fields: { type: 'task', subject: 'Call {{record.name}}', dueInDays: '1' },
      },
    ],
  });
  await published(api, `Ask about deals of ${surname}`, {
    trigger: {
      kind: 'event',
      types: ['opportunity.created'],
      changed: [],
      filter: { match: 'all', conditions: [{ field: 'name', op: 'contains', value: surname }] },
    },
    steps: [
      {
        id: 'ask',
        name: '',
        kind: 'approval',
        title: 'Offer to {{record.name}}?',
        why: 'It came by the website.',
        expiresAfterHours: 72,
        approved: [{ id: 'mark', name: '', kind: 'tag', target: 'trigger', add: ['offer-approved'], remove: [] }],
        rejected: [],
      },
    ],
  });

  // A separate site with the form.
  await page.goto('/lead-approval');
  const script = `${new URL(page.url()).origin}/api/public/forms/${form.key}/embed.js`;
  const site = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><main><h1>Shop</h1><script src="${script}" async></script></main></html>`,
      ),
  );
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const visitor = await (await browser.newContext()).newPage();
  try {
    await visitor.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
    await visitor.getByLabel('Your name').fill(surname);
    await visitor.getByLabel('Your email').fill(`${surname}@engines.example`);
    await visitor.getByLabel('Company').fill(`${surname} Works`);
    await readForm();
    await visitor.getByRole('button', { name: 'Send' }).click();
    await expect(visitor.getByText('Thank you.')).toBeVisible();
  } finally {
    site.close();
    await visitor.context().close();
  }

  // It appears in the queue by itself; approving it creates the lead.
  await page.getByTestId('row').filter({ hasText: surname }).getByRole('button').click();
  const record = page.getByTestId('record');
  await expect(record.getByRole('heading', { level: 2, name: surname })).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByTestId('row').filter({ hasText: surname })).toBeHidden();

  // The workflow assigns it and plans a call.
  await expect
    .poll(async () =>
      (await api.call(activities.list, { query: { search: surname } })).items.map(({ subject }) => subject),
    )
    .toEqual([`Call ${surname}`]);
  await page.goto(`/leads?search=${surname}`);
  await page.getByRole('link', { name: surname }).click();
  await expect(record.getByText('Owner: Sam Whitlock')).toBeVisible();

  await record.getByRole('button', { name: 'Convert' }).click();
  const convert = page.getByRole('dialog', { name: `Convert ${surname}` });
  await convert.getByLabel('Amount').fill('12500');
  await convert.getByRole('button', { name: 'Convert' }).click();
  await expect(page).toHaveURL(/\/contacts\//);

  // Winning the deal needs an approval first.
  await page.goto('/automation-approval');
  await page
    .getByTestId('row')
    .filter({ hasText: `Offer to` })
    .filter({ hasText: surname })
    .getByRole('button')
    .click();
  await expect(record.getByRole('heading', { level: 2, name: new RegExp(surname) })).toBeVisible();
  await page.keyboard.press('a');
  const deal = async () => (await api.call(opportunities.list, { query: { search: surname } })).items[0]!;
  await expect.poll(async () => (await deal()).tags).toEqual(['offer-approved']);

  await page.goto(`/opportunities/${(await deal()).id}`);
  // Effects of the approval may still arrive and swallow the first press.
  const move = page.getByRole('dialog').getByRole('button', { name: /^Move to/ });
  await expect(async () => {
    if (!(await move.isVisible()))
      await record.getByRole('button', { name: 'Won', exact: true }).click({ timeout: 5_000 });
    await expect(move).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await move.click();
  await expect.poll(async () => (await deal()).state).toBe('won');
});
