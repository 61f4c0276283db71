/**
 * What a page shows first is asked for by the page's own head, beside its code instead of after it: an inline script
 * begins the reads, and `web/api/first-reads.ts` hands them to whoever makes them. With them goes the place in the
 * stream of changes where they began, so that a change made between them and the live channel is told afterwards.
 */

export interface FirstReadsOptions {
  /** GET addresses, with the query that the page sends, by the page's path. */
  pages: Readonly<Record<string, readonly string[]>>;
  /** Read on every page by whoever is signed in. */
  always: readonly string[];
  /** Where the stream of changes is now. */
  position: () => Promise<number>;
}

/** A database that is out of breath does not hold up the page: it then reads for itself; milliseconds. */
const PATIENCE = 50;

/** Headers that all reads of the browser carry (specification, section 7). */
const HEADERS = { Accept: 'application/json', 'Cache-Control': 'no-cache', Pragma: 'no-cache' };

/**
 * @returns for an address the script without its tags; empty where nobody is signed in or the database takes too long
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
    // What an address with a search shows is the page's own matter.
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
