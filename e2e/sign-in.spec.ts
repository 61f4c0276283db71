import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../src/demo/accounts.ts';
import { account, expect, test } from './support/test.ts';

const staff = account('staff');

test('signs in, opens the dashboard, and signs out [S2.14 S4.1 S8.14]', async ({ page, allowFaults }) => {
  // The dashboard's pending reads are refused when the session ends.
  allowFaults(/401 \(Unauthorized\)/);
  await page.goto('/login');
  await page.getByLabel('Email').fill(staff.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(`Welcome back, ${staff.name}.`).first()).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByText(staff.name)).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You have been signed out.').first()).toBeVisible();
  // After signing out, Back shows nothing of the product.
  await page.goto('/contacts');
  await expect(page).toHaveURL(/\/login\?next=/);
});

test('returns to the wanted page, with its search, after signing in', async ({ page }) => {
  await page.goto('/contacts?q=ada');
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByText('Sign in to continue')).toBeVisible();
  await page.getByLabel('Email').fill(staff.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/contacts?q=ada');
});

test('never leads to another site after signing in', async ({ page }) => {
  await page.goto('/login?next=%2F%2Fevil.example%2Fphish');
  await page.getByLabel('Email').fill(staff.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/');
});

test('rejects a wrong password in words, and allows another try [S5.1 S8.6]', async ({ page, allowFaults }) => {
  allowFaults(/401 \(Unauthorized\)/);
  await page.goto('/login');
  await page.getByLabel('Email').fill(staff.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' }).first()).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(staff.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/');
});

test('says beside the field what is missing', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your email address.').first()).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('each sample account fills itself in with one press, and signs in with the next @long', async ({ page }) => {
  await page.goto('/login');
  for (const { email } of DEMO_ACCOUNTS) {
    await page.getByRole('button', { name: email }).click();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(DEMO_PASSWORD);
  }
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByText(DEMO_ACCOUNTS.at(-1)!.name)).toBeVisible();
});

test('a signed-in person does not see the sign-in page', async ({ page, signIn }) => {
  await signIn('staff');
  await page.goto('/auth');
  await expect(page).toHaveURL('/');
});
