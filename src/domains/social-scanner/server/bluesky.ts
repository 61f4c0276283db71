/**
 * Bluesky by Jetstream, the network's public stream of all posts. One connection a minute reads what was posted since
 * the last one, for all watches of the installation: the network's search is closed to programs that watch.
 */
import * as z from 'zod';
import { asSystem, currentWorkspaceId, execute, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { sendOutgoing } from '../../../server/http-client/client.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import type { Post } from '../engine/post.ts';
import { matchWords, parseQuery, type Query, wordsOfPost } from '../engine/query.ts';
import { checkSpike } from './alerts.ts';
import { publishWatches, storePosts } from './store-posts.ts';

const JETSTREAM = 'wss://jetstream2.us-east.bsky.network';
const PUBLIC_API = 'https://public.api.bsky.app';
let places = { stream: JETSTREAM, api: PUBLIC_API };

/** For tests, which have servers of their own. Undefined: the real ones. */
export const useBlueskyAt = (own: typeof places | undefined): void =>
  void (places = own ?? { stream: JETSTREAM, api: PUBLIC_API });

/** A watch that was added, or a server that was off, starts at most this far back. */
const MAX_BACK_MS = 3_600_000;
const MAX_READ_MS = 45_000;
/** A stream that falls silent has nothing more to say: on the network someone posts every moment. */
const SILENCE_MS = 3_000;
const MAX_MESSAGE = 256 * 1024;
/** Matches of one watch in one minute that are kept. */
const MAX_MATCHES = 500;

const Message = z.object({
  did: z.string().max(200),
  time_us: z.number(),
  commit: z
    .object({
      operation: z.string(),
      collection: z.string(),
      rkey: z.string().max(200),
      record: z
        .object({
          text: z.string().default(''),
          createdAt: z.string().optional(),
          reply: z.object({ root: z.object({ uri: z.string() }) }).optional(),
          embed: z.object({ external: z.object({ uri: z.string() }).optional() }).optional(),
        })
        .optional(),
    })
    .optional(),
});

interface Listener {
  sourceId: string;
  watchId: string;
  workspaceId: string;
  queryText: string;
  query: Query;
  retentionDays: number;
  /** Microseconds since 1970: posts up to here are known. */
  from: number;
  posts: Post[];
}

const APP = 'https://bsky.app/profile';

/** `at://did:plc:x/app.bsky.feed.post/3k…` as the address of its page. */
function pageOf(uri: string): string {
  const [, did, , rkey] = /^at:\/\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(uri) ?? [];
  return did && rkey ? `${APP}/${did}/post/${rkey}` : '';
}

function toPost({ did, time_us: time, commit }: z.infer<typeof Message>): Post | undefined {
  const record = commit?.record;
  if (commit?.operation !== 'create' || commit.collection !== 'app.bsky.feed.post' || !record?.text) return undefined;
  const url = `${APP}/${did}/post/${commit.rkey}`;
  return {
    guid: `${did}/${commit.rkey}`,
    url,
    title: '',
    text: record.text,
    author: did,
    authorUrl: `${APP}/${did}`,
    // Authors may write any date into a post; the stream's own time is when it came.
    postedAt: new Date(time / 1_000),
    about: (record.reply && pageOf(record.reply.root.uri)) || (record.embed?.external?.uri ?? url),
  };
}

/** Watches that listen to Bluesky, over all workspaces. */
async function readListeners(now: number): Promise<Listener[]> {
  const rows = await asSystem(() =>
    query<Omit<Listener, 'query' | 'posts' | 'from'> & { from: number | null }>(
      `select s.id as "sourceId", w.id as "watchId", w.workspace_id as "workspaceId", w.query as "queryText", w.retention_days as "retentionDays",
          (s.cursor ->> 'timeUs')::float8 as from
        from social_sources s join social_watches w on w.id = s.watch_id
        where s.kind = 'bluesky' and not w.is_paused and not w.is_sample order by s.id limit 2000`,
    ),
  );
  return rows.flatMap((row) => {
    const parsed = parseQuery(row.queryText);
    if ('problem' in parsed) return [];
    const from = Math.max(row.from ?? 0, (now - MAX_BACK_MS) * 1_000);
    return [{ ...row, query: parsed.query, from, posts: [] }];
  });
}

/** Reads the stream from the earliest place to the present. @returns how far it came @throws Error when it cannot be read */
function readStream(listeners: readonly Listener[], now: number, signal: AbortSignal): Promise<number> {
  const start = Math.min(...listeners.map(({ from }) => from));
  const url = `${places.stream}/subscribe?wantedCollections=app.bsky.feed.post&cursor=${Math.floor(start)}`;
  return new Promise((done, fail) => {
    const socket = new WebSocket(url);
    let reached = start;
    let isOpen = false;
    const end = (problem?: string) => {
      clearTimeout(deadline);
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
      socket.close();
      if (problem && reached === start) fail(new Error(problem));
      else done(reached);
    };
    const stop = () => end();
    const deadline = setTimeout(stop, MAX_READ_MS);
    let silence = setTimeout(() => end(isOpen ? undefined : 'Bluesky’s stream did not answer in time.'), 10_000);
    signal.addEventListener('abort', stop);
    socket.addEventListener('open', () => (isOpen = true));
    socket.addEventListener('error', () => end('Bluesky’s stream could not be reached.'));
    socket.addEventListener('close', () => end(isOpen ? undefined : 'Bluesky’s stream closed.'));
    socket.addEventListener('message', ({ data }) => {
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_MS);
      if (typeof data !== 'string' || data.length > MAX_MESSAGE) return;
      const message = readMessage(data);
      if (!message) return;
      if (message.time_us > now * 1_000) {
        // All up to the present was read. This post belongs to the next run.
        reached = now * 1_000;
        return end();
      }
      reached = Math.max(reached, message.time_us);
      const post = toPost(message);
      if (post) offer(post, message.time_us, listeners);
    });
  });
}

