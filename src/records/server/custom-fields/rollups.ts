/**
 * Keeping roll-ups. The database notes in `rollup_due` whose roll-ups a statement may have changed (migrations/functions/note_rollups.sql),
 * whatever path it came by; here they are calculated from scratch, for those records only, before the transaction ends.
 * Records are locked first and read by a later statement, so that of two transactions that add to one record the second
 * sees the first.
 */
import { currentWorkspaceId, execute, query, sightOf, withAllRecords } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { defineBeforeCommit } from '../../../server/events/before-commit.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import type { RollUp } from '../../contract/rollups.ts';
import { kindOf } from '../list/list-kind.ts';
import { recalculate, rollUpContext } from './recalculate.ts';
import { rollUpSql } from './rollup-sql.ts';
import { Parameters } from '../list/sort.ts';

/**
 * Opportunities count for contacts and companies, contacts for companies: what is counted is settled before what counts
 * it.
 */
const ORDER = ['opportunity', 'lead', 'contact', 'company'] as const satisfies readonly RecordKind[];
type Rolling = (typeof ORDER)[number];
const STEP = 1_000;

// They stand in the record for all who see it, so they are not made of what one person sees.
defineBeforeCommit(() => (sightOf(currentWorkspaceId()) === '' ? settleRollUps() : withAllRecords(settleRollUps)));

/** Calculates what the open transaction noted; in the present workspace. */
export async function settleRollUps(): Promise<void> {
  const due = await query<{ kind: Rolling }>(
    'select distinct kind from rollup_due where workspace_id = $1',
    [currentWorkspaceId()],
    'crm_rollups_due',
  );
  if (due.length === 0) return;
  for (const kind of ORDER) {
    const noted = await takeNoted(kind);
    if (noted.length === 0) continue;
    let changed = 0;
    for (let at = 0; at < noted.length; at += STEP) changed += await recalculateNoted(kind, noted.slice(at, at + STEP));
    // Writing the values noted the same records again.
    await takeNoted(kind);
    if (changed > 0) await publishPaths(currentWorkspaceId(), [...kindOf(kind)!.changed]);
  }
}

async function takeNoted(kind: Rolling): Promise<string[]> {
  const rows = await query<{ id: string }>(
    'delete from rollup_due where workspace_id = $1 and kind = $2 returning record_id as id',
    [currentWorkspaceId(), kind],
  );
  return [...new Set(rows.map((row) => row.id))].sort();
}

async function recalculateNoted(kind: Rolling, ids: readonly string[]): Promise<number> {
  const changed = await recalculate(kind, ids);
  if (kind === 'opportunity' || kind === 'contact') {
    // Whom they belong to is known only now that they are locked.
    await execute(
      `insert into rollup_due (workspace_id, kind, record_id) select distinct $1::uuid, 'company', r.company_id
        from ${kindOf(kind)!.table} r
       where r.workspace_id = $1 and r.id = any($2) and r.company_id is not null
         and exists (select 1 from custom_fields f where f.workspace_id = $1 and f.kind = 'rollup'
            and f.object = 'company' and f.rollup->>'source' = 'activities')`,
      [currentWorkspaceId(), ids],
    );
  }
  return changed;
}

/** @throws AppError `validation` when a filter does not fit the fields that it speaks of */
export async function checkRollUpFilter(object: RecordKind, rollUp: RollUp): Promise<void> {
  rollUpSql(object, rollUp, await rollUpContext(object), new Parameters());
}

export interface PreviewRow {
  id: string;
  name: string;
  value: number | string | null;
}

/** A roll-up's results for the records changed last. @throws AppError `validation` */
export async function previewRollUp(object: RecordKind, rollUp: RollUp, most: number): Promise<PreviewRow[]> {
  const kind = kindOf(object)!;
  const parameters = new Parameters();
  parameters.add(currentWorkspaceId());
  const sql = rollUpSql(object, rollUp, await rollUpContext(object), parameters);
  const rows = await query<{ id: string }>(
    `select id from ${kind.table} where workspace_id = $1 and deleted_at is null
      order by updated_at desc, id desc limit $2`,
    [currentWorkspaceId(), most],
  );
  const ids = rows.map((row) => row.id);
  const named = await query<{ id: string }>(
    `select ${kind.columns} from ${kind.table} ${kind.alias} ${kind.joins}
      where ${kind.alias}.workspace_id = $1 and ${kind.alias}.id = any($2)`,
    [currentWorkspaceId(), ids],
  );
  const names = new Map(named.map((row) => [row.id, kind.nameOf(row)]));
  const values = await query<{ id: string; value: number | string | null }>(
    `select r.id, ${sql} as value from ${kind.table} r
      where r.workspace_id = $1 and r.id = any(${parameters.add(ids, 'uuid[]')})`,
    parameters.values,
  );
  const byId = new Map(values.map((row) => [row.id, row.value]));
  return ids.map((id) => ({ id, name: names.get(id) ?? '', value: byId.get(id) ?? null }));
}
