/** Shaping pipelines: stages are written as a whole list, and no opportunity is ever left without a stage. */
import type * as z from 'zod';
import { AppError, type FieldError, invalid, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentWorkspaceId, execute, query, transaction, withAllRecords } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import {
  MAX_PIPELINES,
  type NewPipeline,
  type Outcome,
  type Pipeline,
  type PipelineUpdate,
  type Stage,
  type StageEntry,
} from '../../contract/pipelines.ts';
import { CRM } from '../../paths.ts';
import { OPPORTUNITIES_CHANGED } from '../opportunities/kind.ts';
import { relocate } from '../opportunities/relocate-opportunities.ts';
import { customDefinitions } from '../../../../records/server/workspace.ts';
import { getPipeline, insertPipeline, listPipelines, STANDARD_STAGES, writeStages } from './pipelines.ts';

const CHANGED = [CRM.pipelines, ...OPPORTUNITIES_CHANGED];

/** One change of the pipelines at a time: order, names and the last one that may not go. */
async function lockPipelines(): Promise<void> {
  await query('select pg_advisory_xact_lock(hashtext($1))', [`pipelines ${currentWorkspaceId()}`]);
}

function nameTaken(pipelines: readonly Pipeline[], name: string, except?: string): void {
  if (pipelines.some((one) => one.id !== except && one.name.toLowerCase() === name.toLowerCase())) {
    throw new AppError('conflict', `A pipeline named "${name}" already exists.`, { field: 'name' });
  }
}

/**
 * A pipeline in which opportunities can begin and end, without two stages of one name.
 * @throws AppError `validation`
 */
async function checkStages(stages: readonly StageEntry[]): Promise<void> {
  const errors: FieldError[] = [];
  for (const [outcome, words] of [
    ['open', 'an open'],
    ['won', 'a won'],
    ['lost', 'a lost'],
  ] as const) {
    if (!stages.some((stage) => (stage.outcome ?? 'open') === outcome))
      errors.push({ field: 'stages', message: `A pipeline needs ${words} stage.` });
  }
  const fields = new Set((await customDefinitions('opportunity')).map((definition) => `custom.${definition.key}`));
  stages.forEach((stage, i) => {
    if (stages.findIndex((other) => other.name.toLowerCase() === stage.name.toLowerCase()) < i)
      errors.push({ field: `stages.${i}.name`, message: 'Another stage has this name.' });
    const unknown = stage.requiredFields?.find((field) => field.startsWith('custom.') && !fields.has(field));
    if (unknown)
      errors.push({
        field: `stages.${i}.requiredFields`,
        message: `There is no field "${unknown.slice('custom.'.length)}".`,
      });
    if (stage.requiredFields?.includes('closeReasonId') && (stage.outcome ?? 'open') === 'open') {
      errors.push({ field: `stages.${i}.requiredFields`, message: 'Only won and lost stages can require a reason.' });
    }
  });
  if (errors.length > 0) throw new AppError('validation', errors[0]!.message, { fields: errors });
}

/** @throws AppError `validation`; `conflict` when the name is taken or there are too many. */
export function createPipeline(input: z.output<typeof NewPipeline>): Promise<Pipeline> {
  return transaction(async () => {
    await lockPipelines();
    const pipelines = await listPipelines(true);
    if (pipelines.length >= MAX_PIPELINES)
      throw new AppError('conflict', `A workspace can have up to ${MAX_PIPELINES} pipelines.`);
    nameTaken(pipelines, input.name);
    const stages = input.stages ?? STANDARD_STAGES;
    await checkStages(stages);
    const id = await insertPipeline(input.name, stages);
    await emit({ type: 'pipeline.created', subject: { type: 'pipeline', id }, paths: CHANGED });
    return getPipeline(id);
  });
}

/**
 * @throws AppError `validation`, `not_found`, `stale`; `conflict` for a taken name, and for removed stages whose
 *   opportunities have nowhere to go.
 */