function readMessage(data: string): z.infer<typeof Message> | undefined {
  try {
    return Message.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

function offer(post: Post, time: number, listeners: readonly Listener[]): void {
  const words = wordsOfPost(post);
  for (const listener of listeners)
    if (time > listener.from && listener.posts.length < MAX_MATCHES && matchWords(listener.query, words))
      listener.posts.push(post);
}

const Profiles = z.object({ profiles: z.array(z.object({ did: z.string(), handle: z.string() })) });
const PROFILES_AT_ONCE = 25;

/** Names of authors; those that cannot be looked up stay identifiers. */
async function nameAuthors(listeners: readonly Listener[], signal: AbortSignal): Promise<void> {
  const posts = listeners.flatMap((listener) => listener.posts);
  const dids = [...new Set(posts.map(({ author }) => author))];
  const handles = new Map<string, string>();
  for (let at = 0; at < dids.length; at += PROFILES_AT_ONCE) {
    const parameters = new URLSearchParams(
      dids.slice(at, at + PROFILES_AT_ONCE).map((did): [string, string] => ['actors', did]),
    );
    const answer = await sendOutgoing({
      url: `${places.api}/xrpc/app.bsky.actor.getProfiles?${parameters.toString()}`,
      maxBytes: 1024 * 1024,
      signal,
    }).catch(() => undefined);
    if (answer?.status !== 200) continue;
    try {
      const { profiles } = Profiles.parse(JSON.parse(Buffer.from(answer.body).toString('utf8')));
      for (const { did, handle } of profiles) handles.set(did, handle);
    } catch {
      // The names are an extra; the posts are kept without them.
    }
  }
  for (const post of posts) post.author = handles.get(post.author) ?? post.author;
}

/** Keeps what a watch heard, and how far it has listened. */
async function keep(listener: Listener, reached: number, now: Date): Promise<void> {
  const { sourceId, watchId, queryText } = listener;
  await transaction(async () => {
    const [source] = await query<{ query: string }>(
      `select w.query from social_sources s join social_watches w on w.id = s.watch_id where s.id = $1 and s.workspace_id = $2 for update`,
      [sourceId, currentWorkspaceId()],
    );
    // Someone changed the query or removed the source meanwhile.
    if (source?.query !== queryText) return;
    const { added } = await storePosts(listener, listener.posts, now);
    await execute(
      `update social_sources set cursor = $3, state = 'ok', reason = '', failures = 0, title = 'Bluesky', last_ok_at = $4 where id = $1 and workspace_id = $2`,
      [sourceId, currentWorkspaceId(), JSON.stringify({ timeUs: reached }), now.toISOString()],
    );
    if (added === 0) return;
    await checkSpike(watchId, now);
    await publishWatches();
  });
}

/** Reads what was posted since the last time. */
export async function readBluesky(signal: AbortSignal): Promise<void> {
  const now = new Date();
  const listeners = await readListeners(now.getTime());
  if (listeners.length === 0) return;
  let reached: number;
  try {
    reached = await readStream(listeners, now.getTime(), signal);
  } catch (error) {
    await asSystem(() =>
      execute(
        `update social_sources set state = 'failing', reason = $2, failures = failures + 1 where id = any($1::uuid[])`,
        [listeners.map(({ sourceId }) => sourceId), error instanceof Error ? error.message : String(error)],
      ),
    );
    throw error;
  }
  await nameAuthors(listeners, signal);
  for (const listener of listeners)
    await inWorkspace(listener.workspaceId, null, () => keep(listener, Math.max(reached, listener.from), now));
}

export const blueskyRecurring = defineRecurring({
  name: 'social-scanner.bluesky',
  title: 'Read public posts of Bluesky',
  every: 60,
  handler: ({ signal }) => readBluesky(signal),
});
