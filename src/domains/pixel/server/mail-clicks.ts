/**
 * Recognizes visitors who come by a link in an email that was sent to them. The link carries a signed token of the
 * address, for websites that recognize visitors after consent; the script hands it over once the visitor has agreed.
 */
import { currentWorkspaceId, selectRows } from '../../../server/db/index.ts';
import { hmac, safeEqual } from '../../../server/secrets/secrets.ts';
import { emailOfAddress, useLinkMarks } from '../../messaging/index.ts';
import { MAX_SITES } from '../contract/sites.ts';
import { isHostOf } from '../engine/payload.ts';

/** Name of the parameter; the script takes it out of the address. */
const PARAMETER = 'gx';
const DAY_MS = 86_400_000;
/** Days in which a link recognizes: mails are passed on, and old ones tell little. */
const RECOGNIZES_FOR = 30;
const SIGNATURE = 11;
const BYTES = 18;

const sign = (head: string) => hmac('pixel-mail-click', head).slice(0, SIGNATURE);

/** A token of an address: its id and the day, signed. 35 characters. */
export function mailToken(addressId: string, now: number): string {
  const bytes = Buffer.alloc(BYTES);
  bytes.write(addressId.replaceAll('-', ''), 'hex');
  bytes.writeUInt16BE(Math.floor(now / DAY_MS), 16);
  const head = bytes.toString('base64url');
  return head + sign(head);
}

/** The id of the address; undefined for a token that was made up, or is too old. */
export function addressIdOf(token: string, now: number): string | undefined {
  const head = token.slice(0, -SIGNATURE);
  if (!safeEqual(token.slice(-SIGNATURE), sign(head))) return undefined;
  const bytes = Buffer.from(head, 'base64url');
  if (bytes.length !== BYTES || Math.floor(now / DAY_MS) - bytes.readUInt16BE(16) > RECOGNIZES_FOR) return undefined;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whom a token names in a workspace. */
export async function emailOfToken(token: string, workspaceId: string): Promise<string | undefined> {
  const id = addressIdOf(token, Date.now());
  return id === undefined ? undefined : emailOfAddress(id, workspaceId);
}

/** Adds the token to an address of the websites. Pages of this product under the same domain need none. */
export function markUrl(url: string, domains: readonly string[], token: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return url;
  }
  if (!isHostOf(domains, parsed.hostname) || parsed.pathname.startsWith('/p/') || parsed.searchParams.has(PARAMETER))
    return url;
  const [address = '', ...fragment] = url.split('#');
  const marked = `${address}${address.includes('?') ? '&' : '?'}${PARAMETER}=${token}`;
  return [marked, ...fragment].join('#');
}

useLinkMarks(async (addressId) => {
  const sites = await selectRows(
    'pixel_sites',
    ['domains', 'consentMode'],
    { workspaceId: currentWorkspaceId(), deleting: false },
    { limit: MAX_SITES },
  );
  const domains = sites.flatMap((site) => (site.consentMode === 'cookieless' ? [] : site.domains));
  // Where two websites share a host, one of them may be cookieless: its visitors are not recognized.
  const never = sites.flatMap((site) => (site.consentMode === 'cookieless' ? site.domains : []));
  if (domains.length === 0) return undefined;
  const token = mailToken(addressId, Date.now());
  return (url) => (isHostOf(never, hostOf(url)) ? url : markUrl(url, domains, token));
});

function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return '';
  }
}
