/**
 * Reads that the page's head started before our code loaded (`server/http/first-reads.ts`). Each is handed out once, to
 * the first caller.
 */

interface FirstReads {
  /** Position in the stream of changes before they started. */
  position: number;
  /** By path and query, without the timestamp that every read carries. */
  reads: Record<string, Promise<Response>>;
}

declare global {
  var firstReads: FirstReads | undefined;
}

/** Later callers ask the server; milliseconds. */
const LIFETIME = 15_000;

setTimeout(() => forgetFirstReads(), LIFETIME);

/** The pending or finished answer; undefined for a read that was not started. */
export function takeFirstRead(url: string): Promise<Response> | undefined {
  const begun = globalThis.firstReads;
  if (!begun) return undefined;
  const address = url.replace(/[?&]_t=\d+$/, '');
  const { [address]: answer } = begun.reads;
  delete begun.reads[address];
  return answer;
}

/** Discards answers not taken yet: all after a change of user, or those of changed paths. */
export function forgetFirstReads(isOutdated: (path: string) => boolean = () => true): void {
  const reads = globalThis.firstReads?.reads ?? {};
  for (const address of Object.keys(reads)) if (isOutdated(address.replace(/\?.*/, ''))) delete reads[address];
}

/** Position in the stream of changes when the page was sent; undefined when the page started no reads. */
export function firstPosition(): number | undefined {
  return globalThis.firstReads?.position;
}
