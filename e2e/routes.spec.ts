/**
 * Every address of the product for five kinds of people: the guard's effect, no error or policy violation on any page,
 * and for built pages no axe finding and nothing wider than the window.
 */
import type { Page } from '@playwright/test';
import { NOT_BUILT } from '../src/testing/not-built.ts';
import { SPEC_ROUTES, type SpecRoute } from '../src/web/router/spec-routes.ts';
import { ALL, COLOURS, findings, inTheme, PHONE, sideways } from './support/axe.ts';
import { quiet, visit } from './support/navigate.ts';
import { expect, test, type Who } from './support/test.ts';

type Visitor = 'anonymous' | 'staff' | 'client' | 'opus_team' | 'admin';
type Outcome = 'shown' | 'sign-in' | 'home';

const OUTCOMES: Record<SpecRoute['guard'], Record<Visitor, Outcome>> = {
  public: { anonymous: 'shown', staff: 'shown', client: 'shown', opus_team: 'shown', admin: 'shown' },
  open: { anonymous: 'shown', staff: 'shown', client: 'shown', opus_team: 'shown', admin: 'shown' },
  user: { anonymous: 'sign-in', staff: 'shown', client: 'shown', opus_team: 'shown', admin: 'shown' },
  admin: { anonymous: 'sign-in', staff: 'home', client: 'home', opus_team: 'home', admin: 'shown' },
};
const ACCOUNTS: Record<Exclude<Visitor, 'anonymous'>, Who> = {
  staff: 'staff',
  client: 'client',
  opus_team: 'opus',
  admin: 'admin',
};

/** An address with placeholder parameters; no record has this id. */
const filled = ({ path }: SpecRoute) => path.replace(/\{\w+\}/g, '0198c1a0-0000-7000-8000-000000000001');

/** The entrances redirect people who have passed them; the installation is set up, so `/register` does nothing. */
const ENTRANCES = new Set(['/login', '/auth', '/register', '/setup-wizard']);

function expectedPath(route: SpecRoute, outcome: Outcome, isSignedIn: boolean): string {
  if (ENTRANCES.has(route.path) && isSignedIn) return '/';
  if (outcome === 'sign-in') return '/login';
  return outcome === 'home' ? '/' : (route.redirect ?? filled(route));
}

const DESK = { width: 1440, height: 900 };
/** The check of a page: everything, or only what another theme can change. */
type Look = readonly [size: typeof DESK, theme: 'dark' | 'light', rules: typeof ALL];

const DARK_ON_DESK: Look = [DESK, 'dark', ALL];
const LIGHT_ON_DESK: Look = [DESK, 'light', ALL];
const DARK_ON_PHONE: Look = [PHONE, 'dark', ALL];
const LIGHT_ON_PHONE: Look = [PHONE, 'light', ALL];
const COLOURS_IN_LIGHT: Look = [DESK, 'light', COLOURS];
const COLOURS_IN_DARK: Look = [PHONE, 'dark', COLOURS];

/**
 * Pages use the same components for everybody, with parts left out or a client's own, so both themes and sizes are
 * split among the people who see a page. Pages that only one of them sees are checked in all four.
 */
function looksOf(visitor: Visitor, { guard }: SpecRoute): readonly Look[] {
  if (visitor === 'anonymous') return [DARK_ON_DESK, COLOURS_IN_LIGHT, LIGHT_ON_PHONE, COLOURS_IN_DARK];
  if (visitor === 'staff' || visitor === 'opus_team') return [LIGHT_ON_DESK, DARK_ON_PHONE];
  return guard === 'admin'
    ? [DARK_ON_DESK, COLOURS_IN_LIGHT, LIGHT_ON_PHONE, COLOURS_IN_DARK]
    : [DARK_ON_DESK, LIGHT_ON_PHONE];
}

/** One page that is not built stands for all: they share one component. */
const NOT_BUILT_EXAMPLE = '/admin-revenue-tracker';

/**
 * Whether this visitor's page is checked: aliases, pages that need a record, and pages before sign-in are covered
 * elsewhere.
 */
