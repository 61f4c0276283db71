/** Longer interactions in `npm run bench:web`: presses and typing, scrolling a very long list, a tour of all pages. */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { countInteractions, scrollFrames, worstInteraction } from './web-page.ts';

const PAUSE = 250;

/** Presses and typing on each page, in order. */
const ACTS: Record<string, (page: Page) => Promise<void>> = {
  async '/login'(page) {
    await page
      .locator('input[type="email"], input[autocomplete~="username"]')
      .first()
      .pressSequentially('somebody@example.com', { delay: 60 });
    await page.locator('input[type="password"]').pressSequentially('not the password', { delay: 60 });
    await page.keyboard.press('Tab');
  },
  async '/dashboard'(page) {
    await press(page, 'header button[aria-haspopup]:visible >> nth=-1');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(PAUSE);
    await page.keyboard.type('contacts', { delay: 80 });
    await page.waitForTimeout(PAUSE);
    await leaveOverlays(page);
    await page.getByRole('button', { name: 'Arrange' }).click();
    await page.waitForTimeout(PAUSE);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    // A group of the navigation, collapsed and expanded.
    await press(page, 'nav h2 button >> nth=0');
    await press(page, 'nav h2 button >> nth=0');
  },
  async '/contacts'(page) {
    await press(page, '[data-testid="row"] [data-select] >> nth=0');
    await press(page, '[data-testid="row"] [data-select] >> nth=1');
    await press(page, '[data-testid="row"] [data-select] >> nth=0');
    await press(page, '[data-testid="row"] [data-select] >> nth=1');
    await press(page, '[role="columnheader"] button >> nth=0');
    await page.keyboard.press('Escape');
    await press(page, 'main button[aria-haspopup]:visible >> nth=0');
    await page.keyboard.press('Escape');
    await page.locator('main input[type="search"]').first().pressSequentially('ander', { delay: 80 });
    await page.waitForTimeout(PAUSE);
    await page.locator('[data-testid="row"] [data-column]').first().click();
    for (let row = 0; row < 5; row += 1) await page.keyboard.press('ArrowDown', { delay: 40 });
  },
};

/** Closes any overlay. */
async function leaveOverlays(page: Page): Promise<void> {
  while (await page.getByRole('dialog').isVisible()) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(PAUSE);
  }
}

async function press(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().click();
  await page.waitForTimeout(PAUSE);
}

/** The slowest interaction on a settled page, in milliseconds; 16 is the minimum. */
export async function interact(context: BrowserContext, path: string, content: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(countInteractions);
  await page.goto(path);
  await page.locator(content).first().waitFor();
  // Deferred code has loaded by then: people look before they press.
  await page.waitForTimeout(2_500);
  await ACTS[path]!(page);
  await page.waitForTimeout(2 * PAUSE);
  const worst = await page.evaluate(worstInteraction);
  await page.close();
  return worst;
}

/** Rows of the scrolled list. This program plays the server, because only drawing is measured. */
const ROWS = 200_000;
const FRAME = 1_000 / 60;

export interface Scrolling {
  /** Share of frames that were late by one, and by two or more. */
  late: number;
  veryLate: number;
}

/** Six rows per frame, then leaps of a whole screen, through 200,000 contacts. */
export async function scrollLongList(context: BrowserContext): Promise<Scrolling> {
  const page = await context.newPage();
  let template: Record<string, unknown> | undefined;
  await page.route(/\/api\/contacts\?/, async (route) => {
    const { searchParams } = new URL(route.request().url());
    template ??= ((await (await route.fetch()).json()) as { items: Record<string, unknown>[] }).items[0]!;
    const from = Number(searchParams.get('cursor') ?? 0);
    const limit = Number(searchParams.get('limit') ?? 50);
    const items = Array.from({ length: limit }, (_, index) => ({
      ...template,
      id: `00000000-0000-7000-8000-${String(from + index).padStart(12, '0')}`,
    }));
    await route.fulfill({
      json: { items, next: String(from + limit), previous: null, total: { count: ROWS, capped: false } },
    });
  });
  await page.goto('/contacts');
  await page.getByTestId('row').first().waitFor();
  await page.waitForTimeout(2_500);
  const spans = [
    ...(await page.evaluate(scrollFrames, { step: 240, frames: 300 })),
    ...(await page.evaluate(scrollFrames, { step: 800, frames: 300 })),
  ];
  await page.close();
  const share = (frames: number) => spans.filter((span) => span > FRAME * frames).length / spans.length;
  return { late: share(1.5), veryLate: share(2.5) };
}

/** Pages of the tour, in navigation order. */
const TOUR = [
  '/dashboard',
  '/contacts',
  '/leads',
  '/opportunities',
  '/activities',
  '/analytics',
  '/personal-finance',
  '/investments',
  '/liabilities',
  '/settings',
];

/** Visits the pages once by their links. */
async function goRound(page: Page): Promise<void> {
  for (const path of TOUR) {
    await page
      .locator(`nav a[href="${path}"]`)
      .first()
      .evaluate((link: HTMLElement) => link.click());
    await page.waitForURL(`**${path}*`);
    await page.locator('main h1').first().waitFor();
    await page.waitForTimeout(50);
  }
}

/** Megabytes and nodes that remain after each tour of ten pages. */
export async function tourGrowth(
  context: BrowserContext,
  heap: (cdp: CDPSession) => Promise<number>,
  warm: number,
  cycles: number,
): Promise<{ megabytes: number; nodes: number }> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const nodes = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'Nodes')!.value;
  await page.goto('/dashboard');
  await page.locator('[data-widget]').first().waitFor();
  for (let turn = 0; turn < warm; turn += 1) await goRound(page);
  const before = { megabytes: await heap(cdp), nodes: await nodes() };
  for (let turn = 0; turn < cycles; turn += 1) await goRound(page);
  const after = { megabytes: await heap(cdp), nodes: await nodes() };
  await page.close();
  return { megabytes: (after.megabytes - before.megabytes) / cycles, nodes: (after.nodes - before.nodes) / cycles };
}
