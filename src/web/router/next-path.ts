/** Where a visitor wanted to go before the sign-in page came between. */

/** Pages that nobody "wants to go to" after signing in. */
const ENTRANCES = /^\/(login|auth|register|setup-wizard|forgot-password|reset-password)(?=[/?#]|$)/;

/**
 * A path of this site that is safe to go to after sign-in, or `/`. Refused: other origins in every spelling that
 * browsers take for one (`//host`, `/\host`, control characters, `javascript:`) and the sign-in pages themselves.
 */
export function safeNext(wanted: unknown, origin: string = globalThis.location?.origin ?? 'http://localhost'): string {
  // Browsers drop control characters, after which `/<tab>/host` is `//host`, and read a backslash as a slash.
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || /\\|\p{Cc}/u.test(wanted)) return '/';
  let url: URL;
  try {
    url = new URL(wanted, origin);
  } catch {
    return '/';
  }
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/';
  const path = url.pathname + url.search + url.hash;
  return ENTRANCES.test(path) ? '/' : path;
}
