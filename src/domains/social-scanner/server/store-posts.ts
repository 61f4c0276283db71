/** Posts become hits: matched, scored, and kept once. */
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, query, selectRows } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { authorKey, conversationKey, postKey, type Post, siteOf, tidyPost } from '../engine/post.ts';
import { matchPost, type Query } from '../engine/query.ts';
import { scorePost } from '../engine/score.ts';
import { SOCIAL_SCANNER } from '../paths.ts';

export interface Place {
  watchId: string;
  sourceId: string;
  query: Query;
  /** Hits are kept this long, so older posts are left out. */
  retentionDays: number;
}

export const DAY_MS = 86_400_000;

export const publishWatches = (): Promise<void> =>
  publishPaths(currentWorkspaceId(), [SOCIAL_SCANNER.watches, SOCIAL_SCANNER.hits]);

/**
 * Keeps the posts that match, in the ambient transaction. A post that is known at its source, or by its address in the
 * watch, is not added again; one of a muted author or site is kept out of sight.
 */
export async function storePosts(
  { watchId, sourceId, query: wanted, retentionDays }: Place,
  posts: readonly Post[],
  now: Date,
): Promise<{ matches: number; added: number }> {
  const oldest = now.getTime() - retentionDays * DAY_MS;
  const rows = posts.flatMap((raw) => {
    const post = tidyPost(raw, now);
    if (!post || (post.postedAt && post.postedAt.getTime() < oldest)) return [];
    const marks = matchPost(wanted, post);
    if (!marks) return [];
    const score = scorePost(post);
    const site = siteOf(post.url);
    return [
      {
        id: newId(),
        guid: post.guid,
        post_key: postKey(post, sourceId),
        url: post.url,
        site,
        title: post.title,
        text: post.text,
        author: post.author,
        author_url: post.authorUrl,
        author_key: authorKey(site, post.author),
        conversation_key: conversationKey(post),
        posted_at: (post.postedAt ?? now).toISOString(),
        intent: score.intent,
        sentiment: score.sentiment,
        reasons: score.reasons,
        marks: [...marks, ...score.marks],
      },
    ];
  });
  if (rows.length === 0) return { matches: 0, added: 0 };
  const muted = await mutedKeys();
  const withState = rows.map((row) => ({
    ...row,
    state: muted.author.has(row.author_key) || muted.site.has(row.site) ? 'muted' : 'new',
  }));
  let added = 0;
  for (let at = 0; at < withState.length; at += BATCH) {
    const inserted = await query(
      `insert into social_hits (id, workspace_id, watch_id, source_id, guid, post_key, url, site, title, text, author, author_url, author_key,
          conversation_key, posted_at, found_at, intent, sentiment, reasons, marks, state)
        select r.id, $1, $2, $3, r.guid, r.post_key, r.url, r.site, r.title, r.text, r.author, r.author_url, r.author_key,
          r.conversation_key, r.posted_at, $5::timestamptz, r.intent, r.sentiment, r.reasons, r.marks, r.state
        from jsonb_to_recordset($4::jsonb) as r(id uuid, guid text, post_key text, url text, site text, title text, text text, author text,
          author_url text, author_key text, conversation_key text, posted_at timestamptz, intent integer, sentiment integer, reasons jsonb, marks jsonb, state text)
        on conflict do nothing returning 1`,
      [currentWorkspaceId(), watchId, sourceId, JSON.stringify(withState.slice(at, at + BATCH)), now.toISOString()],
    );
    added += inserted.length;
  }
  return { matches: rows.length, added };
}

const BATCH = 200;

async function mutedKeys(): Promise<Record<'author' | 'site', Set<string>>> {
  const rows = await selectRows('social_mutes', ['kind', 'key'], { workspaceId: currentWorkspaceId() });
  const keysOf = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ key }) => key));
  return { author: keysOf('author'), site: keysOf('site') };
}
