/** Accessibility by axe-core: in both themes, on a desktop and on a phone. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';

export const ALL = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** Rules that depend on the theme: names, roles, and sizes are the same in both. */
export const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
export const DESK = { width: 1366, height: 768 };
export const PHONE = { width: 390, height: 844 };
export const THEMES = ['dark', 'light'] as const;

/**
 * axe itself, injected once per document: `AxeBuilder` injects it for each check and finishes in a separate window,
 * which costs more than the check.
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
 * The checked part: everything, all but header and sidebar (identical on every page, and half of many), or an overlay.
 */
type Part = 'everything' | 'all but the shell' | Locator;

/** axe findings on the current page, one line per element. */
export async function findings(page: Page, what: string, rules = ALL, part: Part = 'everything'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const opened = typeof part === 'string' ? null : await part.elementHandle();
  const found = await page.evaluate(
    async ([runOnly, within, leavesShell]) => {
      // A color in transition would be judged at that moment.
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

/** Like `findings`, in both themes: the first by all rules, the second by its colors. */
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

/** Sets the page's theme. */
export async function inTheme(page: Page, colorScheme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((name) => document.documentElement.classList.contains(name), colorScheme);
}

/** The current page, in its theme and size. */
export async function expectAccessibleNow(page: Page, part: Part = 'all but the shell'): Promise<void> {
  expect(await findings(page, page.url(), ALL, part)).toEqual([]);
}

/**
 * The page in light and dark, wide and narrow, without sideways scrolling on a phone. Afterward the page is wide and
 * light again.
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
