/** Lists of leads, opportunities and activities: newest first, narrowed to one record or owner, keyset-paged. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Activity, Lead, Opportunity, Pipeline } from '../../contract/pipeline.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../paging.ts';
import { ACTIVITIES, LEADS, OPPORTUNITIES } from './rows.ts';

export interface ListRequest {
  contactId?: string | undefined;
  companyId?: string | undefined;
  ownerId?: string | undefined;
  businessLicenseId?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

type Narrow = Partial<Record<'contactId' | 'companyId' | 'ownerId' | 'businessLicenseId', string>>;

/**
 * @param alias of the listed table in `select`
 * @param narrow SQL of each way to narrow the list down; `?` stands for the wanted id
 */
async function readPage<Row extends { id: string }>(select: string, alias: string, narrow: Narrow, request: ListRequest): Promise<{ items: Row[]; next: string | null }> {
  const values: unknown[] = [currentWorkspaceId(), request.limit + 1];
  const conditions = [`${alias}.workspace_id = $1`, `${alias}.deleted_at is null`];
  for (const [name, sql] of Object.entries(narrow) as [keyof Narrow, string][]) {
    const wanted = request[name];
    if (wanted === undefined) continue;
    values.push(wanted);
    conditions.push(sql.replace('?', `$${values.length}`));
  }
  const from = unpackCursor(request.cursor, UUID);
  if (from) {
    values.push(from[0]);
    conditions.push(`${alias}.id < $${values.length}`);
  }
  const rows = await query<Row>(`${select} where ${conditions.join(' and ')} order by ${alias}.id desc limit $2`, values);
  return pageFrom(rows, request.limit, (row) => packCursor(row.id));
}

const ofCompany = (alias: string) => `${alias}.contact_id in (select id from contacts where workspace_id = $1 and company_id = ? and deleted_at is null)`;

export const listLeads = (request: ListRequest) =>
  readPage<Lead>(LEADS, 'l', { contactId: 'l.contact_id = ?', companyId: ofCompany('l'), ownerId: 'l.owner_id = ?' }, request);

export const listOpportunities = (request: ListRequest) =>
  readPage<Opportunity>(OPPORTUNITIES, 'o', { contactId: 'o.contact_id = ?', companyId: 'o.company_id = ?', ownerId: 'o.owner_id = ?', businessLicenseId: 'o.business_license_id = ?' }, request);

export const listActivities = (request: ListRequest) =>
  readPage<Activity>(ACTIVITIES, 'a', { contactId: 'a.contact_id = ?', companyId: ofCompany('a'), ownerId: 'a.owner_id = ?' }, request);

/** Pipelines in their order, each with its stages in theirs. */
export function listPipelines(): Promise<Pipeline[]> {
  return query<Pipeline>(
    `select p.id, p.name, coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'position', s.position, 'probability', s.probability, 'outcome', s.outcome)
       order by s.position) filter (where s.id is not null), '[]') as stages
     from pipelines p left join stages s on s.pipeline_id = p.id where p.workspace_id = $1 group by p.id order by p.position, p.name limit 100`,
    [currentWorkspaceId()],
  );
}
