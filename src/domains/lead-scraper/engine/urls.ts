/** Addresses of a crawl: one form for each page, which are worth fetching, and which first. */
import { isSocialHost } from './social.ts';

const MAX_LENGTH = 1_500;
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|igshid|ref|_ga|sessionid|phpsessid|jsessionid|sid)$/i;
const NO_PAGE =
  /\.(?:pdf|docx?|xlsx?|pptx?|zip|gz|tgz|rar|7z|dmg|exe|msi|apk|iso|jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|mov|avi|webm|ogg|wav|css|js|mjs|json|xml|rss|atom|woff2?|ttf|eot|csv|ics|vcf)$/i;
/** Pages behind a sign-in, and those that act when they are fetched. */
const NO_ENTRY =
  /\/(?:log-?in|log-?out|sign-?in|sign-?up|register|wp-admin|wp-login\.php|cart|checkout|basket|my-?account|admin|cgi-bin)(?:[/.]|$)/i;
/** The same part of a path three times in a row: links that grow forever. */
const ENDLESS = /(\/[^/]+)\1\1/;

/**
 * The one form of an address: without fragment, tracking, and default port.
 * @returns undefined for what is no web page's address
 */
export function normalizeUrl(text: string, base?: string): string | undefined {
  if (text.length > MAX_LENGTH || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  const tracking = [...url.searchParams.keys()].filter((key) => TRACKING.test(key));
  for (const key of tracking) url.searchParams.delete(key);
  const address = url.href.replace(/\?$/, '');
  return address.length > MAX_LENGTH ? undefined : address;
}

/** Why a linked page is not fetched; undefined for one that may be. */
export function linkProblem(address: string): string | undefined {
  const { pathname, searchParams } = new URL(address);
  if (NO_PAGE.test(pathname)) return 'Not a web page';
  if (NO_ENTRY.test(pathname)) return 'Behind a sign-in';
  if (ENDLESS.test(pathname) || pathname.split('/').length > 14 || searchParams.size > 6) return 'Endless addresses';
  return undefined;
}

/** Whether two addresses are the same page under two spellings: scheme, www, index file, slash, query. */
export function isSamePage(one: string, other: string): boolean {
  return pageKey(one) === pageKey(other);
}

const pageKey = (address: string): string => {
  const { host, pathname } = new URL(address);
  return host.replace(/^www\./, '') + pathname.replace(/\/(?:index\.\w{2,5})?$/, '').toLowerCase();
};

/** Whether two hosts are one site: with and without `www`. */
export const isSameSite = (one: string, other: string): boolean =>
  one.replace(/^www\./, '') === other.replace(/^www\./, '');

const FIRST = /contact|kontakt|impressum|imprint|contatt|contacto/i;
const SECOND =
  /about|team|people|staff|leadership|management|ueber-uns|who-we-are|our-|company|equipe|equipo|attorneys|doctors|agents/i;

/** 0: contact pages; 1: about and team pages, and the start page; 2: all others. */
export function priorityOf(address: string): number {
  const { pathname } = new URL(address);
  return FIRST.test(pathname) ? 0 : pathname === '/' || SECOND.test(pathname) ? 1 : 2;
}

/** Countries of sites by the end of their names; others use the workspace's. */
const COUNTRIES: Readonly<Record<string, string>> = { uk: 'GB', eu: '' };

/** ISO country of a site's phone numbers without a country code. */
export function countryOfHost(host: string, fallback: string): string {
  const end = host.replace(/:\d+$/, '').split('.').at(-1) ?? '';
  if (end.length !== 2 || !/^[a-z]{2}$/.test(end) || ['io', 'co', 'ai', 'me', 'tv', 'cc'].includes(end))
    return fallback;
  return COUNTRIES[end] ?? end.toUpperCase();
}

export interface StartList {
  /** Addresses of pages and sitemaps. */
  urls: string[];
  /** Unreadable lines with reasons. */
  problems: { text: string; why: string }[];
}

export const MAX_STARTS = 1_000;
const DOMAIN =
  /^(?:https?:\/\/)?[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?]\S*)?$/iu;

/** Reads addresses and domains, one a line, or a CSV with one of them in each row. */
export function readStartList(text: string): StartList {
  const urls = new Set<string>();
  const problems: StartList['problems'] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const cells = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
    const cell =
      cells.find((one) => DOMAIN.test(one) && !one.includes('@')) ?? (cells.length === 1 ? cells[0] : undefined);
    if (!cell) continue;
    const address = normalizeUrl(/^https?:\/\//i.test(cell) ? cell : `https://${cell}`);
    if (!address || !DOMAIN.test(cell)) {
      if (cell !== '' && problems.length < 50) problems.push({ text: cell.slice(0, 100), why: 'Not a web address.' });
    } else if (isSocialHost(new URL(address).hostname)) {
      if (problems.length < 50)
        problems.push({ text: cell.slice(0, 100), why: 'This network’s terms forbid crawling.' });
    } else urls.add(address);
  }
  return { urls: [...urls], problems };
}

/** Milliseconds that a `Retry-After` header asks for; undefined when it says nothing usable. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

export const isSitemap = (address: string): boolean =>
  /sitemap[^/]*\.(?:xml|txt)(?:\.gz)?$|\.xml(?:\.gz)?$/i.test(new URL(address).pathname);
