import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asSystem, query } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { RECORD_CALLS } from '../../../records/contract/record-calls.ts';
import { contacts } from '../../crm/contract.ts';
import { settings } from '../../identity/contract/settings.ts';
import { pixelReports, pixelSites, type PixelSite } from '../contract.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const KNOWN = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
let site: PixelSite;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const fields = { name: 'Shop', domains: ['https://www.shop.example/'], timeZone: 'UTC', currency: 'USD' };

beforeEach(async () => {
  owner = await system.signedIn({ workspaceId: await system.clientWorkspace('Shop'), workspaceRole: 'owner' });
  site = await owner.call(pixelSites.create, { body: fields });
});

const today = () => new Date().toISOString().slice(0, 10);
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const days = () => ({ from: yesterday(), to: today() });
const address = (one = site) => `${system.url}${new URL(one.script).pathname.replace(/\.js$/, '')}`;

function send(body: object, headers: Record<string, string> = {}, one = site): Promise<Response> {
  return fetch(address(one), {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': CHROME, origin: 'https://www.shop.example', ...headers },
    body: JSON.stringify(body),
  });
}
const view = (path: string, more: object = {}) => ({ k: 'page', u: `https://www.shop.example${path}`, ...more });
const overview = async () =>
  (await owner.call(pixelReports.overview, { params: { siteId: site.id }, query: days() })).totals;
const breakdown = async (dimension: 'page' | 'source' | 'goal' | 'exit') =>
  (await owner.call(pixelReports.breakdown, { params: { siteId: site.id }, query: { ...days(), dimension } })).items;
const visits = async () => (await owner.call(pixelReports.visits, { params: { siteId: site.id } })).items;

it('counts a visit with its source, pages, and goal, and shows who is there', async () => {
  expect(site).toMatchObject({ domains: ['shop.example'], lastEventAt: null });
  const goal = await owner.call(pixelSites.createGoal, {
    params: { siteId: site.id },
    body: { name: 'Order', kind: 'page', matches: '/thanks', worth: '25' },
  });
  // The intake keeps a site for some seconds; a change reaches this process at once.
  for (const event of [view('/?utm_source=news&utm_medium=email'), view('/pricing'), view('/thanks?order=1')])
    expect((await send(event)).status).toBe(204);
  expect(await overview()).toMatchObject({
    visits: 1,
    visitors: 1,
    pageviews: 3,
    bounces: 0,
    goals: 1,
    converted: 1,
    revenue: '25',
  });
  expect((await breakdown('page')).map(({ value, pageviews }) => [value, pageviews])).toEqual([
    ['/', 1],
    ['/pricing', 1],
    ['/thanks', 1],
  ]);
  expect((await breakdown('exit')).map(({ value, visits: count }) => [value, count])).toEqual([['/thanks', 1]]);
  expect(await breakdown('source')).toEqual([expect.objectContaining({ value: 'news', visits: 1, converted: 1 })]);
  expect(await breakdown('goal')).toEqual([expect.objectContaining({ value: goal.id, goals: 1 })]);
  const live = await owner.call(pixelReports.live, { params: { siteId: site.id } });
  expect(live).toMatchObject({ visitors: 1, visits: [{ path: '/thanks', source: 'news', pageviews: 3 }] });
  const [visit] = await visits();
  expect(visit).toMatchObject({
    entryPath: '/',
    exitPath: '/thanks',
    goals: ['Order'],
    channel: 'Email',
    known: false,
  });
  const journey = await owner.call(pixelReports.journey, { params: { siteId: site.id, visitId: visit!.id } });
  expect(journey.events.map(({ path }) => path)).toEqual(['/', '/pricing', '/thanks']);
  expect((await owner.call(pixelSites.get, { params: { id: site.id } })).lastEventAt).not.toBeNull();
});

