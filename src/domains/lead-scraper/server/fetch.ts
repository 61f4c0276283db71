/** One request of the crawler: guarded, named, limited in bytes and time, and decoded. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { appLink } from '../../../server/app-url.ts';
import { query } from '../../../server/db/index.ts';
import { type OutgoingAnswer, OutgoingError, sendOutgoing } from '../../../server/http-client/client.ts';

/** Product token that robots.txt and robots meta tags address. */
export const AGENT = 'GauntletBot';
const TIMEOUT = 15_000;
export const MAX_PAGE_BYTES = 2 * 1024 * 1024;

/** How the crawler calls itself: its name, where it comes from, and whom to write to. */
export async function userAgent(startedBy: string | null): Promise<string> {
  const [person] = startedBy
    ? await query<{ email: string }>('select email from workspace_people where id = $1', [startedBy])
    : [];
  return `${AGENT}/1.0 (+${appLink('/')}${person ? `; ${person.email}` : ''})`;
}

export interface Fetched {
  status: number;
  headers: Record<string, string>;
  /** Undefined when it is longer than allowed. */
  body: Buffer | undefined;
}

export interface FetchOptions {
  agent: string;
  accept: string;
  maxBytes: number;
  signal: AbortSignal;
  /** Besides, such as those of a conditional request. */
  headers?: Record<string, string>;
}

/** Fetches one address and follows nothing. @throws OutgoingError when there is no answer */
export async function fetchOnce(
  url: string,
  { agent, accept, maxBytes, signal, headers }: FetchOptions,
): Promise<Fetched> {
  const answer = await sendOutgoing({
    url,
    timeout: TIMEOUT,
    maxBytes,
    signal,
    headers: {
      'user-agent': agent,
      accept,
      'accept-language': 'en, *;q=0.5',
      'accept-encoding': 'gzip, deflate, br',
      ...headers,
    },
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: answer.cut ? undefined : await decompress(answer, maxBytes),
  };
}

const UNPACK = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/** @returns undefined for what grows beyond the limit or is damaged */
async function decompress({ headers, body }: OutgoingAnswer, maxOutputLength: number): Promise<Buffer | undefined> {
  const coding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  const bytes = Buffer.from(body);
  if (coding === '' || coding === 'identity' || bytes.length === 0) return bytes;
  if (!(coding in UNPACK)) return undefined;
  return UNPACK[coding as keyof typeof UNPACK](bytes, { maxOutputLength }).catch(() => undefined);
}

/** A sitemap that is kept compressed, whatever its headers say. */
export async function unzipped(body: Buffer, maxOutputLength: number): Promise<Buffer | undefined> {
  return body[0] === 0x1f && body[1] === 0x8b ? UNPACK.gzip(body, { maxOutputLength }).catch(() => undefined) : body;
}

const META_CHARSET = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i;

/** The text of a page in the encoding that its header, else the page itself, names. */
export function textOfBody(body: Buffer, contentType: string): string {
  const named =
    /charset\s*=\s*"?([\w-]{2,40})/i.exec(contentType)?.[1] ??
    META_CHARSET.exec(body.subarray(0, 2_048).toString('latin1'))?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

/** Fetches an address and follows up to five redirects, each checked like the first. */
export async function fetchFollowing(url: string, options: FetchOptions): Promise<Fetched & { url: string }> {
  let at = url;
  for (let hops = 0; ; hops++) {
    const answer = await fetchOnce(at, options);
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status >= 400 || !location || hops >= 5) return { ...answer, url: at };
    if (!URL.canParse(location, at)) return { ...answer, url: at };
    at = new URL(location, at).href;
  }
}

/** Why an address could not be reached, for people. */
export const describeOutgoing = (error: unknown): string =>
  error instanceof OutgoingError ? error.message : 'The server at this address could not be reached.';
