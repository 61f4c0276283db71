/**
 * The one way in which opportunities are written: a form, a move, a bulk action, a conversion and an import all end
 * here, so that sort keys, search text and history can never disagree with what is shown.
 */
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Calculation } from '../../../../records/engine/formula/fields.ts';
import {
  deriveOpportunity,
  type NamedOpportunity,
  type OpportunityData,
} from '../../engine/opportunities/opportunity-data.ts';
import { calculationOf } from '../../../../records/server/custom-fields/formulas.ts';

/** Where it stands. */
export interface Placement {
  pipelineId: string;
  stageId: string;
  state: 'open' | 'won' | 'lost';
  rank: string;
  stageEnteredAt: string;
  closedAt: string | null;
}

export interface OpportunityInsert extends NamedOpportunity {
  id: string;
  placement: Placement;
  importId?: string;
  /** Only for data that comes with its own history. */
  createdAt?: string;
  updatedAt?: string;
  version?: number;
  lastActivityAt?: string | null;
}

export interface OpportunityChange extends NamedOpportunity {
  id: string;
  /** The version that the change is based on; a row that has moved on is not touched. */
  version: number;
  /** Only when it moves. */
  placement?: Placement | undefined;
  importVersion?: number;
}

type Column = readonly [name: string, type: string, value: (data: OpportunityData) => unknown];

const COLUMNS: readonly Column[] = [
  ['name', 'text', (data) => data.name],
  ['amount', 'numeric', (data) => data.amount],
  ['currency', 'text', (data) => data.currency],
  ['probability', 'integer', (data) => data.probability],
  ['forecast', 'text', (data) => data.forecast],
  ['expected_close', 'date', (data) => data.expectedClose],
  ['owner_id', 'uuid', (data) => data.ownerId],
  ['contact_id', 'uuid', (data) => data.contactId],
  ['company_id', 'uuid', (data) => data.companyId],
  ['business_license_id', 'uuid', (data) => data.businessLicenseId],
  ['source', 'text', (data) => data.source],
  ['next_step', 'text', (data) => data.nextStep],
  ['description', 'text', (data) => data.description],
  ['close_reason_id', 'uuid', (data) => data.closeReasonId],
  ['close_note', 'text', (data) => data.closeNote],
  ['tags', 'text[]', (data) => data.tags],
  ['custom', 'jsonb', (data) => data.custom],
  ['has_lines', 'boolean', (data) => data.hasLines],
];
const DERIVED = ['name_key text', 'search_text text'] as const;
const PLACE = [
  'pipeline_id uuid',
  'stage_id uuid',
  'state text',
  'rank text',
  'stage_entered_at timestamptz',
  'closed_at timestamptz',
] as const;

const nameOf = (column: string) => column.split(' ')[0]!;
const NAMES = [...COLUMNS.map(([name]) => name), ...DERIVED.map(nameOf)];
const PLACE_NAMES = PLACE.map(nameOf);
const TYPES = [...COLUMNS.map(([name, type]) => `${name} ${type}`), ...DERIVED, ...PLACE].join(', ');

const INSERT = `
  insert into opportunities (id, workspace_id, version, import_id, import_version, created_by, updated_by, created_at,
    updated_at, last_activity_at, ${[...NAMES, ...PLACE_NAMES].join(', ')})
  select r.id, $2, coalesce(r.version, 1), r.import_id, case when r.import_id is null then null else 1 end, $3, $3,
    coalesce(r.created_at, now()), coalesce(r.updated_at, r.created_at, now()), r.last_activity_at,
    ${[...NAMES, ...PLACE_NAMES].map((name) => `r.${name}`).join(', ')}
  from jsonb_to_recordset($1::jsonb) as r(id uuid, version integer, import_id uuid, created_at timestamptz,
    updated_at timestamptz, last_activity_at timestamptz, ${TYPES})`;

const UPDATE = `
  update opportunities o set ${NAMES.map((name) => `${name} = r.${name}`).join(', ')},
    ${PLACE_NAMES.map((name) => `${name} = case when r.stage_id is null then o.${name} else r.${name} end`).join(', ')},
    version = o.version + 1, import_version = coalesce(r.import_version, o.import_version), updated_at = now(),
      updated_by = $3
  from jsonb_to_recordset($1::jsonb) as r(id uuid, version integer, import_version integer, ${TYPES})
  where o.id = r.id and o.workspace_id = $2 and o.version = r.version and o.deleted_at is null
  returning o.id`;

function record(
  named: NamedOpportunity,
  placement: Placement | undefined,
  { apply }: Calculation,
): Record<string, unknown> {
  const data = {
    ...named.data,
    custom: apply(named.data.custom, { ...named.data, amount: Number(named.data.amount) }),
  };
  // Calculated fields are searchable like entered ones.
  const { nameKey, searchText } = deriveOpportunity({ ...named, data });
  return {
    ...Object.fromEntries(COLUMNS.map(([name, , value]) => [name, value(data)])),
    name_key: nameKey,
    search_text: searchText,
    ...(placement && {
      pipeline_id: placement.pipelineId,
      stage_id: placement.stageId,
      state: placement.state,
      rank: placement.rank,
      stage_entered_at: placement.stageEnteredAt,
      closed_at: placement.closedAt,
    }),
  };
}

/**
 * Adds opportunities in the ambient transaction. The caller has checked what they refer to, and writes their first
 * stay.
 */
export async function insertOpportunities(inserts: readonly OpportunityInsert[]): Promise<void> {
  if (inserts.length === 0) return;
  const calculation = await calculationOf('opportunity');
  const rows = inserts.map(({ id, importId, createdAt, updatedAt, lastActivityAt, version, placement, ...named }) => ({
    id,
    version,
    import_id: importId,
    created_at: createdAt,
    updated_at: updatedAt,
    last_activity_at: lastActivityAt,
    ...record(named, placement, calculation),
  }));
  await query(INSERT, [JSON.stringify(rows), currentWorkspaceId(), currentUserId()]);
}

/**
 * Writes changed opportunities in the ambient transaction, each one version on.
 * @returns ids of those that were written: one that has another version by now, or is deleted, is not among them.
 */
export async function updateOpportunities(changes: readonly OpportunityChange[]): Promise<Set<string>> {
  if (changes.length === 0) return new Set();
  const calculation = await calculationOf('opportunity');
  const rows = changes.map(({ id, version, importVersion, placement, ...named }) => ({
    id,
    version,
    import_version: importVersion,
    ...record(named, placement, calculation),
  }));
  const written = await query<{ id: string }>(UPDATE, [JSON.stringify(rows), currentWorkspaceId(), currentUserId()]);
  return new Set(written.map((row) => row.id));
}
