/**
 * Base of every end-to-end test. `test` runs with sample data, `emptyTest` on an installation without setup. Both fail
 * when the browser reports an error, whatever the test checks.
 */
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount } from '../../src/demo/accounts.ts';
import { Api } from './api.ts';
import { startExample } from './example.ts';
import { startServer, type RunningServer } from './server.ts';

export { expect };

/** The five kinds of people, by their sample account. */
export type Who = 'admin' | 'opus' | 'staff' | 'client' | 'member';

export function account(who: Who): DemoAccount {
  return DEMO_ACCOUNTS.find(({ username }) => username === who)!;
}

interface Fixtures {
  server: RunningServer;
  /** Errors the test provokes on purpose, by their console message. */
  allowFaults: (pattern: RegExp) => void;
  /** Signs the browser in without the page: the next `goto` is signed in. Returns the API for that account. */
  signIn: (who: Who, page?: Page) => Promise<Api>;
  faultWatch: void;
  sameDay: void;
}

/** Zones that say which day it is: the server's, the browser's, and those of the sample workspaces. */
const ZONES = ['UTC', 'Europe/London', 'America/New_York', 'America/Los_Angeles'];
/** What a test takes at most on a slow machine, apart from walks through all pages. */
const LONGEST_TEST_MS = 180_000;

function untilMidnight(timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', minute: 'numeric', second: 'numeric' });
  const [hours, minutes, seconds] = clock.format().split(':').map(Number) as [number, number, number];
  return 86_400_000 - ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

const shared = base.extend<Fixtures & { allowed: RegExp[] }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from this pattern.
  server: async ({}, _use) => {
    throw new Error('Use test or emptyTest');
  },
  baseURL: async ({ server }, use) => use(server.url),
  // eslint-disable-next-line no-empty-pattern -- as above
  allowed: async ({}, use) => use([]),
  allowFaults: async ({ allowed }, use) => use((pattern) => void allowed.push(pattern)),
  page: async ({ page }, use) => {
    leaveOutLiveRegions(page);
    await use(page);
  },
  faultWatch: [
    async ({ context, allowed, server }, use, info) => {
      const faults = watchFaults(context);
      await use();
      const unexpected = faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)));
      if (info.errors.length > 0 || unexpected.length > 0)
        await info.attach('server output', { body: server.output(), contentType: 'text/plain' });
      expect(unexpected, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
  // A day that ends during a test would change what `today` means: tests wait for such a midnight to pass.
  sameDay: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const left = () => Math.min(...ZONES.map((zone) => untilMidnight(zone)));
      await expect.poll(left, { timeout: 2 * LONGEST_TEST_MS, intervals: [1_000] }).toBeGreaterThan(LONGEST_TEST_MS);
      await use();
    },
    { auto: true, timeout: 2 * LONGEST_TEST_MS },
  ],
  signIn: async ({ context, server }, use) =>
    use(async (who, page) => {
      const api = new Api((page?.context() ?? context).request, server.url);
      await api.signIn(account(who).email, DEMO_PASSWORD);
      return api;
    }),
});

/**
 * Has `page.getByText` find what the page shows. The live regions repeat toasts and titles for screen readers, a moment
 * earlier or later, so a text would be found once or twice by chance. They are found by their roles.
 */
function leaveOutLiveRegions(page: Page): void {
  const getByText = page.getByText.bind(page);
  page.getByText = (text, options) => getByText(text, options).and(page.locator(':not([aria-live].sr-only)'));
}

/**
 * Everything that any page of the context reports: uncaught errors, console errors, breaches of the security policy.
 */
export function watchFaults(context: BrowserContext): string[] {
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} [${message.location().url}]`);
  });
  return faults;
}

/** With sample data; all tests of a worker share one server. */
export const test = shared.extend<object, { demoServer: RunningServer }>({
  demoServer: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const server = await startExample();
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 270_000 },
  ],
  server: async ({ demoServer }, use) => use(demoServer),
});

/** On its own installation without accounts. */
export const emptyTest = shared.extend({
  server: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const server = await startServer({ demo: false });
      await use(server);
      await server.close();
    },
    // Its database is made first, which is not the test's time.
    { scope: 'test', timeout: 270_000 },
  ],
});
