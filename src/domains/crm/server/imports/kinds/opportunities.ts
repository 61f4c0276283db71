/** Opportunities from files. They stand in their stages in the order of the file, below those that are there. */
import { currentWorkspaceId, execute, query } from '../../../../../server/db/index.ts';
import { dayAt, startOfDay } from '../../../../../kernel/days.ts';
import type { ImportOptions } from '../../../contract/imports.ts';
import {
  mergeOpportunity,
  opportunityCompanyKey,
  type OpportunityEntry,
  opportunityKeys,
  opportunityNameKey,
  opportunityRows,
} from '../../../engine/imports/opportunity-row.ts';
import type { ForecastCategory } from '../../../contract/pipelines.ts';
import { BLANK_OPPORTUNITY, type NamedOpportunity, NO_NAMES } from '../../../engine/opportunities/opportunity-data.ts';
import { CRM } from '../../../paths.ts';
import { companyKey } from '../../../engine/companies/company-data.ts';
import { companiesByName } from '../../contacts/references.ts';
import type { Changed } from '../../../../../records/server/bulk/bulk-kind.ts';
import { opportunityBulk, revivedCompanies } from '../../opportunities/bulk.ts';
import { lackOf } from '../../opportunities/input.ts';
import { OPPORTUNITIES_CHANGED } from '../../opportunities/kind.ts';
import { bottomRanks } from '../../opportunities/board-rank.ts';
import { beginStays, undoStays } from '../../opportunities/relocate-opportunities.ts';
import { type DbRecord, toNamed } from '../../opportunities/rows.ts';
import { lockOpportunities } from '../../opportunities/service.ts';
import { insertOpportunities, type Placement, updateOpportunities } from '../../opportunities/write.ts';
import { lockStages, type TargetStage } from '../../pipelines/pipelines.ts';
import { customDefinitions, makerAsOwner, workspaceSettings } from '../../../../../records/server/workspace.ts';
import { isReferredTo } from '../../../../../records/server/references.ts';
import { defineImportable, type ImportChange } from '../importable.ts';
import { removeUnusedCompanies } from './contacts.ts';
import { groupByKey, keysOf, MAX_PER_KEY } from './keys.ts';
import { opportunityReferences, resolveOpportunities, type References } from './opportunity-references.ts';

/** An opportunity with the stage that it is in or goes to. */
export interface PlacedOpportunity extends NamedOpportunity {
  stage: TargetStage;
  /** When it entered the stage, and when it was won or lost; null: now, and not. */
  since: string | null;
  closedAt: string | null;
  /** Its place in the stage; null: below the others. */
  rank: string | null;
}

interface Context extends References {
  today: string;
  currency: string;
  /** Labels of custom fields that stages may demand. */
  labels: ReadonlyMap<string, string>;
  /** The owner of rows without one. */
  maker: string | null;
}

async function contextOf(options: ImportOptions): Promise<Context> {
  const { timeZone, currency } = await workspaceSettings();
  const labels = new Map(
    (await customDefinitions('opportunity')).map(({ key, label }) => [`custom.${key}`, `“${label}”`]),
  );
  return {
    ...(await opportunityReferences(options, timeZone)),
    today: dayAt(new Date(), timeZone),
    currency: options.currency ?? currency,
    labels,
    maker: await makerAsOwner(),
  };
}

