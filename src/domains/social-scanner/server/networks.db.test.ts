import websocket from '@fastify/websocket';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { allowPrivateHosts } from '../../../server/http-client/client.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { connections } from '../../connections/contract.ts';
import { notifications } from '../../notifications/contract.ts';
import { hits, watches } from '../contract.ts';
import { sendDigests } from './alerts.ts';
import { useBlueskyAt } from './bluesky.ts';

let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
let server: FastifyInstance;
let origin: string;
let asked: FastifyRequest[];
let answer: (request: FastifyRequest) => { status?: number; headers?: Record<string, string>; body: unknown };
let stream: string[];
let cursors: string[];

beforeAll(async () => {
  system = await startTestSystem();
  server = Fastify();
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  await server.register(websocket);
  server.get('/subscribe', { websocket: true }, (socket, request) => {
    cursors.push((request.query as { cursor: string }).cursor);
    for (const message of stream) socket.send(message);
    // On the network someone does something every moment, so the stream soon reaches the present.
    socket.send(JSON.stringify({ did: 'did:plc:x', time_us: secondsAgo(-5).getTime() * 1_000, kind: 'identity' }));
  });
  server.all('*', (request, reply) => {
    asked.push(request);
    const { status = 200, headers = {}, body } = answer(request);
    return reply.code(status).headers(headers).send(body);
  });
  origin = await server.listen({ host: '127.0.0.1', port: 0 });
  useBlueskyAt({ stream: origin.replace('http', 'ws'), api: origin });
});
afterAll(async () => {
  useBlueskyAt(undefined);
  allowPrivateHosts([]);
  await server.close();
  await system.destroy();
});
beforeEach(async () => {
  owner = await system.signedIn({
    workspaceId: await system.clientWorkspace('Tan Dental'),
    workspaceRole: 'owner',
    role: 'admin',
  });
  allowPrivateHosts([new URL(origin).host]);
  await asSystem(() => execute(`delete from social_watches`));
  await asSystem(() => execute(`delete from connections where port = 'social'`));
  asked = [];
  stream = [];
  cursors = [];
});

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);
const create = (sources: object[], more: object = {}) =>
  owner.call(watches.create, {
    body: {
      name: 'Roofers',
      query: '(roofer OR "roof repair") -hiring',
      intervalMinutes: 60,
      retentionDays: 90,
      alertSpikes: false,
      sendDigest: false,
      sources: sources as never,
      ...more,
    },
  });
const watch = (id: string) => owner.call(watches.get, { params: { id } });
const idle = async (id: string) => {
  await expect.poll(async () => (await watch(id)).state, { timeout: 15_000, interval: 40 }).toBe('idle');
  return watch(id);
};
const inbox = async (more: object = {}) => (await owner.call(hits.list, { query: more })).items;
const pathOf = ({ url }: FastifyRequest) => url.split('?')[0]!;

const status = (id: number, text: string, more: object = {}) => ({
  id: String(id),
  uri: `https://m.example/s/${id}`,
  url: `https://m.example/@ann/${id}`,
  created_at: secondsAgo(10_000 - id).toISOString(),
  content: `<p>${text}</p>`,
  account: { acct: 'ann@m.example', url: 'https://m.example/@ann' },
  ...more,
});
const mastodon = {
  port: 'social' as const,
  provider: 'mastodon',
  name: 'Mastodon',
  get settings() {
    return { server: origin, accessToken: 'token-1' };
  },
};

it('searches a connected Mastodon server and follows a hashtag from the last post on', async () => {
  const found = [status(902, 'Any roofer around?'), status(901, 'roofer hiring')];
  const tagged = [status(905, 'Roof repair needed'), status(904, 'Nice weather')];
  answer = (request) => {
    if (request.headers.authorization !== 'Bearer token-1')
      return { status: 401, body: { error: 'The token is invalid' } };
    const { since_id: since, q } = request.query as { since_id?: string; q?: string };
    if (pathOf(request).endsWith('verify_credentials')) return { body: { acct: 'ann' } };
    if (pathOf(request) === '/api/v2/search') return { body: { statuses: q === 'roofer' ? found : [] } };
    return { body: tagged.filter(({ id }) => !since || Number(id) > Number(since)) };
  };
  await expect(
    owner.call(connections.create, { body: { ...mastodon, settings: { server: origin, accessToken: 'no' } } }),
  ).rejects.toThrow('The token is invalid');
  await owner.call(connections.create, { body: { ...mastodon, settings: mastodon.settings } });
  expect((await owner.call(watches.list)).networks).toEqual(['mastodon']);
  asked = [];
  const made = await create([{ kind: 'mastodon' }, { kind: 'mastodon', address: 'denver' }]);
  const done = await idle(made.id);
  expect(done.sources.map(({ address, state, hits: count }) => [address, state, count])).toEqual([
    ['', 'ok', 1],
    ['#denver', 'ok', 1],
  ]);
  expect(asked.map((request) => (request.query as { q?: string }).q ?? pathOf(request))).toEqual([
    'roofer',
    '"roof repair"',
    '/api/v1/timelines/tag/denver',
  ]);
  expect((await inbox()).map(({ text, author, url }) => [text, author, url])).toEqual([
    ['Roof repair needed', 'ann@m.example', 'https://m.example/@ann/905'],
    ['Any roofer around?', 'ann@m.example', 'https://m.example/@ann/902'],
  ]);
  asked = [];
  await owner.call(watches.scan, { params: { id: made.id } });
  await idle(made.id);
  expect(asked.map((request) => (request.query as { since_id?: string }).since_id)).toEqual([
    undefined,
    undefined,
    '905',
  ]);
});

