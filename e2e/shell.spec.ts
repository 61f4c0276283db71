import { contacts } from '../src/domains/crm/contract.ts';
import { notes } from '../src/records/contract.ts';
import { expectAccessibleNow } from './support/axe.ts';
import { account, expect, test } from './support/test.ts';

test.describe('the shell', () => {
  test('moves the focus to the heading and announces the title after in-app navigation', async ({ page, signIn }) => {
    await signIn('staff');
    await page.goto('/leads');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('button', { name: 'Intelligence & Optimization' }).click();
    await navigation.getByRole('link', { name: 'Analytics' }).click();
    await expect(page).toHaveTitle('Analytics · Gauntlet');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.locator('[aria-live="polite"]').first()).toContainText('Analytics');
  });

  test("starts a page's first reads while its code loads, and none that the page does not use @long", async ({
    page,
    signIn,
  }) => {
    await signIn('staff');
    for (const path of ['/dashboard', '/contacts', '/companies', '/leads', '/activities']) {
      // A busy server leaves the reads to the page.
      await expect(async () => {
        await page.goto(path);
        await expect(page.getByTestId('row').or(page.locator('[data-widget]')).first()).toBeVisible();
        expect(
          await page.evaluate(() =>
            Object.keys((window as { firstReads?: { reads: object } }).firstReads?.reads ?? { none: true }),
          ),
          path,
        ).toEqual([]);
      }).toPass();
    }
  });

  test('keeps admin pages for admins, reports the attempt, and leads home [S4.4 S8.16]', async ({ page, signIn }) => {
    await signIn('staff');
    const report = page.waitForRequest((request) => request.url().includes('/api/denials'));
    await page.goto('/admin');
    await expect(page).toHaveURL('/');
    expect((await report).postDataJSON()).toEqual({ path: '/admin' });
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team', exact: true }),
    ).toHaveCount(0);
  });

  test("greets a client with the business's own name [S6.4]", async ({ page, signIn }) => {
    await signIn('client');
    await page.goto('/leads');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect(navigation.getByText('Client Gauntlet')).toBeVisible();
    await expect(page.getByRole('banner').getByText(account('client').name)).toBeVisible();
    // The manual's page is for administrators; everybody else reads it in the help panel.
    await expect(page.getByRole('banner').getByRole('button', { name: /^Help/ })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: /^Help/ })).toHaveCount(0);
  });

  test('says plainly that nothing is at an unknown address [S2.6]', async ({ page, signIn }) => {
    await signIn('staff');
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Gauntlet');
  });

  test('on a phone opens the menu over the page, closes it by Escape, and returns the focus [S2.7]', async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn('staff');
    await page.goto('/leads');
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts' });
    await expect(link).toBeHidden();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(link).toBeVisible();
    await expectAccessibleNow(page, 'everything');
    await page.keyboard.press('Escape');
    await expect(link).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused();
    // A wide window resets it.
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.setViewportSize({ width: 1100, height: 844 });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(link).toBeHidden();
  });
});

test.describe('the sidebar', () => {
  test('opens the group of the page and one more, remembers what is folded, and says what is planned', async ({
    page,
    signIn,
  }) => {
    await signIn('staff');
    await page.goto('/analytics');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const group = (name: string) => navigation.getByRole('button', { name });
    for (const [name, open] of [
      ['Intelligence & Optimization', 'true'],
      ['CRM Processing Engine', 'true'],
      ['Financial Suite', 'false'],
      ['Lead Acquisition Pipeline', 'false'],
    ] as const)
      await expect(group(name)).toHaveAttribute('aria-expanded', open);
    await expect(navigation.getByRole('link', { name: 'Companies' })).toBeVisible();
    await group('Lead Acquisition Pipeline').click();
    await group('CRM Processing Engine').click();
    await page.reload();
    await expect(group('CRM Processing Engine')).toHaveAttribute('aria-expanded', 'false');
    await navigation.getByRole('link', { name: /Reputation/ }).click();
    await expect(page.getByText('This page is planned but not available yet.')).toBeVisible();
    await page.getByRole('list', { name: 'Available today' }).getByRole('link', { name: 'Contacts' }).click();
    await expect(page).toHaveURL('/contacts');
  });

  test('pins pages, becomes a rail of icons, and stays with the top bar while the page scrolls', async ({
    page,
    signIn,
  }) => {
    await signIn('staff');
    await page.goto('/dashboard');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Companies' }).hover();
    await navigation.getByRole('button', { name: 'Add Companies to favorites' }).click();
    await expect(navigation.getByRole('link', { name: 'Companies' })).toHaveCount(2);
    await page.reload();
    await expect(navigation.getByRole('link', { name: 'Companies' })).toHaveCount(2);
    await expect(page.locator('[data-widget]').first()).toBeVisible();
    await page.mouse.wheel(0, 0);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.getByRole('banner')).toBeInViewport();
    await expect.poll(async () => (await navigation.boundingBox())!.y).toBeLessThan(100);
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await expect.poll(async () => (await navigation.boundingBox())!.width).toBeLessThan(57);
    await expectAccessibleNow(page, 'everything');
    await page.reload();
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await navigation.getByRole('link', { name: 'Companies' }).first().hover();
    await navigation.getByRole('button', { name: 'Remove Companies from favorites' }).first().click();
    await expect(navigation.getByRole('link', { name: 'Companies' })).toHaveCount(1);
  });
});

