import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import SearchX from 'lucide-react/icons/search-x';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { usePages } from '../../../../web/api/pages.ts';
import { useReadAhead } from '../../../../web/api/read-ahead.ts';
import type { Column, ColumnLayout } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/data-table.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { decimal } from '../../../../kernel/money/index.ts';
import { money, signedMoney } from '../../../../web/ui/format.ts';
import { SearchBox } from '../../../../web/ui/search-box.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { activityCalls, type ActivityKind, type InvestmentActivity } from '../../contract/activities.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useInvestmentAccounts, useInvestmentsSearch } from './use-portfolio.ts';
import { ACTIVITY_LABELS, dayText, figure, optionsOf } from './labels.ts';

const loadDialog = () => import('./activity-dialog.tsx');
const ActivityDialog = lazy(loadDialog);

const nameOf = (row: InvestmentActivity) => row.security?.name ?? row.account;

type Row = InvestmentActivity & { show: (() => void) | undefined };

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'day',
    header: 'Date',
    width: 115,
    hideable: false,
    cell: (row) =>
      row.show ? (
        <button type="button" tabIndex={-1} className="hover:underline" onClick={row.show}>
          {dayText(row.day)}
        </button>
      ) : (
        dayText(row.day)
      ),
  },
  {
    id: 'kind',
    header: 'Type',
    width: 135,
    cell: (row) => (
      <Badge
        tone={
          row.kind === 'buy' || row.kind === 'buyToCover'
            ? 'info'
            : row.kind === 'sell' || row.kind === 'sellShort'
              ? 'warning'
              : row.cash && !row.cash.startsWith('-')
                ? 'success'
                : 'neutral'
        }
      >
        {ACTIVITY_LABELS[row.kind]}
      </Badge>
    ),
  },
  {
    id: 'security',
    header: 'Security',
    width: 230,
    cell: (row) => (
      <span title={nameOf(row)}>
        {row.security ? row.security.name : <span className="text-muted">{row.account}</span>}
      </span>
    ),
  },
  {
    id: 'quantity',
    header: 'Quantity',
    width: 110,
    align: 'end',
    cell: (row) => (row.quantity ? figure(row.quantity) : row.newUnits ? `${row.newUnits} for ${row.oldUnits}` : ''),
  },
  {
    id: 'price',
    header: 'Price',
    width: 120,
    align: 'end',
    cell: (row) => (row.price ? money(row.price, row.currency) : ''),
  },
  {
    id: 'fee',
    header: 'Fee, tax',
    width: 100,
    align: 'end',
    cell: (row) => {
      const charges = decimal(row.fee).plus(row.tax);
      return charges.isZero() ? '' : money(charges.toFixed(), row.currency);
    },
  },
  {
    id: 'cash',
    header: 'Cash',
    width: 130,
    align: 'end',
    cell: (row) => (row.cash === null ? '' : signedMoney(row.cash, row.currency)),
  },
  { id: 'account', header: 'Account', width: 150, cell: (row) => row.account },
  { id: 'notes', header: 'Notes', width: 160, cell: (row) => <span title={row.notes}>{row.notes}</span> },
];
const LAYOUT: ColumnLayout = COLUMNS.map(({ id }) => ({ id }));
const NO_SORTING = [] as const;
const card = (row: Row) => <ActivityCard row={row} />;

/** Activities, newest first; a row opens for editing. */
export default function Activities() {
  const { ledger, period, canEdit } = useFinance();
  const [search, setSearch] = useInvestmentsSearch();
  const accounts = useInvestmentAccounts() ?? [];
  const [opened, setOpened] = useState<InvestmentActivity>();
  const onIntent = useReadAhead<Row>(() => void loadDialog());
  const [layout, setLayout] = useState(LAYOUT);
  const query = {
    ledgerId: ledger.id,
    accountId: search.account || undefined,
    kind: search.kind || undefined,
    search: search.search || undefined,
    from: period.from ?? undefined,
    to: period.to,
  };
  const list = usePages(activityCalls.list, { query });
  const onSearch = useCallback((text: string) => setSearch({ search: text }, { replace: true }), [setSearch]);
  const rows = useMemo(
    () => list.items.map((one): Row => ({ ...one, show: canEdit ? () => setOpened(one) : undefined })),
    [list.items, canEdit],
  );
  const filtered = search.kind !== '' || search.search !== '' || search.account !== '';
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <SearchBox
          value={search.search}
          onChange={onSearch}
          label="Search activities"
          placeholder="Security, ticker, notes"
        />
        <Select
          aria-label="Type"
          className="w-44"
          placeholder="All types"
          options={optionsOf(ACTIVITY_LABELS)}
          value={search.kind}
          onChange={(event) => setSearch({ kind: event.target.value as ActivityKind | '' })}
        />
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col border-t border-line">
        <DataTable
          label="Activities"
          rows={rows}
          columns={COLUMNS}
          rowLabel={(row) => `${ACTIVITY_LABELS[row.kind]} ${nameOf(row)} on ${dayText(row.day)}`}
          card={card}
          layout={layout}
          onLayoutChange={setLayout}
          sorting={NO_SORTING}
          onSortingChange={ignore}
          loading={list.loading}
          hasMore={list.hasMore}
          onNeedMore={list.more}
          listKey={JSON.stringify(query)}
          {...(canEdit ? { onOpen: setOpened, onIntent } : {})}
          placeholder={
            list.error ? (
              <Failure error={list.error} what="Activities" onRetry={list.retry} />
            ) : filtered ? (
              <EmptyState
                icon={<SearchX />}
                title="No matching activities"
                action={<Button onClick={() => setSearch({ kind: '', search: '', account: '' })}>Clear filter</Button>}
              >
                Try fewer words, another type, or a longer period.
              </EmptyState>
            ) : (
              <EmptyState icon={<ArrowLeftRight />} title="No activities in this period">
                Add an activity, or import a CSV file from your broker.
              </EmptyState>
            )
          }
        />
      </div>
      {opened && (
        <Suspense fallback={null}>
          <ActivityDialog accounts={accounts} activity={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** No column can be sorted by: the list is by day. */
function ignore() {}

function ActivityCard({ row }: { row: InvestmentActivity }) {
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1">
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate text-base font-medium">{nameOf(row)}</span>
        <span className="tabular shrink-0">{row.cash === null ? '' : signedMoney(row.cash, row.currency)}</span>
      </span>
      <span className="flex gap-2 text-xs text-muted">
        <span className="min-w-0 flex-1 truncate">
          {ACTIVITY_LABELS[row.kind]}
          {row.quantity && ` · ${figure(row.quantity)}`}
        </span>
        <span className="shrink-0">{dayText(row.day)}</span>
      </span>
    </span>
  );
}
