/** Reddit by its OAuth API, with the credentials of an application of one's own. */
import * as z from 'zod';
import { defineProvider, type GuardedFetch } from '../define.ts';
import { errorOfAnswer, errorOfSilence, ProviderError } from '../provider-error.ts';
import type { SocialAnswer, SocialPost, SocialSearch } from './port.ts';

const Settings = z.object({
  clientId: z
    .string()
    .trim()
    .min(1, 'Client ID is required.')
    .max(100)
    .meta({ title: 'Client ID', description: 'Of an application at reddit.com/prefs/apps.' }),
  clientSecret: z
    .string()
    .trim()
    .min(1, 'Client secret is required.')
    .max(200)
    .meta({ title: 'Client secret', description: 'Commercial use needs an agreement with Reddit.' }),
  username: z
    .string()
    .trim()
    .regex(/^[\w-]{3,20}$/, 'Enter a Reddit user name, without u/.')
    .meta({ title: 'Reddit user name', description: 'Reddit asks every application to name its owner.' }),
  tokenUrl: z
    .url()
    .default('https://www.reddit.com/api/v1/access_token')
    .meta({ title: 'Token address', description: 'Leave it as it is.' }),
  apiUrl: z.url().default('https://oauth.reddit.com').meta({ title: 'API address', description: 'Leave it as it is.' }),
});
type Settings = z.output<typeof Settings>;

const Token = z.object({ access_token: z.string(), expires_in: z.number() });
const Thing = z.object({
  kind: z.string(),
  data: z.object({
    name: z.string(),
    title: z.string().default(''),
    selftext: z.string().default(''),
    author: z.string().default(''),
    permalink: z.string(),
    url: z.string().default(''),
    is_self: z.boolean().default(true),
    created_utc: z.number(),
  }),
});
const Listing = z.object({ data: z.object({ children: z.array(Thing), after: z.string().nullish() }) });

const PER_PAGE = 100;
/** Reddit gives no more than 1,000 posts of one listing. */
const MAX_PAGES = 10;

const agentOf = ({ username }: Settings): string => `server:gauntlet.social-scanner:v1 (by /u/${username})`;

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

async function call<T>(
  request: Parameters<GuardedFetch>[0],
  answer: z.ZodType<T>,
  { settings, fetch }: { settings: Settings; fetch: GuardedFetch },
): Promise<{ value: T; headers: Record<string, string> }> {
  const response = await fetch({
    timeout: 15_000,
    maxBytes: 5 * 1024 * 1024,
    ...request,
    headers: { ...request.headers, 'user-agent': agentOf(settings) },
  }).catch((error: unknown) => {
    throw errorOfSilence('Reddit', error);
  });
  const json = readJson(response.body);
  if (response.status !== 200) {
    const said = z.object({ message: z.string().optional(), error: z.unknown() }).safeParse(json).data;
    const reset = response.headers['x-ratelimit-reset'];
    const headers = { ...response.headers, ...(reset && !response.headers['retry-after'] && { 'retry-after': reset }) };
    throw errorOfAnswer('Reddit', { ...response, headers }, { message: said?.message ?? '' });
  }
  const parsed = answer.safeParse(json);
  // Wrong credentials are answered with status 200 and an error.
  const error = z.object({ error: z.string() }).safeParse(json).data?.error;
  if (!parsed.success && error) throw new ProviderError('settings', `Reddit answered: ${error.slice(0, 200)}`);
  if (!parsed.success) throw new ProviderError('temporary', 'Reddit gave an answer that cannot be read.');
  return { value: parsed.data, headers: response.headers };
}

async function readToken(settings: Settings, fetch: GuardedFetch): Promise<string> {
  const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64');
  const { value } = await call(
    {
      url: settings.tokenUrl,
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    },
    Token,
    { settings, fetch },
  );
  return value.access_token;
}

const SITE = 'https://www.reddit.com';

const toPost = ({ data }: z.infer<typeof Thing>): SocialPost => ({
  id: data.name,
  url: SITE + data.permalink,
  title: data.title,
  text: data.selftext,
  author: data.author,
  authorUrl: data.author ? `${SITE}/user/${encodeURIComponent(data.author)}` : '',
  postedAt: new Date(data.created_utc * 1_000),
  about: data.is_self ? '' : data.url,
});

/** `after` is the second of the newest post: posts that are deleted since would break a listing by name. */
async function search(settings: Settings, fetch: GuardedFetch, request: SocialSearch): Promise<SocialAnswer> {
  const token = await readToken(settings, fetch);
  const from = Math.max(request.since.getTime() / 1_000, Number(request.after ?? 0));
  const posts: SocialPost[] = [];
  let newest = request.after === undefined ? undefined : Number(request.after);
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const parameters = new URLSearchParams({ limit: String(PER_PAGE), raw_json: '1', ...(after && { after }) });
    if (!request.channel) {
      parameters.set('q', request.all.map((words) => (words.includes(' ') ? `"${words}"` : words)).join(' AND '));
      parameters.set('sort', 'new');
      parameters.set('type', 'link');
    }
    const path = request.channel ? `/r/${encodeURIComponent(request.channel)}/new` : '/search';
    const { value, headers } = await call(
      {
        url: `${settings.apiUrl.replace(/\/+$/, '')}${path}?${parameters.toString()}`,
        headers: { authorization: `Bearer ${token}` },
        signal: request.signal,
      },
      Listing,
      { settings, fetch },
    );
    const { children, after: next } = value.data;
    const fresh = children.filter(({ kind, data }) => kind === 't3' && data.created_utc >= from);
    posts.push(...fresh.map(toPost));
    for (const { data } of fresh) newest = Math.max(newest ?? 0, Math.floor(data.created_utc));
    after = next ?? undefined;
    const isOver = !after || fresh.length < children.length;
    if (isOver) return { posts, newest: newest === undefined ? undefined : String(newest), isCut: false };
    // The budget is used up: what is left comes with the next scan.
    if (Number(headers['x-ratelimit-remaining'] ?? 10) < 2) break;
  }
  return { posts, newest: newest === undefined ? undefined : String(newest), isCut: true };
}

defineProvider({
  port: 'social',
  id: 'reddit',
  name: 'Reddit',
  summary: 'Lets the social media scanner search Reddit and follow communities.',
  settings: Settings,
  secrets: ['clientSecret'],
  open: (settings, { fetch }) => ({ search: (request) => search(settings, fetch, request) }),
  async verify(settings, { fetch }) {
    await readToken(settings, fetch);
  },
});
