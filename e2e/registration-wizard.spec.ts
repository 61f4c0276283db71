import { policy } from '../src/domains/workspaces/contract.ts';
import { expectAccessible, expectAccessibleNow } from './support/axe.ts';
import { mailedLink } from './support/mail.ts';
import { expect, test } from './support/test.ts';

test('a business registers, leaves half-way, and continues where it was', async ({
  page,
  browser,
  baseURL,
  signIn,
  allowFaults,
}) => {
  // Pending reads are refused when the session ends.
  allowFaults(/401 \(Unauthorized\)/);
  const owner = 'lena@lantern-bakery.example';
  const office = await browser.newContext(baseURL ? { baseURL } : {});
  const admin = await office.newPage();
  const api = await signIn('admin', admin);

  await page.goto('/registration-wizard');
  await expect(page.getByRole('heading', { name: 'Registration is by invitation' })).toBeVisible();
  await admin.goto('/team?tab=registration');
  await admin.getByRole('switch', { name: /Businesses can register themselves/ }).check();
  await expect.poll(async () => (await api.call(policy.get)).openRegistration).toBe(true);

  await page.goto('/login');
  await page.getByRole('link', { name: 'Register your business' }).click();
  await page.getByLabel('Work email').fill(owner);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(await mailedLink(api, owner, /^\/registration-wizard\?token=/));
  await page.getByLabel('Your name').fill('Lena Lantern');
  await page.getByLabel('Password', { exact: true }).fill('seven green lanterns');
  await page.getByLabel('Business name').fill('Lantern Bakery');
  await expectAccessibleNow(page);
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('heading', { name: 'Your business' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Currency').selectOption('EUR');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Business license' })).toBeVisible();
  const kept = page.waitForResponse(
    (response) => response.url().includes('/api/registration/drafts/license') && response.ok(),
  );
  await page.getByLabel('License', { exact: true }).fill('Food license');
  await kept;

  // Signing out loses nothing, not even unsaved text; another browser continues.
  await page.getByRole('button', { name: 'Save and sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const next = await elsewhere.newPage();
  await next.goto('/login?next=/registration-wizard');
  await next.getByLabel('Email').fill(owner);
  await next.getByLabel('Password', { exact: true }).fill('seven green lanterns');
  await next.getByRole('button', { name: 'Sign in' }).click();
  await expect(next.getByLabel('License', { exact: true })).toHaveValue('Food license');
  await next.getByLabel('Issued on').fill('2026-01-02');
  await next.getByLabel('Expires on').fill('2025-01-02');
  await next.getByRole('button', { name: 'Continue' }).click();
  await expect(next.getByText('The expiration date must be after the issue date.').first()).toBeVisible();
  await next.getByLabel('Expires on').fill('2087-01-02');
  await next.getByRole('button', { name: 'Continue' }).click();

  await next.getByText('Growth', { exact: true }).click();
  await expectAccessibleNow(next);
  await next.getByRole('button', { name: 'Continue' }).click();
  await expect(next.getByRole('heading', { name: 'Your team' })).toBeVisible();
  // The browser's Back and Forward.
  await next.goBack();
  await expect(next.getByRole('radio', { name: 'Growth' })).toBeChecked();
  await next.goForward();
  await next.getByLabel('Email addresses').fill('baker@lantern-bakery.example');
  await next.getByRole('button', { name: 'Invite and continue' }).click();
  await expect(next.getByRole('heading', { name: 'Your first contacts' })).toBeVisible();
  await expectAccessibleNow(next);
  await next
    .locator('input[type=file]')
    .setInputFiles({
      name: 'guests.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('First name,Last name,Email\nAda,King,ada@king.example\n'),
    });
  await expect(next).toHaveURL(/\/contacts\/import\/[\w-]+$/);
  await expect(next.getByText('guests.csv').first()).toBeVisible();
  await expect(next.getByRole('banner').getByText('Lena Lantern')).toBeVisible();
  await expect(next.getByText('is not fully set up yet')).toHaveCount(0);

  const { version } = await api.call(policy.get);
  await api.call(policy.update, { body: { version, openRegistration: false } });
  await Promise.all([office.close(), elsewhere.close()]);
});
