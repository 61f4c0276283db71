import { recurringJobs } from '../src/domains/admin/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('an administrator manages the system: health, jobs, recurring work, mails, accounts', async ({ page, signIn }) => {
  const api = await signIn('admin');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'All systems operational' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Scheduled jobs' }).click();
  const forget = page.getByTestId('row').filter({ hasText: 'Delete old notifications' });
  await forget.getByRole('button', { name: /^Pause/ }).click();
  await expect(forget.getByText('Paused')).toBeVisible();
  const runs = async () =>
    (await api.call(recurringJobs.list)).items.find(({ name }) => name === 'notifications.forget')!.runs;
  const before = await runs();
  await forget.getByRole('button', { name: /^Run now/ }).click();
  await expect.poll(runs).toBe(before + 1);
  await forget.getByRole('button', { name: /^Resume/ }).click();
  await expect(forget.getByText('Paused')).toBeHidden();

  await page.getByRole('tab', { name: 'Accounts' }).click();
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill('carmen');
  await expect(page.getByTestId('row')).toHaveCount(1);
  await page.reload();
  await expect(page.getByTestId('row').filter({ hasText: 'Carmen Delgado' })).toBeVisible();

  await page.getByRole('tab', { name: 'Jobs', exact: true }).click();
  await expect(page.getByTestId('row').first().or(page.getByText('No jobs yet'))).toBeVisible();
  await page.getByRole('tab', { name: 'Failed reactions' }).click();
  await expect(page.getByText('No failed reactions')).toBeVisible();
  await page.getByRole('tab', { name: 'Emails' }).click();
  await expect(page.getByText('These emails were not sent')).toBeVisible();
});
