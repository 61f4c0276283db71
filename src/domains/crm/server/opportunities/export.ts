/** Opportunities as CSV. */
import type * as z from 'zod';
import type { OpportunityExportQuery } from '../../contract/opportunities.ts';
import { FORECAST_LABELS, STATE_LABELS } from '../../contract/opportunity-filter.ts';
import { type CsvColumn, exportCsv } from '../records/csv.ts';
import { opportunityRecordKind } from './kind.ts';
import type { DbRecord } from './rows.ts';
import { selectionOf } from './selection.ts';

const COLUMNS: Readonly<Record<string, CsvColumn<DbRecord>>> = {
  name: ['Name', (row) => row.name],
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
  source: ['Source', (row) => row.source],
  nextStep: ['Next step', (row) => row.next_step],
  tags: ['Tags', (row) => row.tags.join('; ')],
  description: ['Description', (row) => row.description],
  closeReason: ['Reason', (row) => row.close_reason ?? ''],
  closeNote: ['Note on closing', (row) => row.close_note],
  stageEnteredAt: ['In its stage since', (row) => row.stage_entered_at],
  closedAt: ['Closed', (row) => row.closed_at ?? ''],
  lastActivityAt: ['Last activity', (row) => row.last_activity_at ?? ''],
  createdAt: ['Created', (row) => row.created_at],
  updatedAt: ['Changed', (row) => row.updated_at],
};

/** @throws AppError `validation` */
export function exportOpportunities(request: z.output<typeof OpportunityExportQuery>): Promise<AsyncGenerator<string>> {
  return exportCsv({ list: opportunityRecordKind, columns: COLUMNS, ownerOf: (row) => row.owner_id }, { ...selectionOf(request), sort: request.sort }, request.columns);
}
