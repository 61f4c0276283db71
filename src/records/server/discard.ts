/** Taking records back for good that no one has worked with since they were made: examples, mostly. */
import { AppError } from '../../kernel/errors.ts';
import { afterCommit, currentWorkspaceId, execute, query, transaction } from '../../server/db/index.ts';
import { files } from '../../server/files/index.ts';
import { log } from '../../server/observability/log.ts';
import { KINDS, type RecordKind } from '../contract/kinds.ts';
import { recordKind } from './record-kind.ts';
import { withAllNotes } from './notes/with-all-notes.ts';
import { REFERRERS, type ReferredKind, referringRecord } from './references.ts';

export type DiscardableKind = ReferredKind;

export interface Made {
  kind: DiscardableKind;
  id: string;
  /** Version in which it was left. */
  version: number;
}

/** The versions of living records, by id. */
export async function versionsOf(kind: DiscardableKind, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await query<{ id: string; version: number }>(
    `select id, version from ${KINDS[kind].table} where workspace_id = $1 and id = any($2) and deleted_at is null`,
    [currentWorkspaceId(), ids],
  );
  return new Map(rows.map((row) => [row.id, row.version]));
}

/**
 * Reasons not to undo the creation of a record, as text; blank if there are none. A record that is deleted or in the
 * trash has none.
 * @param except records that are undone too, whose references do not count
 */
export async function usedSince({ kind, id, version }: Made, except: readonly string[]): Promise<string> {
  const [row] = await query<{ version: number; deleted: boolean }>(
    `select version, deleted_at is not null as deleted from ${KINDS[kind].table} where workspace_id = $1 and id = $2`,
    [currentWorkspaceId(), id],
  );
  if (!row || row.deleted) return '';
  if (row.version !== version) return 'Someone changed it since.';
  for (const [table, words] of [
    ['record_notes', 'notes'],
    ['record_files', 'files'],
    ['record_comments', 'comments'],
  ] as const) {
    const [found] = await withAllNotes(() =>
      query(`select 1 from ${table} where workspace_id = $1 and record_id = $2 limit 1`, [currentWorkspaceId(), id]),
    );
    if (found) return `It has ${words}.`;
  }
  for (const referrer of REFERRERS[kind]) {
    const record = referringRecord(referrer);
    const [found] = await query(
      `select 1 from ${referrer.table} r where r.workspace_id = $1 and r.${referrer.column} = $2 and ${record.living}
        and ${record.id} <> all($3) limit 1`,
      [currentWorkspaceId(), id, except],
    );
    if (found) return `Other ${referrer.words} belong to it.`;
  }
  return '';
}

/** Deletes a record for good, whatever state it is in; one that is gone stays gone. */
export function discardRecord(kind: DiscardableKind, id: string): Promise<void> {
  return transaction(async () => {
    await execute(
      `update ${KINDS[kind].table} set deleted_at = coalesce(deleted_at, now()) where workspace_id = $1 and id = $2`,
      [currentWorkspaceId(), id],
    );
    const { storageKeys } = await recordKind(kind).purge!([id]);
    afterCommit(() => {
      for (const key of storageKeys)
        void files()
          .delete(key)
          .catch((error: unknown) => log().warn({ err: error }, 'file content was not removed'));
    });
  });
}

/**
 * How many living records have a value in a field of the workspace, counted up to 1,000.
 * @param except records that do not count
 */
export async function countFilled(kind: RecordKind, key: string, except: readonly string[]): Promise<number> {
  if (!recordKind(kind).purge) throw new AppError('validation', `${KINDS[kind].title} can’t have custom fields.`);
  const [row] = await query<{ n: number }>(
    `select count(*)::int as n
      from (select 1 from ${KINDS[kind].table} where workspace_id = $1 and deleted_at is null
      and custom ? $2 and id <> all($3) limit 1000) x`,
    [currentWorkspaceId(), key, except],
  );
  return row!.n;
}
