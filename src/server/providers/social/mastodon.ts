/** Mastodon by its REST API: hashtags by timeline, everything else by search, which needs a token. */
import * as z from 'zod';
import { defineProvider, type GuardedFetch } from '../define.ts';
import { errorOfAnswer, errorOfSilence, ProviderError } from '../provider-error.ts';
import type { SocialAnswer, SocialPost, SocialSearch } from './port.ts';

const Settings = z.object({
  server: z
    .url('Enter an address that begins with https://.')
    .max(200)
    .meta({ title: 'Server', description: 'Address of your Mastodon server: https://mastodon.social' }),
  accessToken: z
    .string()
    .trim()
    .min(1, 'Access token is required.')
    .max(500)
    .meta({ title: 'Access token', description: 'Preferences → Development → New application, with the scope read.' }),
});
type Settings = z.output<typeof Settings>;

const Status = z.object({
  id: z.string(),
  url: z.string().nullish(),
  uri: z.string(),
  created_at: z.string(),
  content: z.string(),
  spoiler_text: z.string().default(''),
  in_reply_to_id: z.string().nullish(),
  account: z.object({ acct: z.string(), url: z.string().default('') }),
  card: z.object({ url: z.string() }).nullish(),
});
const Statuses = z.array(Status);
const Failure = z.object({ error: z.string() });

const PER_PAGE = 40;
const MAX_PAGES = 10;

const toPost = (status: z.infer<typeof Status>, server: string): SocialPost => ({
  id: status.uri,
  url: status.url ?? status.uri,
  title: '',
  text: [status.spoiler_text, status.content].filter(Boolean).join('<br>'),
  author: status.account.acct,
  authorUrl: status.account.url,
  postedAt: new Date(status.created_at),
  about: status.in_reply_to_id ? `${server}/statuses/${status.in_reply_to_id}` : (status.card?.url ?? ''),
});

interface Asked {
  settings: Settings;
  fetch: GuardedFetch;
  agent?: string;
  signal?: AbortSignal;
}

async function ask<T>(path: string, answer: z.ZodType<T>, { settings, fetch, agent, signal }: Asked): Promise<T> {
  const response = await fetch({
    url: `${settings.server.replace(/\/+$/, '')}${path}`,
    timeout: 15_000,
    maxBytes: 5 * 1024 * 1024,
    headers: { authorization: `Bearer ${settings.accessToken}`, ...(agent && { 'user-agent': agent }) },
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw errorOfSilence('Mastodon', error);
  });
  const json = readJson(response.body);
  if (response.status !== 200) {
    const reset = Date.parse(response.headers['x-ratelimit-reset'] ?? '');
    const wait = Number.isNaN(reset) ? undefined : String(Math.max(1, Math.ceil((reset - Date.now()) / 1_000)));
    const headers = { ...response.headers, ...(wait && !response.headers['retry-after'] && { 'retry-after': wait }) };
    throw errorOfAnswer('Mastodon', { ...response, headers }, { message: Failure.safeParse(json).data?.error ?? '' });
  }
  const parsed = answer.safeParse(json);
  if (!parsed.success) throw new ProviderError('temporary', 'Mastodon gave an answer that cannot be read.');
  return parsed.data;
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Ids grow with time but not in length, so they are compared as numbers. */
const isNewer = (one: string, other: string): boolean =>
  /^\d+$/.test(one) && /^\d+$/.test(other) ? BigInt(one) > BigInt(other) : one > other;

async function search(settings: Settings, fetch: GuardedFetch, request: SocialSearch): Promise<SocialAnswer> {
  const asked: Asked = { settings, fetch, agent: request.agent, signal: request.signal };
  const server = settings.server.replace(/\/+$/, '');
  const posts: SocialPost[] = [];
  let newest = request.after;
  let before: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { statuses, isTimeline } = await readPage(request, { before, page }, asked);
    const fresh = statuses.filter(
      ({ id, created_at: at }) =>
        new Date(at) >= request.since && (request.after === undefined || isNewer(id, request.after)),
    );
    posts.push(...fresh.map((status) => toPost(status, server)));
    for (const { id } of fresh) if (newest === undefined || isNewer(id, newest)) newest = id;
    before = statuses.at(-1)?.id;
    // A timeline is in order, so an old post ends it. The search is not in order.
    const isOver = statuses.length < PER_PAGE || (isTimeline && fresh.length < statuses.length);
    if (isOver) return { posts, newest, isCut: false };
  }
  return { posts, newest, isCut: true };
}

async function readPage(
  { all, channel, after }: SocialSearch,
  { before, page }: { before: string | undefined; page: number },
  asked: Asked,
): Promise<{ statuses: z.infer<typeof Statuses>; isTimeline: boolean }> {
  if (channel) {
    const parameters = new URLSearchParams({
      limit: String(PER_PAGE),
      ...(after && { since_id: after }),
      ...(before && { max_id: before }),
    });
    const path = `/api/v1/timelines/tag/${encodeURIComponent(channel)}?${parameters.toString()}`;
    return { statuses: await ask(path, Statuses, asked), isTimeline: true };
  }
  const parameters = new URLSearchParams({
    type: 'statuses',
    q: all.map((words) => (words.includes(' ') ? `"${words}"` : words)).join(' '),
    limit: String(PER_PAGE),
    offset: String(page * PER_PAGE),
  });
  const found = await ask(`/api/v2/search?${parameters.toString()}`, z.object({ statuses: Statuses }), asked);
  return { statuses: found.statuses, isTimeline: false };
}

defineProvider({
  port: 'social',
  id: 'mastodon',
  name: 'Mastodon',
  summary: 'Lets the social media scanner search a Mastodon server and follow its hashtags.',
  settings: Settings,
  secrets: ['accessToken'],
  open: (settings, { fetch }) => ({ search: (request) => search(settings, fetch, request) }),
  async verify(settings, { fetch }) {
    await ask('/api/v1/accounts/verify_credentials', z.object({ acct: z.string() }), { settings, fetch });
  },
});
