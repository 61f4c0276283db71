import Car from 'lucide-react/icons/car';
import Check from 'lucide-react/icons/check';
import Inbox from 'lucide-react/icons/inbox';
import Plus from 'lucide-react/icons/plus';
import ReceiptIcon from 'lucide-react/icons/receipt';
import SearchX from 'lucide-react/icons/search-x';
import Send from 'lucide-react/icons/send';
import Undo from 'lucide-react/icons/undo-2';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useReadAhead } from '../../../../web/api/read-ahead.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { download } from '../../../../web/api/request.ts';
import { type Shortcut, useShortcuts } from '../../../../web/shell/shortcuts.ts';
import { BulkBar } from '../../../../web/table/bulk-bar.tsx';
import { formatLayout, parseLayout } from '../../../../web/table/columns.ts';
import { ColumnsMenu } from '../../../../web/table/columns-menu.tsx';
import { DataTable } from '../../../../web/table/data-table.tsx';
import { formatTotal, NOTHING, type Selection } from '../../../../web/table/selection.ts';
import { useSelection } from '../../../../web/table/use-selection.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { SearchBox } from '../../../../web/ui/search-box.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { type Expense, EXPENSE_STATES, expenses, type ExpenseSetup, MAX_DECIDED } from '../../contract/expenses.ts';
import { SaveList } from '../frame/save-list.tsx';
import { ExpenseCard, expenseColumns, STANDARD_COLUMNS, WITH_PERSON } from './columns.tsx';
import { type ExpensesSearch, isNarrowed, parseExpensesSearch } from './search.ts';
import { expenseRead, useExpenseActs, useExpensesSearch } from './use-expenses.ts';
import { PAID_LABELS, STATE_LABELS } from './labels.ts';

const ExpenseDialog = lazy(() => import('./expense-dialog.tsx'));
const loadSheet = () => import('./expense-sheet.tsx');
const ExpenseSheet = lazy(loadSheet);
const ReasonDialog = lazy(() => import('./reason-dialog.tsx'));

const NO_SORTING: never[] = [];
const ignore = () => undefined;

interface ListProps {
  setup: ExpenseSetup;
  /** Only what waits for the caller's decision. */
  inbox?: boolean;
}

