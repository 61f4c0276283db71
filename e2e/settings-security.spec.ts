import { generate } from 'otplib';
import { DEMO_PASSWORD } from '../src/demo/accounts.ts';
import { settings } from '../src/domains/identity/contract/settings.ts';
import { expectAccessibleNow } from './support/axe.ts';
import { breakCall, expectToast, openTab } from './support/settings.ts';
import { account, expect, test } from './support/test.ts';

test.describe('password', () => {
  test("rejects a wrong current password beside the field, with the catalog's text [S8.10]", async ({
    page,
    signIn,
    allowFaults,
  }) => {
    allowFaults(/403 \(Forbidden\)/);
    await signIn('opus');
    await openTab(page, 'password');
    await page.getByLabel('Current password', { exact: true }).fill('not the password');
    await page.getByLabel('New password', { exact: true }).fill('nine otters juggle brass');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expectToast(page, 'Update failed', 'Failed to update password. Make sure your current password is correct.');
    await expect(page.getByText('The current password is incorrect.')).toBeVisible();
    await expect(page.getByLabel('Current password', { exact: true })).toBeFocused();
  });

  test('rates the new one offline, and loads the lists only on demand @long', async ({ page, signIn }) => {
    const lists: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('strength-check')) lists.push(request.url());
    });
    await signIn('opus');
    await openTab(page, 'password');
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
    expect(lists).toEqual([]);
    await page.getByLabel('New password', { exact: true }).fill('password1234');
    await expect(page.getByText(/^(Very weak|Weak)/)).toBeVisible();
    await expect.poll(() => lists.length).toBe(1);
    await page.getByLabel('New password', { exact: true }).fill('short');
    await expect(page.getByText('Too short – 7 more characters are needed.')).toBeVisible();
    await page.getByLabel('New password', { exact: true }).fill('nine otters juggle brass lanterns');
    await expect(page.getByText('Strong', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Show new password' }).click();
    await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('type', 'text');
  });

  test('is changed, and every other session ends [S8.14]', async ({ page, signIn, browser, server }) => {
    const next = 'nine otters juggle brass lanterns';
    const api = await signIn('opus');
    const elsewhere = await browser.newContext({ baseURL: server.url });
    await signIn('opus', await elsewhere.newPage());
    await openTab(page, 'password');
    await page.getByLabel('Current password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expectToast(page, 'Password updated');
    await expect(page.getByLabel('Current password', { exact: true })).toHaveValue('');
    expect((await elsewhere.request.get('/api/user')).status()).toBe(401);
    expect((await page.request.get('/api/user')).status()).toBe(200);
    await api.call(settings.updatePassword, { body: { currentPassword: next, newPassword: DEMO_PASSWORD } });
    await elsewhere.close();
  });
});

