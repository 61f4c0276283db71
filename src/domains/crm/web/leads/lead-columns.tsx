import { RowLink } from '../../../../web/router/row-link.tsx';
import type { Column } from '../../../../web/table/columns.ts';
import { Avatar } from '../../../../web/ui/avatar.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import type { LeadRow } from '../../contract/leads.ts';
import { customColumn, shown } from '../../../../records/web/custom-columns.tsx';
import { PrivateMark } from '../../../../records/web/private-mark.tsx';
import type { ColumnContext } from '../../../../records/web/record-list.tsx';
import { phoneText } from '../../../../records/web/format.ts';
import { ScoreBadge, STATUS_OPTIONS, StatusBadge } from './lead-labels.tsx';

/** Shown until someone chooses otherwise. */
export const STANDARD_LEAD_COLUMNS = 'name,company,status,score,email,phone,source,owner,createdAt';

export function leadColumns({ customFields, owners, recordSearch }: ColumnContext): Column<LeadRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 210,
      hideable: false,
      sortField: 'name',
      cell: (row) => (
        <span className="flex items-center gap-2">
          <Avatar name={row.name} size="sm" />
          <RowLink
            to={`/leads/${row.id}`}
            search={recordSearch}
            tabIndex={-1}
            title={row.name}
            className="truncate leading-6 font-medium hover:underline"
          >
            {row.name}
          </RowLink>
          {row.private && <PrivateMark />}
        </span>
      ),
    },
    {
      id: 'company',
      header: 'Company',
      width: 160,
      sortField: 'company',
      cell: (row) => shown(row.companyName),
      edit: { value: (row) => row.companyName },
    },
    {
      id: 'status',
      header: 'Status',
      width: 120,
      cell: (row) => <StatusBadge status={row.status} />,
      edit: { value: (row) => row.status, options: STATUS_OPTIONS },
    },
    {
      id: 'score',
      header: 'Score',
      width: 100,
      sortField: 'score',
      firstSort: 'desc',
      cell: (row) => <ScoreBadge score={row.score} />,
    },
    { id: 'title', header: 'Title', width: 150, cell: (row) => shown(row.title), edit: { value: (row) => row.title } },
    {
      id: 'email',
      header: 'Email',
      width: 200,
      sortField: 'email',
      cell: (row) => shown(row.email),
      edit: { value: (row) => row.email, inputType: 'email' },
    },
    {
      id: 'phone',
      header: 'Phone',
      width: 145,
      cell: (row) => shown(phoneText({ value: row.phone })),
      edit: { value: (row) => row.phone, inputType: 'tel' },
    },
    {
      id: 'source',
      header: 'Source',
      width: 130,
      sortField: 'source',
      cell: (row) => shown(row.source),
      edit: { value: (row) => row.source },
    },
    {
      id: 'owner',
      header: 'Owner',
      width: 135,
      cell: (row) => shown(owners.nameOf(row.ownerId)),
      edit: { value: (row) => row.ownerId ?? '', options: owners.options },
    },
    {
      id: 'tags',
      header: 'Tags',
      width: 180,
      cell: (row) => (
        <span className="flex gap-1" title={row.tags.join(', ')}>
          {row.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      ),
    },
    {
      id: 'city',
      header: 'City',
      width: 130,
      sortField: 'city',
      cell: (row) => shown(row.city),
      edit: { value: (row) => row.city },
    },
    {
      id: 'country',
      header: 'Country',
      width: 130,
      sortField: 'country',
      cell: (row) => shown(row.country),
      edit: { value: (row) => row.country },
    },
    { id: 'contact', header: 'Converted to', width: 150, cell: (row) => shown(row.contact?.name ?? '') },
    {
      id: 'statusSince',
      header: 'In status since',
      width: 140,
      sortField: 'statusSince',
      firstSort: 'desc',
      cell: (row) => <RelativeTime value={row.statusSince} />,
    },
    {
      id: 'lastActivityAt',
      header: 'Last activity',
      width: 140,
      sortField: 'lastActivityAt',
      firstSort: 'desc',
      cell: (row) => row.lastActivityAt && <RelativeTime value={row.lastActivityAt} />,
    },
    {
      id: 'createdAt',
      header: 'Created',
      width: 130,
      sortField: 'createdAt',
      firstSort: 'desc',
      cell: (row) => <RelativeTime value={row.createdAt} />,
    },
    {
      id: 'updatedAt',
      header: 'Updated',
      width: 130,
      sortField: 'updatedAt',
      firstSort: 'desc',
      cell: (row) => <RelativeTime value={row.updatedAt} />,
    },
    ...customFields.map((field) => customColumn<LeadRow>(field)),
  ];
}

/** A lead on a phone: who, of what, how warm, and what state it is in. */
export function LeadCard({ lead }: { lead: LeadRow }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <Avatar name={lead.name} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="truncate text-base font-medium">{lead.name}</span>
          {lead.private && <PrivateMark />}
          <ScoreBadge score={lead.score} />
        </span>
        <span className="flex items-center gap-2 text-xs text-muted">
          <StatusBadge status={lead.status} />
          <span className="truncate">{lead.companyName || lead.email || phoneText({ value: lead.phone })}</span>
        </span>
      </span>
    </span>
  );
}
