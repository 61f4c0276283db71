/** Deletes the values of removed fields: a few right away, many in the background so that the request finishes. */
import * as z from 'zod';
import { currentWorkspaceId, execute, query, transaction, withAllRecords } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { AGAIN, defineJob, type JobContext } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { KINDS, RECORD_KINDS, type RecordKind } from '../../contract/kinds.ts';
import { RECORD_PATHS } from '../../paths.ts';
import { kindOf } from '../list/list-kind.ts';

const STEP = 1_000;
const Payload = z.object({ kind: z.enum(RECORD_KINDS), key: z.string(), label: z.string() });
type Removed = z.infer<typeof Payload>;

export const clearingJob = defineJob<Removed, { after: string }>({
  name: 'crm.removed_field',
  payload: Payload,
  title: ({ kind, label }) => `Removing what ${KINDS[kind].many} had in “${label}”`,
  handler: (context) => withAllRecords(() => clearAll(context)),
});

/** Takes the values of a field away that is removed in the ambient transaction, now or in the background. */
export async function clearValues(kind: RecordKind, key: string, label: string): Promise<void> {
  const table = kindOf(kind)?.table;
  if (!table) return;
  await withAllRecords(async () => {
    const ids = await idsWith(table, key, undefined, STEP + 1);
    if (ids.length <= STEP) return clear(table, key, ids);
    await execute('update removed_fields set clearing = true where workspace_id = $1 and object = $2 and key = $3', [
      currentWorkspaceId(),
      kind,
      key,
    ]);
    await enqueue(clearingJob, { kind, key, label });
  });
}

/** Keys of removed fields that records still have values of. */
export async function keysBeingCleared(kind: RecordKind): Promise<string[]> {
  return (
    await query<{ key: string }>(
      'select key from removed_fields where workspace_id = $1 and object = $2 and clearing',
      [currentWorkspaceId(), kind],
    )
  ).map(({ key }) => key);
}

async function idsWith(table: string, key: string, after: string | undefined, most: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `select id from ${table} where workspace_id = $1
      and custom ? $2 ${after === undefined ? '' : 'and id > $4 order by id'} limit $3`,
    [currentWorkspaceId(), key, most, ...(after === undefined ? [] : [after])],
  );
  return rows.map(({ id }) => id);
}

const clear = (table: string, key: string, ids: readonly string[]): Promise<unknown> =>
  execute(`update ${table} set custom = custom - $2 where workspace_id = $1 and id = any($3)`, [
    currentWorkspaceId(),
    key,
    ids,
  ]);

async function clearAll({
  payload: { kind, key },
  state,
  signal,
  progress,
  checkpoint,
  turnIsOver,
}: JobContext<Removed, { after: string }>): Promise<typeof AGAIN | undefined> {
  const table = kindOf(kind)?.table;
  if (!table) return undefined;
  let after = state?.after ?? '00000000-0000-0000-0000-000000000000';
  for (let done = 0; ; progress(done)) {
    signal.throwIfAborted();
    const ids = await transaction(async () => {
      const next = await idsWith(table, key, after, STEP);
      await clear(table, key, next);
      after = next.at(-1) ?? after;
      await checkpoint({ after });
      return next;
    });
    done += ids.length;
    if (ids.length < STEP) break;
    if (turnIsOver()) return AGAIN;
  }
  await execute('update removed_fields set clearing = false where workspace_id = $1 and object = $2 and key = $3', [
    currentWorkspaceId(),
    kind,
    key,
  ]);
  await publishPaths(currentWorkspaceId(), [RECORD_PATHS.customFields, KINDS[kind].path]);
  return undefined;
}
