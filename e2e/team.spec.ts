import { generate } from 'otplib';
import { contacts } from '../src/domains/crm/contract.ts';
import { identity } from '../src/domains/identity/contract.ts';
import { settings } from '../src/domains/identity/contract/settings.ts';
import { availability } from '../src/domains/workspaces/contract.ts';
import { Api } from './support/api.ts';
import { expectAccessible, expectAccessibleNow } from './support/axe.ts';
import { mailedLink } from './support/mail.ts';
import { expect, test } from './support/test.ts';

test('a teammate is invited, accepts, changes role, and leaves with their records reassigned', async ({
  page,
  browser,
  baseURL,
  signIn,
}) => {
  const api = await signIn('admin');
  await page.goto('/team');
  await expect(page.getByTestId('row').first()).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press('i');
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog
    .getByLabel('Email addresses')
    .fill('nora.newell@northgate-partners.example, priya.raman@northgate-partners.example');
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(dialog.getByText('priya.raman@northgate-partners.example is a member already.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Invitations', exact: true }).click();
  await expect(page.getByTestId('row').filter({ hasText: 'nora.newell' })).toContainText('Open');
  await expectAccessibleNow(page);

  // The teammate opens the link in their own browser.
  const theirs = await browser.newContext(baseURL ? { baseURL } : {});
  const visit = await theirs.newPage();
  await visit.goto(await mailedLink(api, 'nora.newell@northgate-partners.example', /^\/join\?token=/));
  await expect(visit.getByRole('heading', { name: 'Join Northgate Partners' })).toBeVisible();
  await expectAccessibleNow(visit);
  await visit.getByLabel('Your name').fill('Nora Newell');
  await visit.getByLabel('Password', { exact: true }).fill('seven green lanterns');
  await visit.getByRole('button', { name: 'Create account and join' }).click();
  await expect(visit).toHaveURL('/');
  await expect(visit.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0);

  // The administrator sees it at once in the open list.
  await page.getByRole('button', { name: 'Members', exact: true }).click();
  await page.getByRole('button', { name: 'Nora Newell' }).click();
  const sheet = page.getByRole('dialog', { name: 'Nora Newell' });
  await expectAccessibleNow(page);
  await sheet.getByRole('button', { name: 'Change role' }).click();
  const role = page.getByRole('dialog', { name: 'Role of Nora Newell' });
  await role.getByLabel('Role', { exact: true }).selectOption({ label: 'Administrator' });
  await role.getByLabel('Your password', { exact: true }).fill('Gauntlet-demo-1');
  await role.getByRole('button', { name: 'Change role' }).click();
  await expect(sheet.getByTestId('record')).toContainText('Administrator');
  await expect(visit.getByRole('link', { name: 'Team', exact: true })).toBeVisible();

  // Hours they set themselves meanwhile show by day, and typed text stays; for the same day it asks.
  const their = new Api(theirs.request, new URL(page.url()).origin);
  const { id: ownerId } = (await (await theirs.request.get('/api/user')).json()) as { id: string };
  const hours = (version: number, monday: number) =>
    their.call(availability.setHours, {
      params: { id: ownerId },
      body: {
        version,
        timeZone: 'UTC',
        days: [[{ from: monday, to: 900 }], [{ from: 540, to: 1020 }], [], [], [], [], []],
      },
    });
  await sheet.getByLabel('Tuesday, from').fill('07:00');
  await hours(0, 600);
  await expect(sheet.getByLabel('Monday, from')).toHaveValue('10:00');
  await expect(sheet.getByLabel('Tuesday, from')).toHaveValue('07:00');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await sheet.getByLabel('Monday, from').fill('08:00');
  await hours(1, 660);
  await expect(sheet.getByText('Someone changed these hours in the meantime.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Keep mine' }).click();
  await sheet.getByRole('button', { name: 'Save hours' }).click();
  await expect
    .poll(async () => (await their.call(availability.get, { params: { id: ownerId } })).days.slice(0, 3))
    .toEqual([[{ from: 480, to: 900 }], [{ from: 420, to: 1020 }], []]);

  // The phone is lost, with the recovery codes on it.
  await their.call(settings.verifyTwoFactor, {
    body: { code: await generate({ secret: (await their.call(settings.setupTwoFactor)).secret }) },
  });
  await page.reload();
  await sheet.getByRole('button', { name: 'Turn off two-factor' }).click();
  const off = page.getByRole('dialog', { name: 'Turn off two-factor sign-in for Nora Newell?' });
  await off.getByLabel('Your password', { exact: true }).fill('Gauntlet-demo-1');
  await expectAccessibleNow(page);
  await off.getByRole('button', { name: 'Turn off' }).click();
  await expect(off).toBeHidden();
  await expect(sheet.getByRole('button', { name: 'Turn off two-factor' })).toBeHidden();
  expect(await their.call(settings.twoFactorStatus)).toMatchObject({ enabled: false });

  const sam = (await api.call(identity.members)).items.find(({ name }) => name === 'Sam Whitlock');
  const contact = await api.call(contacts.create, { body: { firstName: 'Handed', lastName: 'Over', ownerId } });
  await page.reload();
  await page.getByRole('dialog', { name: 'Nora Newell' }).getByRole('button', { name: 'Deactivate' }).click();
  const leaving = page.getByRole('dialog', { name: 'Deactivate Nora Newell?' });
  await leaving.getByLabel('Contacts (1)').selectOption({ label: 'Sam Whitlock' });
  await expectAccessibleNow(page);
  await leaving.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(
    page.getByRole('dialog', { name: 'Nora Newell' }).getByText('Deactivated', { exact: true }).first(),
  ).toBeVisible();
  await expect.poll(async () => (await api.call(contacts.get, { params: { id: contact.id } })).ownerId).toBe(sam!.id);
  // Their session has ended: the next step leads to the sign-in page.
  await visit.goto('/contacts');
  await expect(visit).toHaveURL(/\/login/);
  await theirs.close();
});

test('an administrator visits a client and returns, and the client sees why @long', async ({
  page,
  browser,
  baseURL,
  signIn,
}) => {
  await signIn('admin');
  await page.goto('/');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Step into a client…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Step into a client' });
  await dialog.getByLabel('Client').fill('Delg');
  await page.getByRole('option', { name: /Delgado Solar/ }).click();
  await dialog.getByLabel('Reason').fill('Help with the import');
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Step in' }).click();
  const banner = page.getByText('You are working inside Delgado Solar');
  await expect(banner).toBeVisible();
  // On every page.
  await page.goto('/settings');
  await expect(banner).toBeVisible();
  await expectAccessibleNow(page);

  const theirs = await browser.newContext(baseURL ? { baseURL } : {});
  const client = await theirs.newPage();
  await signIn('client', client);
  await client.goto('/settings?tab=account');
  await expect(client.getByTestId('row').first()).toContainText('Help with the import');
  await expect(client.getByText('Active now')).toBeVisible();
  await expectAccessibleNow(client);

  await page.getByRole('button', { name: 'End visit' }).click();
  await expect(banner).toBeHidden();
  // Live, without a reload.
  await expect(client.getByText('Active now')).toBeHidden();
  await theirs.close();
});
