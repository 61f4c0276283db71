/**
 * Notices a database that does not answer at all: a frozen machine, or a network that drops packets. Nothing fails by
 * itself for minutes then, and every request would hang. While connections are busy and none receives anything, a
 * separate connection asks. After two unanswered probes the database counts as down: everything that waits or arrives
 * fails at once until it answers again. A slow statement does not trip this, because the probe is answered.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { log } from '../observability/log.ts';
import { countFault } from '../observability/metrics.ts';
import { type Hosts, requirePrimary } from './connection-hosts.ts';

const LOOK_EVERY = 500;
/** Milliseconds without a byte from the database, while something waits, before it is probed. */
const SILENCE = 1_000;
/** A busy machine takes a second for a new connection and is not down. */
const PROBE_WITHIN = 2_000;
/** This process may have been busy itself while the first answer waited. */
const PROBES = 2;

interface Client {
  connection: { stream: Socket };
}

export class DatabaseSilentError extends Error {
  override readonly name = 'DatabaseSilentError';

  constructor() {
    super('The database does not answer');
  }
}

export class Watch {
  readonly #pool: pg.Pool;
  readonly #hosts: Hosts;
  readonly #clients = new Set<Client>();
  readonly #timer: NodeJS.Timeout;
  #heard = 0;
  #silentSince = performance.now();
  #away = false;
  #asking = false;
  /**
   * Callbacks of callers that wait for a connection, called when none will come. Not one shared promise: its waiters
   * would stay in memory until it settles, which happens only when the database goes down.
   */
  readonly #waiting = new Set<(error: Error) => void>();

  constructor(pool: pg.Pool, hosts: Hosts) {
    this.#pool = pool;
    this.#hosts = hosts;
    pool.on('connect', (client) => this.#clients.add(client as unknown as Client));
    pool.on('remove', (client) => this.#clients.delete(client as unknown as Client));
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY).unref();
  }

  /** Waits for a connection, but not to a database that is down. @throws DatabaseSilentError */
  async lend(): Promise<pg.PoolClient> {
    if (this.#away) throw new DatabaseSilentError();
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
    const lent = this.#pool.connect();
    this.#waiting.add(reject);
    void lent.then(resolve, reject);
    try {
      return await promise;
    } catch (error) {
      // The connection may still arrive, but no one wants it any more.
      if (error instanceof DatabaseSilentError)
        lent.then(
          (client) => client.release(true),
          () => undefined,
        );
      throw error;
    } finally {
      this.#waiting.delete(reject);
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#asking) return;
    if (!this.#away && !this.#isSilent()) return;
    this.#asking = true;
    try {
      const answers = await this.#ask();
      if (answers !== this.#away) return;
      if (answers) this.#back();
      else this.#lost();
    } finally {
      this.#silentSince = performance.now();
      this.#asking = false;
    }
  }

  /** Whether something waits for the database and nothing has arrived for a while. */
  #isSilent(): boolean {
    const now = performance.now();
    let heard = 0;
    for (const { connection } of this.#clients) heard += connection.stream.bytesRead;
    const quiet = heard === this.#heard && this.#pool.totalCount > this.#pool.idleCount;
    this.#heard = heard;
    if (!quiet) this.#silentSince = now;
    return now - this.#silentSince >= SILENCE;
  }

  async #ask(): Promise<boolean> {
    const hosts = this.#hosts;
    for (let left = this.#away ? hosts.count : PROBES; left > 0; left--) {
      const asked = hosts.current;
      if (await answers(asked, hosts.count > 1)) return true;
      if (this.#away) hosts.leave(asked);
    }
    return false;
  }

  #lost(): void {
    countFault('database');
    log().error('the database does not answer any more');
    this.#away = true;
    for (const fail of this.#waiting) fail(new DatabaseSilentError());
    for (const { connection } of this.#clients) connection.stream.destroy();
    this.#hosts.leave(this.#hosts.current);
  }

  #back(): void {
    log().warn('the database answers again');
    this.#away = false;
  }
}

/**
 * Whether the database answers at all; "too many connections" is an answer, too. A standby is no answer where there is
 * a primary.
 */
async function answers(connectionString: string, asPrimary: boolean): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: PROBE_WITHIN,
    query_timeout: PROBE_WITHIN,
    application_name: 'gauntlet watch',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (asPrimary) await requirePrimary(client);
    else await client.query('select 1');
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && code !== '57P03' && !code.startsWith('08');
  } finally {
    (client as unknown as Client).connection.stream.destroy();
  }
}
