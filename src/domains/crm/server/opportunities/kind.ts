/** Opportunities as the records core sees them. */
import { UUID } from '../../../../kernel/ids.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { OPPORTUNITY_FILTER_FIELDS } from '../../contract/opportunity-filter.ts';
import { DEFAULT_OPPORTUNITY_SORT, type OpportunityRow, type OpportunitySort } from '../../contract/opportunities.ts';
import { CRM } from '../../paths.ts';
import { type ConditionSql, linkedText } from '../records/filter-sql.ts';
import { importedEntry } from '../records/imported.ts';
import { defineKind, type ListKind } from '../records/kind.ts';
import { always, keyText, nullable, onDemand, type SortKey } from '../records/sort.ts';
import { wireInstant } from '../records/timeline.ts';
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

/** Anybody who has a part in it, the main contact first of all. */
const person: ConditionSql = ({ op, value }, parameters) => {
  if (op === 'empty') return 'o.contact_id is null';
  if (op === 'not_empty') return 'o.contact_id is not null';
  const ids = parameters.add((value as string[]).filter((id) => UUID.test(id)), 'uuid[]');
  // Both sides of the union are found by an index; "or" would walk the table.
  const match = `o.id in (select id from opportunities where workspace_id = app_workspace() and contact_id = any(${ids})
    union all select opportunity_id from opportunity_contacts where workspace_id = app_workspace() and contact_id = any(${ids}))`;
  return op === 'none_of' ? `not (${match})` : match;
};

export const opportunityKind = defineKind<DbRow, OpportunityRow>({
  kind: 'opportunity',
  table: 'opportunities',
  noun: 'The opportunity',
  changed: OPPORTUNITIES_CHANGED,
  touch: touchOpportunity,
  timeline: [
    importedEntry('opportunities'),
    `select 'activity' as kind, 'activity-' || a.id as id, a.created_at as at, a.owner_id as actor_id,
       jsonb_build_object('id', a.id, 'type', a.type, 'subject', a.subject, 'dueAt', ${wireInstant('a.due_at')}, 'doneAt', ${wireInstant('a.done_at')}) as data
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
    state: 'o.state',
    amount: 'o.amount',
    currency: 'o.currency',
    probability: 'o.probability',
    forecast: 'coalesce(o.forecast, (select s.forecast from stages s where s.id = o.stage_id))',
    expectedClose: 'o.expected_close',
    overdue: `(o.state = 'open' and coalesce(o.expected_close < (now() at time zone (select time_zone from present_workspace))::date, false))`,
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
export const opportunityRecordKind: ListKind<DbRecord, OpportunityRow> = { ...opportunityKind, columns: RECORD_COLUMNS };

/** Notes that something was done about an opportunity just now: it is not stuck. */
export async function touchOpportunity(id: string): Promise<void> {
  await query('update opportunities set last_activity_at = now() where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
}
