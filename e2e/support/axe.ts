/** Accessibility by axe-core, as people meet the page: in both themes, on a desk and on a phone. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';

export const ALL = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** What another theme can change: names, roles and sizes are the same in both. */
export const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
export const DESK = { width: 1366, height: 768 };
export const PHONE = { width: 390, height: 844 };
export const THEMES = ['dark', 'light'] as const;

/**
 * axe itself, put into each document once: `AxeBuilder` does it anew for each look and finishes in a window of its own,
 * which costs more than looking.
 */
const require = createRequire(import.meta.url);
const axeSource = readFileSync(
  createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

interface Axe {
  run: (
    context: object,
    options: object,
  ) => Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[] }>;
}

/**
 * What is looked at: everything, all but header and sidebar (they are the same on every page, and half of what many a
 * page holds), or what opened over the page.
 */
type Part = 'everything' | 'all but the shell' | Locator;

/** What axe finds on the page as it stands now, one line for each element. */
export async function findings(page: Page, what: string, rules = ALL, part: Part = 'everything'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const opened = typeof part === 'string' ? null : await part.elementHandle();
  const found = await page.evaluate(
    async ([runOnly, within, leavesShell]) => {
      // A colour on its way is judged as it is at that moment.
      for (const one of document.getAnimations()) if (one.effect?.getTiming().iterations === 1) one.finish();
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
      const { axe } = globalThis as unknown as { axe: Axe };
      const shell = leavesShell
        ? [...document.querySelectorAll('header, #sidebar')].filter((one) => !one.closest('main'))
        : [];
      const { violations } = await axe.run(
        { include: [within ?? document], exclude: shell },
        { runOnly, resultTypes: ['violations'], iframes: false },
      );
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`),
      );
    },
    [rules, opened, part === 'all but the shell'] as const,
  );
  return found.map((one) => `${what}: ${one}`);
}

/** As `findings`, in both themes: the first is judged by everything, the second by its colours. */
export async function findingsInBothThemes(page: Page, what: string, part: Part = 'everything'): Promise<string[]> {
  const found: string[] = [];
  for (const [theme, rules] of [
    ['dark', ALL],
    ['light', COLOURS],
  ] as const) {
    await inTheme(page, theme);
    found.push(...(await findings(page, `${what}, ${theme}`, rules, part)));
  }
  return found;
}

/** How much wider than the window the page is, as a finding. */
export async function sideways(page: Page, what: string): Promise<string[]> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return overflow > 0 ? [`${what}: ${overflow} px wider than the window`] : [];
}

/** Has the page in this theme. */
export async function inTheme(page: Page, colorScheme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((name) => document.documentElement.classList.contains(name), colorScheme);
}

/** The page as it stands now, in the theme and size that it has. */
export async function expectAccessibleNow(page: Page, part: Part = 'all but the shell'): Promise<void> {
  expect(await findings(page, page.url(), ALL, part)).toEqual([]);
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
    found.push(
      ...(await findingsInBothThemes(page, `${size.width} px`, 'all but the shell')),
      ...(await sideways(page, `${size.width} px`)),
    );
  }
  expect(found).toEqual([]);
}
