/** The columns of the list of opportunities: the standard ones and one for each custom field. */
import { RowLink } from '../../../../web/router/row-link.tsx';
import type { Column } from '../../../../web/table/columns.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { DayText, RelativeTime } from '../../../../web/ui/time.tsx';
import type { OpportunityRow } from '../../contract/opportunities.ts';
import { FORECAST_LABELS } from '../../contract/opportunity-filter.ts';
import { parseAmount } from '../../engine/opportunities/typed-amount.ts';
import { customColumn, shown } from '../../../../records/web/custom-columns.tsx';
import { PrivateMark } from '../../../../records/web/private-mark.tsx';
import type { ColumnContext } from '../../../../records/web/record-list.tsx';
import { money } from '../../../../records/web/format.ts';
import { StageDot } from './stage-color.tsx';

/** Shown until someone chooses otherwise. */
export const STANDARD_COLUMNS = 'name,company,stage,amount,expectedClose,owner,nextStep,stageEnteredAt';

export function opportunityColumns({ customFields, owners, recordSearch }: ColumnContext): Column<OpportunityRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 260,
      hideable: false,
      sortField: 'name',
      edit: {
        value: (row) => row.name,
        validate: (text) => (text.trim() ? undefined : 'Enter a name for the opportunity.'),
      },
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-1.5">
          <RowLink
            to={`/opportunities/${row.id}`}
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
      width: 170,
      cell: (row) => shown(row.company?.name ?? ''),
      edit: { value: (row) => row.company?.name ?? '' },
    },
    {
      id: 'contact',
      header: 'Contact',
      width: 150,
      cell: (row) =>
        row.contact && (
          <RowLink
            to={`/contacts/${row.contact.id}`}
            tabIndex={-1}
            title={row.contact.name}
            className="truncate leading-6 hover:underline"
          >
            {row.contact.name}
          </RowLink>
        ),
    },
    { id: 'stage', header: 'Stage', width: 160, cell: (row) => <StageName row={row} /> },
    {
      id: 'amount',
      header: 'Amount',
      width: 130,
      align: 'end',
      sortField: 'amount',
      firstSort: 'desc',
      cell: (row) => <span className="tabular">{money(row.amount, row.currency)}</span>,
      sum: (sum, currency) => money(sum, currency!),
      edit: {
        value: (row) => String(Number(row.amount)),
        validate: (text) =>
          text.trim() === '' || parseAmount(text) !== undefined ? undefined : 'Enter an amount such as 12,500.00.',
      },
    },
    {
      id: 'probability',
      header: 'Probability',
      width: 110,
      align: 'end',
      sortField: 'probability',
      firstSort: 'desc',
      cell: (row) => `${row.probability}%`,
      edit: {
        value: (row) => String(row.probability),
        inputType: 'number',
        validate: (text) => (/^(100|\d{1,2})$/.test(text.trim()) ? undefined : 'Enter 0 to 100.'),
      },
    },
    { id: 'forecast', header: 'Forecast', width: 110, cell: (row) => FORECAST_LABELS[row.forecast] },
    {
      id: 'expectedClose',
      header: 'Expected close',
      width: 150,
      sortField: 'expectedClose',
      cell: (row) => row.expectedClose && <DayText value={row.expectedClose} />,
      edit: { value: (row) => row.expectedClose ?? '', inputType: 'date' },
    },
    {
      id: 'owner',
      header: 'Owner',
      width: 135,
      cell: (row) => shown(owners.nameOf(row.ownerId)),
      edit: { value: (row) => row.ownerId ?? '', options: owners.options },
    },
    {
      id: 'nextStep',
      header: 'Next step',
      width: 200,
      cell: (row) => shown(row.nextStep),
      edit: { value: (row) => row.nextStep },
    },
    {
      id: 'source',
      header: 'Source',
      width: 130,
      cell: (row) => shown(row.source),
      edit: { value: (row) => row.source },
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
    { id: 'closeReason', header: 'Reason', width: 140, cell: (row) => shown(row.closeReason?.name ?? '') },
    {
      id: 'stageEnteredAt',
      header: 'Time in stage',
      width: 140,
      sortField: 'stageEnteredAt',
      cell: (row) => <RelativeTime value={row.stageEnteredAt} />,
    },
    {
      id: 'closedAt',
      header: 'Closed',
      width: 130,
      sortField: 'closedAt',
      firstSort: 'desc',
      cell: (row) => row.closedAt && <RelativeTime value={row.closedAt} />,
    },
    {
      id: 'lastActivityAt',
      header: 'Last activity',
      width: 130,
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
    ...customFields.map((field) => customColumn<OpportunityRow>(field)),
  ];
}

function StageName({ row }: { row: OpportunityRow }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={row.stage.name}>
      <StageDot color={row.stage.color} />
      <span className="truncate">{row.stage.name}</span>
      {row.rotting && (
        <Badge tone="warning" className="shrink-0">
          Stuck
        </Badge>
      )}
    </span>
  );
}

/** An opportunity on a phone: what, for whom, how much, and where it stands. */
export function OpportunityListCard({ row }: { row: OpportunityRow }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-base font-medium">{row.name}</span>
        {row.private && <PrivateMark />}
        <span className="tabular shrink-0 text-sm font-medium">{money(row.amount, row.currency)}</span>
      </span>
      <span className="flex items-center gap-2 text-xs text-muted">
        <span className="min-w-0 flex-1 truncate">{row.company?.name ?? row.contact?.name ?? 'No customer'}</span>
        <StageName row={row} />
      </span>
    </span>
  );
}
