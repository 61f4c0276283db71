import { settings } from '../src/domains/identity/contract/settings.ts';
import { DESK, findingsInBothThemes, PHONE, sideways } from './support/axe.ts';
import { breakCall, expectToast, openTab } from './support/settings.ts';
import { account, expect, test } from './support/test.ts';

const TABS = [
  'Profile',
  'Password',
  'Notifications',
  'Appearance',
  'Sounds',
  'API keys',
  'Two-factor',
  'Sessions',
  'Availability',
  'Account',
];

test.describe('settings', () => {
  test('keep their tab in the address, and Back goes through the tabs', async ({ page, signIn }) => {
    await signIn('staff');
    await page.goto('/settings');
    await expect(page).toHaveTitle('Profile · Settings · Gauntlet');
    await expect(page.getByRole('tab')).toHaveText(TABS);
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await expect(page).toHaveURL('/settings?tab=sessions');
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL('/settings?tab=two-factor');
    await expect(page).toHaveTitle('Two-factor · Settings · Gauntlet');
    await page.goBack();
    await expect(page.getByRole('tab', { name: 'Sessions' })).toHaveAttribute('aria-selected', 'true');
    await page.goto('/settings?tab=nonsense');
    await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
  });

  test('show why a part cannot be read, with the request id, and read it at the next try @long', async ({
    page,
    signIn,
    allowFaults,
  }) => {
    allowFaults(/500 \(Internal Server Error\)/);
    await signIn('staff');
    await breakCall(page, '/api/settings/sessions', 'GET');
    await openTab(page, 'sessions');
    const alert = page.getByRole('tabpanel').getByRole('alert');
    await expect(alert).toContainText('Something went wrong on our end.');
    await expect(alert).toContainText('req-42');
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This device')).toBeVisible();
  });

  test('report a lost connection, and load by themselves when it is back', async ({
    page,
    signIn,
    context,
    allowFaults,
  }) => {
    allowFaults(/ERR_INTERNET_DISCONNECTED/);
    await signIn('staff');
    await openTab(page, 'profile');
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await expect(page.getByText('You are offline')).toBeVisible();
    await context.setOffline(false);
    // It is read again by itself.
    await expect(page.getByText('This device')).toBeVisible();
  });

  test('are accessible, each tab, on a phone and on a desktop', async ({ page, signIn }) => {
    test.slow();
    const api = await signIn('admin');
    await api.call(settings.createApiKey, {
      body: { name: 'For looks', scopes: ['contacts:read', 'contacts:write'], expiresInDays: 30 },
    });
    await page.setViewportSize(PHONE);
    await openTab(page, 'profile');
    const found: string[] = [];
    for (const [index, tab] of TABS.entries()) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible();
      await expect(page.getByRole('tabpanel').getByRole('status', { name: /loading/ })).toHaveCount(0);
      // Every other tab starts on a desktop, where the last one ended.
      for (const size of index % 2 === 0 ? [PHONE, DESK] : [DESK, PHONE]) {
        await page.setViewportSize(size);
        const what = `${tab}, ${size.width} px`;
        found.push(
          ...(await findingsInBothThemes(page, what, index === 0 ? 'everything' : 'all but the shell')),
          ...(await sideways(page, what)),
        );
      }
    }
    expect(found).toEqual([]);
  });
});

test.describe('profile', () => {
  test('is saved and updates everywhere at once', async ({ page, signIn }) => {
    const api = await signIn('staff');
    await openTab(page, 'profile');
    await expect(page.getByLabel('Email')).toHaveValue(account('staff').email);
    await page.getByLabel('Name', { exact: true }).fill('Samuel Whitlock');
    await expect(page.getByText('Not saved yet')).toBeVisible();
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expectToast(page, 'Profile updated');
    await expect(page.getByRole('banner').getByText('Samuel Whitlock')).toBeVisible();
    await api.call(settings.updateProfile, { body: { name: account('staff').name } });
  });

  test('says beside the field that a username is taken', async ({ page, signIn, allowFaults }) => {
    allowFaults(/409 \(Conflict\)/);
    await signIn('staff');
    await openTab(page, 'profile');
    await page.getByLabel('Username').fill('opus');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText('This username is taken.')).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
    // Typed text survives a reload.
    await page.reload();
    await expect(page.getByLabel('Username')).toHaveValue('opus');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByLabel('Username')).toHaveValue('staff');
  });
});

