/** Accessibility by axe-core, as people meet the page: in both themes, on a desk and on a phone. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const DESK = { width: 1366, height: 768 };
const PHONE = { width: 390, height: 844 };

async function findings(page: Page, what: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${what}: ${id} at ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`));
}

/** The page as it stands now, in the theme and size that it has. */
export async function expectAccessibleNow(page: Page): Promise<void> {
  expect(await findings(page, page.url())).toEqual([]);
}

/**
 * The page in light and dark, wide and narrow, and nothing that has to be scrolled sideways on a phone.
 * Afterwards the page is wide and light again.
 */
export async function expectAccessible(page: Page, options: { settled?: () => Promise<void> } = {}): Promise<void> {
  const found: string[] = [];
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await options.settled?.();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`));
      found.push(...await findings(page, `${colorScheme}, ${size.width} px`));
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (overflow > 0) found.push(`${size.width} px: ${overflow} px wider than the window`);
  }
  expect(found).toEqual([]);
}
