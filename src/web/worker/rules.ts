/** The service worker's rules for requests. It ignores the API: see `web/offline/kept-reads.ts`. */

/**
 * `page`: the application's page; `file`: a built file, immutable under its name; `pass`: as if there were no worker.
 */
export type Handling = 'page' | 'file' | 'pass';

export interface RequestFacts {
  method: string;
  /** `navigate` for a page. */
  mode: string;
  url: URL;
}

/** Names with a hash of their content. */
const HASHED = /^\/(assets|protect)\/[^/]+\.(?!json$)\w+$/;
/** Answered by the server itself, page or not. */
const SERVER = /^\/(api|ws)(\/|$)/;

export function handlingOf({ method, mode, url }: RequestFacts, origin: string): Handling {
  if (method !== 'GET' || url.origin !== origin || SERVER.test(url.pathname)) return 'pass';
  if (mode === 'navigate') return 'page';
  return HASHED.test(url.pathname) ? 'file' : 'pass';
}

/** Whether an answer may be stored: complete, ours, no error, and of the requested kind. */
export function isStorable(
  response: { ok: boolean; status: number; type: string; headers: { get(name: string): string | null } },
  handling: 'page' | 'file',
): boolean {
  if (!response.ok || response.status !== 200 || response.type !== 'basic') return false;
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  return isHtml === (handling === 'page');
}

/** Surplus stored files: the oldest that the current version does not need at its start. */
export function surplusFiles(stored: readonly string[], needed: ReadonlySet<string>, most: number): string[] {
  const spare = stored.filter((path) => !needed.has(path));
  return spare.slice(0, Math.max(0, stored.length - most));
}
