/** Reads what browsers and servers send. Anybody can send anything, so nothing is trusted and everything has a limit. */
import { type Origin, originOf, plainHost } from './channel.ts';
import type { EventKind } from './visits.ts';

export const MAX_EVENTS = 50;
const MAX_PATH = 200;
const MAX_NAME = 100;
const MAX_PROPS = 20;
const MAX_VALUE = 200;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TOKEN = /^[\w-]{35}$/;
const MONEY = /^\d{1,12}(\.\d{1,4})?$/;

export type Props = Readonly<Record<string, string>>;

/** One event as it was sent, checked and shortened. */
export interface SentEvent {
  kind: EventKind | 'identify';
  name: string;
  path: string;
  host: string;
  /** Where the visitor came from; undefined when from the site itself. */
  origin: Origin | undefined;
  props: Props | undefined;
  /** Decimal text; undefined without one. */
  revenue: string | undefined;
  /** Identifier that the visitor agreed to. */
  id: string | undefined;
  /** Email address of a visitor who identified themselves. */
  email: string | undefined;
  /** Of the link in an email by which the visitor came; its signature is not checked yet. */
  token: string | undefined;
}

const KINDS: ReadonlySet<unknown> = new Set(['page', 'event', 'form', 'outbound', 'identify']);

/** Text without control characters, which the database cannot store either. */
function text(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  return value
    .slice(0, most * 4)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();
}

/** The path of a page as it is counted: decoded, without a slash at its end. */
export function pathOf(url: URL): string {
  let path = url.pathname;
  try {
    path = decodeURI(path);
  } catch {
    // As it is written.
  }
  path = text(path, MAX_PATH);
  return path.length > 1 && path.endsWith('/') ? path.replace(/\/{1,200}$/, '') || '/' : path || '/';
}

function propsOf(value: unknown): Props | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const props: Record<string, string> = {};
  for (const [key, one] of Object.entries(value).slice(0, MAX_PROPS)) {
    const name = text(key, 60);
    if (name === '' || name === '__proto__') continue;
    const given = typeof one === 'number' || typeof one === 'boolean' ? String(one) : text(one, MAX_VALUE);
    if (given !== '') props[name] = given;
  }
  return Object.keys(props).length > 0 ? props : undefined;
}

/** Money in the site's currency: a number or decimal text of at most four decimals. */
export function revenueOf(value: unknown): string | undefined {
  const written = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return MONEY.test(written) ? written : undefined;
}

/** @returns undefined for what is no address of a page */
export function urlOf(value: unknown): URL | undefined {
  if (typeof value !== 'string' || value.length > 4_000) return undefined;
  try {
    const url = new URL(value);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the host is one of the site's domains or beneath one. */
export function isHostOf(domains: readonly string[], host: string): boolean {
  const plain = plainHost(host);
  return domains.some((domain) => plain === domain || plain.endsWith(`.${domain}`));
}

/**
 * Reads one event of the script.
 * @returns undefined for what the script never sends, and for pages of other hosts
 */
export function readSent(value: unknown, domains: readonly string[]): SentEvent | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const sent = value as Record<string, unknown>;
  const url = urlOf(sent.u);
  if (!url || !KINDS.has(sent.k) || !isHostOf(domains, url.hostname)) return undefined;
  const kind = sent.k as SentEvent['kind'];
  const name = text(sent.n, MAX_NAME);
  if (name === '' && kind !== 'page' && kind !== 'identify') return undefined;
  const given = typeof sent.d === 'object' && sent.d !== null ? (sent.d as Record<string, unknown>) : {};
  const email = text(sent.m, 254).toLowerCase();
  return {
    kind,
    name: kind === 'page' ? '' : name,
    path: pathOf(url),
    host: plainHost(url.hostname),
    origin: originOf(url, typeof sent.r === 'string' ? sent.r.slice(0, 2_000) : '', (host) => isHostOf(domains, host)),
    props: propsOf(sent.d),
    revenue: kind === 'event' ? revenueOf(given.revenue ?? given.value) : undefined,
    id: typeof sent.i === 'string' && UUID.test(sent.i) ? sent.i : undefined,
    email: /^[^\s@]{1,64}@[^\s@]{1,189}$/.test(email) ? email : undefined,
    token: typeof sent.t === 'string' && TOKEN.test(sent.t) ? sent.t : undefined,
  };
}

/** Whether a path, or a name, is what a goal looks for; `*` stands for any part of it. Linear in its length. */
export function matchesGoal(pattern: string, value: string): boolean {
  const parts = pattern.toLowerCase().split('*');
  const given = value.toLowerCase();
  if (parts.length === 1) return given === parts[0];
  const first = parts[0]!;
  const last = parts.at(-1)!;
  if (!given.startsWith(first) || !given.endsWith(last) || given.length < first.length + last.length) return false;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const at = given.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= given.length - last.length;
}
