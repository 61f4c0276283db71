/** Opportunities as the records core sees them. */
import { UUID } from '../../../../kernel/ids.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { OPPORTUNITY_FILTER_FIELDS } from '../../contract/opportunity-filter.ts';
import { DEFAULT_OPPORTUNITY_SORT, type OpportunityRow, type OpportunitySort } from '../../contract/opportunities.ts';
import { CRM } from '../../paths.ts';
import { type ConditionSql, linkedText } from '../../../../records/server/list/filter-sql.ts';
import { importedEntry } from '../../../../records/server/timeline/import-source.ts';
import { defineKind, type ListKind } from '../../../../records/server/list/list-kind.ts';
import { always, keyText, nullable, onDemand, type SortKey } from '../../../../records/server/list/sort.ts';
import { wireInstant } from '../../../../records/server/timeline/timeline.ts';
import { type DbRecord, type DbRow, JOINS, RECORD_COLUMNS, ROTTING, ROW_COLUMNS, toRow } from './rows.ts';

/** Lists, records, board and forecast, and the figures made from them: a company's too. */
export const OPPORTUNITIES_CHANGED = [CRM.opportunities, CRM.dashboard, CRM.companies];

const SORTS: Record<OpportunitySort, SortKey> = {
  name: keyText('o.name_key'),
  amount: always('o.amount', 'numeric'),
  expectedClose: nullable('o.expected_close', 'date'),
  probability: onDemand(always('o.probability', 'numeric')),
  stageEnteredAt: onDemand(always('o.stage_entered_at', 'timestamptz')),
  closedAt: nullable('o.closed_at', 'timestamptz'),
  lastActivityAt: onDemand(nullable('o.last_activity_at', 'timestamptz')),
  createdAt: always('o.created_at', 'timestamptz'),
  updatedAt: always('o.updated_at', 'timestamptz'),
};

/** Anyone who has a part in it, the main contact first of all. */
const person: ConditionSql = ({ op, value }, parameters) => {
  if (op === 'empty') return 'o.contact_id is null';
  if (op === 'not_empty') return 'o.contact_id is not null';
  const ids = parameters.add(
    (value as string[]).filter((id) => UUID.test(id)),
    'uuid[]',
  );
  // Both sides of the union are found by an index; "or" would walk the table.
  const match = `o.id in (select id from opportunities where workspace_id = app_workspace() and contact_id = any(${ids})
    union all select opportunity_id from opportunity_contacts
      where workspace_id = app_workspace() and contact_id = any(${ids}))`;
  return op === 'none_of' ? `not (${match})` : match;
};

/**
 * Has been in the stage or in one behind it, of the pipeline in which it is; losses are no step. As the report on
 * conversion counts.
 */
const reached: ConditionSql = ({ op, value }, parameters) => {
  const ids =
    op === 'empty' || op === 'not_empty'
      ? undefined
      : parameters.add(
          (value as string[]).filter((id) => UUID.test(id)),
          'uuid[]',
        );
  const match = `exists (select 1 from opportunity_stays y join stages h on h.id = y.stage_id
    join stages g on g.pipeline_id = h.pipeline_id and (h.position, h.id) >= (g.position, g.id)
    where y.workspace_id = app_workspace() and y.opportunity_id = o.id and h.pipeline_id = o.pipeline_id
      and h.outcome <> 'lost'${ids ? ` and g.id = any(${ids})` : ''})`;
  return op === 'none_of' || op === 'empty' ? `not ${match}` : match;
};

/** The last open stage of what is lost. */
const LOST_FROM = `(case when o.state = 'lost' then (select y.stage_id from opportunity_stays y
  where y.workspace_id = app_workspace() and y.opportunity_id = o.id and y.outcome = 'open'
    order by y.entered_at desc, y.id desc limit 1) end)`;

export const opportunityKind = defineKind<DbRow, OpportunityRow>({
  kind: 'opportunity',
  table: 'opportunities',
  noun: 'The opportunity',
  changed: OPPORTUNITIES_CHANGED,
  touch: touchOpportunity,
  timeline: [
    importedEntry('opportunities'),
    `select 'activity' as kind, 'activity-' || a.id as id, a.created_at as at, a.owner_id as actor_id,
       jsonb_build_object('id', a.id, 'type', a.type, 'subject', a.subject, 'dueAt', ${wireInstant('a.due_at')},
          'doneAt', ${wireInstant('a.done_at')}) as data
     from activities a where a.workspace_id = $1 and a.opportunity_id = $2 and a.deleted_at is null`,
  ],
  alias: 'o',
  company: 'o.company_id',
  columns: ROW_COLUMNS,
  joins: JOINS,
  sorts: SORTS,
  defaultSort: DEFAULT_OPPORTUNITY_SORT,
  sums: { amount: { sql: 'o.amount', currency: 'o.currency' } },
  filterFields: OPPORTUNITY_FILTER_FIELDS,
  filters: {
    name: { sql: 'o.name_key', folded: true },
    pipeline: 'o.pipeline_id',
    stage: 'o.stage_id',
    reached,
    lostFrom: LOST_FROM,
    state: 'o.state',
    amount: 'o.amount',
    currency: 'o.currency',
    probability: 'o.probability',
    forecast: 'coalesce(o.forecast, (select s.forecast from stages s where s.id = o.stage_id))',
    expectedClose: 'o.expected_close',
    overdue: `(o.state = 'open' and coalesce(o.expected_close <
      (now() at time zone (select time_zone from present_workspace))::date, false))`,
    rotting: `exists (select 1 from stages s where s.id = o.stage_id and ${ROTTING})`,
    owner: 'o.owner_id',
    contact: person,
    company: 'o.company_id',
    companyIndustry: linkedText('o.company_id', 'companies', 'industry'),
    companyCity: linkedText('o.company_id', 'companies', 'city'),
    companyCountry: linkedText('o.company_id', 'companies', 'country'),
    contactTitle: linkedText('o.contact_id', 'contacts', 'title'),
    businessLicense: 'o.business_license_id',
    source: 'o.source',
    nextStep: 'o.next_step',
    description: 'o.description',
    tags: 'o.tags',
    closeReason: 'o.close_reason_id',
    hasLines: 'o.has_lines',
    private: 'exists (select 1 from private_records pr where pr.record_id = o.id)',
    import: 'o.import_id',
    stageEnteredAt: 'o.stage_entered_at',
    closedAt: 'o.closed_at',
    lastActivityAt: 'o.last_activity_at',
    createdAt: 'o.created_at',
    updatedAt: 'o.updated_at',
  },
  toItem: toRow,
  nameOf: (row) => row.name,
});

/** The same list with every column, for exports. */
export const opportunityRecordKind: ListKind<DbRecord, OpportunityRow> = {
  ...opportunityKind,
  columns: RECORD_COLUMNS,
};

/** Notes that something was done about an opportunity just now: it is not stuck. */
export async function touchOpportunity(id: string): Promise<void> {
  await query('update opportunities set last_activity_at = now() where id = $1 and workspace_id = $2', [
    id,
    currentWorkspaceId(),
  ]);
}
