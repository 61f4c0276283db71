/** The columns of the contact list: the standard ones and one for each custom field. */
import type { ReactNode } from 'react';
import { Link } from '../../../../web/router/link.tsx';
import type { CellEdit, Column } from '../../../../web/table/columns.ts';
import { Avatar } from '../../../../web/ui/avatar.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { DayText, RelativeTime } from '../../../../web/ui/time.tsx';
import type { Option } from '../../../../web/ui/use-options.ts';
import type { ContactRow } from '../../contract/contacts.ts';
import type { CustomValue } from '../../contract/fields.ts';
import type { CustomField } from '../../contract/views.ts';
import { contactName } from './contact-name.ts';

/** Shown until someone chooses otherwise. */
export const STANDARD_COLUMNS = 'name,title,company,email,phone,owner,tags,lastActivityAt';

interface ColumnContext {
  customFields: readonly CustomField[];
  owners: { options: readonly Option[]; nameOf: (id: string | null) => string };
  /** Search that a record opened from here carries along, for next and previous. */
  recordSearch: Record<string, unknown>;
}

const shown = (text: string): ReactNode => text && <span title={text}>{text}</span>;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const emailProblem = (text: string) => (text && !EMAIL.test(text) ? 'That is not a complete e-mail address, such as ada@example.com.' : undefined);

export function contactColumns({ customFields, owners, recordSearch }: ColumnContext): Column<ContactRow>[] {
  return [
    {
      id: 'name', header: 'Name', width: 220, hideable: false, sortField: 'name',
      cell: (row) => (
        <span className="flex items-center gap-2">
          <Avatar name={contactName(row)} size="sm" />
          <Link to={`/contacts/${row.id}`} search={recordSearch} tabIndex={-1} title={contactName(row)} className="truncate font-medium hover:underline">{contactName(row)}</Link>
        </span>
      ),
    },
    { id: 'title', header: 'Title', width: 150, sortField: 'title', cell: (row) => shown(row.title), edit: { value: (row) => row.title } },
    { id: 'company', header: 'Company', width: 170, sortField: 'company', cell: (row) => shown(row.company?.name ?? ''), edit: { value: (row) => row.company?.name ?? '' } },
    {
      id: 'email', header: 'E-mail', width: 210, sortField: 'email', cell: (row) => <Several values={row.emails.map((email) => email.value)} />,
      edit: { value: (row) => row.emails[0]?.value ?? '', inputType: 'email', validate: emailProblem },
    },
    {
      id: 'phone', header: 'Phone', width: 135, cell: (row) => <Several values={row.phones.map((phone) => phone.value)} />,
      edit: { value: (row) => row.phones[0]?.value ?? '', inputType: 'tel' },
    },
    {
      id: 'owner', header: 'Owner', width: 135, cell: (row) => shown(owners.nameOf(row.ownerId)),
      edit: { value: (row) => row.ownerId ?? '', options: owners.options },
    },
    {
      id: 'tags', header: 'Tags', width: 220,
      cell: (row) => <span className="flex gap-1" title={row.tags.join(', ')}>{row.tags.map((tag) => <Badge key={tag}>{tag}</Badge>)}</span>,
    },
    { id: 'source', header: 'Source', width: 140, sortField: 'source', cell: (row) => shown(row.source), edit: { value: (row) => row.source } },
    { id: 'city', header: 'City', width: 140, sortField: 'city', cell: (row) => shown(row.city), edit: { value: (row) => row.city } },
    { id: 'country', header: 'Country', width: 130, sortField: 'country', cell: (row) => shown(row.country), edit: { value: (row) => row.country } },
    { id: 'lastActivityAt', header: 'Last activity', width: 140, sortField: 'lastActivityAt', firstSort: 'desc', cell: (row) => row.lastActivityAt && <RelativeTime value={row.lastActivityAt} /> },
    { id: 'createdAt', header: 'Created', width: 140, sortField: 'createdAt', firstSort: 'desc', cell: (row) => <RelativeTime value={row.createdAt} /> },
    { id: 'updatedAt', header: 'Changed', width: 140, sortField: 'updatedAt', firstSort: 'desc', cell: (row) => <RelativeTime value={row.updatedAt} /> },
    ...customFields.map(customColumn),
  ];
}

function Several({ values }: { values: readonly string[] }) {
  const [first, ...more] = values;
  if (!first) return null;
  return <span title={values.join(', ')}>{first}{more.length > 0 && <span className="text-faint"> +{more.length}</span>}</span>;
}

function customColumn(field: CustomField): Column<ContactRow> {
  return {
    id: `custom.${field.key}`, header: field.label, width: 150, align: field.kind === 'number' ? 'end' : 'start',
    cell: (row) => customCell(field, row.custom[field.key]), edit: customEdit(field),
  };
}

function customCell(field: CustomField, value: CustomValue | undefined): ReactNode {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return <span className="flex gap-1">{value.map((entry) => <Badge key={entry}>{entry}</Badge>)}</span>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString();
  return field.kind === 'day' ? <DayText value={value} /> : shown(value);
}

const INPUT_TYPES: Partial<Record<CustomField['kind'], CellEdit<ContactRow>['inputType']>> = { number: 'number', day: 'date', url: 'url', email: 'email', phone: 'tel' };

function customEdit(field: CustomField): CellEdit<ContactRow> | undefined {
  const value = (row: ContactRow) => String(row.custom[field.key] ?? '');
  switch (field.kind) {
    // Several lines and several choices do not fit into a cell; they are edited on the record.
    case 'multi': case 'long_text': return undefined;
    case 'boolean': return { value, options: [{ value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }] };
    case 'select': return { value, options: field.options.map((option) => ({ value: option, label: option })) };
    default: return { value, inputType: INPUT_TYPES[field.kind] ?? 'text' };
  }
}
