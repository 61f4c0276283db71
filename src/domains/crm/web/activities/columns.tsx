/** The columns of the list of activities. */
import { RowLink } from '../../../../web/router/row-link.tsx';
import type { Column } from '../../../../web/table/columns.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { type Activity, PRIORITIES } from '../../contract/activities.ts';
import { parseRule } from '../../engine/activities/recurrence.ts';
import { ruleInWords } from '../../engine/activities/rule-text.ts';
import type { ColumnContext } from '../../../../records/web/record-list.tsx';
import { customColumn, shown } from '../../../../records/web/custom-columns.tsx';
import { DoneBox } from './activity-row.tsx';
import { isOverdue, lengthText, whenText } from './times.ts';
import { linksOf, outcomeWord, PRIORITY_WORDS, TYPE_WORDS, TypeIcon } from './labels.tsx';

/** Shown until someone chooses otherwise. */
export const STANDARD_COLUMNS = 'subject,dueAt,status,priority,about,owner,outcome';

export function activityColumns({ customFields, owners, recordSearch }: ColumnContext): Column<Activity>[] {
  const now = new Date();
  return [
    {
      id: 'subject',
      header: 'Subject',
      width: 300,
      hideable: false,
      sortField: 'subject',
      edit: { value: (row) => row.subject, validate: (text) => (text.trim() ? undefined : 'Enter a subject.') },
      cell: (row) => (
        <span className="flex items-center gap-1.5">
          {row.deletedAt === null && <DoneBox activity={row} />}
          <TypeIcon type={row.type} />
          <RowLink
            to={`/activities/${row.id}`}
            search={recordSearch}
            tabIndex={-1}
            title={row.subject}
            className={cx(
              'truncate leading-6 font-medium hover:underline',
              row.status !== 'open' && 'text-muted line-through',
            )}
          >
            {row.subject}
          </RowLink>
        </span>
      ),
    },
    {
      id: 'dueAt',
      header: 'When',
      width: 160,
      sortField: 'dueAt',
      cell: (row) => (
        <span className={cx('tabular', isOverdue(row, now) && 'font-medium text-danger-ink')}>
          {whenText(row, now) || (row.doneAt && whenText({ dueAt: row.doneAt, day: null }, now))}
          {isOverdue(row, now) ? ', overdue' : ''}
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 100,
      cell: (row) =>
        row.status === 'done' ? (
          <Badge tone="success">Done</Badge>
        ) : row.status === 'cancelled' ? (
          <Badge>Canceled</Badge>
        ) : isOverdue(row, now) ? (
          <Badge tone="danger">Overdue</Badge>
        ) : (
          <Badge tone="info">Open</Badge>
        ),
    },
    {
      id: 'priority',
      header: 'Priority',
      width: 100,
      sortField: 'priority',
      firstSort: 'desc',
      edit: {
        value: (row) => row.priority,
        options: PRIORITIES.map((value) => ({ value, label: PRIORITY_WORDS[value] })),
      },
      cell: (row) =>
        row.priority === 'high' ? <Badge tone="warning">High</Badge> : shown(PRIORITY_WORDS[row.priority]),
    },
    {
      id: 'about',
      header: 'About',
      width: 220,
      cell: (row) =>
        shown(
          linksOf(row)
            .map(({ name }) => name)
            .join(', '),
        ),
    },
    {
      id: 'owner',
      header: 'Owner',
      width: 140,
      cell: (row) => shown(owners.nameOf(row.ownerId)),
      edit: { value: (row) => row.ownerId ?? '', options: owners.options },
    },
    { id: 'outcome', header: 'Outcome', width: 130, cell: (row) => shown(outcomeWord(row.outcome)) },
    { id: 'type', header: 'Type', width: 100, cell: (row) => shown(TYPE_WORDS[row.type]) },
    {
      id: 'duration',
      header: 'Duration',
      width: 100,
      align: 'end',
      cell: (row) => shown(row.durationMinutes === null ? '' : lengthText(row.durationMinutes)),
      sum: (sum) => lengthText(Number(sum)),
    },
    {
      id: 'attendees',
      header: 'Attendees',
      width: 180,
      cell: (row) => shown(row.attendees.map((guest) => guest.name || guest.email).join(', ')),
    },
    {
      id: 'repeats',
      header: 'Repeats',
      width: 200,
      cell: (row) => shown(row.series ? ruleInWords(parseRule(row.series.rule)) : ''),
    },
    { id: 'place', header: 'Location', width: 160, cell: (row) => shown(row.place) },
    {
      id: 'tags',
      header: 'Tags',
      width: 160,
      cell: (row) => (
        <span className="flex gap-1" title={row.tags.join(', ')}>
          {row.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      ),
    },
    {
      id: 'doneAt',
      header: 'Done',
      width: 140,
      sortField: 'doneAt',
      firstSort: 'desc',
      cell: (row) => row.doneAt && <RelativeTime value={row.doneAt} />,
    },
    {
      id: 'createdAt',
      header: 'Created',
      width: 140,
      sortField: 'createdAt',
      firstSort: 'desc',
      cell: (row) => <RelativeTime value={row.createdAt} />,
    },
    {
      id: 'updatedAt',
      header: 'Updated',
      width: 140,
      sortField: 'updatedAt',
      firstSort: 'desc',
      cell: (row) => <RelativeTime value={row.updatedAt} />,
    },
    ...customFields.map((field) => customColumn<Activity>(field)),
  ];
}