function isLookedAt(visitor: Visitor, route: SpecRoute): boolean {
  const isBuilt = !NOT_BUILT.includes(route.path) || route.path === NOT_BUILT_EXAMPLE;
  const isTheirs =
    visitor === 'anonymous' ? route.guard === 'public' && route.path !== '/register' : route.guard !== 'public';
  return (
    isBuilt &&
    isTheirs &&
    OUTCOMES[route.guard][visitor] === 'shown' &&
    !route.sameAs &&
    !route.redirect &&
    !route.path.includes('{')
  );
}

/**
 * Problems of the current page.
 * @param first header and sidebar are checked on the first page of a walk
 */
async function lookAt(page: Page, path: string, looks: readonly Look[], first: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const [size, theme, rules] of looks) {
    await page.setViewportSize(size);
    await inTheme(page, theme);
    await quiet(page);
    const what = `${path}, ${size.width} px, ${theme}`;
    found.push(
      ...(await findings(page, what, rules, first ? 'everything' : 'all but the shell')),
      ...(await sideways(page, what)),
    );
  }
  return found;
}

/** Whose pages `npm test` looks at; it only leads clients through them, and leaves the rest to `npm run test:all`. */
const LOOKED_AT: ReadonlySet<string> = new Set(['anonymous', 'admin']);

/**
 * Visits every address.
 * @param looks whether each page is checked, besides where it leads and that it shows no error
 * @returns how many pages were checked
 */
async function walk(page: Page, visitor: Visitor, looks: boolean): Promise<number> {
  const wrong: string[] = [];
  let lookedAt = 0;
  for (const route of SPEC_ROUTES) {
    // A redirect to the current page shows nothing new to wait for.
    if (route.redirect) await visit(page, '/sound-test');
    const expected = expectedPath(route, OUTCOMES[route.guard][visitor], visitor !== 'anonymous');
    const actual = await visit(page, filled(route)).catch(
      (error: unknown) => `nothing: ${(error as Error).message.split('\n')[0]}`,
    );
    // The old page may still be there when the new title is, before it redirects.
    if (actual !== expected)
      await page
        .waitForURL((url) => url.pathname === expected, { timeout: 15_000 })
        .catch(() => wrong.push(`${route.path} led to ${actual}, not ${expected}`));
    if (!looks || !isLookedAt(visitor, route)) continue;
    const all = looksOf(visitor, route);
    // Every other page begins on a phone, where the last one ended.
    wrong.push(...(await lookAt(page, route.path, lookedAt % 2 === 0 ? all : all.toReversed(), lookedAt === 0)));
    lookedAt += 1;
  }
  expect(wrong).toEqual([]);
  expect(SPEC_ROUTES).toHaveLength(113);
  return lookedAt;
}

for (const visitor of ['anonymous', 'staff', 'client', 'opus_team', 'admin'] as const) {
  const tag = LOOKED_AT.has(visitor) ? '' : ' @long';
  test(`every address leads ${visitor} where its guard says, without an error, to a page that is accessible${tag} [S2.1 S2.4 S2.8 S2.9 S2.10 S6.1 S6.5 S6.6]`, async ({
    page,
    signIn,
    allowFaults,
  }) => {
    // A hundred pages in one go take a busy machine a while.
    test.slow();
    // The ids in the addresses do not exist: asking for them is refused, and the page says so.
    allowFaults(/404 \(Not Found\)/);
    if (visitor !== 'anonymous') await signIn(ACCOUNTS[visitor]);
    await page.goto('/sound-test');
    expect(await walk(page, visitor, true)).toBeGreaterThanOrEqual(visitor === 'anonymous' ? 8 : 20);
  });
}

test('every address leads a client where its guard says, without an error [S2.1 S2.4]', async ({
  page,
  signIn,
  allowFaults,
}) => {
  test.slow();
  allowFaults(/404 \(Not Found\)/);
  await signIn('client');
  await page.goto('/sound-test');
  await walk(page, 'client', false);
});
