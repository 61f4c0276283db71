/** Calculated fields and roll-ups of all records of a kind, in the background. */
import * as z from 'zod';
import {
  asSystem,
  currentWorkspaceId,
  inWorkspace,
  query,
  transaction,
  withAllRecords,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { subscribe } from '../../../server/events/subscribers.ts';
import { AGAIN, defineJob, type JobContext } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { KINDS, RECORD_KINDS, type RecordKind } from '../../contract/kinds.ts';
import { kindOf } from '../list/list-kind.ts';
import { recalculate } from './recalculate.ts';
import { settleRollUps } from './rollups.ts';

const STEP = 1_000;
const Payload = z.object({ kind: z.enum(RECORD_KINDS) });

/** How far it has come. */
interface Place {
  after: string;
  done: number;
  /** Records when it began; absent in what an older version left. */ total?: number;
}

export const formulaJob = defineJob<z.infer<typeof Payload>, Place>({
  name: 'crm.formulas',
  payload: Payload,
  title: ({ kind }) => `Calculating fields of ${KINDS[kind].many}`,
  handler: (context) => withAllRecords(() => calculateAll(context)),
});

async function calculateAll({
  payload: { kind },
  state,
  signal,
  progress,
  checkpoint,
  turnIsOver,
}: JobContext<z.infer<typeof Payload>, Place>): Promise<typeof AGAIN | undefined> {
  const total = state?.total ?? (await countAll(kind));
  let { after, done } = state ?? { after: '00000000-0000-0000-0000-000000000000', done: 0 };
  progress(done, total);
  for (;;) {
    signal.throwIfAborted();
    const count = await transaction(async () => {
      const ids = await calculateNext(kind, after);
      if (ids.length === 0) return 0;
      after = ids.at(-1)!;
      done += ids.length;
      await checkpoint({ after, done, total });
      return ids.length;
    });
    progress(done, Math.max(done, total));
    if (count < STEP) break;
    if (turnIsOver()) return AGAIN;
  }
  await publishPaths(currentWorkspaceId(), [KINDS[kind].path]);
  return undefined;
}

/** For the bar and the time that is left: some may come or go meanwhile. */
async function countAll(kind: RecordKind): Promise<number> {
  const table = kindOf(kind)?.table;
  if (!table) return 0;
  const [row] = await query<{ count: number }>(`select count(*)::int as count from ${table} where workspace_id = $1`, [
    currentWorkspaceId(),
  ]);
  return row!.count;
}

/** Calculates the next thousand records after an id, in the ambient transaction. @returns their ids; none at the end */
export async function calculateNext(kind: RecordKind, after: string): Promise<string[]> {
  const ids = await nextIds(kind, after);
  if (ids.length === 0) return ids;
  await recalculate(kind, ids);
  await settleRollUps();
  return ids;
}

async function nextIds(kind: RecordKind, after: string): Promise<string[]> {
  const table = kindOf(kind)?.table;
  if (!table) return [];
  return (
    await query<{ id: string }>(`select id from ${table} where workspace_id = $1 and id > $2 order by id limit $3`, [
      currentWorkspaceId(),
      after,
      STEP,
    ])
  ).map((row) => row.id);
}

/**
 * Applies formulas and roll-ups of a kind to all its records in the background; in the transaction that changes one.
 */
export async function calculateAgain(kind: RecordKind): Promise<void> {
  await query(
    `update custom_fields set calculated_on = (now() at time zone (select time_zone from present_workspace))::date
      where workspace_id = $1 and object = $2 and kind = 'formula'`,
    [currentWorkspaceId(), kind],
  );
  await enqueue(formulaJob, { kind });
}

/**
 * All roll-ups of the workspace again: the rates, the currency or the zone that they are calculated with are others now.
 */
async function rollUpAgain(): Promise<void> {
  const kinds = await query<{ object: RecordKind }>(
    `select distinct object from custom_fields where workspace_id = $1 and kind = 'rollup'`,
    [currentWorkspaceId()],
  );
  for (const { object } of kinds) await calculateAgain(object);
}

export const rollupsSubscriber = subscribe(
  ['exchange_rate.saved', 'exchange_rate.deleted', 'workspace.changed', 'workspace.set_up'],
  'crm.rollups',
  rollUpAgain,
);
// The agency changes a client's settings, and both hear of it.
export const rollupsOfClientSubscriber = subscribe(
  'client.updated',
  'crm.rollups_of_client',
  ({ subject, workspaceId }) => (subject?.id === workspaceId ? rollUpAgain() : Promise.resolve()),
);

// Nothing is left to do after a transaction that settles; this is for one that wrote past the services.
export const rollupsLeftRecurring = defineRecurring({
  name: 'crm.rollups_left',
  title: 'Recalculate pending roll-up fields',
  every: 60,
  handler: async () => {
    const left = await asSystem(() => query<{ id: string }>('select distinct workspace_id as id from rollup_due'));
    for (const { id } of left) await inWorkspace(id, null, () => withAllRecords(() => transaction(settleRollUps)));
  },
});

// A rate may begin to hold on a day that comes without anyone doing anything.
export const rollupsRecurring = defineRecurring({
  name: 'crm.rollups',
  title: 'Roll-up fields are calculated anew',
  cron: '40 3 * * *',
  handler: async () => {
    const workspaces = await asSystem(() =>
      query<{ id: string }>(`select distinct workspace_id as id from custom_fields where kind = 'rollup'`),
    );
    for (const { id } of workspaces) await inWorkspace(id, null, () => transaction(rollUpAgain));
  },
});

/**
 * Calculates formulas with today() again where another day has begun since, in the zone of each workspace; runs as
 * system.
 */
export async function calculateNewDays(): Promise<void> {
  const due = await asSystem(() =>
    query<{ id: string; object: RecordKind }>(
      `select distinct f.workspace_id as id, f.object from custom_fields f
        join workspaces w on w.id = f.workspace_id and w.archived_at is null
     where f.kind = 'formula' and f.formula ~* '\\mtoday\\s*\\(' and f.calculated_on is distinct
        from (now() at time zone w.time_zone)::date`,
    ),
  );
  for (const { id, object } of due) await inWorkspace(id, null, () => transaction(() => calculateAgain(object)));
}

export const formulasOfTheDayRecurring = defineRecurring({
  name: 'crm.formulas_of_the_day',
  title: 'Calculated fields that know what day it is',
  every: 60,
  handler: calculateNewDays,
});
