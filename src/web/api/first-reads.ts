/**
 * Reads that the page's head has begun before any of our code was there (`server/http/first-reads.ts`). Each is handed
 * out once, to the first who makes it.
 */

interface FirstReads {
  /** Where the stream of changes was before they began. */
  position: number;
  /** By path and query, without the time that every read carries. */
  reads: Record<string, Promise<Response>>;
}

declare global {
  var firstReads: FirstReads | undefined;
}

/** Whoever asks later than this asks the server; milliseconds. */
const LIFETIME = 15_000;

setTimeout(() => forgetFirstReads(), LIFETIME);

/** The answer that is on its way or there already; undefined for a read that was not begun. */
export function takeFirstRead(url: string): Promise<Response> | undefined {
  const begun = globalThis.firstReads;
  if (!begun) return undefined;
  const address = url.replace(/[?&]_t=\d+$/, '');
  const { [address]: answer } = begun.reads;
  delete begun.reads[address];
  return answer;
}

/** What was not asked for yet is outdated: somebody else is signed in, or, given a test of paths, it has changed. */
export function forgetFirstReads(isOutdated: (path: string) => boolean = () => true): void {
  const reads = globalThis.firstReads?.reads ?? {};
  for (const address of Object.keys(reads)) if (isOutdated(address.replace(/\?.*/, ''))) delete reads[address];
}

/** Where the stream of changes was when the page came; undefined when the page has begun no reads. */
export function firstPosition(): number | undefined {
  return globalThis.firstReads?.position;
}