it('counts nothing of programs, of other domains, and of visitors who object', async () => {
  expect((await send(view('/'), { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })).status).toBe(204);
  expect((await send(view('/'), { 'sec-gpc': '1' })).status).toBe(204);
  expect((await send(view('/'), { dnt: '1' })).status).toBe(204);
  expect((await send({ k: 'page', u: 'https://evil.example/' })).status).toBe(204);
  expect((await send(view('/'), { origin: 'https://evil.example' })).status).toBe(403);
  expect((await send(view('/'), {}, { ...site, script: 'https://x/p/px/AAAAAAAAAAAAAAAA.js' })).status).toBe(404);
  expect((await fetch(address(), { method: 'POST', headers: { 'user-agent': CHROME }, body: '{' })).status).toBe(400);
  expect(
    (await fetch(address(), { method: 'POST', headers: { 'user-agent': CHROME }, body: 'x'.repeat(40_000) })).status,
  ).toBe(413);
  expect((await overview()).visits).toBe(0);
});

it('serves the script for an hour, with a tag to ask again', async () => {
  const url = `${address()}.js`;
  const answer = await fetch(url);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await answer.text()).toContain('sendBeacon');
  const again = await fetch(url, { headers: { 'if-none-match': answer.headers.get('etag')! } });
  expect(again.status).toBe(304);
});

it('recognizes visitors by an identifier only where the site asks for consent', async () => {
  await send(view('/', { i: KNOWN }));
  expect((await visits())[0]).toMatchObject({ known: false });
  site = await owner.call(pixelSites.update, {
    params: { id: site.id },
    body: { ...fields, consentMode: 'required', retentionDays: site.retentionDays, version: site.version },
  });
  await send(view('/'));
  await send(view('/two', { i: KNOWN }), { 'sec-gpc': '1' });
  const [visit, ...others] = await visits();
  // The visit began before the visitor agreed, and goes on with the identifier.
  expect(others).toEqual([]);
  expect(visit).toMatchObject({ known: true, visitorId: KNOWN, pageviews: 2 });
});

it('takes events of a server once, however often they are sent', async () => {
  const { key } = await owner.call(settings.createApiKey, { body: { name: 'Server', scopes: ['events:write'] } });
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const event = { id: KNOWN, at, name: 'Purchase', url: 'https://shop.example/pay', visitor: '42', revenue: '49.90' };
  const post = (events: object[]) =>
    fetch(`${system.url}/api/pixel/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ siteId: site.id, events }),
    });
  expect((await post([event, event])).status).toBe(202);
  expect((await post([event, { ...event, id: undefined, visitor: '43' }])).status).toBe(202);
  const { revenue, events, visits: count } = await overview();
  expect([revenue, events, count]).toEqual(['99.8', 2, 2]);
  expect((await post([{ ...event, at: '2020-01-01T00:00:00.000Z' }])).status).toBe(400);
  expect((await post([{ ...event, url: 'https://evil.example/' }])).status).toBe(400);
});

it('links visits to the contact that a visitor says to be, until the link is removed', async () => {
  site = await owner.call(pixelSites.update, {
    params: { id: site.id },
    body: { ...fields, consentMode: 'after_consent', retentionDays: site.retentionDays, version: site.version },
  });
  const form = (more: object) => send({ k: 'form', n: 'Contact', u: 'https://www.shop.example/contact', ...more });
  // A name is taken of those only who agreed to be recognized.
  await send(view('/'));
  await send({ k: 'identify', u: 'https://www.shop.example/', m: 'ann@one.example' });
  expect((await visits())[0]!.person).toBeNull();
  await send(view('/', { i: KNOWN }), { 'user-agent': `${CHROME} Other/1.0` });
  await form({ i: KNOWN, m: 'Ann@One.example' });
  const person = async () => (await visits()).find(({ visitorId }) => visitorId === KNOWN)!.person;
  expect(await person()).toEqual({ email: 'ann@one.example', name: 'ann@one.example', contactId: null });
  const contact = await owner.call(contacts.create, {
    body: { firstName: 'Ann', lastName: 'Lee', emails: [{ value: 'ann@one.example' }] },
  });
  expect(await person()).toEqual({ email: 'ann@one.example', name: 'Ann Lee', contactId: contact.id });
  const timeline = async () =>
    (await owner.call(RECORD_CALLS.contact.timeline.list, { params: { id: contact.id } })).items.filter(
      ({ kind }) => kind === 'visit',
    );
  expect(await timeline()).toEqual([expect.objectContaining({ visit: expect.objectContaining({ site: 'Shop' }) })]);

  const link = (linked: boolean, email = 'ann@one.example') =>
    owner.tryCall(pixelReports.linkVisitor, { params: { siteId: site.id, visitorId: KNOWN }, body: { email, linked } });
  const named = (await owner.call(pixelReports.visits, { params: { siteId: site.id }, query: { named: 'true' } }))
    .items;
  expect(named.map(({ visitorId }) => visitorId)).toEqual([KNOWN]);
  expect((await link(false)).status).toBe(204);
  await form({ i: KNOWN, m: 'ann@one.example' });
  expect([await person(), await timeline()]).toEqual([null, []]);
  expect((await link(true)).status).toBe(204);
  expect((await person())!.contactId).toBe(contact.id);
  expect((await link(false, 'someone@else.example')).status).toBe(404);
  for (let n = 0; n < 8; n++) await form({ i: KNOWN, m: `n${n}@one.example` });
  const [count] = await asSystem(() =>
    query<{ n: number }>('select count(*)::int as n from pixel_people where site_id = $1', [site.id]),
  );
  expect(count!.n).toBe(5);

  await owner.call(pixelReports.forgetVisitor, { params: { siteId: site.id, visitorId: KNOWN } });
  expect(await timeline()).toEqual([]);
});

it('links the visitor whom a server names', async () => {
  const { key } = await owner.call(settings.createApiKey, { body: { name: 'Server', scopes: ['events:write'] } });
  const post = (event: object) =>
    fetch(`${system.url}/api/pixel/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        siteId: site.id,
        events: [{ name: 'Login', url: 'https://shop.example/', visitor: '42', ...event }],
      }),
    });
  expect((await post({ email: 'not an address' })).status).toBe(400);
  expect((await post({ email: 'Bea@Two.example' })).status).toBe(202);
  expect((await visits())[0]!.person!.email).toBe('bea@two.example');
});