it('says that Mastodon is not connected, and waits as long as it asks for', async () => {
  const made = await create([{ kind: 'mastodon', address: '#denver' }]);
  expect((await idle(made.id)).sources[0]).toMatchObject({
    state: 'failing',
    reason: 'Connect Mastodon in Settings → Connections.',
  });
  answer = (request) =>
    pathOf(request).endsWith('verify_credentials')
      ? { body: { acct: 'ann' } }
      : {
          status: 429,
          headers: { 'x-ratelimit-reset': new Date(Date.now() + 600_000).toISOString() },
          body: { error: 'Too many requests' },
        };
  await owner.call(connections.create, { body: { ...mastodon, settings: mastodon.settings } });
  await owner.call(watches.scan, { params: { id: made.id } });
  const [source] = (await idle(made.id)).sources;
  expect([source!.state, Math.round((Date.parse(source!.retryAt!) - Date.now()) / 60_000)]).toEqual(['waiting', 10]);
  await expect(create([{ kind: 'mastodon', address: 'two words' }])).rejects.toThrow('"field":"sources.0.address"');
});

const thing = (n: number, title: string, more: object = {}) => ({
  kind: 't3',
  data: {
    name: `t3_${n}`,
    title,
    selftext: '',
    author: 'ann',
    permalink: `/r/Denver/comments/${n}/x/`,
    url: `https://www.reddit.com/r/Denver/comments/${n}/x/`,
    is_self: true,
    created_utc: Math.floor(Date.now() / 1_000) - n * 60,
    ...more,
  },
});

it('searches Reddit with an application’s credentials and the user agent that Reddit asks for, page by page', async () => {
  answer = (request) => {
    if (pathOf(request) === '/token') {
      const isKnown = request.headers.authorization === `Basic ${Buffer.from('id:secret').toString('base64')}`;
      return isKnown
        ? { body: { access_token: 'bearer', expires_in: 3_600 } }
        : { status: 401, body: { message: 'Unauthorized', error: 401 } };
    }
    const { after, q } = request.query as { after?: string; q?: string };
    if (q?.includes('repair')) return { body: { data: { children: [], after: null } } };
    return after
      ? { body: { data: { children: [thing(3, 'Roofer or handyman?')], after: null } } }
      : { body: { data: { children: [thing(1, 'Need a roofer'), thing(2, 'Hiring a roofer')], after: 't3_2' } } };
  };
  const settings = {
    clientId: 'id',
    clientSecret: 'secret',
    username: 'tan_dental',
    tokenUrl: `${origin}/token`,
    apiUrl: origin,
  };
  const body = { port: 'social' as const, provider: 'reddit', name: 'Reddit', settings };
  await expect(
    owner.call(connections.create, { body: { ...body, settings: { ...settings, clientSecret: 'x' } } }),
  ).rejects.toThrow('Unauthorized');
  await owner.call(connections.create, { body });
  asked = [];
  const made = await create([{ kind: 'reddit' }, { kind: 'reddit', address: 'https://www.reddit.com/r/Denver/' }]);
  const done = await idle(made.id);
  expect(done.sources.map(({ address, state }) => [address, state])).toEqual([
    ['', 'ok'],
    ['r/Denver', 'ok'],
  ]);
  expect((await inbox()).map(({ title }) => title)).toEqual(['Need a roofer', 'Roofer or handyman?']);
  expect(new Set(asked.map(({ headers }) => headers['user-agent']))).toEqual(
    new Set(['server:gauntlet.social-scanner:v1 (by /u/tan_dental)']),
  );
  const first = asked.find((request) => pathOf(request) === '/search');
  expect(first!.query).toMatchObject({ q: 'roofer', sort: 'new', type: 'link' });
  expect(asked.some((request) => pathOf(request) === '/r/Denver/new')).toBe(true);
});

const post = (did: string, text: string, seconds: number, more: object = {}) =>
  JSON.stringify({
    did,
    time_us: secondsAgo(seconds).getTime() * 1_000,
    kind: 'commit',
    commit: {
      operation: 'create',
      collection: 'app.bsky.feed.post',
      rkey: `k${seconds}`,
      record: { text, createdAt: secondsAgo(seconds).toISOString(), ...more },
    },
  });

