/**
 * Syncs: fetching from providers what is new, as a job. One of a person runs at a time; a second one is refused
 * politely.
 */
import * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import {
  asSystem,
  currentUserId,
  currentWorkspaceId,
  inWorkspace,
  isUniqueViolation,
  query,
  savepoint,
  transaction,
} from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { defineJob } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { log } from '../../../../server/observability/log.ts';
import { SealError } from '../../../../server/secrets/secrets.ts';
import type { BankSync } from '../../contract.ts';
import { FINANCE } from '../../paths.ts';
import { TRANSACTIONS_CHANGED } from '../transactions/service.ts';
import { keepAccounts, keepLiabilities, openAccounts } from './accounts.ts';
import { BANK_CHANGED, type ConnectionRow, readConnection, tokenOf, UNREADABLE } from './connections.ts';
import { keepInvestments } from './investments.ts';
import { type BankAccountData, BankError, type BankProvider } from './port.ts';
import { bankProvider } from './providers.ts';
import { type Changes, keepTransactions, NO_CHANGES } from './transactions.ts';

const CHANGES = Object.keys(NO_CHANGES) as (keyof Changes)[];

const Payload = z.object({ syncId: z.uuid(), kind: z.enum(['all', 'investments']) });

export const bankSyncJob = defineJob<z.infer<typeof Payload>>({
  name: 'finance.bank-sync',
  payload: Payload,
  title: ({ kind }) => (kind === 'all' ? 'Sync of bank data' : 'Sync of investments'),
  retry: { limit: 0, backoff: 5 },
  // Most of its time it waits for banks, some of which take a minute.
  concurrency: 3,
  handler: async ({ payload, signal, progress }) => runSync(payload.syncId, payload.kind, signal, progress),
  ended: ({ syncId }, { error }) =>
    finishSync(syncId, 'failed', { connections: 0, ...NO_CHANGES }, [{ institutionName: '', message: error }]),
});

/** Of one connection, because the provider or the clock said so; no one waits for it. */
export const connectionSyncJob = defineJob<{ connectionId: string }>({
  name: 'finance.bank-connection-sync',
  payload: z.object({ connectionId: z.uuid() }),
  title: 'Sync of a bank connection',
  concurrency: 3,
  handler: async ({ payload, signal }) => {
    const connection = await readConnection(payload.connectionId);
    if (connection) await syncConnection(connection, 'all', signal);
  },
});

interface SyncRow {
  id: string;
  kind: BankSync['kind'];
  state: BankSync['state'];
  counts: Partial<BankSync['counts']>;
  problems: BankSync['problems'];
  started_at: string;
  finished_at: string | null;
}

const COLUMNS = 'id, kind, state, counts, problems, started_at, finished_at';
const toSync = (row: SyncRow): BankSync => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  counts: { connections: 0, ...NO_CHANGES, ...row.counts },
  problems: row.problems,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

/** A sync that has run for so long is none any more: its server went away for good. */
const GIVEN_UP = '30 minutes';

/** Starts a sync of everything that the caller may change. @throws AppError `conflict` while one of theirs runs */
export function startSync(kind: BankSync['kind']): Promise<BankSync> {
  return transaction(async () => {
    await query(
      `update bank_syncs set state = 'failed', finished_at = now()
        where workspace_id = $1 and started_by = $2 and state = 'running'
        and started_at < now() - interval '${GIVEN_UP}'`,
      [currentWorkspaceId(), currentUserId()],
    );
    const id = newId();
    try {
      const [row] = await savepoint(() =>
        query<SyncRow>(
          `insert into bank_syncs (id, workspace_id, kind, started_by) values ($1, $2, $3, $4) returning ${COLUMNS}`,
          [id, currentWorkspaceId(), kind, currentUserId()],
        ),
      );
      await enqueue(bankSyncJob, { syncId: id, kind });
      await emit({ type: 'finance.bank.sync-started', subject: { type: 'bank_sync', id }, paths: [FINANCE.bank] });
      return toSync(row!);
    } catch (error) {
      if (isUniqueViolation(error))
        throw new AppError('conflict', 'A sync is already running. Its results appear here when it is done.');
      throw error;
    }
  });
}

/** The caller's last sync, and when the latest of their connections was synced by whoever did it. */
export async function lastSync(): Promise<{ sync: BankSync | null; lastSyncedAt: string | null }> {
  const [row] = await query<SyncRow>(
    `select ${COLUMNS} from bank_syncs where workspace_id = $1 and started_by = $2 order by started_at desc limit 1`,
    [currentWorkspaceId(), currentUserId()],
  );
  const [latest] = await query<{ at: string | null }>(
    `select max(last_synced_at) as at from bank_connections
      where workspace_id = $1 and state <> 'removed' and ledger_id in
      (select ledger_id from finance_ledger_members where workspace_id = $1 and user_id = $2)`,
    [currentWorkspaceId(), currentUserId()],
  );
  return { sync: row ? toSync(row) : null, lastSyncedAt: latest?.at ?? null };
}

