/**
 * `npm run bench:web`: the product in a real Chromium, against the real server with sample data. Prints a table and
 * writes docs/benchmarks-web.md. Build the application first (`npm run build`).
 *
 * - `--quick` one round, ten cycles; writes no document
 * - `--heap` the growth of the heap alone
 * - `--cold` the first loads alone
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../src/demo/accounts.ts';
import { findWholeChromium } from '../src/testing/chromium.ts';
import { processorTime, stolenShare } from '../src/testing/machine.ts';
import { freePort } from '../src/testing/postgres.ts';
import { startServer } from '../src/testing/server-process.ts';
import { interact, scrollLongList, tourGrowth } from './web-interactions.ts';
import { countPaint, readPaint } from './web-page.ts';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, heap: { type: 'boolean' }, cold: { type: 'boolean' } },
});
const ROUNDS = options.quick ? 1 : 5;
/** Cycles before the heap is measured: until then Chromium compiles frequent code, and deferred code loads. */
const WARM_CYCLES = options.quick ? 3 : 15;
const CYCLES = options.quick ? 10 : 60;
const DOCUMENT = join(import.meta.dirname, '../docs/benchmarks-web.md');

const say = (text: string) => void process.stdout.write(`${text}\n`);
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The figures in table order: name and bar. */
const FIGURES = {
  script: ['JavaScript of the first load, kB compressed', '≤ 200'],
  lcp: ['Largest Contentful Paint, cold, ms', '≤ 1,000'],
  content: ['First content of its own, cold, ms', '≤ 1,200'],
  cls: ['Layout shift', '≤ 0.02'],
  tbt: ['Blocking time, ms', '≤ 100'],
  cpu: ['Main thread busy, ms of processor', '≤ 450'],
  inp: ['Slowest interaction (INP), ms', '≤ 64'],
  route: ['Route change to drawn content, ms', '≤ 200'],
  record: ['Opening a record, ms', '≤ 150'],
} as const;
type Figure = keyof typeof FIGURES;

interface PageUnderTest {
  path: string;
  signedIn: boolean;
  /** Element that shows when the page has its content. */
  content: string;
  /** Name of its link in the navigation. */
  link?: string;
}

const PAGES: readonly PageUnderTest[] = [
  { path: '/login', signedIn: false, content: 'input[type="password"]' },
  { path: '/dashboard', signedIn: true, content: '[data-widget]', link: 'Dashboard' },
  { path: '/contacts', signedIn: true, content: '[data-testid="row"]', link: 'Contacts' },
];

async function openContext(browser: Browser, url: string, signedIn: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1366, height: 768 }, locale: 'en-GB' });
  if (signedIn) {
    const { csrfToken } = (await (await context.request.get('/api/csrf-token')).json()) as { csrfToken: string };
    await context.request.post('/api/auth/login', {
      data: { email: DEMO_ACCOUNTS.find(({ username }) => username === 'staff')!.email, password: DEMO_PASSWORD },
      headers: { 'x-csrf-token': csrfToken },
    });
  }
  return context;
}

/** A page without any cache, from the first byte to rest. */
async function cold(
  browser: Browser,
  url: string,
  { path, signedIn, content }: PageUnderTest,
): Promise<Partial<Record<Figure, number>>> {
  const context = await openContext(browser, url, signedIn);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  // Processor time, not clock time: it is the same on a busy machine.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(countPaint, content);
  await page.goto(path);
  await page.locator(content).first().waitFor();
  await page.waitForTimeout(1_500);
  const figures = await page.evaluate(readPaint);
  const { metrics } = await cdp.send('Performance.getMetrics');
  await context.close();
  return { ...figures, cpu: metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000 };
}

/** Milliseconds from the press of a link until its target is drawn, in the page's own time. */
async function timeTo(page: Page, link: string, wanted: string, from = 'nav a'): Promise<number> {
  return page.evaluate(
    ([name, selector, links]) =>
      new Promise<number>((resolve) => {
        const anchor = [...document.querySelectorAll<HTMLElement>(links!)].find((one) =>
          one.textContent?.trim().startsWith(name!),
        )!;
        const before = new Set(document.querySelectorAll(selector!));
        const began = performance.now();
        const look = () => {
          const there = [...document.querySelectorAll(selector!)].some((one) => !before.has(one));
          if (there) requestAnimationFrame(() => resolve(performance.now() - began));
          else requestAnimationFrame(look);
        };
        anchor.click();
        look();
      }),
    [link, wanted, from],
  );
}

/** Moves between visited pages, and opens new records. */
async function moving(browser: Browser, url: string): Promise<Record<string, Partial<Record<Figure, number>>>> {
  const context = await openContext(browser, url, true);
  const page = await context.newPage();
  await page.goto('/contacts');
  await page.locator('[data-testid="row"]').first().waitFor();
  await timeTo(page, 'Dashboard', '[data-widget]');
  await timeTo(page, 'Contacts', '[data-testid="row"]');
  await page.waitForTimeout(1_500);
  const dashboard = await timeTo(page, 'Dashboard', '[data-widget]');
  await page.waitForTimeout(500);
  const contacts = await timeTo(page, 'Contacts', '[data-testid="row"]');
  await page.waitForTimeout(500);
  const records: number[] = [];
  for (let row = 0; row < 5; row += 1) {
    const link = page.locator('[data-testid="row"] a').nth(row);
    // People hover before they press.
    await link.hover();
    await page.waitForTimeout(300);
    records.push(
      await timeTo(page, (await link.innerText()).trim(), '[data-testid="record"] h1', '[data-testid="row"] a'),
    );
    await page.goBack();
    await page.locator('[data-testid="row"]').first().waitFor();
    await page.waitForTimeout(300);
  }
  await context.close();
  return { '/dashboard': { route: dashboard }, '/contacts': { route: contacts, record: median(records) } };
}

