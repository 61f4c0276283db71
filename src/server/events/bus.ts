/**
 * Messages between the processes of an installation, and their liveness.
 *
 * On PostgreSQL a dedicated connection LISTENs, and messages travel with the transaction that sends them: they arrive
 * when it commits, or never. The same connection holds an advisory lock on the process's number, so every other process
 * sees at once when this one is gone. The embedded engine has one process, and messages go straight to its listeners
 * after the commit.
 *
 * A message is a hint: a listener that missed one because the connection broke must find out otherwise (`onReconnect`,
 * polling).
 */
import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { afterCommit, database, query, type Database } from '../db/index.ts';
import { requirePrimary } from '../db/connection-hosts.ts';
import { log } from '../observability/log.ts';

type Handler = (payload: string) => void;

/** First key of the advisory locks that show which process is alive. */
const ALIVE_LOCK = 72_717_802;
/**
 * Version of the stored formats that this version reads; incremented when it begins to write one that the previous
 * version cannot read. 1: encrypted secrets in the headers of workflow calls.
 */
const READS = 1;
/** First key, plus the version, of the locks that announce it. */
const READS_LOCK = 72_717_900;
const KEEP_ALIVE_EVERY = 5_000;
const CONNECT_WITHIN = 5_000;
/** A machine that vanished must not count as alive for hours. */
const NOTICE_THE_DEAD =
  'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3; set tcp_user_timeout = 60000';
const RECONNECT_DELAYS = [100, 500, 1_000, 2_000, 5_000];

export class Bus {
  /** This process's number, new at each start. */
  readonly node = randomInt(1, 2 ** 31 - 1);
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #reconnected = new Set<() => void>();
  readonly #database: Database;
  #client: pg.Client | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  #unanswered = false;
  #keepAlive: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(on: Database) {
    this.#database = on;
  }

  /** Whether messages come from other processes too. */
  get isShared(): boolean {
    return this.#database.connection !== undefined;
  }

  /** Listens on a channel. @returns a function that stops it */
  listen(channel: string, handler: Handler): () => void {
    const known = this.#handlers.get(channel);
    if (known) known.add(handler);
    else {
      this.#handlers.set(channel, new Set([handler]));
      this.#run(`listen ${pg.escapeIdentifier(channel)}`);
    }
    return () => void this.#handlers.get(channel)?.delete(handler);
  }

  /** Calls back after a break in which messages may have been lost. @returns a function that stops it */
  onReconnect(handler: () => void): () => void {
    this.#reconnected.add(handler);
    return () => void this.#reconnected.delete(handler);
  }

  /** Hands a message to this process's own listeners only. */
  deliver(channel: string, payload: string): void {
    for (const handler of this.#handlers.get(channel) ?? []) {
      try {
        handler(payload);
      } catch (error) {
        log().error({ err: error, channel }, 'a listener failed');
      }
    }
  }

  async open(): Promise<void> {
    if (!this.isShared) return;
    await this.#connect();
    this.#keepAlive = setInterval(() => this.#beat(), KEEP_ALIVE_EVERY).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#keepAlive);
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  /** Runs statements one after another; a failure shows as a lost connection. */
  #run(statement: string): void {
    const client = this.#client;
    if (client) this.#tail = this.#tail.then(() => client.query(statement)).catch(() => undefined);
  }

  /** Checks that the other end is still there; no answer by the next check means it is not. */
  #beat(): void {
    const client = this.#client;
    if (!client) return;
    if (this.#unanswered) return this.#lost(client, new Error('no answer'));
    this.#unanswered = true;
    this.#run('select 1');
    this.#tail = this.#tail.then(() => {
      if (this.#client === client) this.#unanswered = false;
    });
  }

  async #connect(): Promise<void> {
    const { connection, hosts } = this.#database;
    const client = new pg.Client({
      ...connection,
      application_name: 'gauntlet bus',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN,
    });
    client.on('notification', ({ channel, payload }) => this.deliver(channel, payload ?? ''));
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('the connection ended')));
    try {
      await client.connect();
      if (hosts && hosts.count > 1) await requirePrimary(client);
      await client.query(NOTICE_THE_DEAD);
      // A shared lock: after a network failure the server may still hold the lock of the previous connection.
      for (const lock of [READS_LOCK + READS, ALIVE_LOCK])
        await client.query('select pg_advisory_lock_shared($1, $2)', [lock, this.node]);
      for (const channel of this.#handlers.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      this.#client = client;
      this.#tail = Promise.resolve();
      this.#unanswered = false;
    } catch (error) {
      this.#client = undefined;
      if (connection?.connectionString) hosts?.leave(connection.connectionString);
      client.removeAllListeners();
      client.on('error', () => undefined);
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    log().warn({ err: error }, 'lost the connection for messages between processes');
    // Not end(), which would wait for answers that never come.
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    this.#reconnect(0);
  }

  #reconnect(attempt: number): void {
    if (this.#closed) return;
    this.#retry = setTimeout(
      () => {
        this.#connect().then(
          () => {
            for (const handler of this.#reconnected) handler();
          },
          () => this.#reconnect(attempt + 1),
        );
      },
      RECONNECT_DELAYS[Math.min(attempt, RECONNECT_DELAYS.length - 1)],
    ).unref();
  }
}

let current: Bus | undefined;

/** Opens the bus of this process on the given database. */
export async function openBus(on: Database = database()): Promise<Bus> {
  const opened = new Bus(on);
  await opened.open();
  current = opened;
  return opened;
}

export async function closeBus(): Promise<void> {
  const closing = current;
  current = undefined;
  await closing?.close();
}

/** Undefined in command-line tools, and while a server starts or stops. */
export const busIfOpen = (): Bus | undefined => current;

/** @throws Error before `openBus`. */
export function bus(): Bus {
  if (!current) throw new Error('The bus is not open');
  return current;
}

/**
 * Sends a message with the ambient transaction: every process hears it at the commit, no one after a rollback. At most
 * 7,900 bytes.
 */
export async function notify(channel: string, payload: string): Promise<void> {
  if (database().connection) await query('select pg_notify($1, $2)', [channel, payload]);
  // Command-line tools write events without a bus; no one listens in this process then.
  else afterCommit(() => current?.deliver(channel, payload));
}

/**
 * SQL condition: the process numbered `column` is not alive. On the embedded engine every process but this one is dead,
 * because only one can open the database.
 */
export function deadNodeCondition(column: string): string {
  if (!bus().isShared) return `${column} is distinct from ${bus().node}`;
  return `not exists (
    select 1 from pg_locks l
    where l.locktype = 'advisory' and l.classid = ${ALIVE_LOCK} and l.objid::bigint = ${column} and l.objsubid = 2
      and l.granted
      and l.database = (select oid from pg_database where datname = current_database())
  )`;
}

/**
 * Whether every living process reads this version of the stored formats. During a rolling upgrade old servers must be
 * able to read what new ones write. They do not come back: a version that does not know a migration refuses to start.
 * @param form the first value of `READS` that includes it
 */
export async function everybodyReads(form: number): Promise<boolean> {
  if (!database().connection) return true;
  const [row] = await query<{ yes: boolean }>(
    `with locks as (
       select l.classid::bigint as key, l.objid as node from pg_locks l
       where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.database =
          (select oid from pg_database where datname = current_database())
     )
     select not exists (
       select 1 from locks a where a.key = ${ALIVE_LOCK} and not exists
          (select 1 from locks r where r.node = a.node and r.key between ${READS_LOCK}::bigint + $1
          and ${READS_LOCK + 99})
     ) as yes`,
    [form],
  );
  return row!.yes;
}
