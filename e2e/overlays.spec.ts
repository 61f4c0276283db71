/**
 * Overlays by keyboard alone: the focus goes in, stays in, is visible, and comes back; Escape closes only the topmost.
 */
import type { Page } from '@playwright/test';
import { ALL, findings, inTheme, THEMES } from './support/axe.ts';
import { open } from './support/navigate.ts';
import { expect, test } from './support/test.ts';

/**
 * A page, and a button on it that opens something. `Tab` cycles in a modal overlay and leaves a menu or popover alone.
 */
const OVERLAYS: readonly [path: string, button: string | RegExp, opens: string | RegExp][] = [
  ['/contacts', 'New contact', 'New contact'],
  ['/contacts', 'Filter', 'Add a filter'],
  ['/contacts', 'Columns', 'Columns'],
  ['/contacts', 'Options of column Name', 'Column Name'],
  ['/contacts', 'Open favorites', 'Favorites'],
  ['/companies', 'New company', 'New company'],
  ['/leads', 'New lead', 'New lead'],
  ['/leads/settings', 'New rule', 'New rule'],
  ['/opportunities', 'New opportunity', 'New opportunity'],
  ['/opportunities', 'Sales settings', 'Sales settings'],
  ['/activities', 'New activity', 'New activity'],
  ['/lead-approval', 'Rules', 'Rules'],
  ['/record-fields', 'New field', 'New field'],
  ['/record-fields', /^Remove /, /^Remove the field/],
  ['/business-license-management', 'New license', 'New license'],
  ['/workflow-visualization', 'New workflow', 'New workflow'],
  ['/finance', 'Connect a bank', 'Connect a bank'],
  ['/personal-finance?tab=accounts', 'New account', 'New account'],
  ['/personal-finance?tab=transactions', 'New transaction', 'New transaction'],
  ['/business-finance?tab=invoices', 'New invoice', 'New invoice'],
  ['/business-expenses', 'New expense', 'New expense'],
  ['/investments', 'New activity', 'New activity'],
  ['/liabilities', 'New loan or card', 'New loan or card'],
  ['/business-valuation', 'New valuation', 'New valuation'],
  ['/tax-management', 'Circumstances', /^Circumstances for/],
  ['/tax-optimization', 'New scenario', /^New \d+ scenario/],
  ['/team', 'Invite', 'Invite people'],
  ['/clients', 'New client', 'Add client'],
  ['/client-sync', 'New sync', 'New sync'],
  ['/contacts', /^Notifications/, 'Notifications'],
];

const top = (page: Page, name: string | RegExp) =>
  page
    .locator('[role="dialog"], [role="alertdialog"], [role="menu"]')
    .and(
      page
        .getByRole('dialog', { name })
        .or(page.getByRole('alertdialog', { name }))
        .or(page.getByRole('menu', { name })),
    );

/** Tabs through an overlay as often as it has controls. Returns where the focus left it or was invisible. */
async function throughByTab(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    wrong.push(
      ...(await page.evaluate(() => {
        const focused = document.activeElement!;
        const name = focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40) ?? '';
        const ringed = [focused, focused.parentElement, focused.parentElement?.parentElement].some(
          (element) =>
            element &&
            getComputedStyle(element).outlineStyle !== 'none' &&
            Number.parseFloat(getComputedStyle(element).outlineWidth) >= 2,
        );
        const inside = focused.closest('[role="dialog"], [role="alertdialog"]') !== null;
        return [
          ...(inside ? [] : [`Tab left it for ${focused.tagName} ${name}`]),
          ...(ringed ? [] : [`no ring on ${focused.tagName} ${name}`]),
        ];
      })),
    );
  }
  return wrong;
}

test('every overlay works by keyboard: focus goes in, stays, is visible, and comes back @long', async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn('admin');
  const found: string[] = [];
  await page.goto('/sound-test');
  let at = '';
  for (const [index, [path, button, name]] of OVERLAYS.entries()) {
    // Another part of the same page keeps its title, and `open` waits for the title.
    if (path !== at) await (path.split('?')[0] === at.split('?')[0] ? page.goto(path) : open(page, path));
    at = path;
    const opener = page.getByRole('button', { name: button, exact: typeof button === 'string' }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    const overlay = top(page, name).first();
    await expect(overlay, `${path}: ${button} opens`).toBeVisible();
    const what = `${path}, ${button}`;
    await expect
      .poll(() => overlay.evaluate((element) => element.contains(document.activeElement)), `${what}: the focus goes in`)
      .toBe(true);
    const isMenu = (await overlay.getAttribute('role')) === 'menu';
    const isModal = await page.evaluate(() => document.querySelector('[data-scrim]') !== null);
    await inTheme(page, THEMES[index % THEMES.length]!);
    found.push(...(await findings(page, what, ALL, overlay)));
    if (isModal && !isMenu) found.push(...(await throughByTab(page)).map((one) => `${what}: ${one}`));
    await page.keyboard.press('Escape');
    await expect(overlay, `${what}: Escape closes it`).toHaveCount(0);
    await expect(opener, `${what}: the focus comes back`).toBeFocused();
  }
  expect(found).toEqual([]);
});

test('Escape closes a list in a dialog before the dialog, a form focuses its first error, and discarding returns the focus', async ({
  page,
  signIn,
}) => {
  await signIn('admin');
  await page.goto('/opportunities');
  const opener = page.getByRole('button', { name: 'New opportunity' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New opportunity' });
  await dialog.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await dialog.getByLabel('Name', { exact: true }).fill('Not for long');
  const company = dialog.getByRole('combobox', { name: 'Company' });
  await company.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox', { name: 'Company' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Company' })).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("deleting a row's record moves the focus to the adjacent row", async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/record-fields?kind=company');
  for (const name of ['First of two', 'Second of two']) {
    await page.getByRole('button', { name: 'New field' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Remove First of two' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('textbox').fill('remove');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove First of two' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove Second of two' })).toBeFocused();
});

test('cut text is shown whole to a resting finger @long', async ({ browser, server, signIn }) => {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 320, height: 700 },
    hasTouch: true,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signIn('admin', page);
  await page.goto('/contacts');
  const row = page.getByTestId('row').first();
  await expect(row).toBeVisible();
  // Any row works: one of them is made longer than a phone is wide.
  const line = row.locator('.truncate').first();
  await line.evaluate((element) => {
    element.textContent = 'a-very-long-address-that-no-phone-can-show-in-full@a-very-long-domain.example';
  });
  const box = (await line.boundingBox())!;
  const touch = await context.newCDPSession(page);
  // A row may appear before its touch listener, so the finger lets go and tries again.
  let rests = false;
  await expect(async () => {
    if (rests) await touch.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
    rests = true;
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: box.x + 20, y: box.y + 5 }],
    });
    await expect(page.locator('[popover]').filter({ hasText: 'a-very-long-domain.example' })).toBeVisible({
      timeout: 3_000,
    });
  }).toPass();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(page).toHaveURL(/\/contacts$/);
  await context.close();
});
