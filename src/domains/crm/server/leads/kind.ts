/** Leads as the records core sees them. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { LEAD_FILTER_FIELDS } from '../../contract/lead-filter.ts';
import { DEFAULT_LEAD_SORT, type LeadRow, type LeadSort } from '../../contract/leads.ts';
import { CRM } from '../../paths.ts';
import { type ConditionSql, listedIds } from '../../../../records/server/list/filter-sql.ts';
import { importedEntry } from '../../../../records/server/timeline/import-source.ts';
import { defineKind, type ListKind } from '../../../../records/server/list/list-kind.ts';
import { always, keyText, nullable, onDemand, plainText, type SortKey } from '../../../../records/server/list/sort.ts';
import { wireInstant } from '../../../../records/server/timeline/timeline.ts';
import { type DbRecord, type DbRow, RECORD_COLUMNS, RECORD_JOINS, ROW_COLUMNS, ROW_JOINS, toRow } from './rows.ts';

/** Lists and records, and the figures made from them. */
export const LEADS_CHANGED = [CRM.leads, CRM.dashboard];

const SORTS: Record<LeadSort, SortKey> = {
  name: keyText('l.name_key'),
  company: keyText('l.company_key'),
  email: keyText('l.email_key'),
  score: nullable('l.score', 'numeric'),
  source: onDemand(plainText('l.source')),
  city: onDemand(plainText('l.city')),
  country: onDemand(plainText('l.country')),
  statusSince: onDemand(always('l.status_since', 'timestamptz')),
  lastActivityAt: nullable('l.last_activity_at', 'timestamptz'),
  createdAt: always('l.created_at', 'timestamptz'),
  updatedAt: always('l.updated_at', 'timestamptz'),
};

/** The company of the contact that a lead became, as it is today. */
const companyOfContact: ConditionSql = (condition, parameters, context) => {
  const of = 'l.contact_id in (select id from contacts where workspace_id = app_workspace() and deleted_at is null and';
  if (condition.op === 'empty') return `not coalesce(${of} company_id is not null), false)`;
  if (condition.op === 'not_empty') return `coalesce(${of} company_id is not null), false)`;
  const match = `coalesce(${of} company_id = any(${parameters.add(listedIds(condition, context), 'uuid[]')})), false)`;
  return condition.op === 'none_of' ? `not ${match}` : match;
};

export const leadKind = defineKind<DbRow, LeadRow>({
  kind: 'lead',
  table: 'leads',
  noun: 'The lead',
  changed: LEADS_CHANGED,
  touch: (id) =>
    query('update leads set last_activity_at = now() where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]),
  timeline: [
    importedEntry('leads'),
    `select 'activity' as kind, 'activity-' || a.id as id, a.created_at as at, a.owner_id as actor_id,
       jsonb_build_object('id', a.id, 'type', a.type, 'subject', a.subject, 'dueAt', ${wireInstant('a.due_at')},
          'doneAt', ${wireInstant('a.done_at')}) as data
     from activities a where a.workspace_id = $1 and a.lead_id = $2 and a.deleted_at is null`,
  ],
  alias: 'l',
  columns: ROW_COLUMNS,
  joins: ROW_JOINS,
  sorts: SORTS,
  defaultSort: DEFAULT_LEAD_SORT,
  filterFields: LEAD_FILTER_FIELDS,
  filters: {
    name: { sql: 'l.name_key', folded: true },
    companyName: { sql: 'l.company_key', folded: true },
    email: { sql: 'l.email_key', folded: true },
    phone: 'l.phone',
    title: 'l.title',
    website: 'l.website',
    city: 'l.city',
    about: 'l.about',
    campaign: `coalesce(l.origin->>'utm_campaign', '')`,
    status: 'l.status',
    source: 'l.source',
    country: 'l.country',
    score: 'l.score',
    tags: 'l.tags',
    owner: 'l.owner_id',
    form: 'l.form_id',
    contact: 'l.contact_id',
    company: companyOfContact,
    businessLicense: 'l.business_license_id',
    private: 'exists (select 1 from private_records pr where pr.record_id = l.id)',
    import: 'l.import_id',
    statusSince: 'l.status_since',
    lastActivityAt: 'l.last_activity_at',
    convertedAt: 'l.converted_at',
    createdAt: 'l.created_at',
    updatedAt: 'l.updated_at',
  },
  toItem: toRow,
  nameOf: (row) => row.name,
});

/** The same list with every column, for exports. */
export const leadRecordKind: ListKind<DbRecord, LeadRow> = {
  ...leadKind,
  columns: RECORD_COLUMNS,
  joins: RECORD_JOINS,
};
