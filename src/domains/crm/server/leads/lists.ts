/** Lists of leads, their choices, and the whole selection as CSV. */
import type * as z from 'zod';
import type { Condition, Filter } from '../../../../kernel/filter.ts';
import { query } from '../../../../server/db/index.ts';
import { LEAD_STATUS_LABELS } from '../../contract/lead-filter.ts';
import type { LeadExportQuery, LeadFacets, LeadStatus } from '../../contract/leads.ts';
import { joinList } from '../../../../records/engine/cell-values.ts';
import { type CsvColumn, exportCsv } from '../../../../records/server/list/csv.ts';
import { importChoices } from '../../../../records/server/timeline/import-source.ts';
import { pickedOf, type Selection } from '../../../../records/server/list/selection.ts';
import { countedNowAndThen } from '../../../../records/server/list/cached-figures.ts';
import { leadRecordKind } from './kind.ts';
import type { DbRecord } from './rows.ts';

interface Asked {
  search?: string | undefined;
  filter?: Filter | undefined;
  trash?: '1' | undefined;
  contactId?: string | undefined;
  companyId?: string | undefined;
  ownerId?: string | undefined;
  status?: LeadStatus | undefined;
}

/** The selection of a list, with the parameters that name a record turned into conditions. */
export function selectionOf({ search, filter, trash, contactId, companyId, ownerId, status }: Asked): Selection {
  const of = (field: string, value: string | undefined): Condition[] =>
    value === undefined ? [] : [{ field, op: 'any_of', value: [value] }];
  const conditions = [
    ...of('contact', contactId),
    ...of('company', companyId),
    ...of('owner', ownerId),
    ...of('status', status),
  ];
  return { search, filter, within: { match: 'all', conditions }, trash: trash === '1' };
}

const MAX = 200;

function counted(column: string): Promise<{ value: string; count: number }[]> {
  return query(
    `select ${column} as value, count(*)::int as count from leads
      where workspace_id = app_workspace() and deleted_at is null and ${column} <> '' group by 1
      order by 2 desc, 1 limit ${MAX}`,
  );
}

/** Choices for filters and forms, the most frequent first. */
export async function leadFacets(): Promise<z.infer<typeof LeadFacets>> {
  const values = await countedNowAndThen('lead', 'facets', async () => ({
    tags: await query<{ value: string; count: number }>(
      `select tag as value, count(*)::int as count from leads, unnest(tags) as tag
        where workspace_id = app_workspace() and deleted_at is null group by 1 order by 2 desc, 1 limit ${MAX}`,
    ),
    sources: await counted('source'),
    countries: await counted('country'),
    cities: await counted('city'),
  }));
  const forms = await query<{ id: string; name: string }>(
    `select id, name from lead_forms where workspace_id = app_workspace() order by lower(name), id limit ${MAX}`,
  );
  return { ...values, forms, imports: await importChoices('lead') };
}

const COLUMNS: Readonly<Record<string, CsvColumn<DbRecord>>> = {
  name: ['Name', (row) => row.name],
  firstName: ['First name', (row) => row.first_name],
  lastName: ['Last name', (row) => row.last_name],
  company: ['Company', (row) => row.company_name],
  title: ['Title', (row) => row.title],
  email: ['Email', (row) => row.email],
  phone: ['Phone', (row) => row.phone],
  website: ['Website', (row) => row.website],
  city: ['City', (row) => row.city],
  country: ['Country', (row) => row.country],
  status: ['Status', (row) => LEAD_STATUS_LABELS[row.status]],
  statusReason: ['Reason', (row) => row.status_reason],
  score: ['Score', (row) => (row.score === null ? '' : String(row.score))],
  source: ['Source', (row) => row.source],
  owner: ['Owner', (row, owners) => owners.get(row.owner_id ?? '') ?? ''],
  tags: ['Tags', (row) => joinList(row.tags)],
  about: ['About', (row) => row.about],
  contact: ['Converted to', (row) => row.contact?.name ?? ''],
  statusSince: ['In its status since', (row) => row.status_since],
  lastActivityAt: ['Last activity', (row) => row.last_activity_at ?? ''],
  createdAt: ['Created', (row) => row.created_at],
  updatedAt: ['Changed', (row) => row.updated_at],
  id: ['Id', (row) => row.id],
};

/** @throws AppError `validation` */
export function exportLeads(request: z.output<typeof LeadExportQuery>): Promise<AsyncGenerator<string>> {
  return exportCsv(
    { list: leadRecordKind, columns: COLUMNS, onRequest: ['name'], ownerOf: (row) => row.owner_id },
    { ...selectionOf(request), ...pickedOf(request), sort: request.sort },
    request.columns,
  );
}
