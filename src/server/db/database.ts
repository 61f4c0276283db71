/**
 * One way to the database for both engines: `query()` runs in the ambient transaction, or else on a pooled connection,
 * always in the ambient scope.
 *
 * Role and workspace are set on a connection only when it last served another scope, and remembered: two reads for one
 * workspace cost two statements, not six. The memory is cleared whenever the server may have undone the setting (a
 * rollback reverts settings made inside the transaction).
 */
import pg from 'pg';
import { AppError } from '../../kernel/errors.ts';
import { type Hosts, StandbyError } from './connection-hosts.ts';
import type { Watch } from './unresponsive-database.ts';
import {
  currentScope,
  currentTransaction,
  type OpenTransaction,
  presentScope,
  type Scope,
  withTransaction,
} from './context.ts';

/** The role of every request: it owns nothing, so row-level security applies to it. */
export const APP_ROLE = 'gauntlet_app';
/** The same for workspaces with private records: the policies that hide them apply as well. */
export const READER_ROLE = 'gauntlet_reader';

export interface Database {
  engine: 'pglite' | 'postgres';
  pool: pg.Pool;
  /** Connection settings for another connection (LISTEN, COPY); absent on PGlite, which has one session. */
  readonly connection: pg.ClientConfig | undefined;
  /** Hosts of the database and their watcher; absent on PGlite, which is in this process. */
  hosts?: Hosts;
  watch?: Watch;
  close(): Promise<void>;
}

let current: Database | undefined;

/** Makes `database` the one used by `query()` and `transaction()`. */
export function useDatabase(database: Database | undefined): void {
  current = database;
}

export function database(): Database {
  if (!current) throw new Error('The database is not open');
  return current;
}

type Values = readonly unknown[];

/** The scope a connection was last set to. */
const servedScope = new WeakMap<pg.PoolClient, string>();

/**
 * Workspaces that are known to have private records. Until a process has learned it, it serves a workspace as one
 * without; the first statement that this concerns is refused by the database (`app_seen_workspace`), and done again.
 */
const hiding = new Set<string>();

/**
 * Learns from a refusal that the workspace has private records.
 * @returns whether to send the statement again
 */
function learnsOfHiding(error: unknown, scope: Scope): boolean {
  if (!toldOfHiding(error) || scope.role !== 'app') return false;
  hiding.add(scope.workspaceId);
  return true;
}

function toldOfHiding(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '40001' && constraint === 'hiding_workspaces';
}

/**
 * Identifies what the current scope can see of its workspace; blank where everyone sees the same. Part of the key of
 * every cached answer.
 */
export function sightOf(workspaceId: string): string {
  if (!hiding.has(workspaceId)) return '';
  const scope = presentScope();
  return scope?.role === 'app' ? `${scope.userId ?? 'nobody'}${scope.sight ?? ''}` : 'system';
}

function keyOf(scope: Scope): string {
  return scope.role === 'system'
    ? 'system'
    : `${scope.workspaceId} ${scope.userId ?? ''} ${hiding.has(scope.workspaceId) ? `hiding ${scope.sight ?? ''}` : ''}`;
}

const SET_SCOPE = `select set_config('role', $1, false), set_config('app.workspace_id', $2, false), set_config('app.user_id', $3, false), set_config('app.sight', $4, false)`;

async function serve(client: pg.PoolClient, scope: Scope): Promise<void> {
  const key = keyOf(scope);
  if (servedScope.get(client) === key) return;
  servedScope.delete(client);
  await send(client, {
    name: 'set_scope',
    text: SET_SCOPE,
    values:
      scope.role === 'system'
        ? ['none', '', '', '']
        : [
            hiding.has(scope.workspaceId) ? READER_ROLE : APP_ROLE,
            scope.workspaceId,
            scope.userId ?? '',
            scope.sight ?? '',
          ],
  });
  servedScope.set(client, key);
}

/** The database is down, or went down during a statement. Whether a commit in progress succeeded is then unknown. */
class DatabaseAwayError extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'The database cannot be reached right now. Please try again in a moment.', {
      cause,
      retryAfter: 2,
    });
  }
}

/** All connections are in use, and none became free in time. */
class DatabaseBusyError extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'Too much is going on at the moment. Please try again shortly.', { cause, retryAfter: 2 });
  }
}

let lastFull = 0;

/** Whether the database reported a full disk within the last minute. */
export const saidThatItIsFull = (): boolean => lastFull > 0 && performance.now() - lastFull < 60_000;

/** Start times of callers that wait for a connection, longest first. */
const waiting = new Set<{ since: number }>();

/**
 * Milliseconds the longest caller has waited for a connection; 0 when no one waits. Meaningless on the embedded engine,
 * whose one session also serves long transactions.
 */
export function longestWait(): number {
  for (const { since } of waiting) return current?.engine === 'postgres' ? performance.now() - since : 0;
  return 0;
}

