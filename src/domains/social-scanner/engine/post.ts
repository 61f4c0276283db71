/** A public post as every source gives it, and the keys that make it one post. */
import { cut, onOneLine, trimmed } from '../../../kernel/text.ts';

export interface Post {
  /** The post's id at its source. */
  guid: string;
  url: string;
  title: string;
  /** Plain text. */
  text: string;
  author: string;
  authorUrl: string;
  /** Undefined where the source does not say. */
  postedAt: Date | undefined;
  /** The link or the thread that the post is about; blank: itself. */
  about: string;
}

export const MAX_TEXT = 5_000;
export const MAX_TITLE = 300;
const MAX_URL = 2_000;

/** A post within its limits; undefined when it says nothing. */
export function tidyPost(post: Post, now: Date): Post | undefined {
  const title = cut(onOneLine(post.title), MAX_TITLE);
  const text = cut(trimmed(post.text), MAX_TEXT);
  if (!title && !text) return undefined;
  const url = webAddress(post.url);
  const at = post.postedAt;
  // Some programs write dates of years ahead; they would stay on top of every list.
  const isDated = at && !Number.isNaN(at.getTime()) && at.getFullYear() > 1990 && at <= now;
  return {
    guid: cut(post.guid || url || `${title} ${text.slice(0, 200)}`, 500),
    url,
    title,
    text: text === title ? '' : text,
    author: cut(onOneLine(post.author), 120),
    authorUrl: webAddress(post.authorUrl),
    postedAt: isDated ? at : undefined,
    about: cut(post.about, MAX_URL),
  };
}

/** An `http:` or `https:` address as it is; everything else is no address. */
export function webAddress(text: string): string {
  const url = text.length <= MAX_URL && URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : '';
}

/** Parameters that say where a visitor came from, and nothing about the page. */
const TRACKING = /^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref|ref_src|ref_url|cmpid|ocid|ncid|at_\w+)$/i;

/** One spelling of an address: without scheme, `www.`, tracking parameters, a trailing slash, and the fragment. */
export function canonicalUrl(address: string): string {
  if (!URL.canParse(address)) return '';
  const url = new URL(address);
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name)).toSorted(byName);
  const query = kept.length > 0 ? `?${new URLSearchParams(kept).toString()}` : '';
  return `${siteOf(address)}${url.port ? `:${url.port}` : ''}${url.pathname.replace(/\/+$/, '')}${query}`;
}

const byName = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : a > b ? 1 : 0);

/** Host name without `www.`; blank for what is no address. */
export const siteOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';

/** The author as a mute names them: at one site, whatever the case of the name. */
export const authorKey = (site: string, author: string): string =>
  author ? `${site} ${author.replace(/^[@\s]+|^\/?u\//gi, '').toLowerCase()}` : '';

/** Identifies a post across the sources of a watch. */
export const postKey = ({ url, guid }: Post, sourceId: string): string =>
  url ? `url ${canonicalUrl(url)}` : `id ${sourceId} ${guid}`;

/** Groups posts about the same link or in the same thread. */
export const conversationKey = ({ about, url }: Post): string => canonicalUrl(about) || about || canonicalUrl(url);
