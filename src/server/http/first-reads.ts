/**
 * The page's head starts its first reads beside its code: an inline script sends them, and `web/api/first-reads.ts`
 * hands the answers to the code that needs them. The position in the stream of changes is included, so changes between
 * the reads and the live channel are replayed.
 */

export interface FirstReadsOptions {
  /** GET addresses with the page's query, by the page's path. */
  pages: Readonly<Record<string, readonly string[]>>;
  /** Read on every page by signed-in people. */
  always: readonly string[];
  /** Current position in the stream of changes. */
  position: () => Promise<number>;
}

/** Milliseconds the page waits for a busy database; after that it reads for itself. */
const PATIENCE = 50;

/** Headers of all browser reads (specification, section 7). */
const HEADERS = { Accept: 'application/json', 'Cache-Control': 'no-cache', Pragma: 'no-cache' };

/**
 * @returns the script for an address without its tags; empty where no one is signed in or the database takes too long
 */
export function firstReads({
  pages,
  always,
  position,
}: FirstReadsOptions): (url: string, signedIn: boolean) => Promise<string> {
  return async (url, signedIn) => {
    if (!signedIn) return '';
    const since = await withinPatience(position());
    if (since === undefined) return '';
    const [path = '', search] = url.split('?');
    // A page with a query string reads for itself.
    const own = search === undefined ? pages[path.length > 1 ? path.replace(/\/$/, '') : path] : undefined;
    return script([...always, ...(own ?? [])], since);
  };
}

function withinPatience<T>(answer: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE, undefined);
    answer.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });
}

function script(reads: readonly string[], position: number): string {
  const list = JSON.stringify(reads).replaceAll('<', '\\u003c');
  return (
    `window.firstReads={position:${position},reads:{}};${list}.forEach(function(u){` +
    `var r=fetch(u+(u.indexOf("?")<0?"?":"&")+"_t="+Date.now(),{credentials:"same-origin",cache:"no-store",headers:${JSON.stringify(HEADERS)}});` +
    'r.catch(function(){});firstReads.reads[u]=r})'
  );
}
