/**
 * A board's document in the browser, kept in step with the server. Changes made here wait in a queue until the server
 * has stored them, whether the connection is there or not; the same change may arrive twice without harm. After a break
 * the board is read again as a whole, so nothing that others drew meanwhile is missed.
 */
import * as Y from 'yjs';
import { backOff } from '../../../../web/api/back-off.ts';
import type { BoardRole } from '../../contract.ts';
import { unpackUpdates } from '../../engine/board-document.ts';
import type { BoardMessage, BoardRequest, Cursor, CursorRequest, Present } from '../../engine/messages.ts';
import type { PendingStore } from './pending-store.ts';

/** The parts of a WebSocket in use. */
export interface Wire {
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface SyncDependencies {
  open(): Wire;
  /** Reads the whole board. @throws where it cannot be reached; `isGone` tells whether it is there at all */
  read(): Promise<Uint8Array>;
  isGone(error: unknown): boolean;
  store: PendingStore;
  /** @returns a function that cancels it */
  schedule(run: () => void, milliseconds: number): () => void;
  random(): number;
}

/** `gone`: in the trash, or no longer shared. */
export type SyncState = 'opening' | 'live' | 'offline' | 'gone';

export interface SyncStatus {
  state: SyncState;
  /** The board was read at least once. */
  ready: boolean;
  /** Changes that the server has not stored yet. */
  pending: number;
  role: BoardRole | undefined;
  /** This browser's name among those who have the board open. */
  connection: string | undefined;
  people: readonly Present[];
  /** The rejected change, as a sentence. */
  problem: string | undefined;
}

interface Change {
  bytes: Uint8Array<ArrayBuffer>;
  /** Of the stored copy. */
  stored: Promise<number | undefined>;
}

/** Changes of others, and own ones from before a reload: they are not to be sent as new. */
export const FROM_SERVER = Symbol('from the server');
const KEPT = Symbol('kept');
/** Bytes of changes that are sent together. */
const TOGETHER = 200_000;
/** Milliseconds after which an unanswered connection counts as broken. */
const PATIENCE = 15_000;

export class BoardSync {
  #document = new Y.Doc();
  readonly #board: string;
  readonly #by: SyncDependencies;
  readonly #listeners = new Set<() => void>();
  readonly #cursorListeners = new Set<(cursors: readonly Cursor[]) => void>();
  #status: SyncStatus = {
    state: 'opening',
    ready: false,
    pending: 0,
    role: undefined,
    connection: undefined,
    people: [],
    problem: undefined,
  };
  #queue: Change[] = [];
  #inFlight: { number: number; count: number; cancel: () => void } | undefined;
  #lastNumber = 0;
  #wire: Wire | undefined;
  #failures = 0;
  #cancelRetry: (() => void) | undefined;
  #stopped = false;

  constructor(board: string, dependencies: SyncDependencies) {
    this.#board = board;
    this.#by = dependencies;
    this.#follow();
  }

  /** Another one after something was refused; `ready` is false in between. */
  get document(): Y.Doc {
    return this.#document;
  }

  get status(): SyncStatus {
    return this.#status;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  onCursors(listener: (cursors: readonly Cursor[]) => void): () => void {
    this.#cursorListeners.add(listener);
    return () => void this.#cursorListeners.delete(listener);
  }

