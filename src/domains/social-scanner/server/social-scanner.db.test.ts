import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { allowPrivateHosts } from '../../../server/http-client/client.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { approvals } from '../../approvals/contract.ts';
import { leads } from '../../crm/contract.ts';
import { hits, mutes, watches } from '../contract.ts';
import { scanJob } from './scan.ts';
import { useHackerNewsAt } from './sources/hacker-news-source.ts';

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
let server: Server;
let origin: string;
let answers: Record<string, (request: IncomingMessage) => Answer>;
let asked: { path: string; headers: IncomingMessage['headers'] }[];

beforeAll(async () => {
  system = await startTestSystem();
  server = createServer((request, response) => {
    asked.push({ path: request.url!, headers: request.headers });
    const {
      status = 200,
      headers = {},
      body = '',
    } = answers[request.url!.split('?')[0]!]?.(request) ?? { status: 404 };
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  useHackerNewsAt(origin);
});
afterAll(async () => {
  allowPrivateHosts([]);
  useHackerNewsAt(undefined);
  server.close();
  await system.destroy();
});
beforeEach(async () => {
  owner = await system.signedIn({ workspaceId: await system.clientWorkspace('Tan Dental'), workspaceRole: 'owner' });
  allowPrivateHosts([new URL(origin).host]);
  asked = [];
  answers = {};
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const item = (n: number, text: string, { author = 'ann', hours = 1 } = {}) =>
  `<item><title>Post ${n}</title><link>${origin}/p/${n}</link><guid isPermaLink="false">g${n}</guid><author>${author}</author>
    <description>${text}</description><pubDate>${hoursAgo(hours).toUTCString()}</pubDate></item>`;
const rss = (...items: string[]) =>
  `<rss version="2.0"><channel><title>Town talk</title>${items.join('')}</channel></rss>`;
const ASKS = 'Can anyone recommend a roofer?';

const create = (more: object = {}) =>
  owner.call(watches.create, {
    body: {
      name: 'Roofers',
      query: 'roofer OR roofing',
      intervalMinutes: 60,
      retentionDays: 90,
      alertSpikes: false,
      sendDigest: false,
      sources: [{ kind: 'feed', address: `${origin}/feed` }],
      ...more,
    },
  });
const watch = (id: string) => owner.call(watches.get, { params: { id } });
const idle = async (id: string) => {
  await expect.poll(async () => (await watch(id)).state, { timeout: 15_000, interval: 40 }).toBe('idle');
  return watch(id);
};
const scanned = async (more: object = {}) => idle((await create(more)).id);
const again = async (id: string) => {
  await owner.call(watches.scan, { params: { id } });
  return idle(id);
};
const inbox = async (more: object = {}) => (await owner.call(hits.list, { query: more })).items;

it('finds posts in a feed once, by conditional requests, and scores them with the words that led to it', async () => {
  const etag = '"v1"';
  answers['/feed'] = ({ headers }) =>
    headers['if-none-match'] === etag
      ? { status: 304 }
      : {
          headers: { etag, 'last-modified': 'Fri, 27 Nov 2026 07:00:00 GMT', 'content-type': 'application/rss+xml' },
          body: rss(
            item(1, ASKS),
            item(2, 'Lunch was nice.'),
            item(3, 'Roofing crew wanted, apply now.', { hours: 2 }),
          ),
        };
  const made = await scanned();
  expect(made).toMatchObject({ scanHits: 2, newHits: 2, sources: [{ title: 'Town talk', state: 'ok', hits: 2 }] });
  expect(asked[0]!.headers['user-agent']).toMatch(/^GauntletBot\/1\.0 \(\+http/);
  const [first, second] = await inbox();
  expect(first).toMatchObject({
    title: 'Post 1',
    text: ASKS,
    author: 'ann',
    site: '127.0.0.1',
    intent: 60,
    state: 'new',
  });
  expect(first!.marks.map(({ start, end, kind }) => [kind, first!.text.slice(start, end)])).toEqual([
    ['query', 'roofer'],
    ['intent', 'Can anyone recommend'],
  ]);
  expect([second!.title, second!.intent]).toEqual(['Post 3', 0]);
  expect((await inbox({ intent: 40 })).map(({ title }) => title)).toEqual(['Post 1']);

  const later = await again(made.id);
  expect(asked[1]!.headers).toMatchObject({
    'if-none-match': etag,
    'if-modified-since': 'Fri, 27 Nov 2026 07:00:00 GMT',
  });
  expect([later.scanHits, later.hits, later.sources[0]!.state]).toEqual([0, 2, 'ok']);
});

it('takes a post from two feeds once, and reads the feed that a page names', async () => {
  answers['/'] = () => ({ body: '<link rel="alternate" type="application/rss+xml" href="/feed">' });
  answers['/feed'] = () => ({ body: rss(item(1, ASKS)) });
  answers['/other'] = () => ({
    body: rss(item(1, ASKS).replace('g1', 'another').replace('/p/1', '/p/1?utm_source=x')),
  });
  const made = await scanned({
    sources: [
      { kind: 'feed', address: `${origin}/` },
      { kind: 'feed', address: `${origin}/other` },
    ],
  });
  expect(made.hits).toBe(1);
  asked = [];
  await again(made.id);
  expect(asked.map(({ path }) => path)).toEqual(['/feed', '/other']);
});

it('goes on with the sources that are left when a worker died', async () => {
  answers['/feed'] = () => ({ body: rss(item(1, ASKS)) });
  answers['/other'] = () => ({ body: rss(item(2, 'roofer')) });
  const made = await scanned({
    sources: ['/feed', '/other'].map((path) => ({ kind: 'feed', address: origin + path })),
  });
  asked = [];
  await inWorkspace(owner.workspaceId, owner.userId, () =>
    transaction(async () => {
      const jobId = await enqueue(scanJob, { watchId: made.id });
      await execute('update jobs set checkpoint = $2 where id = $1', [
        jobId,
        JSON.stringify({ done: [made.sources[0]!.id] }),
      ]);
      await execute(`update social_watches set state = 'scanning', job_id = $2 where id = $1`, [made.id, jobId]);
    }),
  );
  expect(await idle(made.id)).toMatchObject({ scanDone: 2, scanTotal: 2 });
  expect(asked.map(({ path }) => path)).toEqual(['/other']);
});

it('waits when a server asks for it, backs off from one that fails, and leaves one that is gone', async () => {
  answers['/busy'] = () => ({ status: 429, headers: { 'retry-after': '7200' } });
  answers['/broken'] = () => ({ body: 'no feed' });
  answers['/gone'] = () => ({ status: 410 });
  const sources = ['/busy', '/broken', '/gone'].map((path) => ({ kind: 'feed', address: origin + path }));
  const made = await scanned({ sources });
  const byPath = new Map(made.sources.map((source) => [source.address.replace(origin, ''), source]));
  const busy = byPath.get('/busy')!;
  expect([busy.state, Math.round((Date.parse(busy.retryAt!) - Date.now()) / 60_000)]).toEqual(['waiting', 120]);
  expect(byPath.get('/broken')).toMatchObject({ state: 'failing', reason: 'There is no feed at this address.' });
  expect(byPath.get('/gone')).toMatchObject({ state: 'gone' });
  asked = [];
  await again(made.id);
  // A person may try what failed at once, but not what asked to wait.
  expect(asked.map(({ path }) => path)).toEqual(['/broken']);
  const failing = (await watch(made.id)).sources.find(({ address }) => address.endsWith('/broken'))!;
  expect(Math.round((Date.parse(failing.retryAt!) - Date.now()) / 60_000)).toBe(10);
  answers['/broken'] = () => ({ status: 503, headers: { 'retry-after': '60' } });
  await again(made.id);
  await expect(owner.call(watches.scan, { params: { id: made.id } })).rejects.toThrow('each asked to wait, or is gone');
});

it('searches Hacker News from where the last search ended', async () => {
  const at = Math.floor(Date.now() / 1_000) - 3_600;
  const comment = {
    objectID: '11',
    created_at_i: at,
    author: 'pg',
    comment_text: '<p>Who knows a good <i>roofer</i>?',
    story_id: 10,
  };
  const story = {
    objectID: '10',
    created_at_i: at - 60,
    author: 'dang',
    title: 'Roofing robots',
    url: 'https://robots.example',
    story_id: 10,
  };
  answers['/api/v1/search_by_date'] = ({ url }) => {
    const { searchParams } = new URL(url!, origin);
    const from = Number(/>(\d+)/.exec(searchParams.get('numericFilters')!)![1]);
    const found = [comment, story].filter(
      ({ created_at_i: created }) =>
        created > from && searchParams.get('query') === (created === at ? 'roofer' : 'roofing'),
    );
    return { body: JSON.stringify({ hits: found, nbPages: 1 }) };
  };
  const made = await scanned({ sources: [{ kind: 'hacker_news' }] });
  expect(asked.map(({ path }) => new URL(path, origin).searchParams.get('query'))).toEqual(['roofer', 'roofing']);
  const found = await inbox();
  expect(found.map(({ title, text, url, related }) => [title, text, url, related])).toEqual([
    ['', 'Who knows a good roofer?', 'https://news.ycombinator.com/item?id=11', 1],
    ['Roofing robots', '', 'https://news.ycombinator.com/item?id=10', 1],
  ]);
  asked = [];
  await again(made.id);
  const filter = new URL(asked[0]!.path, origin).searchParams.get('numericFilters');
  expect(filter).toBe(`created_at_i>${at - 600}`);
  expect((await watch(made.id)).hits).toBe(2);
});

it('makes a lead with its source, adds the author’s next post to it, and takes both back', async () => {
  answers['/feed'] = () => ({
    body: rss(
      item(1, ASKS),
      item(2, 'Still need a roofer', { hours: 2 }),
      item(3, 'roofer', { author: 'bo', hours: 3 }),
    ),
  });
  await scanned();
  const [first, second] = await inbox();
  const lead = await owner.call(hits.makeLead, { params: { id: first!.id } });
  expect([lead.state, lead.isNewLead]).toEqual(['lead', true]);
  const stored = await owner.call(leads.get, { params: { id: lead.leadId! } });
  expect(stored).toMatchObject({ lastName: 'ann', source: 'Social media scanner' });
  expect(stored.about).toContain(`${ASKS}\n\n${origin}/p/1`);
  await expect(owner.call(hits.makeLead, { params: { id: first!.id } })).rejects.toThrow('"code":"conflict"');
  const more = await owner.call(hits.makeLead, { params: { id: second!.id } });
  expect([more.leadId, more.isNewLead]).toEqual([lead.leadId, false]);
  await owner.call(hits.restore, { body: { ids: [second!.id] } });
  expect((await owner.call(leads.get, { params: { id: lead.leadId! } })).id).toBe(lead.leadId);
  await owner.call(hits.restore, { body: { ids: [first!.id] } });
  await expect(owner.call(leads.get, { params: { id: lead.leadId! } })).rejects.toThrow('not_found');
  expect((await inbox()).map(({ state, leadId }) => `${state} ${leadId}`)).toEqual([
    'new null',
    'new null',
    'new null',
  ]);
});

it('holds a reply for approval, and posts nothing', async () => {
  answers['/feed'] = () => ({ body: rss(item(1, ASKS)) });
  await scanned();
  const [hit] = await inbox();
  const body = { text: 'We can come by on Monday.' };
  expect(await owner.call(hits.draftReply, { params: { id: hit!.id }, body })).toMatchObject({
    state: 'reply',
    replyState: 'waiting',
  });
  await expect(owner.call(hits.draftReply, { params: { id: hit!.id }, body })).rejects.toThrow('"code":"conflict"');
  await expect(owner.call(hits.markPosted, { params: { id: hit!.id } })).rejects.toThrow('"code":"conflict"');
  const [request] = (await owner.call(approvals.list, { query: { tab: 'outgoing' } })).items;
  expect(request).toMatchObject({ title: 'Reply to ann on 127.0.0.1', content: { text: body.text, url: hit!.url } });
  asked = [];
  await owner.call(approvals.approve, { params: { id: request!.id }, body: { version: request!.version } });
  const state = async () => (await owner.call(hits.get, { params: { id: hit!.id } })).replyState;
  await expect.poll(state, { timeout: 10_000 }).toBe('approved');
  expect((await owner.call(hits.markPosted, { params: { id: hit!.id } })).replyState).toBe('posted');
  expect(asked).toEqual([]);
});

it('archives, snoozes, mutes, and brings back', async () => {
  answers['/feed'] = () => ({
    body: rss(
      item(1, ASKS),
      item(2, 'roofer', { author: 'bo', hours: 2 }),
      item(3, 'roofing', { author: 'bo', hours: 3 }),
    ),
  });
  const made = await scanned();
  const [one, two, three] = (await inbox()).map(({ id }) => id) as [string, string, string];
  await owner.call(hits.archive, { body: { ids: [one] } });
  await owner.call(hits.snooze, { body: { ids: [two], until: new Date(Date.now() + 3_600_000).toISOString() } });
  expect((await inbox()).map(({ id }) => id)).toEqual([three]);
  expect((await inbox({ view: 'snoozed' })).map(({ id }) => id)).toEqual([two]);
  await asSystem(() =>
    execute(`update social_hits set snoozed_until = now() - make_interval(secs => 1) where id = $1`, [two]),
  );
  expect((await inbox()).map(({ id }) => id)).toEqual([two, three]);
  await expect(owner.call(hits.snooze, { body: { ids: [two], until: '2020-01-01T00:00:00.000Z' } })).rejects.toThrow(
    '"field":"until"',
  );

  const mute = await owner.call(mutes.add, { body: { hitId: two, kind: 'author' } });
  expect([mute.label, mute.hidden]).toEqual(['bo on 127.0.0.1', 2]);
  answers['/feed'] = () => ({ body: rss(item(4, 'roofer', { author: 'Bo' }), item(5, 'roofer', { author: 'cy' })) });
  await again(made.id);
  expect((await inbox()).map(({ author }) => author)).toEqual(['cy']);
  await owner.call(mutes.remove, { params: { id: mute.id } });
  expect((await inbox()).map(({ author }) => author).toSorted()).toEqual(['Bo', 'bo', 'bo', 'cy']);
});

it('looks through a pasted export, and adds what is new', async () => {
  const made = await create({ sources: [] });
  const day = hoursAgo(30).toISOString();
  const content = `text,author,url,date\n"Any roofer in town?",ann,https://x.example/1,${day}\nHello,bo,https://x.example/2,${day}\n,,,\n`;
  const body = { name: 'Group export', content };
  expect(await owner.call(watches.importPosts, { params: { id: made.id }, body })).toEqual({
    posts: 2,
    matches: 1,
    added: 1,
    left: 1,
  });
  expect((await owner.call(watches.importPosts, { params: { id: made.id }, body })).added).toBe(0);
  expect(await inbox()).toMatchObject([{ sourceKind: 'export', sourceTitle: 'Group export', site: 'x.example' }]);
  await expect(
    owner.call(watches.importPosts, { params: { id: made.id }, body: { name: 'x', content: 'nonsense' } }),
  ).rejects.toThrow('"field":"content"');
  await expect(owner.call(watches.scan, { params: { id: made.id } })).rejects.toThrow('Add a feed');
});

it('scans what is due by itself, and nothing that is paused', async () => {
  answers['/feed'] = () => ({ body: rss(item(1, ASKS)) });
  const made = await scanned();
  await asSystem(() =>
    execute('update social_watches set next_scan_at = now(), is_paused = true where id = $1', [made.id]),
  );
  asked = [];
  await runRecurring('social-scanner.due');
  expect((await watch(made.id)).state).toBe('idle');
  await asSystem(() => execute('update social_watches set is_paused = false where id = $1', [made.id]));
  await runRecurring('social-scanner.due');
  await idle(made.id);
  expect(asked).toHaveLength(1);
  expect(Date.parse((await watch(made.id)).nextScanAt)).toBeGreaterThan(Date.now() + 3_000_000);
});

it('deletes posts after their retention, and does not find them again', async () => {
  answers['/feed'] = () => ({
    body: rss(
      item(1, ASKS),
      item(2, 'old roofer', { hours: 24 * 8 }),
      '<item><guid isPermaLink="false">x</guid><title>A roofer without a date</title></item>',
    ),
  });
  const made = await scanned({ retentionDays: 7 });
  expect(made.hits).toBe(2);
  const [kept] = await inbox();
  await owner.call(hits.draftReply, { params: { id: kept!.id }, body: { text: 'Hi' } });
  await asSystem(() =>
    execute(`update social_hits set found_at = now() - interval '8 days' where watch_id = $1`, [made.id]),
  );
  await runRecurring('social-scanner.retention');
  const left = await asSystem(() => query<{ id: string }>('select id from social_hits where watch_id = $1', [made.id]));
  expect(left).toEqual([{ id: kept!.id }]);
  expect((await again(made.id)).hits).toBe(1);
});

it('changes a watch: a new query reads everything again, a removed source goes with its posts', async () => {
  answers['/feed'] = () => ({ body: rss(item(1, ASKS), item(2, 'a plumber')) });
  const made = await scanned();
  const { id, version, name, intervalMinutes, retentionDays, isPaused } = made;
  const body = {
    alertSpikes: true,
    sendDigest: true,
    name,
    intervalMinutes,
    retentionDays,
    isPaused,
    version,
    query: 'plumber',
    sources: [{ kind: 'feed' as const, address: `${origin}/feed` }],
  };
  const changed = await owner.call(watches.update, { params: { id }, body });
  await expect(owner.call(watches.update, { params: { id }, body })).rejects.toThrow('"code":"stale"');
  expect((await again(id)).hits).toBe(2);
  await owner.call(watches.update, { params: { id }, body: { ...body, version: changed.version, sources: [] } });
  expect(await watch(id)).toMatchObject({ hits: 0, sources: [] });
  await owner.call(watches.remove, { params: { id } });
  await expect(watch(id)).rejects.toThrow('not_found');
});

it('refuses a query it cannot read and addresses it may not ask, and names the place', async () => {
  await expect(create({ query: 'roofer AND (plumber' })).rejects.toThrow(
    'Position 12: This parenthesis is never closed.',
  );
  await expect(create({ sources: [{ kind: 'feed', address: 'ftp://x' }] })).rejects.toThrow(
    '"field":"sources.0.address"',
  );
  await expect(create({ sources: [{ kind: 'feed', address: 'http://169.254.169.254/latest' }] })).rejects.toThrow(
    '"field":"sources.0.address"',
  );
  expect((await owner.call(watches.list)).items).toEqual([]);
});
