/**
 * Finished pages in memory, compressed. A change that names one of a page's paths outdates it at once, in every process.
 */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { listenForChanges } from '../events/figure-cache.ts';

export interface FinishedPage {
  status: number;
  policy: string;
  language: string;
  document: string;
  /** Of a page that is the same for everyone. */
  etag: string;
  gzip: Buffer | undefined;
  findable: boolean;
  workspaceId: string | undefined;
  paths: readonly string[];
}

/** Compresses and marks a page that is the same for everyone. */
export function finish(page: Omit<FinishedPage, 'etag' | 'gzip'>, isShared: boolean): FinishedPage {
  const mark = createHash('sha256').update(page.policy).update(page.document).digest('base64url').slice(0, 22);
  return { ...page, etag: `W/"${mark}"`, gzip: isShared ? gzipSync(page.document, { level: 9 }) : undefined };
}

/** In bytes of text. */
const MOST = 32 * 1024 * 1024;

const kept = new LRUCache<string, Promise<FinishedPage>>({ max: 5_000 });
const finished = new LRUCache<string, FinishedPage>({
  max: 5_000,
  maxSize: MOST,
  sizeCalculation: ({ document, gzip }) => document.length + (gzip?.length ?? 0),
});

listenForChanges((workspaceId, changed) => {
  // A page being rendered may use outdated data: only requests already waiting get it.
  kept.clear();
  for (const [key, page] of finished.entries()) {
    if (workspaceId !== '*' && page.workspaceId !== undefined && page.workspaceId !== workspaceId) continue;
    const concerns = changed.some(
      (path) => path === '*' || page.paths.some((one) => path === one || path.startsWith(`${one}/`)),
    );
    if (concerns) finished.delete(key);
  }
});

export function cachedPage(key: string): FinishedPage | undefined {
  return finished.get(key);
}

/** Makes a page once for all who ask at the same time, and keeps one that is there. */
export function makePage(key: string, seconds: number, make: () => Promise<FinishedPage>): Promise<FinishedPage> {
  const running = kept.get(key);
  if (running) return running;
  const page = make();
  kept.set(key, page);
  const done = () => {
    if (kept.peek(key) !== page) return false;
    kept.delete(key);
    return true;
  };
  page.then(
    (made) => {
      if (done() && made.status === 200) finished.set(key, made, { ttl: seconds * 1000 });
    },
    () => done(),
  );
  return page;
}
