/**
 * Open boards of this process. An update is stored first, then everyone else hears of it, here and in the other
 * processes. Updates that arrive while others are being stored are stored together in one row.
 */
import * as Y from 'yjs';
import { currentWorkspaceId, inWorkspace, outsideTransaction, query, transaction } from '../../../server/db/index.ts';
import { bus, notify } from '../../../server/events/bus.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { log } from '../../../server/observability/log.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { BoardMessage, Cursor, Present } from '../engine/messages.ts';
import { COMPACT_AFTER, compactJob } from './stored-state.ts';

/** Bytes of one board. */
const MAX_BOARD = 40_000_000;
/** How long cursors are collected, in milliseconds. */
const GATHER_CURSORS = 40;
/** Bytes of a message between processes are few; more cursors wait for the next. */
const MAX_SHARED_CURSORS = 10;
/** How often a process says who has a board open, and how long others believe it, in milliseconds. */
const ANNOUNCE_EVERY = 15_000;
const BELIEVE_FOR = 40_000;
const MAX_ANNOUNCED = 40;
/** How often drawing counts as a change in the list of boards, in milliseconds. */
const TOUCH_EVERY = 30_000;
const CHANNEL = 'gauntlet_whiteboard';

/** Someone who has the board open in this process. */
export interface Member extends Present {
  send(message: BoardMessage): void;
}

/** Messages between processes. */
type Shared = { node: number; board: string } & (
  | { update: number }
  | { people: Present[]; answer: boolean }
  | { cursors: Cursor[] }
);

interface Waiting {
  bytes: Uint8Array;
  from: string;
  resolve: () => void;
  reject: (error: unknown) => void;
}

export class Room {
  readonly boardId: string;
  readonly workspaceId: string;
  readonly members = new Map<string, Member>();
  /** That of the start: connections that end with the server outlive it. */
  readonly #bus = bus();
  readonly #elsewhere = new Map<number, { people: Present[]; at: number }>();
  readonly #cursors = new Map<string, Cursor>();
  #queue: Waiting[] = [];
  #storing = false;
  #timer: NodeJS.Timeout | undefined;
  #announcer: NodeJS.Timeout | undefined;
  /** Of the board in the database; undefined until it was read. */
  #stored: { bytes: number; updates: number; fresh: number } | undefined;
  #touchedAt = 0;

  constructor(workspaceId: string, boardId: string) {
    this.workspaceId = workspaceId;
    this.boardId = boardId;
  }

  join(member: Member): void {
    this.members.set(member.connection, member);
    this.#announcer ??= setInterval(() => this.#announce(false), ANNOUNCE_EVERY).unref();
    this.#tellPeople();
    this.#announce(true);
  }

