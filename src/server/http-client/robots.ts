/**
 * robots.txt by RFC 9309: the group of the longest matching product token, merged over all groups that name it, else
 * `*`; of its rules the longest match in octets decides, and a tie allows.
 */

/** RFC 9309, 2.5: at least 500 KiB are read. What follows is ignored. */
export const MAX_ROBOTS_BYTES = 512 * 1024;
/** RFC 9309, 2.4: no longer than a day. */
export const ROBOTS_MAX_AGE_MS = 24 * 3_600_000;
const MAX_RULES = 20_000;
const MAX_SITEMAPS = 50;

interface Rule {
  pattern: string;
  allows: boolean;
}

export interface Robots {
  rules: readonly Rule[];
  /** Not in the RFC, but honored; seconds. Undefined: none was named. */
  crawlDelay: number | undefined;
  sitemaps: readonly string[];
}

export const ALLOW_ALL: Robots = { rules: [], crawlDelay: undefined, sitemaps: [] };
export const DISALLOW_ALL: Robots = { ...ALLOW_ALL, rules: [{ pattern: '/', allows: false }] };

interface Group {
  agents: Set<string>;
  rules: Rule[];
  crawlDelay: number | undefined;
}

/** The keys of lines; others are ignored. */
const LINE = /^\s*(user-agent|allow|disallow|crawl-delay|sitemap)\s*:(.*)$/i;
const TOKEN = /^[a-z_-]+/i;

/** Reads a file for one product token. */
export function parseRobots(text: string, agent: string): Robots {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  let isNaming = false;
  let rules = 0;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [, key, rest] = LINE.exec(line.length > 4_096 ? line.slice(0, 4_096) : line) ?? [];
    if (key === undefined || rest === undefined) continue;
    const name = key.toLowerCase();
    const value = rest.split('#', 1)[0]!.trim();
    if (name === 'sitemap') {
      if (value !== '' && sitemaps.length < MAX_SITEMAPS) sitemaps.push(rest.trim().split(/\s/, 1)[0]!);
      continue;
    }
    if (name === 'user-agent') {
      if (!isNaming || !group) groups.push((group = { agents: new Set(), rules: [], crawlDelay: undefined }));
      isNaming = true;
      group.agents.add(agentOf(value));
      continue;
    }
    isNaming = false;
    // Rules before the first user agent belong to no one.
    if (!group) continue;
    if (name === 'crawl-delay') group.crawlDelay ??= secondsOf(value);
    else if (value !== '' && (rules += 1) <= MAX_RULES)
      group.rules.push({ pattern: normalizePath(value), allows: name === 'allow' });
  }
  return { ...pick(groups, agent.toLowerCase()), sitemaps };
}

/** The product token of a `User-agent` line; `*` stays. */
function agentOf(value: string): string {
  return /^\*(?:\s|$)/.test(value) ? '*' : (TOKEN.exec(value)?.[0] ?? '').toLowerCase();
}

function pick(groups: readonly Group[], agent: string): Omit<Robots, 'sitemaps'> {
  const own = groups.filter(({ agents }) => agents.has(agent));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.has('*'));
  return {
    rules: chosen.flatMap(({ rules }) => rules),
    crawlDelay: chosen.find(({ crawlDelay }) => crawlDelay !== undefined)?.crawlDelay,
  };
}

function secondsOf(value: string): number | undefined {
  return /^\d{1,6}(?:\.\d{1,3})?$/.test(value) ? Number(value) : undefined;
}

const UNRESERVED = /^[A-Za-z0-9._~-]$/;

/** RFC 9309, 2.2.2: octets outside ASCII are percent-encoded, encoded unreserved ones are decoded, then compared. */
function normalizePath(path: string): string {
  const encoded = path.replace(/[^\x21-\x7e]/gu, (character) =>
    character === ' ' ? '%20' : [...new TextEncoder().encode(character)].map((octet) => `%${hex(octet)}`).join(''),
  );
  return encoded.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return UNRESERVED.test(character) ? character : `%${digits.toUpperCase()}`;
  });
}

const hex = (octet: number) => octet.toString(16).toUpperCase().padStart(2, '0');

/** Whether the rules let the agent fetch an address. /robots.txt itself may always be fetched. */
export function isAllowed({ rules }: Robots, address: string): boolean {
  const { pathname, search } = new URL(address);
  if (pathname === '/robots.txt') return true;
  const path = normalizePath(pathname + search);
  let longest = -1;
  let allowed = true;
  for (const { pattern, allows } of rules) {
    if (pattern.length < longest || (pattern.length === longest && allowed) || !matches(pattern, path)) continue;
    longest = pattern.length;
    allowed = allows;
  }
  return allowed;
}

/** `*` is any run of octets, `$` at the end the end. Linear in the path for each part, without backtracking. */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$');
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  const first = parts[0]!;
  if (!path.startsWith(first)) return false;
  if (parts.length === 1) return !isAnchored || path.length === first.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = parts.at(-1)!;
  if (isAnchored) return path.length - last.length >= at && path.endsWith(last);
  return path.indexOf(last, at) >= 0;
}

export type RobotsVerdict = 'rules' | 'none' | 'unreachable';

/**
 * Result of a request for robots.txt. 4xx: no rules. 5xx or no response: nothing may be fetched. 429 counts as
 * unreachable, which is stricter than the RFC, because the site asked us to slow down.
 * @param status undefined if there was no response
 */
export function robotsVerdict(status: number | undefined): RobotsVerdict {
  if (status === undefined || status >= 500 || status === 429) return 'unreachable';
  return status >= 200 && status < 300 ? 'rules' : status >= 400 ? 'none' : 'unreachable';
}

/** Seconds between two requests to a site: its own wish, at least ours, at most a minute. */
export function secondsBetween({ crawlDelay }: Robots, floor: number): { seconds: number; isClamped: boolean } {
  const wanted = Math.max(floor, crawlDelay ?? 0);
  return { seconds: Math.min(wanted, 60), isClamped: wanted > 60 };
}
