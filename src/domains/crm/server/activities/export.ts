/** A whole selection as CSV, page by page. */
import { csvRow } from '../../../../kernel/csv.ts';
import { invalid } from '../../../../kernel/errors.ts';
import { query } from '../../../../server/db/index.ts';
import type { Activity } from '../../contract/activities.ts';
import { eachPage, prepareSelection, type SortedSelection, sortOf } from '../records/list.ts';
import { customDefinitions, peopleNames } from '../workspace.ts';
import { activityKind } from './kind.ts';

const PAGE = 1_000;

type Cell = (row: Activity, owners: ReadonlyMap<string, string>) => string;

const COLUMNS: Readonly<Record<string, readonly [header: string, cell: Cell]>> = {
  subject: ['Subject', (row) => row.subject],
  type: ['Type', (row) => row.type],
  status: ['Status', (row) => row.status],
  priority: ['Priority', (row) => row.priority],
  dueAt: ['Due', (row) => row.day ?? row.dueAt ?? ''],
  zone: ['Time zone', (row) => row.zone],
  duration: ['Minutes', (row) => String(row.durationMinutes ?? '')],
  doneAt: ['Done', (row) => row.doneAt ?? ''],
  outcome: ['Outcome', (row) => row.outcome],
  owner: ['Owner', (row, owners) => owners.get(row.ownerId ?? '') ?? ''],
  contact: ['Contact', (row) => row.contact?.name ?? ''],
  company: ['Company', (row) => row.company?.name ?? ''],
  lead: ['Lead', (row) => row.lead?.name ?? ''],
  opportunity: ['Opportunity', (row) => row.opportunity?.name ?? ''],
  attendees: ['Attendees', (row) => row.attendees.map((guest) => guest.name || guest.email).join('; ')],
  repeats: ['Repeats', (row) => row.series?.rule ?? ''],
  place: ['Place', (row) => row.place],
  link: ['Link', (row) => row.link],
  tags: ['Tags', (row) => row.tags.join('; ')],
  body: ['Notes', (row) => row.body],
  createdAt: ['Created', (row) => row.createdAt],
  updatedAt: ['Changed', (row) => row.updatedAt],
};

async function chosenColumns(columns: string | undefined): Promise<(readonly [string, Cell])[]> {
  const custom = new Map((await customDefinitions('activity')).map(({ key, label }): [string, readonly [string, Cell]] => [`custom.${key}`, [label, (row) => customText(row.custom[key])]]));
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
export async function exportActivities(selection: SortedSelection, columns: string | undefined): Promise<AsyncGenerator<string>> {
  await sortOf(activityKind, selection.sort);
  (await prepareSelection(activityKind, selection)).check();
  return pieces(selection, await chosenColumns(columns));
}

async function* pieces(selection: SortedSelection, columns: readonly (readonly [string, Cell])[]): AsyncGenerator<string> {
  // With a byte order mark, or spreadsheets read UTF-8 as something else.
  yield `\uFEFF${csvRow(columns.map(([header]) => header))}`;
  for await (const rows of eachPage(activityKind, selection, PAGE)) {
    const owners = await peopleNames(rows.map((row) => row.ownerId));
    yield rows.map((row) => csvRow(columns.map(([, cell]) => cell(row, owners)))).join('');
  }
}

/** Tags in use, the most frequent first. */
export async function activityFacets(): Promise<{ tags: { value: string; count: number }[] }> {
  return {
    tags: await query('select tag as value, count(*)::int as count from activities, unnest(tags) as tag where workspace_id = app_workspace() and deleted_at is null group by 1 order by 2 desc, 1 limit 500'),
  };
}
