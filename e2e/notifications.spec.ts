import { settings } from '../src/domains/identity/contract/settings.ts';
import { notifications } from '../src/domains/notifications/contract.ts';
import { expectAccessibleNow } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('a notification arrives in an open page by itself, opens its subject, and stays until it is read', async ({
  page,
  context,
  signIn,
}) => {
  const api = await signIn('opus');
  for (const { id } of (await api.call(notifications.list)).items)
    await api.call(notifications.remove, { params: { id } });
  await page.goto('/analytics');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications');
  const elsewhere = await context.newPage();
  await elsewhere.goto('/settings?tab=api-keys');
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible();

  // Shown in every open tab, and counted on the bell.
  await api.call(settings.createApiKey, { body: { name: 'Warehouse', scopes: ['contacts:read'] } });
  await expect(bell).toHaveAccessibleName('Notifications, 1 new');
  const toast = page.locator('[aria-label^="Notifications ("] li');
  await expect(toast).toContainText('A change to your Gauntlet account');
  await expect(elsewhere.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible();

  // Seen in one tab, it is new in none.
  await bell.click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  const entry = list.getByTestId('row').first();
  await expect(entry).toContainText('A new API key was created');
  await expect(toast).toHaveCount(0);
  await expect(elsewhere.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await expectAccessibleNow(page);

  // Removed and restored, then opened by keyboard: opening marks it as read.
  await entry.hover();
  await entry.getByRole('button', { name: 'Remove' }).click();
  await expect(list.getByText('No notifications yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await list.getByRole('button', { name: /^Unread: A change to your/ }).press('Enter');
  await expect(page).toHaveURL('/settings?tab=api-keys');
  await expect(list).toHaveCount(0);
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await expect(list.getByRole('button', { name: /A change to your/ })).toBeVisible();
  await expect(list.getByText('Unread:')).toHaveCount(0);
});
