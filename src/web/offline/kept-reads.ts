/**
 * What was read is kept for a day, so that it can be looked at again without a connection. Only reads that the entry
 * point lists, of one person in one workspace; nothing of it outlives their sign-out.
 */

/** Answers that are kept at most, over all people and tabs of this browser. */
export const MOST_KEPT = 500;
/** How long an answer may be looked at, in milliseconds. */
export const KEPT_FOR = 24 * 3_600_000;
/** An answer longer than this is not kept, in characters. */
const LONGEST = 500_000;
/**
 * An answer that names a secret, like the address of a workflow's webhook or what its calls carry in their heads, is
 * not kept wherever it comes from.
 */
const NAMES_SECRET = /"(?:(?:hookUrl|secret|token|password|apiKey)":"|headers":\[{)./;

export interface KeptRead {
  key: string;
  /** When it was read, in milliseconds. */
  at: number;
  text: string;
}

/** Where they lie: IndexedDB in the browser. */
export interface ReadStore {
  /** Adds or replaces, then forgets what was read before `since`, and the oldest beyond `most`. */
  put(reads: KeptRead[], most: number, since: number): Promise<void>;
  get(key: string): Promise<KeptRead | undefined>;
  clear(): Promise<void>;
}

export interface KeptReadsDependencies {
  store: ReadStore;
  /** API paths whose answers are kept, and those beneath them. */
  paths: readonly string[];
  /** Whose reads of this path these are; undefined: nobody's, and nothing is kept. */
  ownerOf(path: string): string | undefined;
  now(): number;
  /** Runs later, when the page has nothing better to do. */
  whenIdle(run: () => void): void;
}

export interface KeptReads {
  keep(path: string, search: string, text: string): void;
  /** The answer that was kept, as it came. */
  recall(path: string, search: string): Promise<string | undefined>;
  /** Paths that were answered from here and not by the server since, with when the oldest answer was read. */
  recalled(): ReadonlyMap<string, number>;
  /** Calls back when something was recalled, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  forgetAll(): Promise<void>;
}

export function createKeptReads({ store, paths, ownerOf, now, whenIdle }: KeptReadsDependencies): KeptReads {
  let waiting = new Map<string, KeptRead>();
  let generation = 0;
  const shown = new Map<string, number>();
  const listeners = new Set<() => void>();

  const isListed = (path: string) => paths.some((listed) => path === listed || path.startsWith(`${listed}/`));
  const keyOf = (path: string, search: string) => {
    const owner = isListed(path) ? ownerOf(path) : undefined;
    return owner === undefined ? undefined : `${owner} ${addressOf(path, search)}`;
  };

  async function write(): Promise<void> {
    const reads = [...waiting.values()];
    waiting = new Map();
    const begun = generation;
    await store.put(reads, MOST_KEPT, now() - KEPT_FOR);
    // Somebody signed out meanwhile: what was theirs must not come in behind the broom.
    if (generation !== begun) await store.clear();
  }

  return {
    keep(path, search, text) {
      if (shown.delete(addressOf(path, search))) for (const listener of listeners) listener();
      const key = text.length > LONGEST || NAMES_SECRET.test(text) ? undefined : keyOf(path, search);
      if (key === undefined) return;
      if (waiting.size === 0) whenIdle(() => void write().catch(() => undefined));
      waiting.set(key, { key, at: now(), text });
    },
    async recall(path, search) {
      const key = keyOf(path, search);
      if (key === undefined) return undefined;
      const kept = waiting.get(key) ?? (await store.get(key).catch(() => undefined));
      if (!kept || now() - kept.at > KEPT_FOR) return undefined;
      shown.set(addressOf(path, search), kept.at);
      for (const listener of listeners) listener();
      return kept.text;
    },
    recalled() {
      const oldest = new Map<string, number>();
      for (const [address, at] of shown) {
        const path = address.split('?', 1)[0]!;
        oldest.set(path, Math.min(at, oldest.get(path) ?? at));
      }
      return oldest;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async forgetAll() {
      generation += 1;
      waiting = new Map();
      shown.clear();
      await store.clear();
    },
  };
}

const addressOf = (path: string, search: string) => (search ? `${path}?${search}` : path);