/** Expenses: found, handed in, decided on, one or many. */
export function ExpenseList({ setup, inbox = false }: ListProps) {
  const [search, setSearch] = useExpensesSearch();
  const [creating, setCreating] = useState<Expense['kind']>();
  const searchBox = useRef<HTMLInputElement>(null);
  const withPerson = inbox || search.whose === 'all';
  const filter = useMemo(
    () => ({
      scope: inbox ? ('inbox' as const) : withPerson ? ('all' as const) : ('mine' as const),
      state: inbox ? undefined : search.state || undefined,
      userId: search.person || undefined,
      category: search.category || undefined,
      report: search.report || undefined,
      paidWith: search.paid || undefined,
      from: search.from || undefined,
      to: search.to || undefined,
      flagged: search.flagged ? ('true' as const) : undefined,
      search: search.q || undefined,
    }),
    [inbox, withPerson, search],
  );
  const query = useMemo(() => ({ ...filter, limit: 100 }), [filter]);
  const listKey = JSON.stringify(query);
  const [selection, setSelection] = useSelection(listKey);
  const list = usePages(expenses.list, { query });
  const onSearch = useCallback((q: string) => setSearch({ q }, { replace: true }), [setSearch]);
  const open = useCallback((one: Expense) => setSearch({ open: one.id }), [setSearch]);
  const onIntent = useReadAhead<Expense>((client, { id }) => {
    void loadSheet();
    void client.prefetchQuery(expenseRead(id));
  });
  useShortcuts(
    useMemo<Shortcut[]>(
      () => [
        { keys: 'c', label: 'New expense', group: 'Expenses', run: () => setCreating('purchase') },
        { keys: '/', label: 'Search expenses', group: 'Expenses', run: () => searchBox.current?.focus() },
      ],
      [],
    ),
  );
  const columns = useMemo(() => expenseColumns(open), [open]);
  const standard = useMemo(
    () => parseLayout(withPerson ? WITH_PERSON : STANDARD_COLUMNS, columns),
    [columns, withPerson],
  );
  const layout = useMemo(
    () => (search.columns ? parseLayout(search.columns, columns) : standard),
    [search.columns, columns, standard],
  );
  const card = useCallback((one: Expense) => <ExpenseCard one={one} withPerson={withPerson} />, [withPerson]);
  const save = () => download(expenses.exportFile, 'expenses.csv', { query: filter });
  const clear = () => setSearch({ ...parseExpensesSearch({}), tab: search.tab, whose: search.whose });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <SearchBox
          ref={searchBox}
          label="Search expenses"
          placeholder="Merchant, client, or note"
          value={search.q}
          onChange={onSearch}
        />
        {/* On a phone one row that scrolls sideways: the list has the height. */}
        <div className="gap-2 *:shrink-0 max-sm:flex max-sm:w-full max-sm:overflow-x-auto sm:contents">
          {!inbox && setup.isManager && (
            <Select
              aria-label="Submitted by"
              className="w-32"
              placeholder="My expenses"
              options={[{ value: 'all', label: 'All expenses' }]}
              value={search.whose}
              onChange={(event) => setSearch({ whose: event.target.value as ExpensesSearch['whose'], person: '' })}
            />
          )}
          {!inbox && (
            <Select
              aria-label="Status"
              className="w-30"
              placeholder="Any status"
              options={EXPENSE_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))}
              value={search.state}
              onChange={(event) => setSearch({ state: event.target.value as ExpensesSearch['state'] })}
            />
          )}
          <Select
            aria-label="Category"
            className="w-38"
            placeholder="All categories"
            options={setup.policy.categories.map(({ name }) => ({ value: name, label: name }))}
            value={search.category}
            onChange={(event) => setSearch({ category: event.target.value })}
          />
          <Select
            aria-label="Paid with"
            className="w-36"
            placeholder="Any payment method"
            options={Object.entries(PAID_LABELS).map(([value, label]) => ({ value, label }))}
            value={search.paid}
            onChange={(event) => setSearch({ paid: event.target.value as ExpensesSearch['paid'] })}
          />
          {setup.reports.length > 0 && (
            <Select
              aria-label="Report"
              className="w-36"
              placeholder="All reports"
              options={setup.reports.map((value) => ({ value, label: value }))}
              value={search.report}
              onChange={(event) => setSearch({ report: event.target.value })}
            />
          )}
          <Select
            aria-label="Policy"
            className="w-34"
            placeholder="Any policy status"
            options={[{ value: 'true', label: 'Out of policy' }]}
            value={search.flagged ? 'true' : ''}
            onChange={(event) => setSearch({ flagged: event.target.value === 'true' })}
          />
          <Input
            type="date"
            aria-label="From day"
            className="w-36!"
            value={search.from}
            onChange={(event) => setSearch({ from: event.target.value })}
          />
          <Input
            type="date"
            aria-label="To day"
            className="w-36!"
            value={search.to}
            onChange={(event) => setSearch({ to: event.target.value })}
          />
        </div>
        <p className="tabular text-sm whitespace-nowrap text-muted" role="status">
          {list.total && `${formatTotal(list.total)} ${list.total.count === 1 ? 'expense' : 'expenses'}`}
        </p>
        <div className="ml-auto flex items-center gap-1">
          <span className="max-sm:hidden">
            <ColumnsMenu
              columns={columns}
              layout={layout}
              standard={standard}
              onLayoutChange={(next) =>
                setSearch(
                  { columns: formatLayout(next) === formatLayout(standard) ? '' : formatLayout(next) },
                  { replace: true },
                )
              }
            />
          </span>
          <SaveList what="Expenses" save={save} />
          {!inbox && (
            <Button
              variant="ghost"
              icon={<Car />}
              aria-label="New mileage"
              data-tooltip="New mileage"
              onClick={() => setCreating('mileage')}
            />
          )}
          {!inbox && (
            <Button
              variant="ghost"
              icon={<ReceiptIcon />}
              aria-label="Send receipts"
              data-tooltip="Send receipts"
              onClick={() => setSearch({ tab: 'receipts' })}
            />
          )}
          {!inbox && (
            <Button
              variant="primary"
              icon={<Plus />}
              aria-label="New expense"
              aria-keyshortcuts="c"
              onClick={() => setCreating('purchase')}
            >
              New
            </Button>
          )}
        </div>
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col border-t border-line">
        <DataTable
          label={inbox ? 'Expenses to approve' : 'Expenses'}
          rows={list.items}
          columns={columns}
          rowLabel={(one) => `${one.merchant} of ${one.day}`}
          card={card}
          layout={layout}
          onLayoutChange={(next) => setSearch({ columns: formatLayout(next) }, { replace: true })}
          sorting={NO_SORTING}
          onSortingChange={ignore}
          selection={selection}
          onSelectionChange={setSelection}
          total={list.total}
          loading={list.loading}
          hasMore={list.hasMore}
          onNeedMore={list.more}
          listKey={listKey}
          onOpen={open}
          onIntent={onIntent}
          placeholder={
            list.error ? (
              <Failure error={list.error} what="Expenses" onRetry={list.retry} />
            ) : isNarrowed(search) ? (
              <EmptyState
                icon={<SearchX />}
                title="No matching expenses"
                action={<Button onClick={clear}>Clear search and filters</Button>}
              >
                Try fewer words, or remove a filter.
              </EmptyState>
            ) : inbox ? (
              <EmptyState icon={<Inbox />} title="You’re all caught up">
                Submitted expenses appear here and in Approvals.
              </EmptyState>
            ) : (
              <EmptyState
                icon={<ReceiptIcon />}
                title="No expenses yet"
                action={
                  <Button variant="primary" onClick={() => setSearch({ tab: 'receipts' })}>
                    Send a receipt
                  </Button>
                }
              >
                Take a photo of a receipt, or enter an expense, mileage, or per diem.
              </EmptyState>
            )
          }
        />
        <BulkBar selection={selection} onSelectionChange={setSelection} loaded={list.items.length} total={undefined}>
          <BulkActs selection={selection} rows={list.items} onDone={() => setSelection(NOTHING)} />
        </BulkBar>
      </div>
      <Suspense fallback={null}>
        {creating && <ExpenseDialog setup={setup} kind={creating} onClose={() => setCreating(undefined)} />}
        {search.open && (
          <ExpenseSheet key={search.open} id={search.open} setup={setup} onClose={() => setSearch({ open: '' })} />
        )}
      </Suspense>
    </>
  );
}

