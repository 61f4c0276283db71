/** RSS, Atom, and JSON feeds by conditional requests. */
import { createHash } from 'node:crypto';
import { outgoingUrlProblem } from '../../../../server/http-client/client.ts';
import { describeOutgoing, fetchFollowing, textOfBody } from '../../../lead-scraper/index.ts';
import { readFeed } from '../../engine/feed.ts';
import { feedLinkOf } from '../../engine/html-text.ts';
import { siteOf } from '../../engine/post.ts';
import { type Answer, answerOfStatus, type Ask, type SourceAdapter } from './source.ts';

const MAX_FEED_BYTES = 5 * 1024 * 1024;
const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, text/html;q=0.5';

interface FeedCursor {
  /** The feed that a page named, where someone entered the page. */
  feedUrl?: string;
  etag?: string;
  lastModified?: string;
  /** Hashes of the posts in the last answer: posts without a date must not be new again. */
  seen?: readonly string[];
}

const hashOf = (guid: string): string => createHash('sha256').update(guid).digest('base64url').slice(0, 12);

export const feedSource: SourceAdapter = {
  address(entered) {
    if (entered.trim() === '') return { problem: 'Enter the address of a feed.' };
    const address = /^[a-z][a-z\d+.-]*:/i.test(entered)
      ? entered.replace(/^feed:(\/\/)?/i, 'https://')
      : `https://${entered}`;
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
      return { problem: `“${entered}” is no web address.` };
    const problem = outgoingUrlProblem(address);
    return problem ? { problem: `“${entered}”: ${problem}` } : { address: new URL(address).href };
  },
  host: siteOf,
  async ask(ask) {
    const cursor = ask.cursor as FeedCursor;
    const url = cursor.feedUrl ?? ask.address;
    const answer = await askFeed(url, cursor, ask);
    if (answer.state !== 'page') return answer;
    // One step only: a page that names a page is no feed.
    const next = await askFeed(answer.feedUrl, {}, ask);
    if (next.state === 'page') return { state: 'failing', reason: NO_FEED };
    return next.state === 'ok' ? { ...next, cursor: { ...next.cursor, feedUrl: answer.feedUrl } } : next;
  },
};

const NO_FEED = 'There is no feed at this address.';

async function askFeed(
  url: string,
  cursor: FeedCursor,
  { agent, signal, now }: Ask,
): Promise<Answer | { state: 'page'; feedUrl: string }> {
  const fetched = await fetchFollowing(url, {
    agent,
    accept: ACCEPT,
    maxBytes: MAX_FEED_BYTES,
    signal,
    headers: {
      ...(cursor.etag && { 'if-none-match': cursor.etag }),
      ...(cursor.lastModified && { 'if-modified-since': cursor.lastModified }),
    },
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    return describeOutgoing(error);
  });
  if (typeof fetched === 'string') return { state: 'failing', reason: fetched };
  if (fetched.status === 304) return { state: 'unchanged' };
  if (fetched.status !== 200) return answerOfStatus(fetched, now);
  if (!fetched.body) return { state: 'failing', reason: 'This feed is longer than 5 MB.' };
  const content = textOfBody(fetched.body, fetched.headers['content-type'] ?? '');
  const feed = readFeed(content, fetched.url);
  if (!feed) {
    const feedUrl = cursor.feedUrl ? undefined : feedLinkOf(content, fetched.url);
    return feedUrl ? { state: 'page', feedUrl } : { state: 'failing', reason: NO_FEED };
  }
  const hashes = feed.posts.map(({ guid, title, text }) => hashOf(guid || `${title} ${text}`));
  const seen = new Set(cursor.seen);
  return {
    state: 'ok',
    title: feed.title,
    posts: feed.posts.filter((_post, i) => !seen.has(hashes[i]!)),
    cursor: {
      ...(cursor.feedUrl && { feedUrl: cursor.feedUrl }),
      ...(fetched.headers['etag'] && { etag: fetched.headers['etag'] }),
      ...(fetched.headers['last-modified'] && { lastModified: fetched.headers['last-modified'] }),
      seen: hashes,
    },
  };
}
