/** The CSRF token: from a cookie if one is set, otherwise fetched once and kept while the page lives. */
import { API, CSRF_COOKIES } from './paths.ts';

export interface CsrfTokens {
  /**
   * The token to send.
   * @throws Error "Failed to fetch CSRF token: status", "No CSRF token in response or cookies"
   */
  get(): Promise<string>;
  /** Discards a token that the server refused: the next one comes from the server, not from a cookie. */
  clear(): void;
}

export interface CsrfDependencies {
  fetch: typeof fetch;
  /** Current `document.cookie`. */
  cookies: () => string;
}

/** Value of the first CSRF cookie. */
export function tokenFromCookies(cookies: string): string | undefined {
  const jar = new Map(
    cookies.split(/;\s*/).map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  );
  for (const name of CSRF_COOKIES) {
    const value = jar.get(name);
    if (value) return safeDecode(value);
  }
  return undefined;
}

function safeDecode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export function createCsrfTokens({ fetch, cookies }: CsrfDependencies): CsrfTokens {
  let fetched: Promise<string> | undefined;
  let cookieRefused = false;

  async function fetchToken(): Promise<string> {
    const response = await fetch(`${API.csrfToken}?_=${Date.now()}`, {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { Accept: 'application/json' },
    });
    if (!response.ok) throw new Error(`Failed to fetch CSRF token: ${response.status}`);
    const body = (await response.json().catch(() => null)) as { csrfToken?: unknown } | null;
    const token = typeof body?.csrfToken === 'string' && body.csrfToken ? body.csrfToken : tokenFromCookies(cookies());
    if (!token) throw new Error('No CSRF token in response or cookies');
    // The answer also renewed the cookie, which from here on follows every sign-in and sign-out.
    cookieRefused = false;
    return token;
  }

  return {
    get() {
      const cookie = cookieRefused ? undefined : tokenFromCookies(cookies());
      if (cookie) return Promise.resolve(cookie);
      fetched ??= fetchToken().catch((error: unknown) => {
        fetched = undefined;
        throw error;
      });
      return fetched;
    },
    clear() {
      fetched = undefined;
      cookieRefused = true;
    },
  };
}
