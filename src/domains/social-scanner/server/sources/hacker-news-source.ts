/** Hacker News by Algolia's public search API: stories and comments, the newest first, from the last answer on. */
import * as z from 'zod';
import { describeOutgoing, fetchFollowing } from '../../../lead-scraper/index.ts';
import { textOfHtml } from '../../engine/html-text.ts';
import type { Post } from '../../engine/post.ts';
import { searchesOf, type Term } from '../../engine/query.ts';
import { type Answer, answerOfStatus, type Ask, type SourceAdapter } from './source.ts';

const ALGOLIA = 'https://hn.algolia.com';
let base = ALGOLIA;

/** For tests, which have a server of their own. Undefined: the real one. */
export const useHackerNewsAt = (address: string | undefined): void => void (base = address ?? ALGOLIA);

const ITEM = 'https://news.ycombinator.com/item?id=';
const PER_PAGE = 100;
/** The service gives no more than 1,000 posts of one search. */
const MAX_PAGES = 10;
/** The index is a little late; what is known already is not added again. */
const OVERLAP_SECONDS = 600;
const FIRST_SECONDS = 30 * 86_400;

const Found = z.object({
  objectID: z.string(),
  created_at_i: z.number(),
  author: z.string().nullish(),
  title: z.string().nullish(),
  url: z.string().nullish(),
  story_text: z.string().nullish(),
  comment_text: z.string().nullish(),
  story_id: z.number().nullish(),
});
const Page = z.object({ hits: z.array(Found), nbPages: z.number() });

const wordsFor = (terms: readonly Term[]): string =>
  terms.map(({ words }) => (words.length > 1 ? `"${words.join(' ')}"` : words[0]!)).join(' ');

const toPost = (one: z.infer<typeof Found>): Post => ({
  guid: one.objectID,
  url: ITEM + one.objectID,
  title: one.comment_text ? '' : (one.title ?? ''),
  text: textOfHtml(one.comment_text ?? one.story_text ?? ''),
  author: one.author ?? '',
  authorUrl: one.author ? `https://news.ycombinator.com/user?id=${encodeURIComponent(one.author)}` : '',
  postedAt: new Date(one.created_at_i * 1_000),
  about: ITEM + (one.story_id ?? one.objectID),
});

export const hackerNewsSource: SourceAdapter = {
  address: () => ({ address: '' }),
  host: () => 'hn.algolia.com',
  async ask(ask) {
    const now = Math.floor(ask.now.getTime() / 1_000);
    const oldest = Math.max(Math.floor(ask.since.getTime() / 1_000), now - FIRST_SECONDS);
    const last = typeof ask.cursor['newest'] === 'number' ? ask.cursor['newest'] - OVERLAP_SECONDS : 0;
    const from = Math.max(oldest, last);
    const posts = new Map<string, Post>();
    let isCut = false;
    for (const terms of searchesOf(ask.query)) {
      const answer = await search(terms, from, ask);
      if (!('found' in answer)) return answer;
      isCut ||= answer.isCut;
      for (const one of answer.found) posts.set(one.objectID, toPost(one));
    }
    const newest = [...posts.values()].reduce(
      (most, { postedAt }) => Math.max(most, Math.floor(postedAt!.getTime() / 1_000)),
      Number(ask.cursor['newest'] ?? from),
    );
    return {
      state: 'ok',
      title: 'Hacker News',
      posts: [...posts.values()],
      cursor: { newest },
      ...(isCut && { reason: 'Only the newest 1,000 posts of a search were read.' }),
    };
  },
};

async function search(
  terms: readonly Term[],
  from: number,
  { agent, signal, now }: Ask,
): Promise<{ found: z.infer<typeof Found>[]; isCut: boolean } | Exclude<Answer, { state: 'ok' }>> {
  const found: z.infer<typeof Found>[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const parameters = new URLSearchParams({
      query: wordsFor(terms),
      tags: '(story,comment)',
      numericFilters: `created_at_i>${from}`,
      hitsPerPage: String(PER_PAGE),
      page: String(page),
      advancedSyntax: 'true',
      typoTolerance: 'false',
      ...(terms.some(({ isPrefix }) => isPrefix) && { queryType: 'prefixAll' }),
    });
    const fetched = await fetchFollowing(`${base}/api/v1/search_by_date?${parameters.toString()}`, {
      agent,
      accept: 'application/json',
      maxBytes: 5 * 1024 * 1024,
      signal,
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      return describeOutgoing(error);
    });
    if (typeof fetched === 'string') return { state: 'failing', reason: fetched };
    if (fetched.status !== 200) return answerOfStatus(fetched, now);
    const parsed = Page.safeParse(jsonOf(fetched.body));
    if (!parsed.success) return { state: 'failing', reason: 'Hacker News search gave an answer that cannot be read.' };
    found.push(...parsed.data.hits);
    if (page + 1 >= parsed.data.nbPages || parsed.data.hits.length === 0) return { found, isCut: false };
  }
  return { found, isCut: true };
}

function jsonOf(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(body?.toString('utf8') ?? '');
  } catch {
    return undefined;
  }
}