/** Ids by name, alone or with the company. */
async function opportunitiesByKey(keys: readonly string[]): Promise<Map<string, string[]>> {
  const names = keysOf(keys, 'm:');
  const pairs = keysOf(keys, 'n:').map(
    (key) => [key.slice(0, key.lastIndexOf('|')), key.slice(key.lastIndexOf('|') + 1)] as const,
  );
  const living =
    'from opportunities o where o.workspace_id = $1 and o.deleted_at is null and o.name_key = w.name collate "C"';
  const rows = await query<{ name: string; company: string | null; id: string }>(
    `select w.name, null as company, k.id
      from unnest($2::text[]) w(name) cross join lateral (select o.id ${living} order by o.id limit ${MAX_PER_KEY}) k
     union all select w.name, w.company, k.id from unnest($3::text[], $4::text[]) w(name, company) cross join lateral (
       select o.id ${living} and o.company_id in
          (select co.id from companies co where co.workspace_id = $1 and co.deleted_at is null
          and co.name_key = w.company collate "C")
       order by o.id limit ${MAX_PER_KEY}) k`,
    [currentWorkspaceId(), names, pairs.map(([name]) => name), pairs.map(([, company]) => company)],
  );
  return groupByKey(
    rows.map(({ name, company, id }) => ({
      key: company === null ? opportunityNameKey(name) : opportunityCompanyKey(name, company),
      id,
    })),
  );
}

/** When it was won or lost: the moment or the day that the file names, else an expected day that is past, else now. */
function closingOf(entry: OpportunityEntry, stage: TargetStage, { timeZone, today }: Context): string | null {
  if (stage.outcome === 'open') return null;
  if (entry.closedAt !== null && entry.closedAt <= new Date().toISOString()) return entry.closedAt;
  const day = entry.closedOn ?? (entry.expectedClose && entry.expectedClose <= today ? entry.expectedClose : null);
  return day === null || day >= today ? new Date().toISOString() : startOfDay(day, timeZone);
}

/**
 * A forecast category that equals the stage's default stays unset, so that it follows the stage. Our own exports
 * contain it.
 */
function ownForecast(
  forecast: ForecastCategory | null,
  { id }: TargetStage,
  { pipelines }: Context,
): ForecastCategory | null {
  const stage = pipelines.flatMap(({ stages }) => stages).find((one) => one.id === id);
  return stage?.forecast === forecast ? null : forecast;
}

function fresh(entry: OpportunityEntry, _: ImportOptions, context: Context): PlacedOpportunity {
  const stage = context.stageOf(entry);
  const closedAt = closingOf(entry, stage, context);
  const contact = entry.contactId === null ? undefined : context.contacts.get(entry.contactId);
  return {
    data: {
      ...BLANK_OPPORTUNITY,
      name: entry.name,
      amount: entry.amount || '0',
      currency: entry.currency || context.currency,
      probability: stage.outcome === 'open' ? (entry.probability ?? stage.probability) : stage.probability,
      forecast: ownForecast(entry.forecast, stage, context),
      expectedClose: entry.expectedClose ?? (stage.outcome === 'open' ? entry.closedOn : null),
      ownerId: entry.ownerId ?? context.maker,
      contactId: entry.contactId,
      source: entry.source,
      nextStep: entry.nextStep,
      description: entry.description,
      closeReasonId: entry.closeReasonId,
      closeNote: stage.outcome === 'open' ? '' : entry.closeNote,
      tags: entry.tags,
      custom: entry.custom,
    },
    // Rows that name the contact may leave out the company.
    names: {
      ...NO_NAMES,
      stage: stage.name,
      company: entry.companyName || (contact?.company ?? ''),
      contact: contact?.name ?? '',
      closeReason: entry.closeReason,
    },
    stage,
    since: closedAt,
    closedAt,
    rank: null,
  };
}

