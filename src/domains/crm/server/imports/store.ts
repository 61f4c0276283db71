/** The imports' own rows. */
import { conflict, found } from './errors.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import type { ImportKind } from '../../contract.ts';
import type {
  ColumnMapping,
  RecordImport,
  Dialect,
  ImportColumn,
  ImportOptions,
  ImportRevert,
  ImportState,
  ImportSummary,
} from '../../contract.ts';
import { mayManage } from '../../../../records/server/access/managers.ts';

export interface ImportRecord {
  id: string;
  kind: ImportKind;
  file_name: string;
  size: number;
  storage_key: string | null;
  state: ImportState;
  dialect: Dialect;
  columns: ImportColumn[];
  sample_rows: string[][];
  mapping: ColumnMapping[];
  options: ImportOptions;
  rows_done: number;
  bytes_done: number;
  created: number;
  updated: number;
  skipped: number;
  rejected: number;
  warned: number;
  busy_ms: number;
  job_id: string | null;
  error: string | null;
  revert: ImportRevert | null;
  created_by: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

/** @throws AppError `not_found` */
export async function readImport(id: string, options: { lock?: boolean } = {}): Promise<ImportRecord> {
  const [row] = await query<ImportRecord>(
    `select * from imports where id = $1 and workspace_id = $2 ${options.lock ? 'for update' : ''}`,
    [id, currentWorkspaceId()],
  );
  const record = found(row);
  return { ...record, options: { ...LATER_OPTIONS, ...record.options } };
}

/** Options that imports of earlier versions lack. */
const LATER_OPTIONS = { ownerNames: {}, pipelineId: null, currency: null, decimal: 'point' } as const;

/** Reads and locks an import that must be in one of the given states. @throws AppError `not_found`, `conflict` */
export async function lockImport(id: string, states: readonly ImportState[], wanted: string): Promise<ImportRecord> {
  const row = await readImport(id, { lock: true });
  if (!states.includes(row.state))
    throw conflict(`The import cannot be ${wanted}: it is ${IN_WORDS[row.state]}.`, row.state);
  return row;
}

const IN_WORDS: Record<ImportState, string> = {
  mapping: 'not started',
  queued: 'waiting to start',
  running: 'running',
  cancelled: 'stopped',
  done: 'finished',
  failed: 'stopped by an error',
  reverting: 'being undone',
  reverted: 'reverted',
};

export function toSummary(row: ImportRecord): ImportSummary {
  const seconds = row.busy_ms / 1000;
  const progress =
    row.state === 'done' || row.state === 'reverted' || row.state === 'reverting'
      ? 1
      : row.size === 0
        ? 0
        : Math.min(row.bytes_done / row.size, 1);
  const running = row.state === 'running' && seconds > 0 && progress > 0;
  return {
    id: row.id,
    kind: row.kind,
    fileName: row.file_name,
    size: row.size,
    state: row.state,
    dialect: row.dialect,
    options: { ...LATER_OPTIONS, ...row.options },
    counts: {
      read: row.rows_done,
      created: row.created,
      updated: row.updated,
      skipped: row.skipped,
      rejected: row.rejected,
      warned: row.warned,
    },
    progress,
    rowsPerSecond: seconds > 0 ? Math.round(row.rows_done / seconds) : null,
    secondsLeft: running ? Math.round((seconds / progress) * (1 - progress)) : null,
    error: row.error,
    revert: row.revert,
    createdBy: row.created_by,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

/** Whether a column of the file says which records are private: its rows are then its importer's alone. */
export const hasPrivate = ({ mapping }: Pick<ImportRecord, 'mapping'>): boolean =>
  mapping.some(({ target }) => target === 'private');

const isHidden = (row: ImportRecord): boolean => hasPrivate(row) && row.created_by !== currentUserId();

/** @throws AppError `not_found`; `forbidden` where only its importer sees its rows */
export async function requireRows(id: string): Promise<void> {
  if (isHidden(await readImport(id)))
    throw new AppError('forbidden', 'Some rows are private. Only the person who uploaded the file can see them.');
}

/**
 * Whether the caller may undo it: what others may not know is undone by its importer, and by those who manage the
 * workspace.
 */
export const mayRevert = async (row: ImportRecord, caller: Caller): Promise<boolean> =>
  !hasPrivate(row) || row.created_by === caller.userId || mayManage(caller);

export async function toImport(row: ImportRecord, caller: Caller): Promise<RecordImport> {
  const hidden = isHidden(row);
  return {
    ...toSummary(row),
    columns: hidden ? row.columns.map((column) => ({ ...column, samples: [] })) : row.columns,
    sampleRows: hidden ? [] : row.sample_rows,
    mapping: row.mapping,
    hidden,
    mayRevert: await mayRevert(row, caller),
  };
}

/** Newest first; ids are made in the order of time. */
export async function listImports(request: {
  kind: ImportKind;
  cursor?: string | undefined;
  limit: number;
}): Promise<{ items: ImportSummary[]; next: string | null }> {
  const [after] = unpackCursor(request.cursor, UUID) ?? [];
  const rows = await query<ImportRecord>(
    'select * from imports where workspace_id = $1 and kind = $4 and ($2::uuid is null or id < $2) order by id desc limit $3',
    [currentWorkspaceId(), after ?? null, request.limit + 1, request.kind],
  );
  const { items, next } = pageFrom(rows, request.limit, ({ id }) => packCursor(id));
  return { items: items.map(toSummary), next };
}
