import { RowLink } from '../../../../web/router/row-link.tsx';
import type { Column } from '../../../../web/table/columns.ts';
import { Avatar } from '../../../../web/ui/avatar.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import type { CompanyRow } from '../../contract/companies.ts';
import { customColumn, shown } from '../../../../records/web/custom-columns.tsx';
import { definedColumns } from '../../../../records/web/defined-columns.tsx';
import { companyDefinition } from '../../kinds/company.ts';
import type { ColumnContext } from '../../../../records/web/record-list.tsx';
import { counted } from '../../../../records/web/format.ts';

/** Shown until someone chooses otherwise. */
export const STANDARD_COMPANY_COLUMNS = 'name,industry,contacts,website,phone,city,owner,lastActivityAt';

export function companyColumns({ customFields, owners, recordSearch }: ColumnContext): Column<CompanyRow>[] {
  return [
    ...definedColumns<typeof companyDefinition, CompanyRow>(companyDefinition, {
      name: {
        hideable: false,
        cell: (row) => (
          <span className="flex items-center gap-2">
            <Avatar name={row.name} size="sm" />
            <RowLink
              to={`/companies/${row.id}`}
              search={recordSearch}
              tabIndex={-1}
              title={row.name}
              className="truncate leading-6 font-medium hover:underline"
            >
              {row.name}
            </RowLink>
          </span>
        ),
      },
    }),
    {
      id: 'contacts',
      header: 'Contacts',
      width: 95,
      align: 'end',
      cell: (row) => <span className="tabular">{row.contactCount.toLocaleString()}</span>,
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
    ...customFields.map((field) => customColumn<CompanyRow>(field)),
  ];
}

/** A company on a phone: what it is, where, and how many people of it are known. */
export function CompanyCard({ company }: { company: CompanyRow }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <Avatar name={company.name} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="truncate text-base font-medium">{company.name}</span>
          {company.tags.slice(0, 2).map((tag) => (
            <Badge key={tag} className="shrink-0">
              {tag}
            </Badge>
          ))}
        </span>
        <span className="block truncate text-xs text-muted">
          {[company.industry, company.city, counted(company.contactCount, 'contact')].filter(Boolean).join(' · ')}
        </span>
      </span>
    </span>
  );
}