/** Takes a connection to the current primary. */
async function connect(): Promise<pg.PoolClient> {
  if (database().pool.idleCount > 0) return lend();
  const mine = { since: performance.now() };
  waiting.add(mine);
  try {
    return await lend();
  } finally {
    waiting.delete(mine);
  }
}

async function lend(): Promise<pg.PoolClient> {
  const { pool, hosts, watch } = database();
  for (let left = hosts?.count ?? 1; ; left--) {
    const tried = hosts?.current;
    try {
      return await (watch ? watch.lend() : pool.connect());
    } catch (error) {
      if ((error as Error).message === 'timeout exceeded when trying to connect') throw new DatabaseBusyError(error);
      if (tried !== undefined) hosts?.leave(tried);
      if (left <= 1) throw new DatabaseAwayError(error);
    }
  }
}

/** Classes 08 and 57P of PostgreSQL, the operating system's socket errors, and driver errors without a code. */
function isConnectionLost(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string')
    return error instanceof Error && /Connection terminated|Client has encountered/.test(error.message);
  return code.startsWith('08') || code.startsWith('57P') || code.startsWith('E');
}

/**
 * Runs a statement on the connection.
 * @throws DatabaseAwayError when the connection broke and must not go back into the pool
 *
 * With a callback: the driver's promises link each result to the next, so one old result keeps all later ones until a
 * full collection (measured: 12 instead of 2.5 MB survive each 40 MB, a third of the processor time).
 */
async function send(client: pg.PoolClient, statement: Statement | string): Promise<pg.QueryResult> {
  try {
    return await new Promise<pg.QueryResult>((resolve, reject) => {
      client.query(statement as pg.QueryConfig, (error: Error | null, result) =>
        error ? reject(error) : resolve(result),
      );
    });
  } catch (error) {
    // The driver's trace leads to its socket; this one leads to the caller.
    Error.captureStackTrace(error as Error);
    if ((error as { code?: unknown }).code === '53100') lastFull = performance.now();
    // The primary has become a standby, and the other host is the primary now.
    if ((error as { code?: unknown }).code === '25006' && (database().hosts?.count ?? 1) > 1)
      throw new DatabaseAwayError(new StandbyError());
    throw isConnectionLost(error) ? new DatabaseAwayError(error) : error;
  }
}

interface Statement {
  text: string;
  values?: Values | undefined;
  /**
   * A named statement is prepared once per connection and, after a few runs, planned once. Use it for hot, fixed texts
   * whose best plan does not depend on the values (rows of known ids, a page in index order; never a pattern, nor a
   * limit that is a value). List its columns, never `*`: that fails once a migration of the next version adds one.
   */
  name?: string | undefined;
  types?: pg.CustomTypesConfig | undefined;
  /** The text may open a transaction of its own, which a failure would leave open. */
  opensTransaction?: boolean | undefined;
}

/** Milliseconds a connection keeps its plans. */
const PLANS_KEPT = 60_000;

/** When a connection last cleared its plans. */
const plannedSince = new WeakMap<pg.PoolClient, number>();

/**
 * A plan made while a table was empty reads all of it, and the database replaces it only after it has counted the table
 * again. So a connection discards its plans once a minute.
 */
async function forgetOldPlans(client: pg.PoolClient): Promise<void> {
  const now = performance.now();
  const since = plannedSince.get(client);
  if (since !== undefined && now - since < PLANS_KEPT) return;
  plannedSince.set(client, now);
  if (since !== undefined) await send(client, 'discard plans');
}

