/** Companies as the records core sees them. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import { type CompanyRow, type CompanySort, DEFAULT_COMPANY_SORT } from '../../contract/companies.ts';
import { COMPANY_FILTER_FIELDS } from '../../contract/company-filter.ts';
import { CRM } from '../../paths.ts';
import { COMPANIES_CHANGED } from '../live-paths.ts';
import { definedFilters, definedSorts } from '../../../../records/server/defined-columns.ts';
import { companyDefinition } from '../../kinds/company.ts';
import { importedEntry } from '../../../../records/server/timeline/import-source.ts';
import { defineKind, type ListKind } from '../../../../records/server/list/list-kind.ts';
import { always, nullable, type SortKey } from '../../../../records/server/list/sort.ts';
import { wireInstant } from '../../../../records/server/timeline/timeline.ts';
import { type DbRecord, type DbRow, RECORD_COLUMNS, ROW_COLUMNS, toRow } from './rows.ts';
import { renameInContacts } from './write.ts';

const SORTS: Record<CompanySort, SortKey> = {
  ...definedSorts(companyDefinition, 'co'),
  lastActivityAt: nullable('co.last_activity_at', 'timestamptz'),
  createdAt: always('co.created_at', 'timestamptz'),
  updatedAt: always('co.updated_at', 'timestamptz'),
};

/**
 * Activities `x` with company `$2` of workspace `$1`, each once: its own, its people's and its opportunities'.
 * @param columns of `x`; whoever needs more than ids asks for it here, because to look tens of thousands up a second
 *   time takes longer than to find them
 * @param where a condition on `x`, asked of each while it is looked for
 */
export const activitiesOfCompany = (
  columns: string,
  where = 'true',
): string => `select ${columns} from activities x where x.workspace_id = $1 and x.company_id = $2 and ${where}
  union select ${columns} from contacts c join activities x on x.workspace_id = c.workspace_id and x.contact_id = c.id
    where c.workspace_id = $1 and c.company_id = $2 and c.deleted_at is null and ${where}
  union select ${columns} from opportunities o
    join activities x on x.workspace_id = o.workspace_id and x.opportunity_id = o.id
    where o.workspace_id = $1 and o.company_id = $2 and o.deleted_at is null and ${where}`;

export const companyKind = defineKind<DbRow, CompanyRow>({
  kind: 'company',
  table: 'companies',
  noun: 'The company',
  changed: COMPANIES_CHANGED,
  touch: (id) =>
    query('update companies set last_activity_at = now() where id = $1 and workspace_id = $2', [
      id,
      currentWorkspaceId(),
    ]),
  timeline: [
    // The page of them is found by what orders it alone: a company may have tens of thousands.
    (limit) => `select 'activity' as kind, 'activity-' || a.id as id, a.created_at as at, a.owner_id as actor_id,
       jsonb_build_object('id', a.id, 'type', a.type, 'subject', a.subject, 'dueAt', ${wireInstant('a.due_at')},
          'doneAt', ${wireInstant('a.done_at')}) as data
     from (select n.id from (${activitiesOfCompany('x.id, x.created_at', 'x.deleted_at is null')}) n
       where $3::timestamptz is null or (n.created_at, ('activity-' || n.id) collate "C") < ($3, $4 collate "C")
          order by n.created_at desc, n.id desc limit ${limit}) n
     join activities a on a.workspace_id = $1 and a.id = n.id`,
    `select 'opportunity' as kind, 'opportunity-' || o.id as id, o.created_at as at, o.owner_id as actor_id,
       jsonb_build_object('id', o.id, 'name', o.name, 'amount', o.amount::text, 'currency', o.currency, 'stage', s.name)
          as data
     from opportunities o join stages s on s.id = o.stage_id
        where o.workspace_id = $1 and o.company_id = $2 and o.deleted_at is null`,
    importedEntry('companies'),
  ],
  movable,
  moved: renameInContacts,
  alias: 'co',
  columns: ROW_COLUMNS,
  joins: '',
  sorts: SORTS,
  defaultSort: DEFAULT_COMPANY_SORT,
  filterFields: COMPANY_FILTER_FIELDS,
  filters: {
    ...definedFilters(companyDefinition, 'co'),
    owner: 'co.owner_id',
    tags: 'co.tags',
    hasContacts:
      'exists (select 1 from contacts c where c.workspace_id = co.workspace_id and c.company_id = co.id and c.deleted_at is null)',
    hasOpenOpportunities: `exists (select 1 from opportunities o where o.workspace_id = co.workspace_id
      and o.company_id = co.id and o.state = 'open' and o.deleted_at is null)`,
    import: 'co.import_id',
    lastActivityAt: 'co.last_activity_at',
    createdAt: 'co.created_at',
    updatedAt: 'co.updated_at',
  },
  few: { hasContacts: async ({ op }) => (op === 'false' ? withoutContacts() : undefined) },
  toItem: toRow,
  nameOf: (row) => row.name,
});

/** Most companies have someone: looking each up in the order of the list would be a walk through all. */
const LONELY = new Memory({ paths: [CRM.companies, CRM.contacts], longest: 60_000 });
const MAX_LONELY = 2_000;

/** Undefined where there are so many that a page of the list soon holds some. */
function withoutContacts(): Promise<string[] | undefined> {
  return LONELY.read(currentWorkspaceId(), '', async () => {
    const rows = await query<{ id: string }>(
      `select co.id from companies co where co.workspace_id = $1 and co.deleted_at is null
         and not exists (select 1 from contacts c where c.workspace_id = $1 and c.company_id = co.id
            and c.deleted_at is null) limit ${MAX_LONELY + 1}`,
      [currentWorkspaceId()],
    );
    return rows.length > MAX_LONELY ? undefined : rows.map(({ id }) => id);
  });
}

/** The same list with every column, for exports. */
export const companyRecordKind: ListKind<DbRecord, CompanyRow> = { ...companyKind, columns: RECORD_COLUMNS };

/** Of companies in the trash those whose name is free; of two with one name the one that was deleted last. */
async function movable(ids: readonly string[], intoTrash: boolean): Promise<string[]> {
  if (intoTrash) return [...ids];
  const rows = await query<{ id: string }>(
    `select distinct on (co.name_key) co.id from companies co
      where co.workspace_id = $1 and co.id = any($2) and co.deleted_at is not null
       and not exists (select 1 from companies other where other.workspace_id = $1 and other.name_key = co.name_key
          and other.deleted_at is null)
     order by co.name_key, co.deleted_at desc, co.id`,
    [currentWorkspaceId(), ids],
  );
  return rows.map((row) => row.id);
}
