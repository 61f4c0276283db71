import { expectAccessibleNow } from './support/axe.ts';
import { emptyTest as test, expect } from './support/test.ts';

test('the first visitor is led through the setup and becomes the owner [S4.2 S8.14]', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL('/register');
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await expectAccessibleNow(page);

  // Nothing filled in: each field has an error, and the wizard stays.
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter a name.').first()).toBeVisible();

  await page.getByLabel('Your name').fill('Rosa Whitfield');
  await page.getByLabel('Email').fill('rosa@whitfield.example');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Use at least 12 characters.').first()).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('seven green lanterns');
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByLabel('Business name')).toBeFocused();
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/London');
  await expectAccessibleNow(page);
  // Going back loses nothing.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Your name')).toHaveValue('Rosa Whitfield');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Business name').fill('Whitfield & Daughters');
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('heading', { name: 'Gauntlet is ready' })).toBeVisible();
  await page.getByRole('button', { name: 'Open Gauntlet' }).click();
  await expect(page.getByText('Registration successful').first()).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByText('Rosa Whitfield')).toBeVisible();

  // The next visitor finds an installation with an owner.
  const stranger = await browser.newContext(baseURL ? { baseURL } : {});
  const visit = await stranger.newPage();
  await visit.goto('/register');
  await expect(visit.getByRole('heading', { name: 'Accounts are by invitation' })).toBeVisible();
  await expect(visit.getByLabel('Your name')).toHaveCount(0);
  await stranger.close();
});

test('without sample data the sign-in page lists no accounts @long', async ({ page }) => {
  await page.goto('/login');
  await expect(page).toHaveURL('/register');
  const status = await page.request.get('/api/auth/setup-status');
  expect(await status.json()).toEqual({ firstRun: true, openRegistration: false, demo: false, demoAccounts: [] });
});