async function run(statement: Statement): Promise<pg.QueryResult> {
  const scope = currentScope();
  const transaction = currentTransaction();
  if (transaction) return inTransaction(transaction, scope, statement);
  const client = await connect();
  let broken: Error | undefined;
  try {
    await forgetOldPlans(client);
    await serve(client, scope);
    return await send(client, statement).catch(async (error: unknown) => {
      if (!learnsOfHiding(error, scope)) throw error;
      await serve(client, scope);
      return send(client, statement);
    });
  } catch (error) {
    if (error instanceof DatabaseAwayError) broken = error;
    else if (statement.opensTransaction)
      await client.query('rollback').catch((rollbackError: unknown) => (broken = rollbackError as Error));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Statements of one transaction run one after another, even when started together. */
function inTransaction(transaction: OpenTransaction, scope: Scope, statement: Statement): Promise<pg.QueryResult> {
  if (transaction.over)
    return Promise.reject(new Error('The transaction of this statement has ended: an await is missing before it'));
  const result = transaction.tail
    .then(async () => {
      await serve(transaction.client, scope);
      return send(transaction.client, statement);
    })
    .catch((error: unknown) => {
      // The code that began the transaction or savepoint repeats it.
      learnsOfHiding(error, scope);
      throw error;
    });
  transaction.tail = result.catch(() => undefined);
  return result;
}

/**
 * Runs one SQL statement with `$1`-style values and returns its rows. Instants arrive as ISO strings in UTC, `numeric`
 * as strings, `bigint` as numbers.
 */
export async function query<Row extends object = Record<string, unknown>>(
  text: string,
  values?: Values,
  name?: string,
): Promise<Row[]> {
  return (await run({ text, values, name })).rows as Row[];
}

/** Like `query`, for a statement where only the number of affected rows matters. */
export async function execute(text: string, values?: Values): Promise<number> {
  return (await run({ text, values })).rowCount ?? 0;
}

/**
 * Runs SQL from a library: several statements in one text where there are no values, and the driver's own types
 * (instants as `Date`). Joins the ambient transaction like everything else.
 */
export async function queryForLibrary(text: string, values?: Values): Promise<{ rows: Record<string, unknown>[] }> {
  const several = !values || values.length === 0;
  // Without values the driver sends the text as it is and returns one result per statement.
  const results: unknown = await run({
    text,
    values: several ? undefined : values,
    types: pg.types,
    opensTransaction: several,
  });
  return { rows: ([results].flat() as pg.QueryResult<Record<string, unknown>>[]).flatMap((result) => result.rows) };
}

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /** Milliseconds that one statement may take; defaults to the connection's limit. */
  statementTimeout?: number;
  /** Allows idle time between statements, for slow work outside the database such as copying files. */
  mayRest?: boolean;
}

const RETRIES = 3;

/**
 * Runs `fn` in a transaction, or joins the open one. Everything that `fn` writes is there together or not at all. After
 * a serialization failure or deadlock `fn` runs again, up to three times, so it must neither change nor wait for
 * anything outside the database. Use `afterCommit` for that.
 */
export async function transaction<T>(fn: () => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  const outer = currentTransaction();
  if (outer) {
    if (outer.over) throw new Error('The surrounding transaction has ended: an await is missing');
    return fn();
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(fn, options);
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if ((code !== '40001' && code !== '40P01') || attempt > RETRIES) throw error;
    }
  }
}

async function attemptTransaction<T>(fn: () => Promise<T>, options: TransactionOptions): Promise<T> {
  const client = await connect();
  const open: OpenTransaction = { client, beforeCommit: [], afterCommit: [], over: false, tail: Promise.resolve() };
  let broken: Error | undefined;
  let result: T;
  try {
    await forgetOldPlans(client);
    await serve(client, currentScope());
    await send(client, options.isolation ? `begin isolation level ${options.isolation}` : 'begin');
    if (options.statementTimeout !== undefined)
      await send(client, `set local statement_timeout = ${Math.trunc(options.statementTimeout)}`);
    if (options.mayRest) await send(client, 'set local idle_in_transaction_session_timeout = 0');
    result = await withTransaction(open, async () => {
      const answer = await fn();
      for (const work of open.beforeCommit) await work();
      return answer;
    });
    await close(open);
    // PostgreSQL answers the commit of a failed transaction with a rollback and no error.
    const { command } = await send(client, 'commit');
    if (command !== 'COMMIT')
      throw new Error(
        'The transaction was rolled back: a statement in it failed, and the failure was caught outside of a savepoint',
      );
  } catch (error) {
    await close(open);
    servedScope.delete(client);
    await client.query('rollback').catch((rollbackError: unknown) => {
      broken = rollbackError as Error;
    });
    if (error instanceof DatabaseAwayError) broken = error;
    throw error;
  } finally {
    client.release(broken);
  }
  // After the connection is returned, so that an effect may use the database. Effects handle their own errors.
  for (const effect of open.afterCommit) effect();
  return result;
}

/**
 * Lets running statements finish and admits no others: a statement after the commit would be outside the transaction.
 */
async function close(open: OpenTransaction): Promise<void> {
  open.over = true;
  await open.tail;
}

/**
 * Runs `fn` so that its failure rolls back only `fn`, not the transaction around it.
 * @throws the error of `fn`, after the rollback to the savepoint
 */
export async function savepoint<T>(fn: () => Promise<T>, again = true): Promise<T> {
  const open = currentTransaction();
  if (!open) return transaction(fn);
  await execute('savepoint nested');
  try {
    const result = await fn();
    await execute('release savepoint nested');
    return result;
  } catch (error) {
    servedScope.delete(open.client);
    await open.client.query('rollback to savepoint nested');
    await open.client.query('release savepoint nested');
    if (toldOfHiding(error) && again) return savepoint(fn, false);
    throw error;
  }
}

/** Runs `effect` after the ambient transaction commits, or at once when there is none. A rollback drops it. */
export function afterCommit(effect: () => void): void {
  const open = currentTransaction();
  if (open) open.afterCommit.push(effect);
  else effect();
}

/** Whether the error is a unique violation, of the named constraint if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const { code, constraint: name } = cause as { code?: unknown; constraint?: unknown };
  return code === '23505' && (constraint === undefined || name === constraint);
}
