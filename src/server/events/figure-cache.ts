/**
 * Figures of a workspace that many ask for and that cost a walk through its records: worked out once for all who ask at
 * a time, and kept until a change names one of the paths behind them. Every process hears of every change, so none
 * shows what another has made out of date; who makes a change themselves never reads what was before it.
 */
import { LRUCache } from 'lru-cache';
import { sightOf } from '../db/index.ts';
import { bus } from './bus.ts';

/** Something changed in a workspace: `/api/contacts`, or `*` for anything. */
type Listener = (workspaceId: string, paths: readonly string[]) => void;

const listeners = new Set<Listener>();

/** Tells this process that answers under these paths have changed. */
export function heardOfChange(workspaceId: string, paths: readonly string[]): void {
  for (const listener of listeners) listener(workspaceId, paths);
}

/** Hears of changes that other processes make, on the channel of live changes. @returns how to stop. */
export function hearOfChanges(channel: string): () => void {
  const stops = [
    bus().listen(channel, (payload) => {
      const { workspaceId, paths } = JSON.parse(payload) as { workspaceId: string; paths: string[] };
      heardOfChange(workspaceId, paths);
    }),
    // What was said while the connection was broken is unknown.
    bus().onReconnect(() => heardOfChange('*', ['*'])),
  ];
  return () => stops.forEach((stop) => stop());
}

interface Kept {
  value: Promise<unknown>;
  workspaceId: string;
}

interface Remembering {
  /** Paths of which a change makes the figures wrong; none: they may be as old as `longest`. */
  paths: readonly string[];
  /** Milliseconds after which figures are made anew whatever happened: for those that change with the time of day. */
  longest: number;
  /** How many figures are kept at most, for those that are large. */
  most?: number;
}

const nameOf = (workspaceId: string, key: string) => `${workspaceId} ${sightOf(workspaceId)} ${key}`;

/** A memory for one sort of figures. */
export class Memory {
  readonly #paths: readonly string[];
  readonly #kept: LRUCache<string, Kept>;

  constructor({ paths, longest, most = 2_000 }: Remembering) {
    this.#paths = paths;
    this.#kept = new LRUCache({ max: most, ttl: longest });
    if (paths.length > 0) listeners.add((workspaceId, changed) => this.#forget(workspaceId, changed));
  }

  /**
   * The figures of the workspace under this key; made by `make` where they are not there. Where something in the
   * workspace is private, each person has figures of their own. That it is may be learned from the database only while
   * they are made: then they are the maker's alone, and whoever waited for them makes their own.
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

  /** The figures if they are there; nothing is made. */
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
