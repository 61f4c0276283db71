/** The server's cookies: names and attributes, decided once by whether people use TLS. */
import type { CookieSerializeOptions } from '@fastify/cookie';

let secure = false;

/** `https` installations use `Secure` cookies with the `__Host-` prefix, which no subdomain can overwrite. */
export function initCookies(appUrl: string): void {
  secure = appUrl.startsWith('https:');
}

export function cookieNames(): { session: string; renewal: string } {
  return secure ? { session: '__Host-session', renewal: '__Host-renewal' } : { session: 'session', renewal: 'renewal' };
}

export function cookieOptions(): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure };
}
