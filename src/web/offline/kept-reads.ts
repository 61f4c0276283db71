/**
 * Answers are stored for a day, for reading offline: only reads listed by the entry point, of one person in one
 * workspace. Nothing outlives their sign-out.
 */

/** Maximum number of stored answers, over all people and tabs of this browser. */
export const MAX_KEPT = 500;
/** Lifetime of a stored answer, in milliseconds. */
export const KEPT_FOR = 24 * 3_600_000;
/** Longer answers are not stored; characters. */
const LONGEST = 500_000;
/**
 * An answer that contains a secret, such as a webhook's address or a call's headers, is never stored, whatever its
 * path.
 */
const NAMES_SECRET = /"(?:(?:hookUrl|secret|token|password|apiKey)":"|headers":\[{)./;

export interface KeptRead {
  key: string;
  /** Time of the read, in milliseconds. */
  at: number;
  text: string;
}

/** Storage: IndexedDB in the browser. */
export interface ReadStore {
  /** Adds or replaces, then deletes reads from before `since` and the oldest beyond `most`. */
  put(reads: KeptRead[], most: number, since: number): Promise<void>;
  get(key: string): Promise<KeptRead | undefined>;
  clear(): Promise<void>;
}

export interface KeptReadsDependencies {
  store: ReadStore;
  /** API paths whose answers, and those beneath them, are stored. */
  paths: readonly string[];
  /** Owner of reads of this path; undefined: no one, and nothing is stored. */
  ownerOf(path: string): string | undefined;
  now(): number;
  /** Runs later, when the page is idle. */
  whenIdle(run: () => void): void;
}

export interface KeptReads {
  keep(path: string, search: string, text: string): void;
  /** The stored answer as text. */
  recall(path: string, search: string): Promise<string | undefined>;
  /** Paths answered from the store since the server's last answer, with the time of the oldest read. */
  recalled(): ReadonlyMap<string, number>;
  /** Calls back when an answer comes from the store, until the returned function is called. */
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
    await store.put(reads, MAX_KEPT, now() - KEPT_FOR);
    // Someone signed out meanwhile, so their data must not be stored after the cleanup.
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
