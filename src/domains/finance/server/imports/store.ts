/** Imports as the database holds them. */
import { AppError } from '../../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import type { BankImport, BankImportCounts, BankImportOptions } from '../../contract.ts';
import { requireRecord } from '../ledgers/access.ts';
import { getAccount } from '../accounts/accounts.ts';

export interface ImportRow {
  id: string;
  version: number;
  ledger_id: string;
  account_id: string;
  file_name: string;
  size: number;
  storage_key: string;
  format: BankImport['format'];
  state: BankImport['state'];
  options: BankImportOptions;
  problems: BankImport['problems'];
  counts: BankImportCounts;
  error: string | null;
  job_id: string | null;
  created_at: string;
  finished_at: string | null;
}

const NOUN = 'The import';
/** One whose job was canceled before its turn came never ran, and can be started again, or is still there. */
const SELECT = `select id, version, ledger_id, account_id, file_name, size, storage_key, format,
    case when state = 'queued' and not exists
      (select 1 from jobs j where j.id = finance_imports.job_id and j.state in ('queued', 'running')) then 'failed'
      when state = 'reverting' and not exists
        (select 1 from jobs j where j.id = finance_imports.job_id and j.state in ('queued', 'running')) then 'done'
        else state end as state,
    options, problems, counts, error, job_id, created_at, finished_at
  from finance_imports where workspace_id = $1`;

export function toImport(row: ImportRow): BankImport {
  return {
    id: row.id,
    version: row.version,
    ledgerId: row.ledger_id,
    accountId: row.account_id,
    fileName: row.file_name,
    size: row.size,
    format: row.format,
    state: row.state,
    options: row.options,
    problems: row.problems,
    counts: row.counts,
    error: row.error,
    jobId: row.state === 'queued' || row.state === 'reverting' ? row.job_id : null,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

/** @throws AppError `not_found`, `forbidden` */
export async function readImport(id: string, needed: 'viewer' | 'editor' = 'viewer'): Promise<ImportRow> {
  const [row] = await query<ImportRow>(`${SELECT} and id = $2`, [currentWorkspaceId(), id]);
  return requireRecord(row, needed, NOUN);
}

/**
 * Locks an import for a change.
 * @param verb what cannot be done in another state: `This import has run, and cannot be started.`
 * @throws AppError `not_found`, `forbidden`, `conflict`
 */
export async function lockImport(id: string, states: readonly BankImport['state'][], verb: string): Promise<ImportRow> {
  const [row] = await query<ImportRow>(`${SELECT} and id = $2 for update`, [currentWorkspaceId(), id]);
  const found = await requireRecord(row, 'editor', NOUN);
  if (!states.includes(found.state))
    throw new AppError('conflict', `This import is ${STATE_WORDS[found.state]}, and cannot be ${verb}.`, {
      details: { state: found.state },
    });
  return found;
}

const STATE_WORDS: Readonly<Record<BankImport['state'], string>> = {
  ready: 'not started',
  queued: 'running',
  done: 'done',
  failed: 'broken off',
  reverting: 'being undone',
  reverted: 'undone',
};

/** A file that is coming into a ledger at this moment, or going again. */
export async function movingFile(
  ledgerId: string,
): Promise<{ file_name: string; state: 'queued' | 'reverting' } | undefined> {
  const [row] = await query<{ file_name: string; state: 'queued' | 'reverting' }>(
    `select i.file_name, i.state from finance_imports i
      join jobs j on j.id = i.job_id and j.state in ('queued', 'running')
      where i.workspace_id = $1 and i.ledger_id = $2 and i.state in ('queued', 'reverting') limit 1`,
    [currentWorkspaceId(), ledgerId],
  );
  return row;
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** @throws AppError `not_found`, `bad_request` */
export async function listImports({
  accountId,
  cursor,
  limit,
}: {
  accountId: string;
  cursor?: string | undefined;
  limit: number;
}): Promise<{ items: BankImport[]; next: string | null }> {
  await getAccount(accountId);
  const after = unpackCursor(cursor, INSTANT, UUID);
  const rows = await query<ImportRow>(
    `${SELECT} and account_id = $2 and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
      order by created_at desc, id desc limit $5`,
    [currentWorkspaceId(), accountId, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.created_at, row.id));
  return { items: page.items.map(toImport), next: page.next };
}
