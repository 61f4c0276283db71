/** Every address of the product under five kinds of people: what its guard does, and that no page reports an error or breaks the security policy. */
import { SPEC_ROUTES, type SpecRoute } from '../src/web/router/spec-routes.ts';
import { visit } from './support/navigate.ts';
import { expect, test, type Who } from './support/test.ts';

type Visitor = 'anonymous' | 'staff' | 'client' | 'opus_team' | 'admin';
type Outcome = 'shown' | 'sign-in' | 'home';

const OUTCOMES: Record<SpecRoute['guard'], Record<Visitor, Outcome>> = {
  public: { anonymous: 'shown', staff: 'shown', client: 'shown', opus_team: 'shown', admin: 'shown' },
  open: { anonymous: 'shown', staff: 'shown', client: 'shown', opus_team: 'shown', admin: 'shown' },
  user: { anonymous: 'sign-in', staff: 'shown', client: 'shown', opus_team: 'shown', admin: 'shown' },
  admin: { anonymous: 'sign-in', staff: 'home', client: 'home', opus_team: 'home', admin: 'shown' },
};
const ACCOUNTS: Record<Exclude<Visitor, 'anonymous'>, Who> = { staff: 'staff', client: 'client', opus_team: 'opus', admin: 'admin' };

/** An address with something in the place of its parameters; no record has this id. */
const filled = ({ path }: SpecRoute) => path.replace(/\{\w+\}/g, '0198c1a0-0000-7000-8000-000000000001');

/** The entrances lead on whoever has gone through them; the installation is set up, so `/register` has nothing to do. */
const ENTRANCES = new Set(['/login', '/auth', '/register', '/setup-wizard']);

function expectedPath(route: SpecRoute, outcome: Outcome, isSignedIn: boolean): string {
  if (ENTRANCES.has(route.path) && isSignedIn) return '/';
  if (outcome === 'sign-in') return '/login';
  return outcome === 'home' ? '/' : (route.redirect ?? filled(route));
}

for (const visitor of ['anonymous', 'staff', 'client', 'opus_team', 'admin'] as const) {
  test(`every address leads ${visitor} where its guard says, without an error [S2.1 S2.4 S2.8 S2.9 S2.10 S6.1 S6.5 S6.6]`, async ({ page, signIn, allowFaults }) => {
    // The ids in the addresses are nobody's: asking for them is refused, and the page says so.
    allowFaults(/404 \(Not Found\)/);
    if (visitor !== 'anonymous') await signIn(ACCOUNTS[visitor]);
    await page.goto('/sound-test');
    const wrong: string[] = [];
    for (const route of SPEC_ROUTES) {
      // A redirect to where one is shows nothing new to wait for.
      if (route.redirect) await visit(page, '/sound-test');
      const expected = expectedPath(route, OUTCOMES[route.guard][visitor], visitor !== 'anonymous');
      const actual = await visit(page, filled(route)).catch((error: unknown) => `nothing: ${(error as Error).message.split('\n')[0]}`);
      // The old page may still stand when the new one's title is there and it leads on.
      if (actual !== expected) await page.waitForURL((url) => url.pathname === expected, { timeout: 3_000 }).catch(() => wrong.push(`${route.path} led to ${actual}, not ${expected}`));
    }
    expect(wrong).toEqual([]);
    expect(SPEC_ROUTES).toHaveLength(113);
  });
}