/** Megabytes in use after garbage collection. */
async function heap(cdp: CDPSession): Promise<number> {
  for (let turn = 0; turn < 4; turn += 1) {
    await cdp.send('HeapProfiler.collectGarbage');
    await new Promise((resolve) => {
      setTimeout(resolve, 250);
    });
  }
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

/** Growth of the heap in megabytes from list to record and back, after the first cycles. */
async function heapGrowth(browser: Browser, url: string): Promise<number> {
  const context = await openContext(browser, url, true);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.goto('/contacts');
  const rows = page.getByTestId('row');
  const cycle = async () => {
    await rows.first().getByRole('link').first().click();
    await page.getByTestId('record').getByRole('heading', { level: 1 }).waitFor();
    await page.goBack();
    await rows.first().waitFor();
  };
  for (let turn = 0; turn < WARM_CYCLES; turn += 1) await cycle();
  const before = await heap(cdp);
  for (let turn = 0; turn < CYCLES; turn += 1) await cycle();
  const grown = ((await heap(cdp)) - before) / CYCLES;
  await context.close();
  return grown;
}

function table(figures: ReadonlyMap<string, Partial<Record<Figure, number>>>): string {
  const write = (name: Figure, value: number | undefined) =>
    value === undefined ? '' : name === 'cls' ? value.toFixed(3) : Math.round(value).toLocaleString('en');
  const rows = (Object.keys(FIGURES) as Figure[]).map((name) => [
    FIGURES[name][0],
    ...PAGES.map(({ path }) => write(name, figures.get(path)?.[name])),
    FIGURES[name][1],
  ]);
  const head = ['', ...PAGES.map(({ path }) => path), 'bar'];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Long-term behavior: heap, nodes, frames. */
async function endurance(browser: Browser, url: string): Promise<string> {
  const context = await openContext(browser, url, true);
  const [warm, cycles] = options.quick ? [1, 2] : [8, 60];
  const tour = await tourGrowth(context, heap, warm, cycles);
  const { late, veryLate } = await scrollLongList(context);
  await context.close();
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return [
    `Heap growth from page to page through ten of them: ${tour.megabytes.toFixed(3)} MB and ${tour.nodes.toFixed(1)} nodes a tour, over ${cycles} tours after ${warm} (bar 0.05 MB).`,
    `Scrolling through 200,000 contacts, 6 and 20 rows with every frame: ${percent(late)} of the frames came late by one, ${percent(veryLate)} by two or more.`,
  ].join('\n\n');
}

async function measureAll(browser: Browser, url: string): Promise<string> {
  if (options.cold) return table(await measureRounds(browser, url));
  const growth = `Heap growth from list to record and back: ${(await heapGrowth(browser, url)).toFixed(3)} MB a cycle over ${CYCLES} cycles after ${WARM_CYCLES} (bar 0.05).`;
  if (options.heap) return growth;
  return `${table(await measureRounds(browser, url))}\n\n${growth}\n\n${await endurance(browser, url)}`;
}

/** Medians of all rounds. */
async function measureRounds(
  browser: Browser,
  url: string,
): Promise<ReadonlyMap<string, Partial<Record<Figure, number>>>> {
  const rounds = new Map<string, Partial<Record<Figure, number>>[]>(PAGES.map(({ path }) => [path, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of PAGES) rounds.get(one.path)!.push(await cold(browser, url, one));
    if (options.cold) continue;
    for (const { path, signedIn, content } of PAGES) {
      const context = await openContext(browser, url, signedIn);
      rounds.get(path)!.push({ inp: await interact(context, path, content) });
      await context.close();
    }
    for (const [path, figures] of Object.entries(await moving(browser, url))) rounds.get(path)!.push(figures);
  }
  return new Map(
    [...rounds].map(([path, all]) => [
      path,
      Object.fromEntries(
        (Object.keys(FIGURES) as Figure[]).flatMap((name) => {
          const values = all.map((one) => one[name]).filter((value) => value !== undefined);
          return values.length > 0 ? [[name, median(values)]] : [];
        }),
      ),
    ]),
  );
}

const dataDir = mkdtempSync(join(tmpdir(), 'gauntlet-bench-web-'));
const load = loadavg()
  .map((value) => value.toFixed(1))
  .join(' ');
const before = processorTime();
const server = await startServer({
  port: await freePort(),
  args: ['--demo'],
  env: { DATA_DIR: dataDir, NODE_ENV: 'test' },
  timeout: 180_000,
});
const { executablePath, args, env } = await findWholeChromium();
const browser = await chromium.launch({ executablePath, args, env });
try {
  const report = await measureAll(browser, server.url);
  say(report);
  if (!options.quick && !options.heap && !options.cold) {
    writeFileSync(
      DOCUMENT,
      `# The product in a browser\n\nWritten by \`npm run bench:web\`; do not edit by hand. Chromium ${browser.version()}, Node ${process.version}, ${cpus().length} processors, load ${load} before the start, ${stolenShare(before, processorTime())} of the processor time taken by the host; medians of ${ROUNDS} rounds against the embedded database with sample data.\n\n${report}\n`,
    );
    say(`\nWritten to ${DOCUMENT}`);
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
