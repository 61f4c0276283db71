/** Activities as CSV, and the choices of their filters. */
import { query } from '../../../../server/db/index.ts';
import type { Activity } from '../../contract/activities.ts';
import { joinList } from '../../../../records/engine/cell-values.ts';
import { type CsvColumn, exportCsv } from '../../../../records/server/list/csv.ts';
import type { SortedSelection } from '../../../../records/server/list/selection.ts';
import { countedNowAndThen } from '../../../../records/server/list/cached-figures.ts';
import { activityKind } from './kind.ts';

const COLUMNS: Readonly<Record<string, CsvColumn<Activity>>> = {
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
  tags: ['Tags', (row) => joinList(row.tags)],
  body: ['Notes', (row) => row.body],
  createdAt: ['Created', (row) => row.createdAt],
  updatedAt: ['Changed', (row) => row.updatedAt],
  id: ['Id', (row) => row.id],
  contactId: ['Contact id', (row) => row.contact?.id ?? ''],
  companyId: ['Company id', (row) => row.company?.id ?? ''],
  leadId: ['Lead id', (row) => row.lead?.id ?? ''],
  opportunityId: ['Opportunity id', (row) => row.opportunity?.id ?? ''],
};

/** @throws AppError `validation` */
export function exportActivities(
  selection: SortedSelection,
  columns: string | undefined,
): Promise<AsyncGenerator<string>> {
  return exportCsv({ list: activityKind, columns: COLUMNS, ownerOf: (row) => row.ownerId }, selection, columns);
}

/** Tags in use, the most frequent first. */
export function activityFacets(): Promise<{ tags: { value: string; count: number }[] }> {
  return countedNowAndThen('activity', 'facets', async () => ({
    tags: await query(
      'select tag as value, count(*)::int as count from activities, unnest(tags) as tag where workspace_id = app_workspace() and deleted_at is null group by 1 order by 2 desc, 1 limit 500',
    ),
  }));
}
