/** Removes secrets from logs: in headers, bodies, and web addresses. */

export const REDACTED = '[redacted]';

/** Names whose values are secrets, compared without case, `-`, and `_`. */
const SECRET_NAMES = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'password',
  'newpassword',
  'currentpassword',
  'passwordhash',
  'token',
  'tokenhash',
  'accesstoken',
  'refreshtoken',
  'renewalhash',
  'csrf',
  'csrftoken',
  'xcsrftoken',
  'xsrftoken',
  'xxsrftoken',
  'apikey',
  'xapikey',
  'secret',
  'clientsecret',
  'secretkey',
  'secretaccesskey',
  'signature',
  'xamzsignature',
  'code',
  'pass',
]);
/** The `code` of a database error or a job is useful in a log; only in an address is it a sign-in code. */
const SECRET_IN_ADDRESS_ONLY = new Set(['code', 'signature']);
const MAX_DEPTH = 6;

function normalise(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** A path segment that is a secret by itself, such as a webhook's address: as long as our tokens, and no record id. */
const SECRET_PART = /\/[\w-]{40,}(?=[/?#]|$)/g;

/**
 * A web address fit for a log: values of secret query parameters (`_csrf`, `token`, `password`, …), tokens in the path,
 * and a password before the host are replaced. The rest stays recognizable.
 */
export function redactUrl(url: string): string {
  return url
    .replace(SECRET_PART, `/${REDACTED}`)
    .replace(/([?&#;])([^=&#;]+)=([^&#;]*)/g, (whole, separator: string, name: string) =>
      SECRET_NAMES.has(normalise(decodeLoosely(name))) ? `${separator}${name}=${REDACTED}` : whole,
    )
    .replace(/^([a-z][a-z\d+.-]*:\/\/[^/?#:@]*:)[^/?#@]*@/i, `$1${REDACTED}@`);
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A copy of `value` without the values of secret names, to a limited depth. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const plain = normalise(name);
      if (SECRET_NAMES.has(plain) && !SECRET_IN_ADDRESS_ONLY.has(plain) && inner !== undefined && inner !== null)
        return [name, REDACTED];
      if (plain === 'url' && typeof inner === 'string') return [name, redactUrl(inner)];
      return [name, redact(inner, depth + 1)];
    }),
  );
}
