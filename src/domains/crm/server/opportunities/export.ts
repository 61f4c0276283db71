/** Opportunities as CSV. */
import type * as z from 'zod';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { OpportunityExportQuery } from '../../contract/opportunities.ts';
import { FORECAST_LABELS, STATE_LABELS } from '../../contract/opportunity-filter.ts';
import { joinList } from '../../../../records/engine/cell-values.ts';
import { contactName } from '../contacts/names.ts';
import { type CsvColumn, exportCsv } from '../../../../records/server/list/csv.ts';
import { pickedOf } from '../../../../records/server/list/selection.ts';
import { opportunityRecordKind } from './kind.ts';
import type { DbRecord } from './rows.ts';
import { selectionOf } from './selection.ts';

/** Values from other tables, as text for a cell. */
interface Related {
  pipeline: string;
  contactEmail: string;
  contacts: string;
  products: string;
  license: string;
}

/** Everyone who has a part in it with address and role, its products, and the names of what it belongs to. */
async function relatedTo(ids: readonly string[]): Promise<ReadonlyMap<string, Related>> {
  const rows = await query<Related & { id: string }>(
    `select o.id, p.name as pipeline, coalesce(c.emails->0->>'value', '') as "contactEmail",
      coalesce(b.name, '') as license,
       coalesce((
         select string_agg(concat_ws(' ', ${contactName('pc')}, '<' || (pc.emails->0->>'value') || '>',
            '(' || nullif(part.role, '') || ')'), '; ' order by part.contact_id is distinct from o.contact_id,
            part.position)
         from (
           select oc.contact_id, oc.role, oc.position from opportunity_contacts oc
              where oc.workspace_id = o.workspace_id and oc.opportunity_id = o.id
           union all select o.contact_id, '', -1
              where not exists (select 1 from opportunity_contacts oc where oc.workspace_id = o.workspace_id
              and oc.opportunity_id = o.id and oc.contact_id = o.contact_id)
         ) part join contacts pc on pc.id = part.contact_id and pc.workspace_id = o.workspace_id
            and pc.deleted_at is null
       ), '') as contacts,
       coalesce((
         select string_agg(trim_scale(l.quantity)::text || ' × ' || l.product, '; ' order by l.position)
            from opportunity_lines l where l.workspace_id = o.workspace_id and l.opportunity_id = o.id
       ), '') as products
     from opportunities o join stages s on s.id = o.stage_id join pipelines p on p.id = s.pipeline_id
     left join contacts c on c.id = o.contact_id and c.workspace_id = o.workspace_id and c.deleted_at is null
     left join business_licenses b on b.id = o.business_license_id and b.workspace_id = o.workspace_id
        and b.deleted_at is null
     where o.workspace_id = $1 and o.id = any($2)`,
    [currentWorkspaceId(), ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const COLUMNS: Readonly<Record<string, CsvColumn<DbRecord, Related>>> = {
  name: ['Name', (row) => row.name],
  pipeline: ['Pipeline', (_row, _owners, related) => related?.pipeline ?? ''],
  stage: ['Stage', (row) => row.stage_name],
  state: ['State', (row) => STATE_LABELS[row.state]],
  amount: ['Amount', (row) => row.amount.replace(/(\.\d\d)0+$/, '$1')],
  currency: ['Currency', (row) => row.currency],
  probability: ['Probability', (row) => String(row.probability)],
  forecast: ['Forecast', (row) => FORECAST_LABELS[row.own_forecast ?? row.stage_forecast]],
  expectedClose: ['Expected to close', (row) => row.expected_close ?? ''],
  owner: ['Owner', (row, owners) => owners.get(row.owner_id ?? '') ?? ''],
  company: ['Company', (row) => row.company_name ?? ''],
  contact: ['Contact', (row) => row.contact_name ?? ''],
  contactEmail: ['Contact email', (_row, _owners, related) => related?.contactEmail ?? ''],
  contacts: ['All contacts', (_row, _owners, related) => related?.contacts ?? ''],
  products: ['Products', (_row, _owners, related) => related?.products ?? ''],
  businessLicense: ['Business license', (_row, _owners, related) => related?.license ?? ''],
  source: ['Source', (row) => row.source],
  nextStep: ['Next step', (row) => row.next_step],
  tags: ['Tags', (row) => joinList(row.tags)],
  description: ['Description', (row) => row.description],
  closeReason: ['Reason', (row) => row.close_reason ?? ''],
  closeNote: ['Note on closing', (row) => row.close_note],
  stageEnteredAt: ['In its stage since', (row) => row.stage_entered_at],
  closedAt: ['Closed', (row) => row.closed_at ?? ''],
  lastActivityAt: ['Last activity', (row) => row.last_activity_at ?? ''],
  createdAt: ['Created', (row) => row.created_at],
  updatedAt: ['Changed', (row) => row.updated_at],
  id: ['Id', (row) => row.id],
  companyId: ['Company id', (row) => row.company_id ?? ''],
  contactId: ['Contact id', (row) => row.contact_id ?? ''],
};

/** @throws AppError `validation` */
export function exportOpportunities(request: z.output<typeof OpportunityExportQuery>): Promise<AsyncGenerator<string>> {
  return exportCsv(
    { list: opportunityRecordKind, columns: COLUMNS, ownerOf: (row) => row.owner_id, relatedTo },
    { ...selectionOf(request), ...pickedOf(request), sort: request.sort },
    request.columns,
  );
}
