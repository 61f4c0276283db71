/** The page a visitor wanted before signing in. */

/** Pages that are never a target after signing in. */
const ENTRANCES = /^\/(login|auth|register|setup-wizard|forgot-password|reset-password)(?=[/?#]|$)/;

/**
 * A safe path of this site to go to after sign-in, or `/`. Rejected: other origins in every spelling browsers accept
 * (`//host`, `/\host`, control characters, `javascript:`) and the sign-in pages themselves.
 */
export function safeNext(wanted: unknown, origin: string = globalThis.location?.origin ?? 'http://localhost'): string {
  // Browsers drop control characters, so `/<tab>/host` becomes `//host`, and they read a backslash as a slash.
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