it('stores many events that arrive at once without losing or doubling any', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => send(view(`/p${n % 7}`), { 'user-agent': `${CHROME} Visitor/${n % 20}.0` })),
  );
  expect(answers.every(({ status }) => status === 204)).toBe(true);
  const totals = await overview();
  expect([totals.visits, totals.visitors, totals.pageviews]).toEqual([20, 20, 200]);
  const [stored] = await asSystem(() =>
    query<{ events: number; views: number }>(
      `select (select count(*) from pixel_events where site_id = $1)::int as events,
        (select sum(pageviews) from pixel_visits where site_id = $1)::int as views`,
      [site.id],
    ),
  );
  expect(stored).toEqual({ events: 200, views: 200 });
});

it('deletes a visitor, old visits, and a whole website', async () => {
  await send(view('/'));
  const [visit] = await visits();
  await owner.call(pixelReports.forgetVisitor, { params: { siteId: site.id, visitorId: visit!.visitorId } });
  const left = () =>
    asSystem(() =>
      query(`select 1 from pixel_events where site_id = $1 union all select 1 from pixel_visits where site_id = $1`, [
        site.id,
      ]),
    );
  expect(await left()).toEqual([]);
  expect((await overview()).visits).toBe(1);

  await send(view('/'));
  await asSystem(() =>
    query(
      `update pixel_visits set started_at = now() - interval '500 days', last_at = now() - interval '500 days'
      where site_id = $1`,
      [site.id],
    ),
  );
  await runRecurring('pixel.retention');
  expect(await visits()).toEqual([]);

  await owner.call(pixelSites.remove, { params: { id: site.id } });
  expect((await owner.call(pixelSites.list)).items).toEqual([]);
  expect((await send(view('/'))).status).toBe(404);
  await expect.poll(left, { timeout: 20_000 }).toEqual([]);
});

it('shows nothing of another workspace', async () => {
  const other = await system.signedIn({ workspaceId: await system.clientWorkspace('Other'), workspaceRole: 'owner' });
  await send(view('/'));
  const params = { siteId: site.id };
  await expect(other.call(pixelReports.overview, { params, query: days() })).rejects.toThrow('404');
  await expect(other.call(pixelReports.visits, { params })).rejects.toThrow('404');
  await expect(other.call(pixelSites.remove, { params: { id: site.id } })).rejects.toThrow('404');
});