export function updatePipeline(id: string, input: PipelineUpdate, ifMatch?: number): Promise<Pipeline> {
  const version = input.version ?? ifMatch;
  if (version === undefined) throw invalid('version', 'Say which version your change is based on.');
  return transaction(async () => {
    await lockPipelines();
    const present = await getPipeline(id);
    if (present.version !== version) {
      throw new AppError('stale', 'Someone else changed this pipeline in the meantime. Your changes were not saved.', {
        details: { current: present, changed: [] },
      });
    }
    if (input.name !== undefined) nameTaken(await listPipelines(true), input.name, id);
    if (input.stages)
      await replaceStages(present, await withoutRemovedFields(present, input.stages), input.moveTo ?? {});
    await execute(
      'update pipelines set name = coalesce($3, name), version = version + 1, updated_at = now() where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), input.name ?? null],
    );
    await emit({
      type: 'pipeline.updated',
      subject: { type: 'pipeline', id },
      data: { version: version + 1 },
      paths: CHANGED,
    });
    return getPipeline(id);
  });
}

/** Stages without the removed fields that they asked for already: no one could take those away by hand. */
async function withoutRemovedFields({ stages }: Pipeline, entries: readonly StageEntry[]): Promise<StageEntry[]> {
  const fields = new Set((await customDefinitions('opportunity')).map((definition) => `custom.${definition.key}`));
  return entries.map((entry) => {
    const before = stages.find((stage) => stage.id === entry.id)?.requiredFields ?? [];
    const isRemoved = (field: string) => field.startsWith('custom.') && !fields.has(field) && before.includes(field);
    return entry.requiredFields
      ? { ...entry, requiredFields: entry.requiredFields.filter((field) => !isRemoved(field)) }
      : entry;
  });
}

async function replaceStages(
  present: Pipeline,
  entries: readonly StageEntry[],
  moveTo: Readonly<Record<string, string>>,
): Promise<void> {
  await checkStages(entries);
  const known = new Map(present.stages.map((stage) => [stage.id, stage]));
  const foreign = entries.findIndex((entry) => entry.id !== undefined && !known.has(entry.id));
  if (foreign >= 0) throw invalid(`stages.${foreign}.id`, 'This stage does not belong to the pipeline.');
  const counts = new Map((await countAll(present.id)).map((stage) => [stage.id, stage.opportunities]));
  for (const [i, entry] of entries.entries()) {
    const before = entry.id === undefined ? undefined : known.get(entry.id);
    if (before && before.outcome !== (entry.outcome ?? 'open') && (counts.get(before.id) ?? 0) > 0) {
      throw invalid(
        `stages.${i}.outcome`,
        `"${before.name}" holds opportunities: what is ${before.outcome} there cannot become something else at once. Move them first.`,
      );
    }
  }
  const stages = entries.map((entry) => ({ ...entry, id: entry.id ?? newId() }));
  await writeStages(present.id, stages);
  const staying = new Map(stages.map((stage) => [stage.id, stage]));
  const removed = present.stages.filter((stage) => !staying.has(stage.id));
  const homeless = removed.filter((stage) => (counts.get(stage.id) ?? 0) > 0 && !staying.has(moveTo[stage.id] ?? ''));
  if (homeless.length > 0) throw inUse(homeless, counts);
  for (const stage of removed) {
    const target = moveTo[stage.id];
    if (target !== undefined) await relocate({ fromStage: stage.id }, target);
    await execute('delete from stages where id = $1 and workspace_id = $2', [stage.id, currentWorkspaceId()]);
  }
}

function inUse(stages: readonly Stage[], counts: ReadonlyMap<string, number>): AppError {
  const [first] = stages;
  return new AppError(
    'conflict',
    `"${first!.name}" contains ${counts.get(first!.id)} opportunities. Choose where to move them.`,
    {
      field: 'moveTo',
      details: { stages: stages.map(({ id, name }) => ({ id, name, opportunities: counts.get(id) })) },
    },
  );
}

/**
 * How many opportunities lie in each stage, trashed ones included: they would need a stage to come back to.
 * @throws AppError `not_found`
 */
export async function countStages(pipelineId: string): Promise<{ id: string; opportunities: number }[]> {
  const rows = await query<{ id: string; opportunities: number }>(
    `select s.id, (select count(*)::int from opportunities o where o.workspace_id = $1 and o.stage_id = s.id) as
      opportunities
     from stages s where s.workspace_id = $1 and s.pipeline_id = $2 order by s.position`,
    [currentWorkspaceId(), pipelineId],
  );
  if (rows.length === 0) throw notFound('The pipeline');
  return rows;
}