function merge(
  image: PlacedOpportunity,
  entry: OpportunityEntry,
  mode: ImportOptions['update'],
  context: Context,
): PlacedOpportunity {
  const data = mergeOpportunity(image.data, entry, mode);
  if (image.data.forecast === null) data.forecast = ownForecast(data.forecast, image.stage, context);
  // One in the trash gives way.
  if (entry.contactId && !image.names.contact) data.contactId = entry.contactId;
  const names = { ...image.names };
  if (data.contactId !== image.data.contactId) names.contact = context.contacts.get(data.contactId ?? '')?.name ?? '';
  if (entry.companyName && (mode === 'replace' || !names.company)) names.company = entry.companyName;
  const wanted = entry.stageName ? context.stageOf(entry) : image.stage;
  const merged: PlacedOpportunity = { ...image, data, names };
  if (wanted.id !== image.stage.id && mode === 'replace') {
    const closedAt =
      image.stage.outcome === wanted.outcome && image.closedAt !== null
        ? image.closedAt
        : closingOf(entry, wanted, context);
    Object.assign(merged, { stage: wanted, since: null, closedAt, rank: null });
    names.stage = wanted.name;
    merged.data = {
      ...data,
      probability: entry.probability !== null && wanted.outcome === 'open' ? entry.probability : wanted.probability,
      forecast: ownForecast(entry.forecast, wanted, context),
    };
  }
  const isOpen = merged.stage.outcome === 'open';
  if (isOpen) merged.data = { ...merged.data, closeReasonId: null, closeNote: '' };
  else {
    const takes = entry.closeReasonId !== null && (mode === 'replace' || !data.closeReasonId);
    // A reason for losing says nothing about winning.
    const reason = takes
      ? { id: entry.closeReasonId, name: entry.closeReason }
      : merged.stage.outcome === image.stage.outcome
        ? { id: data.closeReasonId, name: names.closeReason }
        : { id: null, name: '' };
    merged.data = { ...merged.data, probability: merged.stage.probability, closeReasonId: reason.id };
    names.closeReason = reason.name;
  }
  if (merged.data.closeReasonId === null) names.closeReason = '';
  return merged;
}

function placementOf({ stage, closedAt, since }: PlacedOpportunity, rank: string): Placement {
  return {
    pipelineId: stage.pipeline_id,
    stageId: stage.id,
    state: stage.outcome,
    rank,
    stageEnteredAt: since ?? new Date().toISOString(),
    closedAt,
  };
}

/** Below those that are there, in order; the stages are locked in the order of their ids. */
async function placed(images: readonly PlacedOpportunity[]): Promise<Placement[]> {
  const counts = new Map<string, number>();
  for (const { stage, rank } of images) if (rank === null) counts.set(stage.id, (counts.get(stage.id) ?? 0) + 1);
  await lockStages([...counts.keys()]);
  const ranks = new Map<string, string[]>();
  for (const [stageId, count] of counts) ranks.set(stageId, (await bottomRanks(stageId, count)).reverse());
  return images.map((image) => placementOf(image, image.rank ?? ranks.get(image.stage.id)!.pop()!));
}

/** Writes changes; those that enter another stage get a place and a stay there. */
async function update(changes: readonly ImportChange<PlacedOpportunity>[]): Promise<void> {
  const moving = changes.filter(({ before, image }) => before.stage.id !== image.stage.id);
  const placements = new Map(
    (await placed(moving.map(({ image }) => image))).map((placement, i) => [moving[i]!.id, placement]),
  );
  await updateOpportunities(
    changes.map(({ id, version, image, importVersion }) => ({
      id,
      version,
      data: image.data,
      names: image.names,
      placement: placements.get(id),
      ...(importVersion ? { importVersion } : {}),
    })),
  );
  await beginStays(
    moving.map(({ id, image }) => ({ id, stage: image.stage, enteredAt: placements.get(id)!.stageEnteredAt })),
  );
}

/**
 * Puts opportunities back to what they were before the import, in the stages in which they stood; their history forgets
 * the move. Where that stage is gone they stay where they are.
 */
async function restore(changes: readonly Changed<PlacedOpportunity>[]): Promise<void> {
  const left = changes.filter(({ before, image }) => before.stage.id !== image.stage.id);
  const stages = new Set(
    (
      await query<{ id: string }>('select id from stages where workspace_id = $1 and id = any($2)', [
        currentWorkspaceId(),
        left.map(({ image }) => image.stage.id),
      ])
    ).map(({ id }) => id),
  );
  const returning = new Set(left.flatMap(({ id, image }) => (stages.has(image.stage.id) ? [id] : [])));
  await updateOpportunities(
    changes.map(({ id, version, image }) => ({
      id,
      version,
      data: image.data,
      names: image.names,
      placement: returning.has(id) ? placementOf(image, image.rank ?? 'a0') : undefined,
    })),
  );
  await undoStays(left.flatMap(({ id, before }) => (returning.has(id) ? [{ id, stageId: before.stage.id }] : [])));
}