it('hears Bluesky’s stream for every watch once, names authors, and goes on from where it ended', async () => {
  const root = 'at://did:plc:ann/app.bsky.feed.post/k60';
  stream = [
    post('did:plc:ann', 'Can anyone recommend a roofer?', 60),
    post('did:plc:bo', 'Same, looking for a roofer', 50, { reply: { root: { uri: root } } }),
    post('did:plc:cy', 'Lunch', 40),
    '{"broken',
    JSON.stringify({ did: 'did:plc:x', time_us: secondsAgo(30).getTime() * 1_000, kind: 'identity' }),
    post('did:plc:late', 'now a roofer', -5),
  ];
  answer = () => ({ body: { profiles: [{ did: 'did:plc:ann', handle: 'ann.bsky.social' }] } });
  const made = await create([{ kind: 'bluesky' }]);
  const other = await create([{ kind: 'bluesky' }], { name: 'Lunches', query: 'lunch' });
  await expect(owner.call(watches.scan, { params: { id: made.id } })).rejects.toThrow('Bluesky is read every minute');
  await runRecurring('social-scanner.bluesky');
  expect(cursors).toHaveLength(1);
  expect(Date.now() - Number(cursors[0]) / 1_000).toBeGreaterThan(3_500_000);
  const found = await inbox({ watch: made.id });
  expect(found.map(({ text, author, url, related }) => [text, author, url, related])).toEqual([
    ['Same, looking for a roofer', 'did:plc:bo', 'https://bsky.app/profile/did:plc:bo/post/k50', 1],
    ['Can anyone recommend a roofer?', 'ann.bsky.social', 'https://bsky.app/profile/did:plc:ann/post/k60', 1],
  ]);
  expect((await inbox({ thread: found[0]!.id })).map(({ id }) => id)).toEqual([found[1]!.id]);
  expect((await inbox({ watch: other.id })).map(({ text }) => text)).toEqual(['Lunch']);
  await runRecurring('social-scanner.bluesky');
  // It goes on from the present of the first time, not from the post that came after it.
  expect(Number(cursors[1])).toBeGreaterThan(Number(cursors[0]) + 3_000_000_000);
  expect(Number(cursors[1]) / 1_000).toBeLessThanOrEqual(Date.now());
  expect(await inbox()).toHaveLength(3);
});

it('says when Bluesky cannot be read', async () => {
  const made = await create([{ kind: 'bluesky' }]);
  useBlueskyAt({ stream: 'ws://127.0.0.1:1', api: origin });
  await expect(runRecurring('social-scanner.bluesky')).rejects.toThrow('could not be reached');
  useBlueskyAt({ stream: origin.replace('http', 'ws'), api: origin });
  expect((await watch(made.id)).sources[0]).toMatchObject({
    state: 'failing',
    reason: expect.stringContaining('reached'),
  });
});

const told = async () => (await owner.call(notifications.list, { query: {} })).items.map(({ title }) => title);
const rows = (...posts: [minutes: number, text: string][]) =>
  `text,date\n${posts.map(([minutes, text]) => `${text},${secondsAgo(minutes * 60).toISOString()}`).join('\n')}`;

it('tells whoever created a watch of a spike, once in a day', async () => {
  const made = await create([{ kind: 'bluesky' }], { alertSpikes: true });
  const quiet = await create([{ kind: 'bluesky' }], { name: 'Quiet' });
  await asSystem(() => execute(`update social_watches set created_at = now() - interval '10 days'`));
  const old = Array.from({ length: 10 }, (_, day): [number, string] => [(day + 2) * 1_440, `roofer old ${day}`]);
  await owner.call(watches.importPosts, { params: { id: made.id }, body: { name: 'Old', content: rows(...old) } });
  stream = Array.from({ length: 5 }, (_, n) => post('did:plc:ann', `roofer ${n}`, 60 - n));
  answer = () => ({ status: 500, body: {} });
  await runRecurring('social-scanner.bluesky');
  expect(await told()).toEqual(['5 posts in 24 hours for Roofers']);
  expect((await inbox({ watch: quiet.id })).length).toBe(5);
  await asSystem(() => execute(`update social_sources set cursor = '{}'`));
  stream = [post('did:plc:ann', 'roofer again', 10)];
  await runRecurring('social-scanner.bluesky');
  expect(await inbox({ watch: made.id, search: 'again' })).toHaveLength(1);
  expect(await told()).toHaveLength(1);
});

it('sends a digest of the last 24 hours after eight in the morning, once a day, and none when nothing came', async () => {
  const made = await create([{ kind: 'bluesky' }], { sendDigest: true });
  const body = { name: 'Export', content: rows([60, 'Any roofer in town?'], [90, 'roofer']) };
  await owner.call(watches.importPosts, { params: { id: made.id }, body });
  const at = (hour: number, day = 1) => {
    const time = new Date();
    time.setUTCHours(hour, 5, 0, 0);
    return new Date(time.getTime() + day * 86_400_000);
  };
  await asSystem(() => query(`update social_hits set found_at = $1`, [at(6).toISOString()]));
  await sendDigests(at(23, 0));
  await sendDigests(at(7));
  expect(await told()).toEqual([]);
  await sendDigests(at(8));
  await sendDigests(at(9));
  expect(await told()).toEqual(['2 new posts in 1 watch']);
  await sendDigests(at(8, 4));
  expect(await told()).toHaveLength(1);
});
