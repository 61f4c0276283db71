import { clients } from '../src/domains/clients/contract.ts';
import { clientApps } from '../src/domains/clients/contract/apps.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('an administrator manages a client: health, people, settings, a visit there and back', async ({
  page,
  signIn,
}) => {
  const api = await signIn('admin');
  await page.goto('/clients');
  // Headings sort, and their menus arrange the columns; both are in the address.
  const heading = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) });
  await heading('Since').getByRole('button', { name: 'Since' }).first().click();
  await expect(page).toHaveURL(/sort=-createdAt/);
  await expect(heading('Since')).toHaveAttribute('aria-sort', 'descending');
  await heading('Plan').getByRole('button', { name: 'Options of column Plan' }).click();
  await page.getByRole('menuitem', { name: 'Hide column' }).click();
  await expect(heading('Plan')).toHaveCount(0);
  await page.reload();
  await expect(heading('Since')).toHaveAttribute('aria-sort', 'descending');
  await expect(heading('Plan')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search clients' }).fill('wren');
  // Its position after the list has updated: a row that moves under the pointer is not pressed.
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: 'Wren & Ash Interiors' }).click();
  await expect(page.getByText('Has an active owner')).toBeVisible();
  await expectAccessible(page);
  const parts = page.getByRole('navigation', { name: 'Client sections' });
  await parts.getByRole('link', { name: 'People' }).click();
  await expect(page.getByText('Imogen Wren').last()).toBeVisible();
  await parts.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Plan').selectOption('growth');
  const logo = page.getByRole('group', { name: 'Logo' });
  await logo
    .locator('input[type=file]')
    .setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(logo.getByText('“words.png” could not be read.')).toBeVisible();
  await logo.locator('input[type=file]').setInputFiles('src/web/public/icons/apple-touch-180.png');
  await expect(logo.getByRole('img', { name: 'Logo' })).toBeVisible();
  await expect(logo.getByText('could not be read')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Wren & Ash Interiors saved').first()).toBeVisible();
  await parts.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('Growth')).toBeVisible();
  await parts.getByRole('link', { name: 'Apps' }).click();
  await page.getByRole('switch', { name: 'Opportunities' }).click();
  await expect(page.getByText('Analytics turned off too, because they need it.').first()).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Analytics' })).not.toBeChecked();
  await expectAccessible(page);
  await parts.getByRole('link', { name: 'CRM' }).click();
  await page.getByRole('button', { name: 'Step in' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Help with the import');
  await page.getByRole('dialog').getByRole('button', { name: 'Step in' }).click();
  await expect(page.getByText('Wren & Ash Interiors').first()).toBeVisible();
  // Its people see its logo above their menu, loaded and at its size.
  const above = page.getByRole('complementary').locator('img');
  await expect.poll(() => above.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(96);
  // An app that is off is gone from the client's menu, and its page says so.
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads', exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Opportunities' })).toHaveCount(
    0,
  );
  await page.goto('/opportunities');
  await expect(page.getByRole('heading', { name: 'Opportunities is turned off' })).toBeVisible();
  await page.getByRole('button', { name: /end (the )?visit/i }).click();
  await expect(page.getByText('Master Gauntlet').first()).toBeVisible();
  await expect(above).toHaveCount(0);
  // Other tests use this client.
  const client = (await api.call(clients.list, { query: { search: 'wren' } })).items[0]!;
  const { version } = await api.call(clientApps.get, { params: { id: client.id } });
  await api.call(clientApps.set, { params: { id: client.id }, body: { version, off: [] } });
});
