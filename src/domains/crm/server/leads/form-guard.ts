/** What tells a visitor from a program, without bothering the visitor. */
import { hmac, safeEqual } from '../../../../server/secrets/secrets.ts';

/** Nobody reads a form and fills it in faster than this, in milliseconds. */
const LEAST_TIME = 2_000;
/** A page that was open for longer asks for a new token. */
const MAX_TIME = 24 * 3_600_000;
/** A message with more links than this sells something. */
const MAX_LINKS = 3;

const mac = (key: string, issued: string) => hmac('lead-form', `${key}|${issued}`);

/** Goes out with the form and comes back with what was entered: says when the form was read. */
export function formToken(key: string, now = Date.now()): string {
  return `${now.toString(36)}.${mac(key, now.toString(36))}`;
}

export type TokenState = 'good' | 'too_fast' | 'expired' | 'forged';

export function tokenState(key: string, token: string, now = Date.now()): TokenState {
  const [issued = '', signature = ''] = token.split('.');
  if (!safeEqual(signature, mac(key, issued))) return 'forged';
  const age = now - Number.parseInt(issued, 36);
  if (age > MAX_TIME) return 'expired';
  return age < LEAST_TIME ? 'too_fast' : 'good';
}

/** Why an entry is kept back; undefined when it looks like a person's. */
export function spamReason(entry: {
  trap?: string | undefined;
  token: TokenState;
  message: string;
}): string | undefined {
  if (entry.trap) return 'A hidden field was filled in.';
  if (entry.token === 'forged') return 'Not sent from the form.';
  if (entry.token === 'too_fast') return 'Filled in faster than a person can type.';
  if ((entry.message.match(/https?:\/\//gi) ?? []).length > MAX_LINKS) return 'The message contains many links.';
  return undefined;
}
