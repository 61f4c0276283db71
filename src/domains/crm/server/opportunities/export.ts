/** A whole selection as CSV, page by page. */
import type * as z from 'zod';
import { csvRow } from '../../../../kernel/csv.ts';
import { invalid } from '../../../../kernel/errors.ts';
import type { OpportunityExportQuery } from '../../contract/opportunities.ts';
import { FORECAST_LABELS, STATE_LABELS } from '../../contract/opportunity-filter.ts';
import { eachPage, prepareSelection, type SortedSelection, sortOf } from '../records/list.ts';
import { customDefinitions, peopleNames } from '../workspace.ts';
import { opportunityRecordKind } from './kind.ts';
import type { DbRecord } from './rows.ts';
import { selectionOf } from './selection.ts';

const PAGE = 1_000;

type Cell = (row: DbRecord, owners: ReadonlyMap<string, string>) => string;

const COLUMNS: Readonly<Record<string, readonly [header: string, cell: Cell]>> = {
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

async function chosenColumns(columns: string | undefined): Promise<(readonly [string, Cell])[]> {
  const custom = new Map((await customDefinitions('opportunity')).map(({ key, label }): [string, readonly [string, Cell]] => [`custom.${key}`, [label, (row) => customText(row.custom[key])]]));
  const names = columns === undefined ? [...Object.keys(COLUMNS), ...custom.keys()] : columns.split(',').filter(Boolean);
  return names.map((name) => {
    const column = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : custom.get(name);
    if (!column) throw invalid('columns', `There is no column "${name}" to export.`);
    return column;
  });
}

function customText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join('; ') : String(value as string | number);
}

/** Pieces of the file. What is wrong with the request is thrown before the first piece. @throws AppError `validation` */
export async function exportOpportunities(request: z.output<typeof OpportunityExportQuery>): Promise<AsyncGenerator<string>> {
  const selection = { ...selectionOf(request), sort: request.sort };
  await sortOf(opportunityRecordKind, request.sort);
  (await prepareSelection(opportunityRecordKind, selection)).check();
  return pieces(selection, await chosenColumns(request.columns));
}

async function* pieces(selection: SortedSelection, columns: readonly (readonly [string, Cell])[]): AsyncGenerator<string> {
  // With a byte order mark, or spreadsheets read UTF-8 as something else.
  yield `\uFEFF${csvRow(columns.map(([header]) => header))}`;
  for await (const rows of eachPage(opportunityRecordKind, selection, PAGE)) {
    const owners = await peopleNames(rows.map((row) => row.owner_id));
    yield rows.map((row) => csvRow(columns.map(([, cell]) => cell(row, owners)))).join('');
  }
}
