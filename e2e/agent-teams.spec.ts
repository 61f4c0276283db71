import { approvals } from '../src/domains/approvals/contract.ts';
import { leads } from '../src/domains/crm/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/models.ts';
import { expect } from './support/test.ts';

test('a team prepares a lead, waits for approval, and the draft is on the timeline', async ({
  page,
  signIn,
  models,
}) => {
  const api = await signIn('admin');
  const lead = await api.call(leads.create, {
    body: { firstName: 'Orla', lastName: 'Quill', companyName: 'Quill Bakery' },
  });
  models.replies = [
    { text: 'Orla Quill runs Quill Bakery.' },
    { text: 'Subject: Bread online\n\nHello Orla, which bread sells best?' },
    {
      calls: [
        { name: 'draft_email', arguments: { subject: 'Bread online', text: 'Hello Orla, which bread sells best?' } },
      ],
    },
    { text: '{"report":"Short and true.","handTo":"finish"}' },
  ];
  await page.goto('/swarm-agents');
  await page.getByRole('button', { name: /^Start run of Research a lead/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Start run/ });
  await dialog.getByRole('combobox', { name: 'Lead' }).fill('Orla Quill');
  await page.getByRole('option', { name: /Orla Quill/ }).click();
  await dialog.getByRole('button', { name: 'Start run' }).click();

  await expect(page.getByText('Short and true.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /Waiting for approval/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Review request' }).click();
  await expect(page.getByText('Hello Orla, which bread sells best?').first()).toBeVisible();
  const id = new URL(page.url()).searchParams.get('open')!;
  await page
    .getByTestId('record')
    .getByRole('button', { name: /^Approve/ })
    .click();
  // The lead may be open before the draft is made: its timeline then shows it without a reload.
  await expect.poll(async () => (await api.call(approvals.get, { params: { id } })).state).not.toBe('pending');
  await page.goto(`/leads/${lead.id}`);
  await expect(page.getByText('Draft: Bread online').first()).toBeVisible();
  await page.goto('/swarm-agents');
  await expect(page.getByTestId('run').first().getByText('Done')).toBeVisible();
});
