/** Reading pipelines, and finding the stage that something goes to. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentWorkspaceId, execute, query } from '../../../../server/db/index.ts';
import type { Outcome, Pipeline, Stage, StageEntry } from '../../contract/pipelines.ts';

const NOUN = 'The pipeline';
const STAGE_JSON = `jsonb_build_object('id', s.id, 'name', s.name, 'color', s.color, 'position', s.position, 'probability', s.probability, 'outcome', s.outcome,
  'forecast', s.forecast, 'rottingDays', s.rotting_days, 'requiredFields', to_jsonb(s.required_fields))`;
const SELECT = `select p.id, p.version, p.name, p.archived_at is not null as archived,
  coalesce(jsonb_agg(${STAGE_JSON} order by s.position) filter (where s.id is not null), '[]') as stages
  from pipelines p left join stages s on s.pipeline_id = p.id where p.workspace_id = $1`;

/** In their order, without those in the archive unless asked for. */
export function listPipelines(archived = false): Promise<Pipeline[]> {
  return query<Pipeline>(
    `${SELECT} and (p.archived_at is null or $2) group by p.id
      order by p.archived_at is not null, p.position, lower(p.name), p.id limit 100`,
    [currentWorkspaceId(), archived],
    'crm_pipelines',
  );
}

/** @throws AppError `not_found` */
export async function getPipeline(id: string): Promise<Pipeline> {
  const [pipeline] = await query<Pipeline>(`${SELECT} and p.id = $2 group by p.id`, [currentWorkspaceId(), id]);
  if (!pipeline) throw notFound(NOUN);
  return pipeline;
}

/** A stage with its pipeline, as a write needs it. */
export interface TargetStage {
  id: string;
  pipeline_id: string;
  name: string;
  probability: number;
  outcome: Outcome;
  required_fields: string[];
}

const TARGET =
  'select s.id, s.pipeline_id, s.name, s.probability, s.outcome, s.required_fields from stages s join pipelines p on p.id = s.pipeline_id where s.workspace_id = $1 and p.archived_at is null';

/** A stage by id, locked so that places in it are given out one after the other. @throws AppError `validation` */
export async function lockStage(id: string): Promise<TargetStage> {
  const [stage] = await query<TargetStage>(`${TARGET} and s.id = $2 for no key update of s`, [
    currentWorkspaceId(),
    id,
  ]);
  if (!stage) throw new AppError('validation', 'This stage no longer exists.', { field: 'stageId' });
  return stage;
}

/**
 * Stages that several records enter in one act, locked in the order of their ids so that two such acts never wait for
 * each other.
 */
export async function lockStages(ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await query('select id from stages where workspace_id = $1 and id = any($2) order by id for no key update', [
      currentWorkspaceId(),
      ids,
    ]);
}

/**
 * Where something new begins: the first open stage of the pipeline, or of the first one. A workspace without pipelines
 * gets the usual one.
 * @throws AppError `validation`
 */
export async function lockFirstStage(pipelineId?: string): Promise<TargetStage> {
  const find = () =>
    query<TargetStage>(
      `${TARGET} and s.outcome = 'open' and ($2::uuid is null or s.pipeline_id = $2)
        order by p.position, lower(p.name), p.id, s.position limit 1 for no key update of s`,
      [currentWorkspaceId(), pipelineId ?? null],
    );
  let [stage] = await find();
  if (!stage && pipelineId === undefined) {
    await query('select pg_advisory_xact_lock(hashtext($1))', [`pipelines ${currentWorkspaceId()}`]);
    [stage] = await find();
    if (!stage) {
      await insertPipeline('Sales', STANDARD_STAGES);
      [stage] = await find();
    }
  }
  if (!stage) throw new AppError('validation', 'This pipeline does not exist or is archived.', { field: 'pipelineId' });
  return stage;
}

/** The stages of a pipeline that no one has shaped yet. */
export const STANDARD_STAGES: readonly StageEntry[] = [
  { name: 'Qualified', color: 'slate', probability: 10, rottingDays: 14 },
  { name: 'Meeting held', color: 'blue', probability: 25, rottingDays: 14 },
  {
    name: 'Proposal sent',
    color: 'indigo',
    probability: 50,
    forecast: 'best',
    rottingDays: 10,
    requiredFields: ['amount'],
  },
  {
    name: 'Negotiation',
    color: 'amber',
    probability: 75,
    forecast: 'commit',
    rottingDays: 10,
    requiredFields: ['amount', 'expectedClose'],
  },
  { name: 'Won', color: 'green', outcome: 'won', probability: 100 },
  { name: 'Lost', color: 'red', outcome: 'lost', probability: 0, requiredFields: [] },
];

/** Writes a new pipeline behind the others. @returns its id */
export async function insertPipeline(name: string, stages: readonly StageEntry[]): Promise<string> {
  const id = newId();
  await execute(
    'insert into pipelines (id, workspace_id, name, position) select $1, $2, $3, coalesce(max(position) + 1, 0) from pipelines where workspace_id = $2',
    [id, currentWorkspaceId(), name],
  );
  await writeStages(
    id,
    stages.map((stage) => ({ ...stage, id: newId() })),
  );
  return id;
}

/** Writes all stages of a pipeline in their order; those that are there are changed, the others added. */
export async function writeStages(pipelineId: string, stages: readonly (StageEntry & { id: string })[]): Promise<void> {
  const rows: (Omit<Stage, 'color'> & { color: string; pipeline: string })[] = stages.map((stage, position) => {
    const outcome = stage.outcome ?? 'open';
    return {
      id: stage.id,
      pipeline: pipelineId,
      name: stage.name,
      color: stage.color ?? 'blue',
      position,
      outcome,
      probability: outcome === 'won' ? 100 : outcome === 'lost' ? 0 : (stage.probability ?? 0),
      forecast: stage.forecast ?? (outcome === 'won' ? 'commit' : outcome === 'lost' ? 'omitted' : 'pipeline'),
      rottingDays: outcome === 'open' ? (stage.rottingDays ?? null) : null,
      requiredFields: [...new Set(stage.requiredFields ?? [])],
    };
  });
  await execute(
    `insert into stages (id, workspace_id, pipeline_id, name, color, position, probability, outcome, forecast,
      rotting_days, required_fields)
     select r.id, $1, r.pipeline, r.name, r.color, r.position, r.probability, r.outcome, r.forecast, r."rottingDays",
        array(select jsonb_array_elements_text(r."requiredFields"))
     from jsonb_to_recordset($2::jsonb) as r(id uuid, pipeline uuid, name text, color text, position int,
        probability int, outcome text, forecast text, "rottingDays" int, "requiredFields" jsonb)
     on conflict (id) do update
        set name = excluded.name, color = excluded.color, position = excluded.position,
        probability = excluded.probability, outcome = excluded.outcome,
       forecast = excluded.forecast, rotting_days = excluded.rotting_days, required_fields = excluded.required_fields
          where stages.pipeline_id = excluded.pipeline_id`,
    [currentWorkspaceId(), JSON.stringify(rows)],
  );
}
