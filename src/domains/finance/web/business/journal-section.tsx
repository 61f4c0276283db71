import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import X from 'lucide-react/icons/x';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useReadAhead } from '../../../../web/api/read-ahead.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { download } from '../../../../web/api/request.ts';
import { type Shortcut, useShortcuts } from '../../../../web/shell/shortcuts.ts';
import { type Column, type ColumnLayout, formatLayout, parseLayout } from '../../../../web/table/columns.ts';
import { ColumnsMenu } from '../../../../web/table/columns-menu.tsx';
import { DataTable } from '../../../../web/table/data-table.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { SearchBox } from '../../../../web/ui/search-box.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { journal, type JournalEntry } from '../../contract/journal.ts';
import { SaveList } from '../frame/save-list.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { SOURCES } from './search.ts';
import { entryRead, useBusinessSearch, useChart } from './use-business.ts';
import { SOURCE_LABELS } from './labels.ts';

const EntryDialog = lazy(() => import('./entry-dialog.tsx'));
const loadSheet = () => import('./entry-sheet.tsx');
const EntrySheet = lazy(loadSheet);

const NO_SORTING: never[] = [];
const ignore = () => undefined;
const side = (one: JournalEntry, debit: boolean) =>
  [...new Set(one.lines.filter((line) => line.amount.startsWith('-') !== debit).map((line) => line.name))].join(', ');

function columnsOf(currency: string, open: (one: JournalEntry) => void): Column<JournalEntry>[] {
  return [
    {
      id: 'memo',
      header: 'Description',
      width: 300,
      hideable: false,
      cell: (one) => (
        <span className="flex min-w-0 items-center gap-1.5">
          <button
            type="button"
            tabIndex={-1}
            className="truncate text-left leading-6 font-medium hover:underline"
            onClick={() => open(one)}
          >
            {one.memo || 'No description'}
          </button>
          {one.reversedBy && <Badge>Reversed</Badge>}
        </span>
      ),
    },
    { id: 'day', header: 'Date', width: 120, cell: (one) => <DayText value={one.day} className="tabular" /> },
    { id: 'debit', header: 'Debit', width: 220, cell: (one) => <span className="truncate">{side(one, true)}</span> },
    { id: 'credit', header: 'Credit', width: 220, cell: (one) => <span className="truncate">{side(one, false)}</span> },
    {
      id: 'amount',
      header: 'Amount',
      width: 130,
      align: 'end',
      cell: (one) => <span className="tabular">{money(one.amount, currency)}</span>,
    },
    {
      id: 'source',
      header: 'From',
      width: 130,
      cell: (one) => <span className="text-muted">{SOURCE_LABELS[one.source] ?? one.source}</span>,
    },
  ];
}

/** All that was posted, the latest first. */
export default function JournalSection() {
  const { ledger, period, canEdit } = useFinance();
  const [search, setSearch] = useBusinessSearch();
  const { items: chart } = useChart();
  const [creating, setCreating] = useState(false);
  useShortcuts(
    useMemo<Shortcut[]>(
      () => (canEdit ? [{ keys: 'c', label: 'New entry', group: 'Journal', run: () => setCreating(true) }] : []),
      [canEdit],
    ),
  );
  const query = {
    ledgerId: ledger.id,
    from: period.from ?? undefined,
    to: period.to,
    accountId: search.account || undefined,
    roles: search.roles || undefined,
    source: search.source || undefined,
    search: search.q || undefined,
  };
  const onIntent = useReadAhead<{ id: string }>((client, { id }) => {
    void loadSheet();
    void client.prefetchQuery(entryRead(id));
  });
  const list = usePages(journal.list, { query });
  const open = useCallback((one: JournalEntry) => setSearch({ open: one.id }), [setSearch]);
  const columns = useMemo(() => columnsOf(ledger.currency, open), [ledger.currency, open]);
  const standard = useMemo(() => parseLayout('memo,day,debit,credit,amount,source', columns), [columns]);
  const layout = useMemo(
    () => (search.columns ? parseLayout(search.columns, columns) : standard),
    [search.columns, columns, standard],
  );
  const onLayoutChange = (next: ColumnLayout) =>
    setSearch({ columns: formatLayout(next) === formatLayout(standard) ? '' : formatLayout(next) }, { replace: true });
  const card = (one: JournalEntry) => (
    <span className="flex min-w-0 flex-1 items-center gap-3 pr-3">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{one.memo}</span>
        <span className="block truncate text-xs text-muted">
          <DayText value={one.day} /> · {side(one, true)} / {side(one, false)}
        </span>
      </span>
      <span className="tabular text-sm font-medium">{money(one.amount, ledger.currency)}</span>
    </span>
  );
  const narrowed = search.q !== '' || search.account !== '' || search.roles !== '' || search.source !== '';
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <SearchBox
          label="Search journal"
          placeholder="Description"
          value={search.q}
          onChange={(q) => setSearch({ q }, { replace: true })}
        />
        <Select
          aria-label="Account"
          className="w-44"
          placeholder="All accounts"
          options={chart.map((one) => ({ value: one.id, label: `${one.code} ${one.name}` }))}
          value={search.account}
          onChange={(event) => setSearch({ account: event.target.value, roles: '' }, { replace: true })}
        />
        <Select
          aria-label="From"
          className="w-36"
          placeholder="Any source"
          options={SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value]! }))}
          value={search.source}
          onChange={(event) => setSearch({ source: event.target.value }, { replace: true })}
        />
        {search.roles && (
          <Button icon={<X />} onClick={() => setSearch({ roles: '' }, { replace: true })}>
            With a specific amount
          </Button>
        )}
        <div className="ml-auto flex items-center gap-1">
          <span className="max-sm:hidden">
            <ColumnsMenu columns={columns} layout={layout} standard={standard} onLayoutChange={onLayoutChange} />
          </span>
          <SaveList what="Journal" save={() => download(journal.exportFile, 'journal.csv', { query })} />
          {canEdit && (
            <Button
              variant="primary"
              icon={<Plus />}
              aria-label="New entry"
              aria-keyshortcuts="c"
              onClick={() => setCreating(true)}
            >
              New
            </Button>
          )}
        </div>
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col border-t border-line">
        <DataTable
          label="Journal"
          rows={list.items}
          columns={columns}
          rowLabel={(one) => `${one.memo} of ${one.day}`}
          card={card}
          layout={layout}
          onLayoutChange={onLayoutChange}
          sorting={NO_SORTING}
          onSortingChange={ignore}
          loading={list.loading}
          hasMore={list.hasMore}
          onNeedMore={list.more}
          listKey={JSON.stringify(query)}
          onOpen={open}
          onIntent={onIntent}
          placeholder={
            list.error ? (
              <Failure error={list.error} what="Journal" onRetry={list.retry} />
            ) : narrowed ? (
              <EmptyState
                icon={<SearchX />}
                title="No matching entries"
                action={
                  <Button onClick={() => setSearch({ q: '', account: '', roles: '', source: '' }, { replace: true })}>
                    Clear search and filters
                  </Button>
                }
              >
                Try fewer words, another period, or remove a filter.
              </EmptyState>
            ) : (
              <EmptyState title="No entries in this period">
                Bank transactions post automatically. Invoices and bills post when issued.
              </EmptyState>
            )
          }
        />
      </div>
      <Suspense fallback={null}>
        {creating && <EntryDialog onClose={() => setCreating(false)} />}
        {search.open && <EntrySheet key={search.open} id={search.open} onClose={() => setSearch({ open: '' })} />}
      </Suspense>
    </>
  );
}
