import ChartPie from 'lucide-react/icons/chart-pie';
import { useMemo, useState } from 'react';
import { useReadAhead } from '../../../../web/api/read-ahead.ts';
import type { Column, ColumnLayout } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/data-table.tsx';
import { formatSorting, parseSorting, type SortLevel } from '../../../../web/table/sorting.ts';
import { cx } from '../../../../web/ui/cx.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money, signedMoney } from '../../../../web/ui/format.ts';
import { EmptyState } from '../../../../web/ui/states.tsx';
import type { Holding } from '../../contract/portfolio.ts';
import { HOLDING_SORTS } from './search.ts';
import { holdingReads, useInvestmentsSearch, usePortfolioQuestion, useSummary } from './use-portfolio.ts';
import { dayText, figure, percent, SECURITY_LABELS, toneOf } from './labels.ts';

type Row = Holding & { id: string; shownIn: string; show: () => void };

const signed = (value: string | null, currency: string) =>
  value === null ? (
    '—'
  ) : (
    <span className={cx(toneOf(value) === 'good' && 'text-success-ink', toneOf(value) === 'bad' && 'text-danger-ink')}>
      {signedMoney(value, currency)}
    </span>
  );

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Security',
    width: 230,
    hideable: false,
    sortField: 'name',
    cell: (row) => (
      <button
        type="button"
        tabIndex={-1}
        title={row.name}
        className="max-w-full truncate hover:underline"
        onClick={row.show}
      >
        <span className="font-medium">{row.name}</span>
        {row.ticker && <span className="ml-1.5 text-xs text-muted">{row.ticker}</span>}
      </button>
    ),
  },
  { id: 'kind', header: 'Class', width: 90, cell: (row) => SECURITY_LABELS[row.kind] },
  { id: 'quantity', header: 'Quantity', width: 105, align: 'end', cell: (row) => figure(row.quantity) },
  {
    id: 'price',
    header: 'Price',
    width: 125,
    align: 'end',
    cell: (row) =>
      row.price === null ? (
        '—'
      ) : (
        <span
          title={
            row.priceDay
              ? `${row.priceSource === 'trade' ? 'Last trade' : row.priceSource === 'example' ? 'Sample price' : 'Price'} on ${dayText(row.priceDay)}`
              : undefined
          }
        >
          {money(row.price, row.currency)}
        </span>
      ),
  },
  {
    id: 'value',
    header: 'Value',
    width: 130,
    align: 'end',
    sortField: 'value',
    firstSort: 'desc',
    cell: (row) =>
      row.value === null ? (
        <span title={`No exchange rate from ${row.currency}`}>{money(row.localValue, row.currency)}</span>
      ) : (
        money(row.value, row.shownIn)
      ),
  },
  {
    id: 'weight',
    header: 'Weight',
    width: 85,
    align: 'end',
    sortField: 'weight',
    firstSort: 'desc',
    cell: (row) => percent(Number(row.weight)),
  },
  {
    id: 'cost',
    header: 'Cost',
    width: 120,
    align: 'end',
    cell: (row) => (row.cost === null ? '—' : money(row.cost, row.shownIn)),
  },
  {
    id: 'unrealised',
    header: 'Unrealized',
    width: 125,
    align: 'end',
    sortField: 'unrealised',
    firstSort: 'desc',
    cell: (row) => signed(row.unrealised, row.shownIn),
  },
  {
    id: 'gainRatio',
    header: 'Gain',
    width: 85,
    align: 'end',
    sortField: 'gainRatio',
    firstSort: 'desc',
    cell: (row) => percent(row.gainRatio, { sign: true }),
  },
  {
    id: 'income',
    header: 'Income',
    width: 110,
    align: 'end',
    sortField: 'income',
    firstSort: 'desc',
    cell: (row) => (row.income === null ? '—' : money(row.income, row.shownIn)),
  },
];
const LAYOUT: ColumnLayout = COLUMNS.map(({ id }) => ({ id }));
const NONE: Row[] = [];
const card = (row: Row) => <HoldingCard row={row} />;

function compare(a: Row, b: Row, field: string): number {
  if (field === 'name') return a.name.localeCompare(b.name);
  if (field === 'gainRatio') return (a.gainRatio ?? -2) - (b.gainRatio ?? -2);
  // For the order alone: nothing is summed.
  const of = (row: Row) => Number(row[field as 'value' | 'weight' | 'unrealised' | 'income'] ?? 0);
  return of(a) - of(b);
}

function inOrder(rows: readonly Row[], levels: readonly SortLevel[]): Row[] {
  const [level = { field: 'value', direction: 'desc' as const }] = levels;
  return rows.toSorted(
    (a, b) => compare(a, b, level.field) * (level.direction === 'desc' ? -1 : 1) || a.name.localeCompare(b.name),
  );
}

/** Everything that is held; a row opens its lots. */
export default function Holdings() {
  const { data, error, isPending, refetch } = useSummary();
  const [search, setSearch] = useInvestmentsSearch();
  const question = usePortfolioQuestion();
  const onIntent = useReadAhead<Row>((client, { id }) => {
    void import('./holding-sheet.tsx');
    const { security, detail } = holdingReads(id, question);
    void client.prefetchQuery(security);
    void client.prefetchQuery(detail);
  });
  const [layout, setLayout] = useState(LAYOUT);
  const sorting = useMemo(() => parseSorting(search.sort, HOLDING_SORTS), [search.sort]);
  const rows = useMemo(
    () =>
      data
        ? inOrder(
            data.holdings.map((one) => ({
              ...one,
              id: one.securityId,
              shownIn: data.currency,
              show: () => setSearch({ open: one.securityId }),
            })),
            sorting,
          )
        : NONE,
    [data, sorting, setSearch],
  );
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <DataTable
        label="Holdings"
        rows={rows}
        columns={COLUMNS}
        rowLabel={(row) => row.name}
        card={card}
        layout={layout}
        onLayoutChange={setLayout}
        sorting={sorting}
        onSortingChange={(next) => setSearch({ sort: formatSorting(next.slice(-1)) })}
        loading={isPending}
        total={{ count: rows.length, capped: false }}
        listKey={`${search.account} ${search.sort}`}
        onOpen={(row) => setSearch({ open: row.id })}
        onIntent={onIntent}
        placeholder={
          error ? (
            <Failure error={error} what="Holdings" onRetry={() => void refetch()} />
          ) : (
            <EmptyState icon={<ChartPie />} title="No holdings yet">
              Add a purchase, or import a CSV file from your broker, to see holdings and lots.
            </EmptyState>
          )
        }
      />
    </div>
  );
}

function HoldingCard({ row }: { row: Row }) {
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1">
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate text-base font-medium">{row.name}</span>
        <span className="tabular shrink-0">
          {row.value === null ? money(row.localValue, row.currency) : money(row.value, row.shownIn)}
        </span>
      </span>
      <span className="flex gap-2 text-xs text-muted">
        <span className="min-w-0 flex-1 truncate">
          {figure(row.quantity)} · {percent(Number(row.weight))}
        </span>
        <span className="tabular shrink-0">
          {signed(row.unrealised, row.shownIn)} {percent(row.gainRatio, { sign: true })}
        </span>
      </span>
    </span>
  );
}
