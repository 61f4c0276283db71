import { approvals } from '../src/domains/approvals/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('leads are approved, rejected, and undone by keyboard', async ({ page, signIn }) => {
  const api = await signIn('admin');
  await page.goto('/lead-approval');
  const record = page.getByTestId('record');
  await expect(record.getByRole('heading', { level: 2, name: 'Leila Farrokh' })).toBeVisible();
  // Nobody is a lead yet, so the score is a forecast.
  await expect(record.getByRole('region', { name: 'Score' })).toContainText('Can be written to +10');
  await expectAccessible(page);
  await page.keyboard.press('a');
  await expect(record.getByRole('heading', { level: 2, name: 'Jonas Keller' })).toBeVisible();
  await expect(page.getByTestId('row')).toHaveCount(3);
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Not in our area');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(record.getByRole('heading', { level: 2, name: 'SEO Team' })).toBeVisible();
  await page.keyboard.press('m');
  await expect(record.getByRole('heading', { level: 2, name: 'Harbor Legal' })).toBeVisible();
  await page.getByRole('button', { name: 'Decided' }).click();
  await expect(page.getByTestId('row').filter({ hasText: 'Leila Farrokh' })).toContainText('Done');
  await page.getByTestId('row').filter({ hasText: 'Jonas Keller' }).getByRole('button').click();
  await expect(record).toContainText('Reason: Not in our area');
  await page.keyboard.press('z');
  await expect.poll(async () => (await api.call(approvals.count)).incoming).toBe(2);
});

test('a mail is edited and approved, and the decision can be undone', async ({ page, signIn }) => {
  const api = await signIn('admin');
  await page.goto('/automation-approval');
  const record = page.getByTestId('record');
  await expect(record.getByRole('heading', { level: 2, name: /^Email to / })).toBeVisible();
  const {
    items: [first],
  } = await api.call(approvals.list, { query: { tab: 'outgoing' } });
  await page.keyboard.press('e');
  await record.getByLabel('Subject').fill('A warm welcome');
  await record.getByRole('button', { name: 'Approve with changes' }).click();
  await expect
    .poll(async () => await api.call(approvals.get, { params: { id: first!.id } }))
    .toMatchObject({ state: 'approved', edited: true, content: { subject: 'A warm welcome' } });
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(async () => (await api.call(approvals.get, { params: { id: first!.id } })).state).toBe('pending');
});

test('a request that somebody else decides stays in place and says so, and no other takes its place @long', async ({
  page,
  signIn,
}) => {
  const api = await signIn('admin');
  await page.goto('/automation-approval');
  const record = page.getByTestId('record');
  const title = await record.getByRole('heading', { level: 2 }).innerText();
  const {
    items: [first],
  } = await api.call(approvals.list, { query: { tab: 'outgoing' } });
  expect(first!.title).toBe(title);
  await page.keyboard.press('e');
  await expect(record.getByRole('button', { name: 'Approve with changes' })).toBeVisible();
  await api.call(approvals.reject, { params: { id: first!.id }, body: { version: first!.version } });
  await expect(record.getByText('Avery Marsh decided this while you were editing.', { exact: false })).toBeVisible();
  await expect(record.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
  await expect(record.getByRole('button', { name: 'Approve with changes' })).toBeHidden();
  // The approval key finds nothing to approve.
  await page.keyboard.press('a');
  await page.keyboard.press('j');
  await expect(record.getByRole('heading', { level: 2 })).not.toHaveText(title);
  expect((await api.call(approvals.list, { query: { tab: 'outgoing' } })).items.map(({ id }) => id)).not.toContain(
    first!.id,
  );
  await api.call(approvals.undo, { params: { id: first!.id } });
});

test('all shown requests are selected with one click, snoozed together, and restored @long', async ({
  page,
  signIn,
}) => {
  const api = await signIn('admin');
  await page.goto('/automation-approval');
  const rows = page.getByTestId('row');
  await expect(rows.first()).toBeVisible();
  const shown = await rows.count();
  await page.getByRole('checkbox', { name: /^Select (?:all|the)/ }).check();
  const chosen = page.getByRole('toolbar', { name: 'Selected requests' });
  await expect(chosen).toContainText(`${shown} selected`);
  await rows.first().getByRole('checkbox').uncheck();
  await expect(chosen).toContainText(`${shown - 1} selected`);
  await page.getByRole('checkbox', { name: /^Select (?:all|the)/ }).check();
  await expectAccessible(page);
  const ids = (await api.call(approvals.list, { query: { tab: 'outgoing', limit: 50 } })).items.map(({ id }) => id);
  await chosen.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem').first().click();
  await expect(rows).toHaveCount(0);
  await expect(page.getByText(`${shown} requests snoozed`).first()).toBeVisible();
  for (const id of ids) {
    const { version } = await api.call(approvals.get, { params: { id } });
    await api.call(approvals.snooze, { params: { id }, body: { version, until: null } });
  }
  await expect(rows).toHaveCount(shown);
});