  async start(): Promise<void> {
    const kept = await this.#by.store.load(this.#board);
    for (const { id, bytes } of kept) {
      try {
        Y.applyUpdate(this.#document, bytes, KEPT);
        this.#queue.push({ bytes, stored: Promise.resolve(id) });
      } catch {
        void this.#by.store.remove([id]);
      }
    }
    this.#set({ pending: this.#queue.length });
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelRetry?.();
    this.#inFlight?.cancel();
    this.#wire?.close();
    this.#wire = undefined;
  }

  /** The network is said to be gone: the connection may look open for a while. */
  lose(): void {
    if (this.#wire) this.#dropped();
  }

  /** The network is said to be there again: no need to wait. */
  retryNow(): void {
    if (this.#status.state !== 'offline' || this.#wire) return;
    this.#failures = 0;
    this.#connect();
  }

  moveCursor(cursor: Omit<CursorRequest, 'type'>): void {
    if (this.#status.state === 'live' && this.#status.people.length > 1) this.#say({ type: 'cursor', ...cursor });
  }

  #follow(): void {
    this.#document.on('update', (bytes: Uint8Array, origin: unknown) => {
      if (origin === FROM_SERVER || origin === KEPT) return;
      const change = bytes.slice();
      this.#queue.push({ bytes: change, stored: this.#by.store.add(this.#board, change) });
      this.#set({ pending: this.#queue.length });
      this.#flush();
    });
  }

  #set(change: Partial<SyncStatus>): void {
    this.#status = { ...this.#status, ...change };
    for (const listener of this.#listeners) listener();
  }

  #connect(): void {
    if (this.#stopped || this.#status.state === 'gone') return;
    this.#cancelRetry?.();
    const wire = this.#by.open();
    this.#wire = wire;
    wire.onmessage = ({ data }) => {
      if (this.#wire === wire) this.#received(JSON.parse(String(data)) as BoardMessage);
    };
    wire.onclose = () => {
      if (this.#wire === wire) this.#dropped();
    };
  }

  #dropped(): void {
    const wire = this.#wire;
    this.#wire = undefined;
    wire?.close();
    this.#inFlight?.cancel();
    this.#inFlight = undefined;
    if (this.#stopped || this.#status.state === 'gone') return;
    this.#failures += 1;
    this.#set({ state: 'offline', people: [], connection: undefined });
    this.#cancelRetry = this.#by.schedule(() => this.#connect(), backOff(this.#failures, this.#by.random()));
  }

  #received(message: BoardMessage): void {
    switch (message.type) {
      case 'welcome':
        this.#set({ role: message.role, connection: message.connection });
        void this.#read();
        return;
      case 'update':
        return this.#apply([bytesOf(message.data)]);
      case 'receipt':
        return this.#settle(message.number);
      case 'refused':
        return this.#refused(message.number, message.message);
      case 'role':
        return this.#set({ role: message.role });
      case 'people':
        return this.#set({ people: message.people });
      case 'cursors':
        for (const listener of this.#cursorListeners) listener(message.cursors);
        return;
      case 'reload':
        void this.#read();
        return;
      case 'gone':
        this.#end();
    }
  }

  #end(): void {
    this.#set({ state: 'gone', people: [] });
    this.stop();
  }

  async #read(): Promise<void> {
    const wire = this.#wire;
    try {
      const updates = unpackUpdates(await this.#by.read());
      if (this.#wire !== wire || this.#stopped) return;
      this.#apply(updates);
      this.#failures = 0;
      this.#set({ state: 'live', ready: true });
      this.#flush();
    } catch (error) {
      if (this.#wire !== wire || this.#stopped) return;
      if (this.#by.isGone(error)) this.#end();
      else this.#dropped();
    }
  }

  #apply(updates: readonly Uint8Array[]): void {
    this.#document.transact(() => {
      for (const update of updates) Y.applyUpdate(this.#document, update, FROM_SERVER);
    }, FROM_SERVER);
  }

  /** Sends what waits, one message at a time: meanwhile more comes together. */
  #flush(): void {
    if (this.#status.state !== 'live' || this.#inFlight || this.#queue.length === 0) return;
    let count = 1;
    let size = this.#queue[0]!.bytes.byteLength;
    while (count < this.#queue.length) {
      size += this.#queue[count]!.bytes.byteLength;
      if (size > TOGETHER) break;
      count += 1;
    }
    const changes = this.#queue.slice(0, count).map(({ bytes }) => bytes);
    const number = ++this.#lastNumber;
    this.#inFlight = { number, count, cancel: this.#by.schedule(() => this.#dropped(), PATIENCE) };
    this.#say({ type: 'update', number, data: textOf(count === 1 ? changes[0]! : Y.mergeUpdates(changes)) });
  }

  #settle(number: number): void {
    if (this.#inFlight?.number !== number) return;
    const { count, cancel } = this.#inFlight;
    cancel();
    this.#inFlight = undefined;
    this.#forget(this.#queue.splice(0, count));
    this.#set({ pending: this.#queue.length });
    this.#flush();
  }

  #forget(changes: readonly Change[]): void {
    void Promise.all(changes.map(({ stored }) => stored)).then((ids) =>
      this.#by.store.remove(ids.filter((id) => id !== undefined)),
    );
  }

  /**
   * The server refused a change. A document's changes build on each other, so without this one nobody would ever see those
   * after it: the board starts again from what the server has.
   */
  #refused(number: number, message: string): void {
    if (this.#inFlight?.number !== number) return;
    this.#inFlight.cancel();
    this.#inFlight = undefined;
    const lost = this.#queue.splice(0);
    this.#forget(lost);
    this.#document.destroy();
    this.#document = new Y.Doc();
    this.#follow();
    const words = lost.length === 1 ? 'A change was' : `${lost.length} changes were`;
    this.#set({ ready: false, pending: 0, problem: `${words} not saved. ${message}` });
    void this.#read();
  }

  #say(request: BoardRequest): void {
    this.#wire?.send(JSON.stringify(request));
  }
}

/** Base64 of bytes. */
export function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x80_00) text += String.fromCharCode(...bytes.subarray(at, at + 0x80_00));
  return btoa(text);
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