test.describe('the command palette', () => {
  test('finds invoices, settings, and what makes something new', async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/leads');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const field = page.getByRole('combobox', { name: 'Search or go to' });
    await page.keyboard.press('Control+k');
    await field.fill('INV-');
    await expect(page.getByText('Invoices', { exact: true })).toBeVisible();
    await expect(page.getByRole('option', { name: /^INV-/ }).first()).toBeVisible();
    await field.fill('two-factor');
    await expect(page.getByRole('option', { name: 'Settings: Two-factor' })).toBeVisible();
    await field.fill('new contact');
    await expect(page.getByRole('option', { selected: true })).toHaveText('New contact');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'New contact' })).toBeVisible();
    await expect(page).toHaveURL('/contacts');
  });

  test('finds a page by a few letters and opens it by keyboard', async ({ page, signIn }) => {
    await signIn('staff');
    await page.goto('/leads');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search or go to' });
    await field.fill('bus exp');
    await expect(page.getByRole('option', { selected: true })).toHaveText('Business expenses');
    await expectAccessibleNow(page, 'everything');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/business-expenses');
  });

  test('finds a person by the text of their notes @long', async ({ page, signIn }) => {
    const api = await signIn('staff');
    const { id } = await api.call(contacts.create, { body: { firstName: 'Nota', lastName: 'Bene' } });
    await api.call(notes.create, { params: { id }, body: { text: 'Wants the marzipan samples before the fair.' } });
    await page.goto('/leads');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('marzipan fair');
    const hit = page.getByRole('option').filter({ hasText: 'marzipan' });
    await expect(page.getByText('Notes and comments', { exact: true })).toBeVisible();
    await expect(hit).toContainText('Nota Bene');
    await expect(hit).toContainText('Wants the marzipan samples before the fair.');
    await expectAccessibleNow(page, 'everything');
    await hit.click();
    await expect(page).toHaveURL(`/contacts/${id}?tab=notes`);
    await expect(page.getByText('Wants the marzipan samples before the fair.')).toBeVisible();
    // Elsewhere, the record is among the recent pages.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('opportunities');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/opportunities');
    await page.keyboard.press('Control+k');
    await expect(page.getByText('Opened last', { exact: true })).toBeVisible();
    await page.getByRole('option', { name: 'Nota Bene' }).click();
    await expect(page).toHaveURL(`/contacts/${id}`);
    await api.call(contacts.remove, { params: { id } });
  });

  test('accepts typing before its code has loaded @long', async ({ page, signIn }) => {
    await signIn('staff');
    let letIt = () => {};
    const held = new Promise<void>((resolve) => {
      letIt = resolve;
    });
    const asked = new Promise<void>((resolve) => {
      void page.route(/\/assets\/palette-.*\.js$/, async (route) => {
        resolve();
        await held;
        await route.continue();
      });
    });
    await page.goto('/leads');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('bus');
    await asked;
    letIt();
    await expect(page.getByRole('option', { selected: true })).toBeVisible();
    await page.keyboard.type(' exp');
    await expect(page.getByRole('combobox')).toHaveValue('bus exp');
    await expect(page.getByRole('option', { selected: true })).toHaveText('Business expenses');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox')).toHaveCount(0);
  });

  test('offers no admin page to others', async ({ page, signIn }) => {
    await signIn('staff');
    await page.goto('/leads');
    await page
      .getByRole('button', { name: /Search/ })
      .first()
      .click();
    await page.getByRole('combobox').fill('security dashboard');
    await expect(page.getByText('Nothing found')).toBeVisible();
  });
});

test('shortcuts work on the page, not inside fields, and can be switched off', async ({ page, signIn }) => {
  await signIn('staff');
  await page.goto('/analytics');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The second key counts for a second, which a busy machine may take.
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await expect(page).toHaveURL('/leads', { timeout: 3_000 });
  }).toPass();
  // A page without its own search.
  await page.goto('/whiteboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('?g');
  await expect(page.getByRole('combobox')).toHaveValue('?g');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('switch', { name: /Plain keys/ }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox')).toHaveCount(0);
});

test('an expired session is renewed silently; otherwise the sign-in page leads back [S6.7]', async ({
  page,
  context,
  signIn,
  allowFaults,
}) => {
  allowFaults(/401|403/);
  await signIn('staff');
  await page.goto('/analytics');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.clearCookies({ name: /session/ });
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await context.clearCookies();
  await page.goto('/leads?q=x');
  await expect(page).toHaveURL('/login?next=%2Fleads%3Fq%3Dx');
});

test('a sign-out that does not reach the server is stored and repeated [S8.8]', async ({
  page,
  signIn,
  allowFaults,
}) => {
  allowFaults(/Failed to load resource|401/);
  await signIn('staff');
  await page.goto('/analytics');
  await page.route('**/api/auth/logout*', (route) => route.abort());
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('An error occurred while logging out. Please try again.').first()).toBeVisible();
  await page.goto('/analytics');
  await expect(page).toHaveURL(/\/login/);
  await page.unroute('**/api/auth/logout*');
  const made = page.waitForResponse((response) => response.url().includes('/api/auth/logout') && response.ok());
  await page.goto('/analytics');
  await made;
  await expect(page).toHaveURL(/\/login/);
});

test('while the application loads, signed-in people see its outline @long', async ({ page, signIn }) => {
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await arrives;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('#root')).toBeAttached();
  await expect(page.locator('#first-picture')).toHaveCount(0);
  await signIn('staff');
  await page.goto('/contacts', { waitUntil: 'commit' });
  await expect(page.locator('#first-picture')).toBeVisible();
  arrive();
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();
  await expect(page.locator('#first-picture')).toHaveCount(0);
});
