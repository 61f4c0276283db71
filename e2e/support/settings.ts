/** What tests of the settings have in common: a tab, its toasts, and a server that breaks inside. */
import { expect, type Page } from '@playwright/test';

/** The toast that is shown; what a screen reader is told is not it. */
const toast = (page: Page) => page.locator('[aria-label^="Notifications"] li');

export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  await expect(toast(page)).toContainText(title);
  if (description) await expect(toast(page)).toContainText(description);
}

/** Lets calls of one path fail as the server itself does when something inside it breaks. */
export async function breakCall(page: Page, path: string, method: string): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route) =>
      route.request().method() === method
        ? route.fulfill({
            status: 500,
            json: { message: 'Something went wrong on our side.', code: 'internal', requestId: 'req-42' },
          })
        : route.fallback(),
  );
}

export async function openTab(page: Page, tab: string): Promise<void> {
  await page.goto(`/settings?tab=${tab}`);
  await expect(page.getByRole('tabpanel')).toBeVisible();
}
