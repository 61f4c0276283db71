/** The columns of the contact list: the standard ones and one for each custom field. */
import { RowLink } from '../../../../web/router/row-link.tsx';
import type { Column } from '../../../../web/table/columns.ts';
import { Avatar } from '../../../../web/ui/avatar.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import type { ContactRow } from '../../contract/contacts.ts';
import type { ColumnContext } from '../../../../records/web/record-list.tsx';
import { customColumn, shown } from '../../../../records/web/custom-columns.tsx';
import { phoneText } from '../../../../records/web/format.ts';
import { contactName } from './contact-name.ts';

/** Shown until someone chooses otherwise. */
export const STANDARD_COLUMNS = 'name,title,company,email,phone,owner,tags,lastActivityAt';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const emailProblem = (text: string) =>
  text && !EMAIL.test(text) ? 'Enter a full email address, such as ada@example.com.' : undefined;

export function contactColumns({ customFields, owners, recordSearch }: ColumnContext): Column<ContactRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 220,
      hideable: false,
      sortField: 'name',
      cell: (row) => (
        <span className="flex items-center gap-2">
          <Avatar name={contactName(row)} size="sm" />
          <RowLink
            to={`/contacts/${row.id}`}
            search={recordSearch}
            tabIndex={-1}
            title={contactName(row)}
            className="truncate leading-6 font-medium hover:underline"
          >
            {contactName(row)}
          </RowLink>
        </span>
      ),
    },
    {
      id: 'title',
      header: 'Title',
      width: 150,
      sortField: 'title',
      cell: (row) => shown(row.title),
      edit: { value: (row) => row.title },
    },
    {
      id: 'company',
      header: 'Company',
      width: 170,
      sortField: 'company',
      cell: (row) => shown(row.company?.name ?? ''),
      edit: { value: (row) => row.company?.name ?? '' },
    },
    {
      id: 'email',
      header: 'Email',
      width: 210,
      sortField: 'email',
      cell: (row) => <Several values={row.emails.map((email) => email.value)} />,
      edit: { value: (row) => row.emails[0]?.value ?? '', inputType: 'email', validate: emailProblem },
    },
    {
      id: 'phone',
      header: 'Phone',
      width: 155,
      cell: (row) => <Several values={row.phones.map(phoneText)} />,
      edit: { value: (row) => row.phones[0]?.value ?? '', inputType: 'tel' },
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
      width: 220,
      cell: (row) => (
        <span className="flex gap-1" title={row.tags.join(', ')}>
          {row.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      ),
    },
    {
      id: 'source',
      header: 'Source',
      width: 140,
      sortField: 'source',
      cell: (row) => shown(row.source),
      edit: { value: (row) => row.source },
    },
    {
      id: 'city',
      header: 'City',
      width: 140,
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
    ...customFields.map((field) => customColumn<ContactRow>(field)),
  ];
}

function Several({ values }: { values: readonly string[] }) {
  const [first, ...more] = values;
  if (!first) return null;
  return (
    <span title={values.join(', ')}>
      {first}
      {more.length > 0 && <span className="text-faint"> +{more.length}</span>}
    </span>
  );
}