test.describe('notifications', () => {
  test('take effect at once and stay [S8.14]', async ({ page, signIn }) => {
    await signIn('staff');
    await openTab(page, 'notifications');
    const security = page.getByRole('switch', { name: 'Security: Email' });
    await expect(security).toBeChecked();
    await security.press('Space');
    await expectToast(page, 'Notifications updated');
    await page.reload();
    await expect(security).not.toBeChecked();
    await security.click();
    await expect(security).toBeChecked();
    await expectToast(page, 'Notifications updated');
  });

  test('return to the old value when saving fails @long [S8.10]', async ({ page, signIn, allowFaults }) => {
    allowFaults(/500 \(Internal Server Error\)/);
    await signIn('staff');
    await openTab(page, 'notifications');
    await breakCall(page, '/api/settings/notifications', 'PUT');
    const security = page.getByRole('switch', { name: 'Security: Email' });
    await security.click();
    await expectToast(page, 'Update failed', 'Failed to update notification settings');
    await expect(security).toBeChecked();
  });
});

test.describe('appearance', () => {
  test('applies at once, is saved here and on the server, and follows to a new browser [S4.7 S8.14]', async ({
    page,
    signIn,
    browser,
    server,
  }) => {
    const api = await signIn('member');
    await openTab(page, 'appearance');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.locator('html')).toHaveClass(/\bdark\b/);
    await expectToast(page, 'Appearance updated');
    await page.getByRole('radio', { name: 'Purple' }).check();
    await page.getByRole('switch', { name: 'Animations' }).click();
    await page.getByRole('switch', { name: 'Dense mode' }).click();
    await expect(page.locator('html')).toHaveClass(/\baccent-purple\b.*\bno-animations\b.*\bdense-mode\b/);
    const wanted = { theme: 'dark', accent_color: 'purple', show_animations: false, dense_mode: true };
    await expect.poll(() => api.call(settings.appearance)).toEqual(wanted);
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('appearance') ?? 'null') as unknown))
      .toMatchObject(wanted);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();

    const elsewhere = await browser.newContext({ baseURL: server.url });
    const other = await elsewhere.newPage();
    await signIn('member', other);
    await other.goto('/settings?tab=appearance');
    await expect(other.locator('html')).toHaveClass(/\bdark\b.*\baccent-purple\b.*\bno-animations\b.*\bdense-mode\b/);
    // A theme chosen in the palette is also saved on the server.
    await other.keyboard.press('ControlOrMeta+k');
    await other.getByRole('combobox').fill('theme light');
    await other.getByRole('option', { name: 'Theme: light' }).click();
    await expect.poll(async () => (await api.call(settings.appearance)).theme).toBe('light');
    await elsewhere.close();
    await api.call(settings.updateAppearance, {
      body: { theme: 'system', accent_color: 'blue', show_animations: true, dense_mode: false },
    });
  });

  test('returns to the old value when saving fails @long [S8.10]', async ({ page, signIn, allowFaults }) => {
    allowFaults(/500 \(Internal Server Error\)/);
    await signIn('staff');
    await openTab(page, 'appearance');
    await breakCall(page, '/api/settings/appearance', 'PUT');
    await page.getByRole('radio', { name: 'Green' }).click();
    await expectToast(page, 'Update failed', 'Failed to update appearance settings');
    await expect(page.getByRole('radio', { name: 'Blue' })).toBeChecked();
    await expect(page.locator('html')).toHaveClass(/\baccent-blue\b/);
  });
});

test('sounds are switched off and turned down for this browser @long', async ({ page, signIn }) => {
  await signIn('staff');
  await openTab(page, 'sounds');
  await page.getByRole('slider', { name: 'Volume' }).press('Home');
  await expect(page.getByRole('button', { name: /^Play Click/ })).toBeDisabled();
  await page.getByRole('slider', { name: 'Volume' }).press('End');
  await expect(page.getByRole('button', { name: /^Play Click/ })).toBeEnabled();
  await page.getByRole('switch', { name: 'Sounds' }).click();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('soundSettings')))
    .toBe('{"enabled":false,"volume":1}');
  await expect(page.getByRole('slider', { name: 'Volume' })).toBeDisabled();
});