async function runSync(
  id: string,
  kind: BankSync['kind'],
  signal: AbortSignal,
  progress: (done: number, total: number, message?: string) => void,
): Promise<void> {
  const counts = { connections: 0, ...NO_CHANGES };
  const problems: BankSync['problems'] = [];
  let state: BankSync['state'] = 'failed';
  try {
    const connections = await query<{ id: string; institution_name: string }>(
      `select c.id, c.institution_name from bank_connections c
        join finance_ledger_members m on m.workspace_id = c.workspace_id and m.ledger_id = c.ledger_id
       where c.workspace_id = $1 and m.user_id = $2 and m.role in ('owner', 'editor') and c.state <> 'removed'
          order by c.created_at, c.id`,
      [currentWorkspaceId(), currentUserId()],
    );
    for (const [index, { id: connectionId, institution_name: institutionName }] of connections.entries()) {
      if (signal.aborted) return;
      progress(index, connections.length, institutionName);
      const connection = await readConnection(connectionId);
      if (!connection) continue;
      const outcome = await syncConnection(connection, kind, signal);
      if ('problem' in outcome) problems.push({ institutionName, message: outcome.problem });
      else {
        counts.connections += 1;
        for (const key of CHANGES) counts[key] += outcome[key];
      }
    }
    progress(connections.length, connections.length);
    state = problems.length > 0 && counts.connections === 0 ? 'failed' : 'done';
  } finally {
    // A stopping server leaves the sync to whoever takes the job up again.
    if (!signal.aborted || state !== 'failed') await finishSync(id, state, counts, problems);
  }
}

async function finishSync(
  id: string,
  state: BankSync['state'],
  counts: BankSync['counts'],
  problems: BankSync['problems'],
): Promise<void> {
  await transaction(async () => {
    await query(
      `update bank_syncs set state = $3, counts = $4, problems = $5, finished_at = now()
        where id = $1 and workspace_id = $2 and state = 'running'`,
      [id, currentWorkspaceId(), state, JSON.stringify(counts), JSON.stringify(problems)],
    );
    await emit({
      type: state === 'done' ? 'finance.bank.synced' : 'finance.bank.sync-failed',
      subject: { type: 'bank_sync', id },
      data: { ...counts },
      paths: [...BANK_CHANGED, ...TRANSACTIONS_CHANGED],
    });
  });
}

/** How often a listing is begun again because the bank's data changed in the middle of it. */
const RESTARTS = 3;
/**
 * How often a sync goes on where another one of the same connection has come to: each time that one has kept a page.
 */
const TURNS = 100;

/** Another sync of the connection has kept the page that this one had fetched. */
class Overtaken extends Error {}

/** Syncs one connection, and remembers how that went. What one page brought is there, whatever happens to the next. */
export async function syncConnection(
  connection: ConnectionRow,
  kind: BankSync['kind'],
  signal: AbortSignal,
): Promise<Changes | { problem: string }> {
  try {
    const provider = bankProvider(connection.provider);
    const token = tokenOf(connection);
    const changes = kind === 'all' ? await fetchTransactions(provider, token, connection, signal) : NO_CHANGES;
    await fetchInvestments(provider, token, connection);
    await setState(connection, 'active', '');
    return changes;
  } catch (error) {
    if (!(error instanceof BankError) && !(error instanceof AppError) && !(error instanceof SealError)) {
      log().error({ err: error, connection: connection.id }, 'a bank sync broke off');
    }
    const problem = wordsFor(error);
    await setState(
      connection,
      error instanceof BankError && error.kind === 'login_required' ? 'login_required' : 'failed',
      problem,
    );
    return { problem };
  }
}

function wordsFor(error: unknown): string {
  if (error instanceof BankError || error instanceof AppError) return error.message;
  if (error instanceof SealError) return UNREADABLE;
  return 'The sync broke off because of an unexpected error. Nothing was lost; try again.';
}

async function fetchTransactions(
  provider: BankProvider,
  token: string,
  connection: ConnectionRow,
  signal: AbortSignal,
): Promise<Changes> {
  const total: Changes = { ...NO_CHANGES };
  const first = connection.cursor;
  let accounts: BankAccountData[] = [];
  let cursor = first;
  for (let restarts = 0, turns = 0; ;) {
    signal.throwIfAborted();
    let page;
    try {
      page = await provider.transactions(token, cursor);
    } catch (error) {
      if (!(error instanceof BankError) || error.kind !== 'mutation' || restarts >= RESTARTS) throw error;
      // Pages that were kept are kept: the same ones told again change nothing.
      restarts += 1;
      await moveCursor(connection, cursor, first);
      cursor = first;
      continue;
    }
    const expected = cursor;
    const { told, removed } = page;
    const next = page.cursor;
    accounts = page.accounts.length > 0 ? page.accounts : accounts;
    const isLast = !page.hasMore;
    const changes = await transaction(async () => {
      if ((await lockedCursor(connection)) !== expected) throw new Overtaken();
      const fed = await keepAccounts(connection, accounts);
      const made = await keepTransactions(connection.ledger_id, fed, told, removed);
      if (isLast) await openAccounts(connection.ledger_id, fed, accounts);
      await query('update bank_connections set cursor = $3, updated_at = now() where id = $1 and workspace_id = $2', [
        connection.id,
        currentWorkspaceId(),
        next,
      ]);
      await emit({
        type: 'finance.bank.transactions-told',
        subject: { type: 'bank_connection', id: connection.id },
        data: { ...made },
        paths: [...BANK_CHANGED, ...TRANSACTIONS_CHANGED],
      });
      return made;
    }).catch((error: unknown) => {
      if (error instanceof Overtaken) return undefined;
      throw error;
    });
    // Two at once, by hand and by the clock or the bank's word, are no fault of either: this one goes on where the
    // other one is.
    if (!changes) {
      turns += 1;
      if (turns > TURNS) throw new AppError('conflict', 'Another sync of this connection is under way.');
      cursor = await transaction(() => lockedCursor(connection));
      continue;
    }
    for (const key of CHANGES) total[key] += changes[key];
    cursor = next;
    if (isLast) return total;
  }
}