  leave(connection: string): void {
    if (!this.members.delete(connection)) return;
    this.#cursors.delete(connection);
    this.#tellPeople();
    this.#announce(false);
    if (this.members.size > 0) return;
    clearInterval(this.#announcer);
    clearTimeout(this.#timer);
    this.#announcer = this.#timer = undefined;
  }

  get isIdle(): boolean {
    return this.members.size === 0 && !this.#storing;
  }

  /**
   * Stores an update and passes it on; resolves once it is in the database.
   * @throws AppError `not_found` when the board is in the trash, `too_large` when it is full
   */
  write(bytes: Uint8Array, from: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ bytes, from, resolve, reject });
      if (!this.#storing) void this.#store();
    });
  }

  moveCursor(cursor: Cursor): void {
    this.#cursors.set(cursor.connection, cursor);
    this.#timer ??= setTimeout(() => this.#passCursors(), GATHER_CURSORS);
  }

  broadcast(message: BoardMessage, except?: string): void {
    for (const member of this.members.values()) if (member.connection !== except) member.send(message);
  }

  async #store(): Promise<void> {
    this.#storing = true;
    try {
      while (this.#queue.length > 0) {
        const batch = this.#queue.splice(0);
        try {
          await this.#insert(batch.length === 1 ? batch[0]!.bytes : Y.mergeUpdates(batch.map(({ bytes }) => bytes)));
          for (const { bytes, from, resolve } of batch) {
            this.broadcast({ type: 'update', data: Buffer.from(bytes).toString('base64') }, from);
            resolve();
          }
        } catch (error) {
          for (const { reject } of batch) reject(error);
        }
      }
    } finally {
      this.#storing = false;
      forgetIdle(this);
    }
  }

  async #insert(data: Uint8Array): Promise<void> {
    this.#stored ??= await this.#readStored();
    if (this.#stored.bytes + data.byteLength > MAX_BOARD)
      throw new AppError('too_large', 'The board is full. Start another one, or delete what it no longer needs.');
    await transaction(async () => {
      const [row] = await query<{ id: number }>(
        `insert into whiteboard_updates (board_id, workspace_id, data)
           select id, workspace_id, $3 from whiteboards where id = $1 and workspace_id = $2 and deleted_at is null
           returning id::float8 as id`,
        [this.boardId, this.workspaceId, Buffer.from(data)],
      );
      if (!row) throw new AppError('not_found', 'The board is in the trash.');
      if (this.#bus.isShared) await this.#share({ update: row.id });
      await this.#touch();
    });
    this.#stored.bytes += data.byteLength;
    this.#stored.fresh += data.byteLength;
    this.#stored.updates += 1;
    if (this.#stored.updates >= COMPACT_AFTER.updates || this.#stored.fresh >= COMPACT_AFTER.bytes) this.#compact();
  }

  async #readStored() {
    const [row] = await query<{ snapshot: number; fresh: number; updates: number }>(
      `select coalesce((select length(data) from whiteboard_snapshots where board_id = $1), 0) as snapshot,
         coalesce(sum(length(data)), 0)::float8 as fresh, count(*)::int as updates
       from whiteboard_updates where board_id = $1 and workspace_id = $2`,
      [this.boardId, this.workspaceId],
    );
    const { snapshot, fresh, updates } = row!;
    return { bytes: snapshot + fresh, fresh, updates };
  }

  async #touch(): Promise<void> {
    const now = Date.now();
    if (now - this.#touchedAt < TOUCH_EVERY) return;
    this.#touchedAt = now;
    await query('update whiteboards set updated_at = now() where id = $1 and workspace_id = $2', [
      this.boardId,
      this.workspaceId,
    ]);
  }

  /** In nobody's name, so that it is in nobody's list of jobs. */
  #compact(): void {
    // Counted anew once the job has run.
    this.#stored = undefined;
    const enqueued = outsideTransaction(() =>
      inWorkspace(this.workspaceId, null, () => enqueue(compactJob, { boardId: this.boardId })),
    );
    enqueued.catch((error: unknown) => log().warn({ err: error, board: this.boardId }, 'a board was not compacted'));
  }

  #passCursors(): void {
    this.#timer = undefined;
    const cursors = [...this.#cursors.values()];
    this.#cursors.clear();
    this.#showCursors(cursors);
    if (this.#elsewhere.size > 0) void this.#sendShared({ cursors: cursors.slice(0, MAX_SHARED_CURSORS) });
  }

  #showCursors(cursors: readonly Cursor[]): void {
    for (const member of this.members.values()) {
      const others = cursors.filter(({ connection }) => connection !== member.connection);
      if (others.length > 0) member.send({ type: 'cursors', cursors: others });
    }
  }

  #tellPeople(): void {
    const since = Date.now() - BELIEVE_FOR;
    for (const [node, { at }] of this.#elsewhere) if (at < since) this.#elsewhere.delete(node);
    const people = [...this.#ownPeople(), ...[...this.#elsewhere.values()].flatMap((there) => there.people)];
    this.broadcast({ type: 'people', people });
  }

  #ownPeople(): Present[] {
    return [...this.members.values()].map(({ connection, userId, name }) => ({ connection, userId, name }));
  }

  /** @param answer asks the other processes to say who is there */
  #announce(answer: boolean): void {
    if (this.#bus.isShared) void this.#sendShared({ people: this.#ownPeople().slice(0, MAX_ANNOUNCED), answer });
  }

  #share(message: { update: number } | { people: Present[]; answer: boolean } | { cursors: Cursor[] }): Promise<void> {
    return notify(CHANNEL, JSON.stringify({ node: this.#bus.node, board: this.boardId, ...message } satisfies Shared));
  }

  async #sendShared(message: { people: Present[]; answer: boolean } | { cursors: Cursor[] }): Promise<void> {
    try {
      await outsideTransaction(() => inWorkspace(this.workspaceId, null, () => this.#share(message)));
    } catch (error) {
      // It is a hint; the next one comes soon.
      log().debug({ err: error }, 'another process was not told of a board');
    }
  }

  /** Another process said something about this board. */
  async heard(message: Shared): Promise<void> {
    if ('cursors' in message) return this.#showCursors(message.cursors);
    if ('people' in message) {
      if (message.people.length === 0) this.#elsewhere.delete(message.node);
      else this.#elsewhere.set(message.node, { people: message.people, at: Date.now() });
      this.#tellPeople();
      if (message.answer) this.#announce(false);
      return;
    }
    const [row] = await inWorkspace(this.workspaceId, null, () =>
      query<{ data: Buffer }>('select data from whiteboard_updates where id = $1 and board_id = $2', [
        message.update,
        this.boardId,
      ]),
    );
    // It is in the snapshot by now.
    if (!row) return this.broadcast({ type: 'reload' });
    this.broadcast({ type: 'update', data: row.data.toString('base64') });
  }
}

const rooms = new Map<string, Room>();
const listening = new WeakSet();

/** The room of a board of the current workspace; it stays as long as someone is in it. */
export function roomOf(boardId: string): Room {
  listen();
  const known = rooms.get(boardId);
  if (known) return known;
  const room = new Room(currentWorkspaceId(), boardId);
  rooms.set(boardId, room);
  return room;
}

function forgetIdle(room: Room): void {
  if (room.isIdle) rooms.delete(room.boardId);
}

/** Someone's connection is over. */
export function leaveRoom(room: Room, connection: string): void {
  room.leave(connection);
  forgetIdle(room);
}

/** Once for each bus: tests open several systems in one process. */
function listen(): void {
  const current = bus();
  if (listening.has(current)) return;
  listening.add(current);
  current.listen(CHANNEL, (payload) => {
    const message = JSON.parse(payload) as Shared;
    const room = rooms.get(message.board);
    if (!room || message.node === current.node) return;
    room.heard(message).catch((error: unknown) => log().warn({ err: error }, 'a board missed an update'));
  });
  current.onReconnect(() => {
    for (const room of rooms.values()) room.broadcast({ type: 'reload' });
  });
}
