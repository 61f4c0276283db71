/**
 * Caches expensive figures of a workspace, calculated once for all who ask, until a change names one of their paths.
 * Every process hears of every change, so none shows outdated figures; the author of a change never reads the figures
 * from before it.
 */
import { LRUCache } from 'lru-cache';
import { sightOf } from '../db/index.ts';
import { bus } from './bus.ts';

/** Called for a change in a workspace: `/api/contacts`, or `*` for anything. */
type Listener = (workspaceId: string, paths: readonly string[]) => void;

const listeners = new Set<Listener>();

/** Drops this process's cached responses under these paths. */
export function heardOfChange(workspaceId: string, paths: readonly string[]): void {
  for (const listener of listeners) listener(workspaceId, paths);
}

/** Hears of every change, of this process and of others. */
export function listenForChanges(listener: Listener): void {
  listeners.add(listener);
}

/** Listens for changes of other processes, on the channel of live changes. @returns a function that stops it */
export function hearOfChanges(channel: string): () => void {
  const stops = [
    bus().listen(channel, (payload) => {
      const { workspaceId, paths } = JSON.parse(payload) as { workspaceId: string; paths: string[] };
      heardOfChange(workspaceId, paths);
    }),
    // Changes during a broken connection are unknown.
    bus().onReconnect(() => heardOfChange('*', ['*'])),
  ];
  return () => stops.forEach((stop) => stop());
}

interface Kept {
  value: Promise<unknown>;
  workspaceId: string;
}

interface Remembering {
  /** Paths whose changes outdate the figures; with none, they may be as old as `longest`. */
  paths: readonly string[];
  /** Maximum age in milliseconds, for figures that change with the time of day. */
  longest: number;
  /** Maximum number of cached figures, for large ones. */
  most?: number;
}

const nameOf = (workspaceId: string, key: string) => `${workspaceId} ${sightOf(workspaceId)} ${key}`;

/** A cache for one kind of figures. */
export class Memory {
  readonly #paths: readonly string[];
  readonly #kept: LRUCache<string, Kept>;

  constructor({ paths, longest, most = 2_000 }: Remembering) {
    this.#paths = paths;
    this.#kept = new LRUCache({ max: most, ttl: longest });
    if (paths.length > 0) listeners.add((workspaceId, changed) => this.#forget(workspaceId, changed));
  }

  /**
   * The figures of the workspace under this key, made by `make` if missing. In a workspace with private records each
   * person has their own figures. That may be discovered only while they are made: then they belong to their maker, and
   * everyone who waited makes their own.
   */
  async read<T>(workspaceId: string, key: string, make: () => Promise<T>): Promise<T> {
    const name = nameOf(workspaceId, key);
    const kept = this.#kept.get(name);
    const entry = kept ?? this.#make(name, workspaceId, make);
    const value = (await entry.value) as T;
    if (name === nameOf(workspaceId, key)) return value;
    if (this.#kept.peek(name) === entry) this.#kept.delete(name);
    return kept ? this.read(workspaceId, key, make) : value;
  }

  #make(name: string, workspaceId: string, make: () => Promise<unknown>): Kept {
    const entry = { value: make(), workspaceId };
    this.#kept.set(name, entry);
    entry.value.catch(() => {
      if (this.#kept.peek(name) === entry) this.#kept.delete(name);
    });
    return entry;
  }

  /** The figures if cached; makes nothing. */
  known<T>(workspaceId: string, key: string): Promise<T> | undefined {
    return this.#kept.get(nameOf(workspaceId, key))?.value as Promise<T> | undefined;
  }

  #forget(workspaceId: string, changed: readonly string[]): void {
    const concerns = changed.some(
      (path) => path === '*' || this.#paths.some((one) => path === one || path.startsWith(`${one}/`)),
    );
    if (!concerns) return;
    for (const [name, kept] of this.#kept.entries())
      if (workspaceId === '*' || kept.workspaceId === workspaceId) this.#kept.delete(name);
  }
}