/**
 * Locks the connection and says how far its syncs have come.
 * @throws AppError `conflict` when it was ended meanwhile
 */
async function lockedCursor(connection: ConnectionRow): Promise<string | null> {
  const [row] = await query<{ cursor: string | null; state: string }>(
    'select cursor, state from bank_connections where id = $1 and workspace_id = $2 for update',
    [connection.id, currentWorkspaceId()],
  );
  if (!row || row.state === 'removed') throw new AppError('conflict', 'The connection was ended meanwhile.');
  return row.cursor;
}

/** Back to the beginning of a listing, unless another sync went elsewhere meanwhile. */
async function moveCursor(connection: ConnectionRow, from: string | null, to: string | null): Promise<void> {
  await transaction(async () => {
    if ((await lockedCursor(connection)) === from)
      await query('update bank_connections set cursor = $3 where id = $1 and workspace_id = $2', [
        connection.id,
        currentWorkspaceId(),
        to,
      ]);
  });
}

async function fetchInvestments(provider: BankProvider, token: string, connection: ConnectionRow): Promise<void> {
  const [investments, liabilities] = [await provider.investments(token), await provider.liabilities(token)];
  await transaction(async () => {
    const [row] = await query<{ state: string }>(
      'select state from bank_connections where id = $1 and workspace_id = $2 for update',
      [connection.id, currentWorkspaceId()],
    );
    if (!row || row.state === 'removed') throw new AppError('conflict', 'The connection was ended meanwhile.');
    const fed = await keepAccounts(connection, investments.accounts);
    await keepInvestments(connection, fed, investments);
    await keepLiabilities(connection, liabilities);
  });
}

async function setState(connection: ConnectionRow, state: ConnectionRow['state'], problem: string): Promise<void> {
  await transaction(async () => {
    await query(
      `update bank_connections set state = $3, problem = $4, last_synced_at = case when $3 = 'active' then now()
        else last_synced_at end, told_stopped_at = case when $3 = 'active' then null else told_stopped_at end,
        version = version + 1, updated_at = now() where id = $1 and workspace_id = $2 and state <> 'removed'`,
      [connection.id, currentWorkspaceId(), state, problem],
    );
    await emit({
      type: `finance.bank.${state === 'active' ? 'connection-synced' : 'connection-failed'}`,
      subject: { type: 'bank_connection', id: connection.id },
      paths: BANK_CHANGED,
    });
  });
}

/** Seconds. Banks tell of news by webhook; where that does not come, they are asked. */
const EVERY = 6 * 3600;

export const bankSyncRecurring = defineRecurring({
  name: 'finance.bank-sync',
  title: 'Fetch what is new from connected banks',
  every: EVERY,
  handler: async () => {
    const due = await query<{ id: string; workspace_id: string; created_by: string }>(
      `select c.id, c.workspace_id, c.created_by from bank_connections c join users u on u.id = c.created_by
       where c.state in ('active', 'failed') and u.active and app_is_on(c.workspace_id, 'finance')
          and (c.last_synced_at is null or c.last_synced_at < now() - interval '5 hours')
          order by c.last_synced_at nulls first limit 1000`,
    );
    for (const { id, workspace_id, created_by } of due)
      await inWorkspace(workspace_id, created_by, () => enqueue(connectionSyncJob, { connectionId: id }));
  },
});

/** Syncs the connections that the provider names, as the people who created them. */
export async function syncItem(externalId: string): Promise<boolean> {
  const rows = await asSystem(() =>
    query<{ id: string; workspace_id: string; created_by: string | null }>(
      `select id, workspace_id, created_by from bank_connections
        where provider = 'plaid' and external_id = $1 and state <> 'removed' and app_is_on(workspace_id, 'finance')`,
      [externalId],
    ),
  );
  for (const { id, workspace_id, created_by } of rows)
    await inWorkspace(workspace_id, created_by, () => enqueue(connectionSyncJob, { connectionId: id }));
  return rows.length > 0;
}
