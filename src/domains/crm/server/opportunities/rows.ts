/** Opportunities between the database and the rest: columns, and their way into the contract's shapes. */
import type { OpportunityRow } from '../../contract/opportunities.ts';
import type { ForecastCategory, Outcome, StageColor } from '../../contract/pipelines.ts';
import type { NamedOpportunity, OpportunityData } from '../../engine/opportunities/opportunity-data.ts';
import { contactName } from '../contacts/names.ts';
import { isPrivate } from '../../../../records/server/access/is-private.ts';

/** Open, and nothing has moved for longer than its stage allows. `o` is opportunities, `s` its stage. */
export const ROTTING = `(o.state = 'open' and s.rotting_days is not null
  and greatest(o.stage_entered_at, o.last_activity_at) < now() - make_interval(days => s.rotting_days))`;

/** Columns of a list row; `s` is the stage, `c` the main contact, `co` the company, `r` the reason for closing. */
export const ROW_COLUMNS = [
  'o.id',
  'o.version',
  'o.name',
  'o.amount::text as amount',
  'o.currency',
  'o.pipeline_id',
  'o.stage_id',
  's.name as stage_name',
  's.color as stage_color',
  's.position as stage_position',
  's.probability as stage_probability',
  'o.state',
  'o.probability',
  'o.forecast as own_forecast',
  's.forecast as stage_forecast',
  'o.expected_close',
  'o.owner_id',
  'o.contact_id',
  `case when c.id is null then null else ${contactName('c')} end as contact_name`,
  'o.company_id',
  'co.name as company_name',
  'o.business_license_id',
  'o.source',
  'o.next_step',
  'o.tags',
  'o.custom',
  'o.stage_entered_at',
  'o.closed_at',
  'o.close_reason_id',
  'r.label as close_reason',
  'o.last_activity_at',
  `${ROTTING} as rotting`,
  'o.created_at',
  'o.updated_at',
  'o.deleted_at',
  isPrivate('o'),
].join(', ');

/** Columns of the whole record. */
export const RECORD_COLUMNS = `${ROW_COLUMNS}, o.description, o.close_note, o.has_lines, o.rank, o.import_id, o.created_by, o.updated_by`;

/** The joins behind both. */
export const JOINS = `join stages s on s.id = o.stage_id
  left join contacts c on c.id = o.contact_id and c.workspace_id = o.workspace_id and c.deleted_at is null
  left join companies co on co.id = o.company_id and co.workspace_id = o.workspace_id and co.deleted_at is null
  left join close_reasons r on r.id = o.close_reason_id`;

export interface DbRow {
  id: string;
  version: number;
  name: string;
  amount: string;
  currency: string;
  pipeline_id: string;
  stage_id: string;
  stage_name: string;
  stage_color: StageColor;
  stage_position: number;
  stage_probability: number;
  state: Outcome;
  probability: number;
  own_forecast: ForecastCategory | null;
  stage_forecast: ForecastCategory;
  expected_close: string | null;
  owner_id: string | null;
  contact_id: string | null;
  contact_name: string | null;
  company_id: string | null;
  company_name: string | null;
  business_license_id: string | null;
  source: string;
  next_step: string;
  tags: string[];
  custom: OpportunityRow['custom'];
  stage_entered_at: string;
  closed_at: string | null;
  close_reason_id: string | null;
  close_reason: string | null;
  last_activity_at: string | null;
  rotting: boolean;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  private: true | null;
}

export interface DbRecord extends DbRow {
  description: string;
  close_note: string;
  has_lines: boolean;
  rank: string;
  import_id: string | null;
  created_by: string | null;
  updated_by: string | null;
}

function ref(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null || name === null ? null : { id, name };
}

export function toRow(row: DbRow): OpportunityRow {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    amount: row.amount,
    currency: row.currency,
    pipelineId: row.pipeline_id,
    stage: {
      id: row.stage_id,
      name: row.stage_name,
      color: row.stage_color,
      position: row.stage_position,
      probability: row.stage_probability,
      outcome: row.state,
    },
    state: row.state,
    probability: row.probability,
    forecast: row.own_forecast ?? row.stage_forecast,
    expectedClose: row.expected_close,
    ownerId: row.owner_id,
    contact: ref(row.contact_id, row.contact_name),
    company: ref(row.company_id, row.company_name),
    businessLicenseId: row.business_license_id,
    source: row.source,
    nextStep: row.next_step,
    tags: row.tags,
    custom: row.custom,
    stageEnteredAt: row.stage_entered_at,
    closedAt: row.closed_at,
    closeReason: ref(row.close_reason_id, row.close_reason),
    lastActivityAt: row.last_activity_at,
    rotting: row.rotting,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    ...(row.private && { private: true as const }),
  };
}

/**
 * Contact and company stay what they are while they lie in the trash, without a name: out of it they are named again.
 */
export function toNamed(row: DbRecord): NamedOpportunity {
  const data: OpportunityData = {
    name: row.name,
    amount: row.amount,
    currency: row.currency,
    probability: row.probability,
    forecast: row.own_forecast,
    expectedClose: row.expected_close,
    ownerId: row.owner_id,
    contactId: row.contact_id,
    companyId: row.company_id,
    businessLicenseId: row.business_license_id,
    source: row.source,
    nextStep: row.next_step,
    description: row.description,
    closeReasonId: row.close_reason_id,
    closeNote: row.close_note,
    tags: row.tags,
    custom: row.custom,
    hasLines: row.has_lines,
  };
  return {
    data,
    names: {
      stage: row.stage_name,
      company: row.company_name ?? '',
      contact: row.contact_name ?? '',
      closeReason: row.close_reason ?? '',
    },
  };
}
