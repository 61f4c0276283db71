/** Email addresses in text, plain and obfuscated. */
import { parseEmail } from '../../../records/engine/email.ts';

const PLAIN = /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,5}\p{L}{2,24}/gu;
const AT = String.raw`(?:\s{0,3}[[({<]\s{0,3}(?:at|@|ät)\s{0,3}[\])}>]\s{0,3}|\s{1,3}(?:AT|@)\s{1,3}|\s{1,3}at\s{1,3}(?=[\w-]{1,60}(?:\s{0,3}[[({<]\s{0,3}(?:dot|\.|punkt)|\s{1,3}dot\s)))`;
const DOT = String.raw`(?:\s{0,3}[[({<]\s{0,3}(?:dot|\.|punkt)\s{0,3}[\])}>]\s{0,3}|\s{1,3}(?:dot|DOT)\s{1,3}|\.)`;
const OBFUSCATED = new RegExp(
  String.raw`([\p{L}\p{N}][\p{L}\p{N}_%+-]{0,40}(?:${DOT}[\p{L}\p{N}_%+-]{1,40}){0,3})${AT}([\p{L}\p{N}-]{1,60}(?:${DOT}[\p{L}\p{N}-]{1,60}){0,3}${DOT}\p{L}{2,24})(?![\p{L}\p{N}])`,
  'gu',
);
const DOTS = new RegExp(DOT, 'gu');
/** Names of files that look like addresses: `logo@2x.png`. */
const FILE = /\.(?:png|jpe?g|gif|webp|svg|avif|css|js|mjs|woff2?|ttf|ico|pdf|mp4)$/i;
/** Addresses that documentation and templates hold, and that belong to no one. */
const PLACEHOLDER =
  /@(?:.*\.)?(?:example\.(?:com|org|net)|domain\.com|yourdomain\.\w+|email\.com|sentry\.io|wixpress\.com)$|^(?:you|your|yourname|name|user|username|john\.?doe|jane\.?doe|firstname\.lastname|email|someone)@/i;
/** Ends of domains that words of a sentence are taken for an address with. */
const COMMON_END =
  /\.(?:[a-z]{2}|com|net|org|edu|gov|info|biz|dev|app|shop|online|site|health|dental|law|agency|studio|test|example)$/i;
const MAX_FOUND = 200;

/** An address as it is kept, in lower case; undefined for file names, placeholders, and what is none. */
export function readEmail(text: string): string | undefined {
  const email = parseEmail(decode(text).replace(/[.'-]+$/, ''))?.toLowerCase();
  return email && !FILE.test(email) && !PLACEHOLDER.test(email) ? email : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a `mailto:` link, without what follows `?`. */
export function emailOfLink(href: string): string | undefined {
  return /^mailto:/i.test(href) ? readEmail(href.slice(7).split('?', 1)[0]!.split(',', 1)[0]!) : undefined;
}

/** Cloudflare's `data-cfemail`: the first octet is the key, all others are combined with it. */
export function emailOfCloudflare(code: string): string | undefined {
  if (!/^[0-9a-f]{6,400}$/i.test(code) || code.length % 2 === 1) return undefined;
  const octets = Uint8Array.from(code.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return readEmail(new TextDecoder().decode(octets.subarray(1).map((octet) => octet ^ octets[0]!)));
}

export interface TextEmail {
  email: string;
  isObfuscated: boolean;
}

/** All addresses in a text: `ann@acme.test`, `ann (at) acme (dot) test`, `ann AT acme.test`. */
export function emailsInText(text: string): TextEmail[] {
  const found = new Map<string, TextEmail>();
  const add = (candidate: string, isObfuscated: boolean) => {
    const email = readEmail(candidate);
    if (email && !found.has(email) && found.size < MAX_FOUND) found.set(email, { email, isObfuscated });
  };
  for (const line of text.split('\n')) {
    const short = line.slice(0, 4_000);
    for (const [match] of short.matchAll(PLAIN)) add(match, false);
    if (!/@|\bat\b|ät/i.test(short)) continue;
    for (const [match, local, host] of short.matchAll(OBFUSCATED)) {
      const domain = host!.replaceAll(DOTS, '.');
      // "Meet us at town dot square" is a sentence.
      if (!/\sat\s/.test(match) || COMMON_END.test(domain)) add(`${local!.replaceAll(DOTS, '.')}@${domain}`, true);
    }
  }
  return [...found.values()];
}
