/** Lists of companies, their choices, the whole selection as CSV, and what one company comes to. */
import type * as z from 'zod';
import type { Filter } from '../../../../kernel/filter.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { CompanyExportQuery, CompanyFacets, CompanySummary } from '../../contract/companies.ts';
import { companyDefinition } from '../../kinds/company.ts';
import { countedChoices, definedExport } from '../../../../records/server/defined-columns.ts';
import { joinList } from '../../../../records/engine/cell-values.ts';
import { importChoices } from '../../../../records/server/timeline/import-source.ts';
import { type CsvColumn, exportCsv } from '../../../../records/server/list/csv.ts';
import { pickedOf, type Selection } from '../../../../records/server/list/selection.ts';
import { countedNowAndThen } from '../../../../records/server/list/cached-figures.ts';
import { requireRecord } from '../../../../records/server/require-record.ts';
import { activitiesOfCompany, companyKind, companyRecordKind } from './kind.ts';
import type { DbRecord } from './rows.ts';

export function selectionOf({
  search,
  filter,
  trash,
}: {
  search?: string | undefined;
  filter?: Filter | undefined;
  trash?: '1' | undefined;
}): Selection {
  return { search, filter, trash: trash === '1' };
}

const MAX = 200;

function counted(column: string, from = 'companies'): Promise<{ value: string; count: number }[]> {
  return query(
    `select ${column} as value, count(*)::int as count from ${from}
      where workspace_id = app_workspace() and deleted_at is null and ${column} <> '' group by 1
      order by 2 desc, 1 limit ${MAX}`,
  );
}

/** Choices for filters and forms, the most frequent first. */
export async function companyFacets(): Promise<CompanyFacets> {
  const values = await countedNowAndThen('company', 'facets', async () => ({
    tags: await counted('tag', 'companies, unnest(tags) as tag'),
    ...(await countedChoices(companyDefinition, counted)),
  }));
  return { ...values, imports: await importChoices('company') };
}

const COLUMNS: Readonly<Record<string, CsvColumn<DbRecord>>> = {
  ...definedExport(companyDefinition),
  contacts: ['Contacts', (row) => String(row.contactCount)],
  owner: ['Owner', (row, owners) => owners.get(row.ownerId ?? '') ?? ''],
  tags: ['Tags', (row) => joinList(row.tags)],
  lastActivityAt: ['Last activity', (row) => row.lastActivityAt ?? ''],
  createdAt: ['Created', (row) => row.createdAt],
  updatedAt: ['Changed', (row) => row.updatedAt],
  id: ['Id', (row) => row.id],
};

/** @throws AppError `validation` */
export function exportCompanies(request: z.output<typeof CompanyExportQuery>): Promise<AsyncGenerator<string>> {
  return exportCsv(
    { list: companyRecordKind, columns: COLUMNS, ownerOf: (row) => row.ownerId },
    { ...selectionOf(request), ...pickedOf(request), sort: request.sort },
    request.columns,
  );
}

interface Sold {
  state: 'open' | 'won' | 'lost';
  currency: string;
  count: number;
  amount: string;
}

/** @throws AppError `not_found` */
export async function summariseCompany(id: string): Promise<CompanySummary> {
  await requireRecord(companyKind, id);
  const scope = [currentWorkspaceId(), id];
  const sold = await query<Sold>(
    `select state, currency, count(*)::int as count, trim_scale(sum(amount))::text as amount from opportunities
     where workspace_id = $1 and company_id = $2 and deleted_at is null group by state, currency
        order by sum(amount) desc, currency`,
    scope,
  );
  const [people] = await query<{ contacts: number; last: string | null }>(
    `select (select count(*)::int from contacts where workspace_id = $1 and company_id = $2 and deleted_at is null) as
      contacts, last_activity_at as last from companies where workspace_id = $1 and id = $2`,
    scope,
  );
  const [work] = await query<{ planned: number; overdue: number; next: CompanySummary['next'] }>(
    `with open as (
       select id, subject, due_at, due_at < now() and (day is null or day < (now() at time zone zone)::date) as late
       from
          (${activitiesOfCompany('x.id, x.subject, x.due_at, x.day, x.zone', 'x.deleted_at is null and x.done_at is null and x.cancelled_at is null')}) x
     )
     select count(*)::int as planned, (count(*) filter (where late))::int as overdue,
       (select jsonb_build_object('id', id, 'subject', subject, 'dueAt',
          to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from open where due_at is not null
          order by due_at, id limit 1) as next
     from open`,
    scope,
  );
  const worth = (state: Sold['state']) => {
    const rows = sold.filter((row) => row.state === state);
    return {
      count: rows.reduce((sum, row) => sum + row.count, 0),
      amounts: rows.map(({ currency, amount }) => ({ currency, amount })),
    };
  };
  return {
    contacts: people!.contacts,
    open: worth('open'),
    won: worth('won'),
    lost: worth('lost').count,
    lastActivityAt: people!.last,
    ...work!,
  };
}