/** Actions on the selected expenses; each applies to those it fits. */
function BulkActs({ selection, rows, onDone }: { selection: Selection; rows: readonly Expense[]; onDone: () => void }) {
  const acts = useExpenseActs();
  const [refusing, setRefusing] = useState<'return' | 'reject'>();
  const chosen = rows
    .filter((one) => (selection.kind === 'some' ? selection.ids.has(one.id) : !selection.except.has(one.id)))
    .slice(0, MAX_DECIDED);
  const open = chosen.filter((one) => one.state === 'draft' || one.state === 'returned').map((one) => one.id);
  const decidable = chosen.filter((one) => one.mayDecide).map((one) => one.id);
  const after = (done: boolean) => {
    if (done) onDone();
  };
  return (
    <>
      {open.length > 0 && (
        <Button size="sm" variant="ghost" icon={<Send />} onClick={() => void acts.submit(open).then(after)}>
          Submit{open.length < chosen.length && ` ${open.length}`}
        </Button>
      )}
      {decidable.length > 0 && (
        <>
          <Button
            size="sm"
            variant="ghost"
            icon={<Check />}
            onClick={() => void acts.decide({ act: 'approve', ids: decidable }).then(after)}
          >
            Approve{decidable.length < chosen.length && ` ${decidable.length}`}
          </Button>
          <Button size="sm" variant="ghost" icon={<Undo />} onClick={() => setRefusing('return')}>
            Return…
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setRefusing('reject')}>
            Reject…
          </Button>
        </>
      )}
      {open.length === 0 && decidable.length === 0 && (
        <span className="px-2 text-sm text-muted">No actions available</span>
      )}
      {refusing && (
        <Suspense fallback={null}>
          <ReasonDialog
            act={refusing}
            count={decidable.length}
            onDecide={(reason) =>
              acts.decide({ act: refusing, ids: decidable, reason }).then((done) => {
                after(done);
                return done;
              })
            }
            onClose={() => setRefusing(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
