import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, execute } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { type NewReport, debug, reports } from '../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ TRUST_PROXY: '1' });
});
afterAll(() => system.destroy());

let addresses = 0;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
/** Sends a report as a browser does: without a token, each test from an address of its own. */
const sender = () => {
  const headers = { 'x-forwarded-for': `203.0.113.${++addresses}`, 'user-agent': AGENT };
  return (body: NewReport | object, more: Record<string, string> = {}) =>
    system
      .visitor()
      .send<{ code?: string }>('POST', '/api/browser-reports', {
        body,
        headers: { ...headers, ...more },
        withoutCsrf: true,
      });
};
const altered = (detail: string): NewReport => ({
  kind: 'altered',
  detail,
  page: '/contacts/01900000-0000-7000-8000-000000000001',
  build: 'b1',
});
const clear = () => asSystem(() => execute('delete from client_reports'));

describe('reports of browsers', () => {
  it('are counted when they are the same, and hold nothing of a person', async () => {
    await clear();
    const send = sender();
    for (let n = 0; n < 3; n++) expect((await send(altered('/assets/index.js'))).status).toBe(204);
    const admin = await system.signedIn({ role: 'admin' });
    const { items } = await admin.call(reports.list);
    expect(items).toMatchObject([
      {
        kind: 'altered',
        detail: '/assets/index.js',
        page: '/contacts/…',
        browser: 'Chrome on Linux',
        build: 'b1',
        count: 3,
      },
    ]);
    expect(JSON.stringify(items)).not.toMatch(/203\.0\.113|0190/);
  });

  it('come from the browser itself, too, when it refuses something', async () => {
    await clear();
    const report = {
      'csp-report': {
        'document-uri': `${system.url}/contacts?search=ada`,
        'effective-directive': 'img-src',
        'blocked-uri': 'https://evil.example/pixel',
        'original-policy': 'x',
        referrer: 'secret',
      },
    };
    expect((await sender()(report, { 'content-type': 'application/csp-report' })).status).toBe(204);
    const admin = await system.signedIn({ role: 'admin' });
    expect((await admin.call(reports.list)).items).toMatchObject([
      { kind: 'policy', detail: 'img-src refused evil.example', page: '/contacts', count: 1 },
    ]);
  });

  it('are refused from other sites, in other shapes, and when there are too many', async () => {
    const send = sender();
    expect((await send(altered('x'), { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send({ kind: 'policy', detail: 'x', page: '/', build: '' })).status).toBe(400);
    expect((await send({ ...altered('x'.repeat(301)) })).status).toBe(400);
    let last = 204;
    for (let n = 0; n < 40 && last === 204; n++) last = (await send(altered(String(n)))).status;
    expect(last).toBe(429);
  });

  it('are read and cleared by administrators only', async () => {
    await clear();
    await sender()(altered('one'));
    const [user, admin] = [await system.signedIn(), await system.signedIn({ role: 'admin' })];
    for (const call of [reports.list, reports.clear]) {
      expect((await user.tryCall(call)).status).toBe(403);
      expect((await system.visitor().send(call.method, call.path)).status).toBe(401);
    }
    expect(await admin.call(reports.clear)).toEqual({ removed: 1 });
    expect((await admin.call(reports.list)).items).toEqual([]);
  });

  it('are the newest 500 different ones, page by page', async () => {
    await clear();
    await asSystem(() =>
      execute(
        `insert into client_reports (id, fingerprint, kind, detail, page, browser, build, last_at)
       select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'f' || n, 'error', 'e' || n, '/', 'b', '',
          now() - interval '1 hour' from generate_series(1, 500) n`,
      ),
    );
    await sender()(altered('newest'));
    const admin = await system.signedIn({ role: 'admin' });
    let count = 0;
    for (let cursor: string | undefined; ;) {
      const page = await admin.call(reports.list, { query: { limit: 100, ...(cursor && { cursor }) } });
      count += page.items.length;
      if (!page.next) break;
      cursor = page.next;
    }
    expect(count).toBe(500);
  });
});

describe('the state that the debug pages show', () => {
  it('is the browser’s own, with every secret masked', async () => {
    const user = await system.signedIn({ role: 'opus_team' });
    const state = await user.call(debug.state);
    expect(state).toMatchObject({
      csrf: { genuine: true },
      session: { role: 'opus_team', isClient: false },
      request: { protocol: 'http', trustsProxy: true },
    });
    const text = JSON.stringify(state);
    for (const secret of [...user.cookies.values(), user.userId, user.workspaceId].filter((value) => value.length > 4))
      expect(text).not.toContain(secret);
    expect(state.cookies.find(({ name }) => name === 'session')?.value).toMatch(/^\S{4}… \(\d+ characters\)$/);
  });

  it('says that no one is signed in where no one is', async () => {
    const { body } = await system
      .visitor()
      .send<{ session: unknown; cookies: { value: unknown }[] }>('GET', '/api/debug/state');
    expect(body.session).toBeNull();
    expect(body.cookies.every(({ value }) => value === null)).toBe(true);
  });
});

describe('what a plan does not hold', () => {
  it('is refused with the plan that holds it, and given to whoever has it', async () => {
    const user = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    const none = await user.tryCall(debug.paidFeature);
    expect([none.status, none.body.code, none.body.message]).toEqual([
      402,
      'plan_required',
      'This workspace has chosen no plan. It comes with Scale.',
    ]);
    await asSystem(() => execute(`update workspaces set plan = 'growth' where id = $1`, [user.workspaceId]));
    expect((await user.tryCall(debug.paidFeature)).body).toMatchObject({
      message: 'The plan Growth does not hold this. It comes with Scale.',
      details: { plan: 'Growth', heldBy: ['Scale'] },
    });
    await asSystem(() => execute(`update workspaces set plan = 'scale' where id = $1`, [user.workspaceId]));
    expect(await user.call(debug.paidFeature)).toEqual({ plan: 'scale' });
  });
});