/** As `countStages`, with the private ones: none may lose its stage. */
const countAll = (pipelineId: string) => withAllRecords(() => countStages(pipelineId));

/** Ids that are no pipeline are passed over; pipelines that are not named come last, in their old order. */
export function orderPipelines(ids: readonly string[]): Promise<void> {
  return transaction(async () => {
    await lockPipelines();
    const present = (await listPipelines(true)).map(({ id }) => id);
    const order = [...new Set([...ids.filter((id) => present.includes(id)), ...present])];
    await execute(
      'update pipelines p set position = o.n from unnest($2::uuid[]) with ordinality o(id, n) where p.id = o.id and p.workspace_id = $1',
      [currentWorkspaceId(), order],
    );
    await emit({ type: 'pipelines.ordered', paths: CHANGED });
  });
}

/** @throws AppError `not_found`; `conflict` for the last one in use. */
export function archivePipeline(id: string, away: boolean): Promise<Pipeline> {
  return transaction(async () => {
    await lockPipelines();
    await getPipeline(id);
    if (away) await requireAnother(id);
    await execute(
      `update pipelines set archived_at = ${away ? 'coalesce(archived_at, now())' : 'null'}, version = version + 1,
        updated_at = now() where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId()],
    );
    await emit({
      type: away ? 'pipeline.archived' : 'pipeline.unarchived',
      subject: { type: 'pipeline', id },
      paths: CHANGED,
    });
    return getPipeline(id);
  });
}

async function requireAnother(id: string): Promise<void> {
  if ((await listPipelines()).every((other) => other.id === id))
    throw new AppError('conflict', 'This is the only active pipeline. Create another one first.');
}

/**
 * Deletes a pipeline; its opportunities go to the stage `moveTo`, won and lost ones to stages of their own outcome
 * there.
 * @throws AppError `not_found`, `validation`; `conflict` with opportunities and nowhere to go, and for the last one in
 *   use.
 */
export function removePipeline(id: string, moveTo: string | undefined): Promise<void> {
  return transaction(async () => {
    await lockPipelines();
    const present = await getPipeline(id);
    if (!present.archived) await requireAnother(id);
    const counts = await countAll(id);
    const all = counts.reduce((sum, stage) => sum + stage.opportunities, 0);
    if (all > 0) {
      if (moveTo === undefined)
        throw new AppError('conflict', `"${present.name}" contains ${all} opportunities. Choose where to move them.`, {
          field: 'moveTo',
          details: { opportunities: all },
        });
      await moveAll(present, moveTo);
    }
    await execute('delete from pipelines where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
    await emit({
      type: 'pipeline.deleted',
      subject: { type: 'pipeline', id },
      data: { name: present.name },
      paths: CHANGED,
    });
  });
}

async function moveAll(from: Pipeline, moveTo: string): Promise<void> {
  const others = (await listPipelines()).filter((pipeline) => pipeline.id !== from.id);
  const target = others.find((pipeline) => pipeline.stages.some((stage) => stage.id === moveTo));
  const open = target?.stages.find((stage) => stage.id === moveTo);
  if (!target || open?.outcome !== 'open') throw invalid('moveTo', 'Choose an open stage of another pipeline.');
  const stageFor = (outcome: Outcome) =>
    outcome === 'open' ? open : target.stages.find((stage) => stage.outcome === outcome)!;
  for (const stage of from.stages) await relocate({ fromStage: stage.id }, stageFor(stage.outcome).id);
}

/**
 * Takes back a pipeline that holds nothing, even the only one: a workspace without any gets the usual one when it needs
 * it.
 * @throws AppError `not_found`; `conflict` while opportunities lie in it.
 */
export function discardPipeline(id: string): Promise<void> {
  return transaction(async () => {
    await lockPipelines();
    const { name } = await getPipeline(id);
    const all = (await countAll(id)).reduce((sum, stage) => sum + stage.opportunities, 0);
    if (all > 0)
      throw new AppError(
        'conflict',
        `“${name}” holds ${all.toLocaleString('en')} ${all === 1 ? 'opportunity' : 'opportunities'}.`,
      );
    await execute('delete from pipelines where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
    await emit({ type: 'pipeline.deleted', subject: { type: 'pipeline', id }, data: { name }, paths: CHANGED });
  });
}