function imageOf(row: DbRecord): PlacedOpportunity {
  return {
    ...toNamed(row),
    since: row.stage_entered_at,
    closedAt: row.closed_at,
    rank: row.rank,
    stage: {
      id: row.stage_id,
      pipeline_id: row.pipeline_id,
      name: row.stage_name,
      probability: row.stage_probability,
      outcome: row.state,
      required_fields: [],
    },
  };
}

defineImportable<OpportunityEntry, PlacedOpportunity, Context>({
  rows: opportunityRows,
  bulk: {
    ...(opportunityBulk as never as { list: never; differences: typeof opportunityBulk.differences }),
    prepare: () => Promise.reject(new Error('Imports are not edited in bulk')),
    lock: async (ids) =>
      (await lockOpportunities(ids)).map((row) => ({ id: row.id, version: row.version, image: imageOf(row) })),
    write: restore,
    revive: revivedCompanies,
  },
  tables: ['opportunities', 'opportunity_stays', 'companies'],
  changed: [...OPPORTUNITIES_CHANGED, CRM.companies],
  context: contextOf,
  resolve: resolveOpportunities,
  keys: opportunityKeys,
  find: opportunitiesByKey,
  fresh,
  merge,
  problem: (image, before, { labels }) => {
    if (before?.stage.id === image.stage.id) return undefined;
    // The company is there as soon as the row is written.
    return lackOf(image.stage, { ...image, data: { ...image.data, companyId: image.names.company || null } }, labels)
      ?.message;
  },
  nameOf: ({ data }) => data.name,
  settle: async (images, importId) => {
    const companies = await companiesByName(images.map((image) => image.names.company).filter(Boolean), importId);
    return images.map((image) => {
      const company = companies.get(companyKey(image.names.company));
      return company
        ? { ...image, data: { ...image.data, companyId: company.id }, names: { ...image.names, company: company.name } }
        : image;
    });
  },
  insert: async (inserts) => {
    const placements = await placed(inserts.map(({ image }) => image));
    await insertOpportunities(
      inserts.map(({ id, image, importId }, i) => ({
        id,
        importId,
        data: image.data,
        names: image.names,
        placement: placements[i]!,
        // A deal won last year must not count as created today.
        ...(image.closedAt !== null && { createdAt: image.closedAt }),
      })),
    );
    await beginStays(
      inserts.map(({ id, image }, i) => ({ id, stage: image.stage, enteredAt: placements[i]!.stageEnteredAt })),
    );
  },
  update,
  touched: isReferredTo('opportunity', 'o'),
  remove: async (records) => {
    await execute('delete from opportunities where workspace_id = $1 and id = any($2)', [
      currentWorkspaceId(),
      records.map(({ id }) => id),
    ]);
  },
  sweep: removeUnusedCompanies,
  preview: {
    columns: ['Amount', 'Stage', 'Company', 'Contact'],
    cells: (entry) => [
      [entry.amount && `${entry.amount} ${entry.currency}`.trim()],
      [entry.stageName, entry.pipelineName].filter(Boolean),
      [entry.companyName],
      [entry.contactName, entry.contactEmail].filter(Boolean),
    ],
    rest: (entry) => [
      ['Probability', entry.probability === null ? null : `${entry.probability}%`],
      ['Forecast', entry.forecast],
      ['Expected to close', entry.expectedClose],
      ['Closed on', entry.closedOn],
      ['Reason', entry.closeReason],
      ['Note on the closing', entry.closeNote],
      ['Next step', entry.nextStep],
      ['Description', entry.description],
    ],
  },
});