test.describe('API keys', () => {
  test('are shown once, work as in the example, and stop when deleted [S8.14]', async ({
    page,
    signIn,
    context,
    server,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn('staff');
    await openTab(page, 'api-keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nightly export');
    await dialog.getByLabel('Expires after').selectOption('365');
    await expectAccessibleNow(page);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expectToast(page, 'API key created');

    const key = await dialog.getByRole('group', { name: 'API key' }).locator('pre').innerText();
    expect(key).toMatch(/^gk_[\w-]{40,}$/);
    await expect(dialog.getByRole('group', { name: 'Example command' })).toContainText(
      `"${server.url}/api/contacts?limit=5"`,
    );
    await expectAccessibleNow(page);
    const answer = await fetch(`${server.url}/api/contacts?limit=5`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);

    // It is gone with the dialog: closing it unread asks.
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Close without copying the key?' })).toBeVisible();
    await page.getByRole('button', { name: 'Go back' }).click();
    await dialog.getByRole('button', { name: 'Copy: API key' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();
    // The button that opened it may be replaced by the list; the focus then stays in the panel.
    await expect(
      page
        .getByRole('tabpanel')
        .or(page.getByRole('button', { name: 'Create key' }))
        .and(page.locator(':focus')),
    ).toHaveCount(1);

    const row = page.getByTestId('row').filter({ hasText: 'Nightly export' });
    await expect(row).toContainText(key.slice(0, 10));
    await expect(row).toContainText('contacts:read');
    expect(await page.content()).not.toContain(key);
    await row.getByRole('button', { name: 'Delete Nightly export' }).click();
    await expectAccessibleNow(page);
    await page
      .getByRole('alertdialog', { name: 'Delete API key “Nightly export”?' })
      .getByRole('button', { name: 'Delete key' })
      .click();
    await expectToast(page, 'API key deleted');
    await expect(row).toHaveCount(0);
    await expect(page.getByRole('tabpanel')).toBeFocused();
    expect((await fetch(`${server.url}/api/contacts`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(
      401,
    );
  });

  test('need a name and a scope @long', async ({ page, signIn }) => {
    await signIn('client');
    await openTab(page, 'api-keys');
    await expect(page.getByText('No keys yet')).toBeVisible();
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').press('Enter');
    await expect(dialog.getByText('Enter a name for the key.')).toBeVisible();
    await dialog.getByLabel('Read contacts').click();
    await expect(dialog.getByLabel('Read contacts')).not.toBeChecked();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(dialog.getByRole('alert')).toContainText('2 fields need a change');
    await expect(dialog.getByText('Choose at least one scope.').last()).toBeVisible();
  });

  test("show the catalog's text for a failure @long [S8.11]", async ({ page, signIn, allowFaults }) => {
    allowFaults(/500 \(Internal Server Error\)/);
    const api = await signIn('client');
    const { id } = await api.call(settings.createApiKey, { body: { name: 'Stays', scopes: ['contacts:read'] } });
    await openTab(page, 'api-keys');
    await breakCall(page, '/api/settings/api-keys', 'POST');
    await breakCall(page, `/api/settings/api-keys/${id}`, 'DELETE');
    await page.getByRole('button', { name: 'Delete Stays' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete key' }).click();
    await expectToast(page, 'Deletion failed', 'Failed to delete API key');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Never');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await expectToast(page, 'Creation failed', 'Failed to create new API key');
    await api.call(settings.deleteApiKey, { params: { id } });
  });
});

test('two-factor sign-in is set up with an app, protects the sign-in, and is switched off with the password [S8.12 S8.14]', async ({
  page,
  signIn,
  allowFaults,
  server,
  browser,
}) => {
  allowFaults(/40[03] \(|422 \(/);
  await signIn('member');
  await openTab(page, 'two-factor');
  // As an hour after signing in.
  await page.route(
    '**/two-factor/setup?*',
    (route) => route.fulfill({ status: 403, json: { message: 'Once more.', code: 'password_required' } }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Set up' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm your password' });
  await proof.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
  await expectAccessibleNow(page);
  await proof.getByRole('button', { name: 'Continue' }).click();
  const dialog = page
    .getByRole('dialog', { name: 'Set up two-factor sign-in' })
    .or(page.getByRole('dialog', { name: 'Save your recovery codes' }))
    .or(page.getByRole('dialog', { name: 'Turn off two-factor sign-in?' }));
  const picture = dialog.getByRole('img', { name: /QR code/ });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessibleNow(page);
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');

  await dialog.getByLabel('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText(/This code is incorrect/)).toBeVisible();
  await dialog.getByLabel('Code').fill(await generate({ secret }));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await expectAccessibleNow(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('gauntlet-recovery-codes.txt');
  const [code] = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: server.url });
  const signInBy = async (proof?: string) => {
    const { csrfToken } = (await (await elsewhere.request.get('/api/csrf-token')).json()) as { csrfToken: string };
    const data = { email: account('member').email, password: DEMO_PASSWORD, ...(proof && { code: proof }) };
    return elsewhere.request.post('/api/auth/login', { data, headers: { 'x-csrf-token': csrfToken } });
  };
  expect(await (await signInBy()).json()).toMatchObject({ code: 'two_factor_required' });
  expect((await signInBy(code)).status()).toBe(200);
  await elsewhere.close();
  await page.reload();
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();

  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByLabel('Your password', { exact: true }).fill('not the password');
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expectToast(page, 'Disable failed', 'Failed to disable two-factor authentication');
  await expect(dialog.getByText('The current password is incorrect.')).toBeVisible();
  await dialog.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expectToast(page, 'Two-factor disabled');
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test.describe('sessions', () => {
  test('are named, and ended one by one or all except this one [S8.13 S8.14]', async ({
    page,
    signIn,
    browser,
    server,
    allowFaults,
  }) => {
    allowFaults(/500 \(Internal Server Error\)/);
    await signIn('client');
    const others = await Promise.all(
      [
        'Windows NT 10.0; Win64; x64',
        'iPhone; CPU iPhone OS 19_0 like Mac OS X',
        'Macintosh; Intel Mac OS X 10_15_7',
      ].map(async (system) => {
        const context = await browser.newContext({
          baseURL: server.url,
          userAgent: `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Firefox/140.0`,
        });
        await signIn('client', await context.newPage());
        return context;
      }),
    );
    await openTab(page, 'sessions');
    const rows = page.getByTestId('row');
    await expect(rows.first()).toContainText('This device');
    const windows = rows.filter({ hasText: 'Firefox on Windows' });

    await windows.getByRole('button', { name: /^Sign out Firefox on Windows/ }).click();
    await page
      .getByRole('alertdialog', { name: 'Sign out Firefox on Windows?' })
      .getByRole('button', { name: 'Sign out' })
      .click();
    await expectToast(page, 'Session revoked', 'Firefox on Windows is signed out.');
    await expect(windows).toHaveCount(0);
    expect((await others[0]!.request.get('/api/user')).status()).toBe(401);
    expect((await others[1]!.request.get('/api/user')).status()).toBe(200);

    await page.route(/\/api\/settings\/sessions\/.+/, (route) =>
      route.fulfill({ status: 500, json: { message: 'Broken.' } }),
    );
    await rows.filter({ hasText: 'Firefox on iPhone' }).getByRole('button').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expectToast(page, 'Revocation failed', 'Failed to revoke the session');

    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Sign out \d+ other sessions$/ })
      .click();
    await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible();
    await expectToast(page, 'Session revoked', 'Only this device is signed in now.');
    expect((await others[1]!.request.get('/api/user')).status()).toBe(401);
    expect((await page.request.get('/api/user')).status()).toBe(200);
    for (const context of others) await context.close();
  });
});
