/**
 * One opportunity at a time: read, create, change, move, close, reopen, trash and restore. Every write leaves an event
 * with what changed.
 */
import { AppError, invalid, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { agentOf, type Cause } from '../../../../server/events/cause.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { FieldChange } from '../../../../records/contract/field-values.ts';
import type {
  Move,
  NewOpportunity,
  Opportunity,
  OpportunityFields,
  OpportunityUpdate,
} from '../../contract/opportunities.ts';
import { totalsOf } from '../../engine/opportunities/amounts.ts';
import { BLANK_OPPORTUNITY, NO_NAMES, opportunityChanges } from '../../engine/opportunities/opportunity-data.ts';
import { CRM } from '../../paths.ts';
import { lockFirstStage, lockStage, type TargetStage } from '../pipelines/pipelines.ts';
import { withMakers } from '../../../../records/server/timeline/created-through.ts';
import { forgetRecords, letGo } from '../../../../records/server/purge.ts';
import { beginPrivate } from '../../../../records/server/access/readers.ts';
import { makerAsOwner, peopleNames, workspaceSettings } from '../../../../records/server/workspace.ts';
import { type Applied, applyToOpportunity, requireFields } from './input.ts';
import { OPPORTUNITIES_CHANGED } from './kind.ts';
import { readLines, readPeople, writeLines, writePeople } from './lines-and-people.ts';
import { placeAfter } from './board-rank.ts';
import { enterStage, moveChanges, stageEvents } from './relocate-opportunities.ts';
import { type DbRecord, JOINS, RECORD_COLUMNS, toNamed, toRow } from './rows.ts';
import { insertOpportunities, type Placement, updateOpportunities } from './write.ts';

const NOUN = 'The opportunity';
const READ = `select ${RECORD_COLUMNS} from opportunities o ${JOINS} where o.id = $1 and o.workspace_id = $2`;

async function readRecord(id: string, trash = false): Promise<DbRecord> {
  const [row] = await query<DbRecord>(
    `${READ} and o.deleted_at is ${trash ? 'not null' : 'null'}`,
    [id, currentWorkspaceId()],
    trash ? undefined : 'crm_opportunity',
  );
  if (!row) throw notFound(NOUN);
  return row;
}

/** @throws AppError `not_found` for an absent, a foreign and a deleted one alike; with `trash` for a living one. */
export async function getOpportunity(id: string, trash = false): Promise<Opportunity> {
  return withMakers('opportunity', await whole(await readRecord(id, trash)));
}

async function whole(row: DbRecord): Promise<Opportunity> {
  const lines = row.has_lines ? await readLines(row.id, row.currency) : [];
  return {
    ...toRow(row),
    description: row.description,
    closeNote: row.close_note,
    ownForecast: row.own_forecast,
    lines,
    totals: totalsOf(lines, row.currency),
    people: await readPeople(row.id),
    importId: row.import_id,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  };
}

/** The living ones of these ids in the order of ids, kept from changing until the transaction ends. */
export function lockOpportunities(ids: readonly string[]): Promise<DbRecord[]> {
  return query<DbRecord>(
    `select ${RECORD_COLUMNS} from opportunities o ${JOINS}
      where o.id = any($1) and o.workspace_id = $2 and o.deleted_at is null order by o.id for update of o`,
    [ids, currentWorkspaceId()],
  );
}

async function lockOne(id: string, version: number): Promise<DbRecord> {
  const [row] = await lockOpportunities([id]);
  if (!row) throw notFound(NOUN);
  if (row.version !== version) throw await staleOpportunity(row, version);
  return row;
}

async function staleOpportunity(row: DbRecord, version: number): Promise<AppError> {
  const events = await query<{
    changes: FieldChange[] | null;
    actor_id: string | null;
    at: string;
    cause: Cause | null;
  }>(
    `select data->'changes' as changes, actor_id, at, cause from events
     where workspace_id = $1 and subject_type = 'opportunity' and subject_id = $2 and type = 'opportunity.updated'
        and (data->>'version')::int > $3 order by id limit 200`,
    [currentWorkspaceId(), row.id, version],
  );
  const names = await peopleNames(events.map((event) => event.actor_id));
  const changed = events.flatMap(({ changes, actor_id: by, at, cause }) =>
    (changes ?? []).map((change) => ({
      ...change,
      by: by !== null && names.has(by) ? { id: by, name: names.get(by)! } : null,
      through: agentOf(cause),
      at,
    })),
  );
  return new AppError('stale', 'Someone else changed this opportunity in the meantime. Your changes were not saved.', {
    details: { current: await whole(row), changed },
  });
}

/** The paths that a change of a deal outdates: its own and the history of whom it concerns. */
function pathsOf(contactId: string | null): string[] {
  return contactId === null
    ? OPPORTUNITIES_CHANGED
    : [...OPPORTUNITIES_CHANGED, `${CRM.contacts}/${contactId}/timeline`];
}

async function writeParts(id: string, { lines, people }: Applied): Promise<void> {
  if (lines) await writeLines(id, lines);
  if (people) await writePeople(id, people);
}

/** Where it stands once it has entered a stage. */
async function placeIn(stage: TargetStage, afterId: string | null, id: string | null): Promise<Placement> {
  const now = new Date().toISOString();
  return {
    pipelineId: stage.pipeline_id,
    stageId: stage.id,
    state: stage.outcome,
    rank: await placeAfter(stage.id, afterId, id),
    stageEnteredAt: now,
    closedAt: stage.outcome === 'open' ? null : now,
  };
}

/**
 * Creates an opportunity on top of its stage. Without an owner it belongs to whoever creates it.
 * @throws AppError `validation`
 */
export function createOpportunity({ pipelineId, stageId, readers, ...input }: NewOpportunity): Promise<Opportunity> {
  return transaction(async () => {
    const stage = stageId === undefined ? await lockFirstStage(pipelineId) : await lockStage(stageId);
    if (pipelineId !== undefined && stage.pipeline_id !== pipelineId)
      throw invalid('stageId', 'This stage belongs to another pipeline.');
    const blank = {
      ...BLANK_OPPORTUNITY,
      currency: (await workspaceSettings()).currency,
      probability: stage.probability,
      ownerId: await makerAsOwner(),
    };
    const applied = await applyToOpportunity(
      { data: blank, names: { ...NO_NAMES, stage: stage.name } },
      input,
      stage.outcome,
      [],
    );
    await requireFields(stage, applied);
    const id = newId();
    await insertOpportunities([{ id, ...applied, placement: await placeIn(stage, null, null) }]);
    await enterStage([id], stage);
    await writeParts(id, applied);
    await beginPrivate('opportunity', [id], readers);
    await emit(
      {
        type: 'opportunity.created',
        subject: { type: 'opportunity', id },
        data: { version: 1, stage: stage.name },
        paths: pathsOf(applied.data.contactId),
      },
      ...stageEvents(id, 1, stage, null),
    );
    return getOpportunity(id);
  });
}

interface Act {
  fields: OpportunityFields;
  /** Absent: it stays where it is. */
  stage?: TargetStage | undefined;
  afterId?: string | null;
}

/** The opportunity after a change. @throws AppError `validation`, also for fields that the stage requires */
async function workedOut(row: DbRecord, { fields, stage }: Act) {
  const before = toNamed(row);
  const entering = stage && stage.id !== row.stage_id ? stage : undefined;
  const base = entering
    ? {
        data: { ...before.data, probability: entering.probability, forecast: null },
        names: { ...before.names, stage: entering.name },
      }
    : before;
  const state = entering?.outcome ?? row.state;
  const touchesLines = row.has_lines && fields.lines === undefined;
  const applied = await applyToOpportunity(
    base,
    fields,
    state,
    touchesLines ? await readLines(row.id, row.currency) : [],
  );
  if (entering) await requireFields(entering, applied);
  return { before, entering, applied };
}

/** Applies fields and a move to a locked opportunity, as one change. */
async function change(row: DbRecord, act: Act): Promise<Opportunity> {
  const { id, version } = row;
  const { afterId = null } = act;
  const { before, entering, applied } = await workedOut(row, act);
  const changes = [
    ...opportunityChanges(before, applied).filter(({ field }) => field !== 'stage'),
    ...(entering ? await moveChanges(row, entering) : []),
  ];
  if (changes.length > 0 || applied.lines || applied.people) {
    const placement = entering && (await placeIn(entering, afterId, id));
    // From one won stage to another it stays won since then.
    if (placement && row.state === placement.state && row.closed_at !== null) placement.closedAt = row.closed_at;
    await updateOpportunities([{ id, version, ...applied, placement }]);
    if (entering) await enterStage([id], entering);
    await writeParts(id, applied);
    const listed: FieldChange[] = [
      ...changes,
      ...(applied.lines && !changes.some(({ field }) => field === 'amount')
        ? [{ field: 'lines', from: null, to: applied.lines.length }]
        : []),
      ...(applied.people ? [{ field: 'people', from: null, to: applied.people.length }] : []),
    ];
    await emit(
      {
        type: 'opportunity.updated',
        subject: { type: 'opportunity', id },
        data: { version: version + 1, changes: listed },
        paths: [...new Set([...pathsOf(row.contact_id), ...pathsOf(applied.data.contactId)])],
      },
      ...(entering ? stageEvents(id, version + 1, entering, row) : []),
    );
  }
  return getOpportunity(id);
}

/**
 * Changes the given fields, based on `version`.
 * @throws AppError `validation`, `not_found`; `stale` when it has another version by now.
 */
export function updateOpportunity(
  id: string,
  { version: named, stageId, ...fields }: OpportunityUpdate,
  ifMatch?: number,
): Promise<Opportunity> {
  const version = named ?? ifMatch;
  if (version === undefined) throw invalid('version', 'Say which version your change is based on.');
  return transaction(async () => {
    // The stage before the record, as in every act that takes both: two acts then never wait for each other.
    const stage = stageId === undefined ? undefined : await lockStage(stageId);
    return change(await lockOne(id, version), { fields, stage });
  });
}

/**
 * Moves to a stage and a place in it.
 * @throws AppError `validation` with the fields that the stage demands, `not_found`, `stale`
 */
export function moveOpportunity(
  id: string,
  { stageId, afterId = null, set = {}, version }: Move,
): Promise<Opportunity> {
  return transaction(async () => {
    const stage = await lockStage(stageId);
    const row = await lockOne(id, version);
    const moved = await change(row, { fields: set, stage, afterId });
    if (stageId !== row.stage_id) return moved;
    const rank = await placeAfter(stageId, afterId, id);
    await query('update opportunities set rank = $3 where id = $1 and workspace_id = $2', [
      id,
      currentWorkspaceId(),
      rank,
    ]);
    await emit({
      type: 'opportunity.placed',
      subject: { type: 'opportunity', id },
      paths: [`${CRM.opportunities}/board`],
    });
    return moved;
  });
}

/** True if it is in the stage already. @throws AppError the same as `bringToStage`, without writing anything */
export async function checkStage(id: string, stageId: string, fields: OpportunityFields): Promise<boolean> {
  const row = await readRecord(id);
  if (row.stage_id === stageId) return true;
  await workedOut(row, { fields, stage: await lockStage(stageId) });
  return false;
}

/**
 * Moves to the top of a stage, whatever its version: for those who act on what it is now.
 * @returns false when it is there already; then the fields stay as they are, too
 * @throws AppError `validation` with the fields that the stage demands, `not_found`
 */
export function bringToStage(id: string, stageId: string, fields: OpportunityFields): Promise<boolean> {
  return transaction(async () => {
    const stage = await lockStage(stageId);
    const [row] = await lockOpportunities([id]);
    if (!row) throw notFound(NOUN);
    if (row.stage_id === stageId) return false;
    await change(row, { fields, stage });
    return true;
  });
}

/** Back to the stage in which it was open last. @throws AppError `not_found`, `stale`; `conflict` when it is open. */
export function reopenOpportunity(id: string, version: number): Promise<Opportunity> {
  return transaction(async () => {
    const present = await readRecord(id);
    if (present.state === 'open') throw new AppError('conflict', 'This opportunity is already open.');
    const [last] = await query<{ id: string }>(
      `select s.id from opportunity_stays h join stages s on s.id = h.stage_id and s.outcome = 'open'
        join pipelines p on p.id = s.pipeline_id and p.archived_at is null
       where h.workspace_id = $1 and h.opportunity_id = $2 order by h.entered_at desc, h.id desc limit 1`,
      [currentWorkspaceId(), id],
    );
    const stage = last ? await lockStage(last.id) : await lockFirstStage(present.pipeline_id);
    // It has been there before: what the stage demands by now is asked for when it moves on.
    return change(await lockOne(id, version), { fields: {}, stage: { ...stage, required_fields: [] } });
  });
}

async function setTrashed(id: string, trashed: boolean): Promise<void> {
  const [row] = await query<{ version: number; contact_id: string | null }>(
    `update opportunities set deleted_at = ${trashed ? 'now()' : 'null'}, version = version + 1, updated_at = now(),
      updated_by = $3
     where id = $1 and workspace_id = $2 and deleted_at is ${trashed ? 'null' : 'not null'}
        returning version, contact_id`,
    [id, currentWorkspaceId(), currentUserId()],
  );
  if (!row) throw notFound(NOUN);
  await emit({
    type: trashed ? 'opportunity.deleted' : 'opportunity.restored',
    subject: { type: 'opportunity', id },
    data: { version: row.version },
    paths: pathsOf(row.contact_id),
  });
}

/** Moves an opportunity to the trash. @throws AppError `not_found` */
export function removeOpportunity(id: string): Promise<void> {
  return transaction(() => setTrashed(id, true));
}

/** Takes an opportunity back out of the trash. @throws AppError `not_found` when it is not in there. */
export function restoreOpportunity(id: string): Promise<Opportunity> {
  return transaction(async () => {
    await setTrashed(id, false);
    return getOpportunity(id);
  });
}

/**
 * Deletes trashed opportunities for good, with their notes and files.
 * @returns how many, and the storage keys of the files, which the caller removes once this has committed.
 */
export function purgeOpportunities(ids: readonly string[]): Promise<{ purged: number; storageKeys: string[] }> {
  return transaction(async () => {
    const scope = [currentWorkspaceId(), ids];
    const gone = (
      await query<{ id: string }>(
        'delete from opportunities where workspace_id = $1 and id = any($2) and deleted_at is not null returning id',
        scope,
      )
    ).map((row) => row.id);
    if (gone.length === 0) return { purged: 0, storageKeys: [] };
    const storageKeys = await forgetRecords(gone);
    await letGo('opportunity_id', gone);
    await emit({ type: 'opportunities.purged', data: { count: gone.length }, paths: OPPORTUNITIES_CHANGED });
    return { purged: gone.length, storageKeys };
  });
}
