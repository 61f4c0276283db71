/** RSS, RDF, Atom, and JSON feeds as posts. */
import { parseFeed } from 'feedsmith';
import { textOfHtml } from './html-text.ts';
import type { Post } from './post.ts';

export interface Feed {
  title: string;
  posts: Post[];
}

/** Posts of one answer that are looked at; feeds are rarely longer. */
export const MAX_FEED_POSTS = 500;

const dateOf = (...texts: unknown[]): Date | undefined => {
  const text = texts.find((one) => typeof one === 'string' && one !== '') as string | undefined;
  const date = text ? new Date(text) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
};

const longer = (...texts: (string | undefined)[]): string =>
  texts.reduce<string>((best, text = '') => (text.length > best.length ? text : best), '');

/** @returns undefined when this is no feed */
export function readFeed(content: string, feedUrl: string): Feed | undefined {
  const absolute = (href: string | undefined): string =>
    href && URL.canParse(href, feedUrl) ? new URL(href, feedUrl).href : '';
  let parsed: ReturnType<typeof parseFeed>;
  try {
    parsed = parseFeed(content.trim());
  } catch {
    return undefined;
  }
  switch (parsed.format) {
    case 'rss':
      return {
        title: textOfHtml(parsed.feed.title ?? ''),
        posts: (parsed.feed.items ?? []).slice(0, MAX_FEED_POSTS).map((item) => {
          const guid = item.guid?.value ?? '';
          const url = absolute(item.link ?? (item.guid?.isPermaLink === false ? undefined : guid));
          return {
            guid: guid || url,
            url,
            title: textOfHtml(item.title ?? ''),
            text: textOfHtml(longer(item.content?.encoded, item.description)),
            author: item.dc?.creators?.[0] ?? item.authors?.[0]?.name ?? '',
            authorUrl: '',
            postedAt: dateOf(item.pubDate, item.dc?.dates?.[0]),
            about: item.comments ? absolute(item.comments) : '',
          };
        }),
      };
    case 'atom':
      return {
        title: textOfHtml(parsed.feed.title?.value ?? ''),
        posts: (parsed.feed.entries ?? []).slice(0, MAX_FEED_POSTS).map((entry) => {
          const link = entry.links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? entry.links?.[0];
          const author = entry.authors?.[0] ?? parsed.feed.authors?.[0];
          return {
            guid: entry.id ?? absolute(link?.href),
            url: absolute(link?.href),
            title: textOfHtml(entry.title?.value ?? ''),
            text: textOfHtml(longer(entry.content?.value, entry.summary?.value)),
            author: author?.name ?? '',
            authorUrl: absolute(author?.uri),
            postedAt: dateOf(entry.published, entry.updated),
            about: '',
          };
        }),
      };
    case 'rdf':
      return {
        title: textOfHtml(parsed.feed.title ?? ''),
        posts: (parsed.feed.items ?? [])
          .slice(0, MAX_FEED_POSTS)
          .map((item) => ({
            guid: item.rdf?.about ?? absolute(item.link),
            url: absolute(item.link),
            title: textOfHtml(item.title ?? ''),
            text: textOfHtml(longer(item.content?.encoded, item.description)),
            author: item.dc?.creators?.[0] ?? '',
            authorUrl: '',
            postedAt: dateOf(item.dc?.dates?.[0]),
            about: '',
          })),
      };
    case 'json':
      return {
        title: textOfHtml(parsed.feed.title ?? ''),
        posts: (parsed.feed.items ?? []).slice(0, MAX_FEED_POSTS).map((item) => {
          const author = item.authors?.[0] ?? parsed.feed.authors?.[0];
          return {
            guid: item.id || absolute(item.url),
            url: absolute(item.url),
            title: textOfHtml(item.title ?? ''),
            text: item.content_text ?? textOfHtml(longer(item.content_html, item.summary)),
            author: author?.name ?? '',
            authorUrl: absolute(author?.url),
            postedAt: dateOf(item.date_published, item.date_modified),
            about: absolute(item.external_url),
          };
        }),
      };
  }
}
