/** Taking records back for good that nobody has worked with since they were made: examples, mostly. */
import { AppError } from '../../../../kernel/errors.ts';
import { afterCommit, currentWorkspaceId, execute, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { files } from '../../../../server/files/index.ts';
import { log } from '../../../../server/observability/log.ts';
import { KINDS, type RecordKind } from '../../contract/kinds.ts';
import { forgetCollaboration } from '../collaboration/moving.ts';
import { purgeContacts } from '../contacts/service.ts';
import { purgeLeads } from '../leads/service.ts';
import { purgeCompanies } from '../companies/service.ts';
import { ACTIVITIES_CHANGED } from '../live-paths.ts';
import { purgeOpportunities } from '../opportunities/service.ts';
import { withAllNotes } from './all-notes.ts';
import { REFERRERS, type ReferredKind, referringRecord } from './referrers.ts';

/** Kinds that can be taken back, with their tables. */
const TABLES = {
  contact: 'contacts',
  company: 'companies',
  lead: 'leads',
  opportunity: 'opportunities',
  activity: 'activities',
} as const satisfies Record<ReferredKind, string>;
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
    `select id, version from ${TABLES[kind]} where workspace_id = $1 and id = any($2) and deleted_at is null`,
    [currentWorkspaceId(), ids],
  );
  return new Map(rows.map((row) => [row.id, row.version]));
}

/**
 * What speaks against taking a record back, in words; blank when nothing does. One that is gone or in the trash already
 * may go.
 * @param except records that go as well: what they refer to does not count
 */
export async function usedSince({ kind, id, version }: Made, except: readonly string[]): Promise<string> {
  const [row] = await query<{ version: number; deleted: boolean }>(
    `select version, deleted_at is not null as deleted from ${TABLES[kind]} where workspace_id = $1 and id = $2`,
    [currentWorkspaceId(), id],
  );
  if (!row || row.deleted) return '';
  if (row.version !== version) return 'Somebody changed it since.';
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
      `update ${TABLES[kind]} set deleted_at = coalesce(deleted_at, now()) where workspace_id = $1 and id = $2`,
      [currentWorkspaceId(), id],
    );
    const { storageKeys } = await purge(kind, id);
    afterCommit(() => {
      for (const key of storageKeys)
        void files()
          .delete(key)
          .catch((error: unknown) => log().warn({ err: error }, 'file content was not removed'));
    });
  });
}

function purge(kind: DiscardableKind, id: string): Promise<{ storageKeys: string[] }> {
  switch (kind) {
    case 'contact':
      return purgeContacts([id]);
    case 'lead':
      return purgeLeads([id]);
    case 'opportunity':
      return purgeOpportunities([id]);
    case 'company':
      return purgeCompanies([id]);
    case 'activity':
      return purgeActivity(id);
  }
}

async function purgeActivity(id: string): Promise<{ storageKeys: string[] }> {
  const scope = [currentWorkspaceId(), id];
  await forgetCollaboration([id]);
  await withAllNotes(() => query('delete from record_notes where workspace_id = $1 and record_id = $2', scope));
  const gone = await query<{ storage_key: string }>(
    'delete from record_files where workspace_id = $1 and record_id = $2 returning storage_key',
    scope,
  );
  await query('delete from record_images where workspace_id = $1 and record_id = $2', scope);
  await query('delete from activities where workspace_id = $1 and id = $2', scope);
  await emit({ type: 'activities.purged', data: { count: 1 }, paths: ACTIVITIES_CHANGED });
  return { storageKeys: gone.map((file) => file.storage_key) };
}

/**
 * How many living records have a value in a field of the workspace, counted up to 1,000.
 * @param except records that do not count
 */
export async function countFilled(kind: RecordKind, key: string, except: readonly string[]): Promise<number> {
  if (!(kind in TABLES)) throw new AppError('validation', `${KINDS[kind].title} take no fields of your own.`);
  const [row] = await query<{ n: number }>(
    `select count(*)::int as n
      from (select 1 from ${TABLES[kind as DiscardableKind]} where workspace_id = $1 and deleted_at is null
      and custom ? $2 and id <> all($3) limit 1000) x`,
    [currentWorkspaceId(), key, except],
  );
  return row!.n;
}
