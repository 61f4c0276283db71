/** Moving all opportunities of a stage at once, because the stage goes away. */
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, execute, query, withAllRecords } from '../../../../server/db/index.ts';
import { emit, type NewEvent } from '../../../../server/events/emit.ts';
import type { FieldChange } from '../../../../records/contract/field-values.ts';
import type { Outcome } from '../../contract/pipelines.ts';
import { ranksBetween } from '../../engine/opportunities/rank.ts';
import { lockStage, type TargetStage } from '../pipelines/pipelines.ts';

const STEP = 1_000;

/**
 * Moves every opportunity of a stage, trashed ones included, behind those of another, in their order, and tells of each
 * what a move by hand tells: probability and forecast are those of the new stage. What that demands is not asked for:
 * they must go somewhere.
 */
export async function relocate({ fromStage }: { fromStage: string }, toStage: string): Promise<void> {
  const target = await lockStage(toStage);
  const by = currentUserId();
  for (;;) {
    // The private ones too: the stage goes away for them as well.
    const moved = await withAllRecords(() => moveFirst(fromStage, target, by));
    if (moved.length === 0) return;
    const move = await moveChanges(moved[0]!, target);
    await emit(...moved.flatMap((row) => toldOf(row, target, move)));
  }
}

/** Where an opportunity stands. */
interface Place {
  pipeline_id: string;
  stage_name: string;
  state: Outcome;
}

interface Moved extends Place {
  id: string;
  version: number;
  probability: number;
  forecast: string | null;
  trashed: boolean;
}

/**
 * That something moved: its stage, by name, and its pipeline where that is another one. Two pipelines may call their
 * stages the same.
 */
export async function moveChanges(
  { pipeline_id: from, stage_name: stage }: Pick<Place, 'pipeline_id' | 'stage_name'>,
  target: TargetStage,
): Promise<FieldChange[]> {
  const changes: FieldChange[] = [{ field: 'stage', from: stage, to: target.name }];
  if (from === target.pipeline_id) return changes;
  const names = new Map(
    (
      await query<{ id: string; name: string }>(
        'select id, name from pipelines where workspace_id = $1 and id = any($2)',
        [currentWorkspaceId(), [from, target.pipeline_id]],
      )
    ).map(({ id, name }) => [id, name]),
  );
  return [...changes, { field: 'pipeline', from: names.get(from) ?? null, to: names.get(target.pipeline_id) ?? null }];
}

function toldOf(row: Moved, target: TargetStage, move: readonly FieldChange[]): NewEvent[] {
  const version = row.version + 1;
  const changes = [
    ...(row.probability === target.probability
      ? []
      : [{ field: 'probability', from: row.probability, to: target.probability }]),
    ...(row.forecast === null ? [] : [{ field: 'forecast', from: row.forecast, to: null }]),
    ...move,
  ];
  const updated = {
    type: 'opportunity.updated',
    subject: { type: 'opportunity', id: row.id },
    data: { version, changes },
  };
  // Opportunities in the trash emit no stage or won events.
  return row.trashed ? [updated] : [updated, ...stageEvents(row.id, version, target, row)];
}

/** Events besides the field changes: a stage entered, a deal won, lost, or reopened. */
export function stageEvents(
  id: string,
  version: number,
  stage: TargetStage,
  before: Pick<Place, 'stage_name' | 'state'> | null,
): NewEvent[] {
  const subject = { type: 'opportunity', id };
  const data = {
    version,
    stageId: stage.id,
    stage: stage.name,
    from: before?.stage_name ?? null,
    pipelineId: stage.pipeline_id,
  };
  const events: NewEvent[] = before ? [{ type: 'opportunity.stage_changed', subject, data }] : [];
  if (stage.outcome !== 'open' && before?.state !== stage.outcome)
    events.push({ type: `opportunity.${stage.outcome}`, subject, data });
  if (stage.outcome === 'open' && before && before.state !== 'open')
    events.push({ type: 'opportunity.opened_again', subject, data });
  return events;
}

