/** Shared by tests of the settings: a tab, its toasts, and a server with an internal error. */
import { expect, type Page } from '@playwright/test';

/** The visible toast, not its announcement to screen readers. */
const toast = (page: Page) => page.locator('[aria-label^="Notifications"] li');

/** Keeps the toast that shows: its time stands still while the focus is with it. */
export async function holdToast(page: Page): Promise<void> {
  await page.keyboard.press('F8');
  await expect(page.locator('[aria-label^="Notifications"] ol')).toBeFocused();
}

export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  await expect(toast(page)).toContainText(title);
  if (description) await expect(toast(page)).toContainText(description);
}

/** Makes calls of one path fail like an internal error of the server. */
export async function breakCall(page: Page, path: string, method: string): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route) =>
      route.request().method() === method
        ? route.fulfill({
            status: 500,
            json: { message: 'Something went wrong on our end.', code: 'internal', requestId: 'req-42' },
          })
        : route.fallback(),
  );
}

export async function openTab(page: Page, tab: string): Promise<void> {
  await page.goto(`/settings?tab=${tab}`);
  await expect(page.getByRole('tabpanel')).toBeVisible();
}