/** Moves the first of a stage behind all of another. @returns them as they were */
async function moveFirst(fromStage: string, target: TargetStage, by: string | null): Promise<Moved[]> {
  const [last] = await query<{ rank: string | null }>(
    'select max(rank) as rank from opportunities where workspace_id = $1 and stage_id = $2',
    [currentWorkspaceId(), target.id],
  );
  const rows = await query<Moved>(
    `select o.id, o.version, s.name as stage_name, o.pipeline_id, o.state, o.probability, o.forecast,
      o.deleted_at is not null as trashed from opportunities o join stages s on s.id = o.stage_id
     where o.workspace_id = $1 and o.stage_id = $2 order by o.rank, o.id limit $3 for update of o`,
    [currentWorkspaceId(), fromStage, STEP],
  );
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  await execute(
    `update opportunities o set stage_id = $3, pipeline_id = $4, state = $5, rank = n.rank, stage_entered_at = now(),
      version = version + 1, updated_at = now(), updated_by = $6,
       probability = $7, forecast = null, closed_at = case when $5 = 'open' then null when o.state = $5 then o.closed_at
          else now() end
     from unnest($2::uuid[], $8::text[]) as n(id, rank) where o.workspace_id = $1 and o.id = n.id`,
    [
      currentWorkspaceId(),
      ids,
      target.id,
      target.pipeline_id,
      target.outcome,
      by,
      target.probability,
      ranksBetween(last!.rank, null, rows.length),
    ],
  );
  await enterStage(ids, target, by);
  return rows;
}

/** Ends the present stay of each and begins one in the stage. */
export async function enterStage(ids: readonly string[], stage: StayIn, by = currentUserId()): Promise<void> {
  const now = new Date().toISOString();
  await beginStays(
    ids.map((id) => ({ id, stage, enteredAt: now })),
    by,
  );
}

type StayIn = Pick<TargetStage, 'id' | 'pipeline_id' | 'name' | 'outcome'>;

/** Ends present stays and begins others, each in its stage and at its time. */
export async function beginStays(
  stays: readonly { id: string; stage: StayIn; enteredAt: string }[],
  by = currentUserId(),
): Promise<void> {
  if (stays.length === 0) return;
  await execute(
    'update opportunity_stays set left_at = now() where workspace_id = $1 and opportunity_id = any($2) and left_at is null',
    [currentWorkspaceId(), stays.map(({ id }) => id)],
  );
  const rows = stays.map(({ id, stage, enteredAt }) => ({
    id,
    stay: newId(),
    pipeline: stage.pipeline_id,
    stage: stage.id,
    name: stage.name,
    outcome: stage.outcome,
    at: enteredAt,
  }));
  await execute(
    `insert into opportunity_stays (id, workspace_id, opportunity_id, pipeline_id, stage_id, stage_name, outcome,
      entered_at, moved_by)
     select r.stay, $1, r.id, r.pipeline, r.stage, r.name, r.outcome, r.at, $3
     from jsonb_to_recordset($2::jsonb) as r(id uuid, stay uuid, pipeline uuid, stage uuid, name text, outcome text,
        at timestamptz)`,
    [currentWorkspaceId(), JSON.stringify(rows), by],
  );
}

/**
 * Takes back the last move of each, as if it had never been: the present stay in the stage goes, the one before goes
 * on.
 */
export async function undoStays(moves: readonly { id: string; stageId: string }[]): Promise<void> {
  if (moves.length === 0) return;
  const ids = moves.map(({ id }) => id);
  const gone = await query<{ opportunity_id: string }>(
    `delete from opportunity_stays h using unnest($2::uuid[], $3::uuid[]) as m(id, stage)
     where h.workspace_id = $1 and h.opportunity_id = m.id and h.stage_id = m.stage and h.left_at is null
        returning h.opportunity_id`,
    [currentWorkspaceId(), ids, moves.map(({ stageId }) => stageId)],
  );
  await execute(
    `update opportunity_stays h set left_at = null where h.workspace_id = $1 and h.id in (
       select distinct on (opportunity_id) id from opportunity_stays
          where workspace_id = $1 and opportunity_id = any($2) order by opportunity_id, entered_at desc, id desc)`,
    [currentWorkspaceId(), gone.map((row) => row.opportunity_id)],
  );
}
