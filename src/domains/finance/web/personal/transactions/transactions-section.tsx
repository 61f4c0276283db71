import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import Trash2 from 'lucide-react/icons/trash-2';
import Upload from 'lucide-react/icons/upload';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useReadAhead } from '../../../../../web/api/read-ahead.ts';
import { usePages } from '../../../../../web/api/pages.ts';
import { download, read } from '../../../../../web/api/request.ts';
import { useGo } from '../../../../../web/router/link.tsx';
import { usePageSearch } from '../../../../../web/router/use-page.ts';
import { type Shortcut, useShortcuts } from '../../../../../web/shell/shortcuts.ts';
import { toast } from '../../../../../web/shell/toast.ts';
import { BulkBar } from '../../../../../web/table/bulk-bar.tsx';
import { formatLayout, parseLayout } from '../../../../../web/table/columns.ts';
import { ColumnsMenu } from '../../../../../web/table/columns-menu.tsx';
import { DataTable } from '../../../../../web/table/data-table.tsx';
import { formatTotal, NOTHING } from '../../../../../web/table/selection.ts';
import { useSelection } from '../../../../../web/table/use-selection.ts';
import { Button } from '../../../../../web/ui/button.tsx';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { SearchBox } from '../../../../../web/ui/search-box.tsx';
import { Select } from '../../../../../web/ui/select.tsx';
import { EmptyState } from '../../../../../web/ui/states.tsx';
import { type Transaction, transactions } from '../../../contract/transactions.ts';
import { FirstAccount } from '../../accounts/first-account.tsx';
import { useAccounts, useCategories } from '../../accounts/use-ledger.ts';
import { SaveList } from '../../frame/save-list.tsx';
import { useFinance } from '../../frame/use-finance.ts';
import { BulkActs } from './bulk-acts.tsx';
import { STANDARD_COLUMNS, TransactionCard, transactionColumns } from './columns.tsx';
import {
  filterOf,
  isNarrowed,
  parseTransactionSearch,
  type TransactionSearch,
  writeTransactionSearch,
} from './search.ts';
import { TransferNotice } from './transfer-notice.tsx';
import { useTransactionActs } from './use-transactions.ts';

const TransactionDialog = lazy(() => import('./transaction-dialog.tsx'));
const loadSheet = () => import('./transaction-sheet.tsx');
const TransactionSheet = lazy(loadSheet);
const RuleDialog = lazy(() => import('../rules/rule-dialog.tsx'));

const NO_SORTING: never[] = [];
const ignore = () => undefined;

/** All that moved: found, sorted by keyboard, split, matched, deleted and brought back. */
export default function TransactionsSection() {
  const finance = useFinance();
  const { ledger, canEdit, linkSearch } = finance;
  const [search, setRaw] = usePageSearch(parseTransactionSearch);
  const setSearch = useCallback(
    (change: Partial<TransactionSearch>, options?: { replace?: boolean }) =>
      setRaw(writeTransactionSearch(change) as Partial<TransactionSearch>, options),
    [setRaw],
  );
  const [creating, setCreating] = useState(false);
  const [ruleFor, setRuleFor] = useState<Transaction>();
  const searchBox = useRef<HTMLInputElement>(null);
  const go = useGo();
  const { items: accounts, nameOf: accountName, isPending: accountsPending } = useAccounts();
  const { items: categories, nameOf: categoryName } = useCategories();
  const acts = useTransactionActs();
  const filter = useMemo(() => filterOf(search, finance), [search, finance]);
  const query = useMemo(
    () => ({ ...filter, deleted: search.trash ? 'true' : undefined, limit: 100 }),
    [filter, search.trash],
  );
  const listKey = JSON.stringify(query);
  const [selection, setSelection] = useSelection(listKey);
  const list = usePages(transactions.list, { query });

  const onSearch = useCallback((q: string) => setSearch({ q }, { replace: true }), [setSearch]);
  const open = useCallback((one: Transaction) => setSearch({ open: one.id }), [setSearch]);
  const onIntent = useReadAhead<Transaction>((client, { id }) => {
    void loadSheet();
    void client.prefetchQuery(read(transactions.get, { params: { id } }));
  });
  useShortcuts(
    useMemo<Shortcut[]>(
      () => [
        { keys: 'c', label: 'New transaction', group: 'Transactions', run: () => setCreating(true) },
        { keys: '/', label: 'Search transactions', group: 'Transactions', run: () => searchBox.current?.focus() },
      ],
      [],
    ),
  );

  const columns = useMemo(
    () =>
      transactionColumns({ accountName, categoryName, categories, canEdit: canEdit && !search.trash, onOpen: open }),
    [accountName, categoryName, categories, canEdit, search.trash, open],
  );
  const card = useCallback(
    (one: Transaction) => <TransactionCard one={one} accountName={accountName} categoryName={categoryName} />,
    [accountName, categoryName],
  );
  const standard = useMemo(() => parseLayout(STANDARD_COLUMNS, columns), [columns]);
  const layout = useMemo(
    () => (search.columns ? parseLayout(search.columns, columns) : standard),
    [search.columns, columns, standard],
  );
  const onEdit = async (row: Transaction, columnId: string, value: string) => {
    if (columnId !== 'category') return;
    const answer = await acts.setCategory(row, value || null);
    // Sorted by hand once: a rule does the same for what comes.
    if (answer && value && row.payee)
      toast({
        type: 'success',
        title: `${row.payee}: ${categoryName(value)}`,
        action: { label: 'Create rule', onSelect: () => setRuleFor(answer) },
      });
  };
  const save = () => download(transactions.exportFile, 'transactions.csv', { query: filter });

  if (!accountsPending && accounts.length === 0) return <FirstAccount />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <SearchBox
          ref={searchBox}
          label="Search transactions"
          placeholder="Payee, note, or #tag"
          value={search.q}
          onChange={onSearch}
        />
        {/* On a phone one row that scrolls sideways: the list has the height. */}
        <div className="flex gap-2 max-sm:w-full max-sm:overflow-x-auto *:shrink-0">
          <Select
            aria-label="Account"
            className="w-36"
            placeholder="All accounts"
            options={accounts.map((account) => ({ value: account.id, label: account.name }))}
            value={search.account}
            onChange={(event) => setSearch({ account: event.target.value })}
          />
          <Select
            aria-label="Category"
            className="w-38"
            placeholder="All categories"
            value={search.category}
            onChange={(event) => setSearch({ category: event.target.value })}
            options={[
              { value: 'none', label: 'Uncategorized' },
              { value: 'transfer', label: 'Transfers' },
              ...categories.map((category) => ({ value: category.id, label: category.name })),
            ]}
          />
          <Select
            aria-label="Direction"
            className="w-28"
            placeholder="Money in and out"
            options={[
              { value: 'in', label: 'Money in' },
              { value: 'out', label: 'Money out' },
            ]}
            value={search.direction}
            onChange={(event) => setSearch({ direction: event.target.value as TransactionSearch['direction'] })}
          />
          <Select
            aria-label="Status"
            className="w-28"
            placeholder="Any status"
            options={[
              { value: 'posted', label: 'Posted' },
              { value: 'pending', label: 'Pending' },
            ]}
            value={search.state}
            onChange={(event) => setSearch({ state: event.target.value as TransactionSearch['state'] })}
          />
        </div>
        <p className="tabular text-sm whitespace-nowrap text-muted" role="status">
          {list.total &&
            `${formatTotal(list.total)} ${search.trash ? 'deleted' : list.total.count === 1 ? 'transaction' : 'transactions'}`}
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
          <SaveList what="Transactions" save={save} />
          <Button
            variant="ghost"
            icon={<Trash2 />}
            aria-pressed={search.trash}
            aria-label={search.trash ? 'Hide deleted' : 'Show deleted'}
            data-tooltip={search.trash ? 'Hide deleted' : 'Show deleted'}
            onClick={() => setSearch({ trash: !search.trash })}
          />
          {canEdit && (
            <Button
              variant="ghost"
              icon={<Upload />}
              aria-label="Import transactions"
              data-tooltip="Import transactions"
              onClick={() => void go('/personal-finance', { search: { ...linkSearch, tab: 'imports' } })}
            />
          )}
          {canEdit && (
            <Button
              variant="primary"
              icon={<Plus />}
              aria-label="New transaction"
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
          label="Transactions"
          rows={list.items}
          columns={columns}
          rowLabel={(one) => `${one.payee || 'Transaction'} of ${one.day}`}
          card={card}
          layout={layout}
          onLayoutChange={(next) => setSearch({ columns: formatLayout(next) }, { replace: true })}
          sorting={NO_SORTING}
          onSortingChange={ignore}
          selection={canEdit ? selection : undefined}
          onSelectionChange={canEdit ? setSelection : undefined}
          total={list.total}
          loading={list.loading}
          hasMore={list.hasMore}
          onNeedMore={list.more}
          listKey={listKey}
          onOpen={open}
          onIntent={onIntent}
          onEdit={canEdit && !search.trash ? (row, column, value) => void onEdit(row, column, value) : undefined}
          placeholder={
            list.error ? (
              <Failure error={list.error} what="Transactions" onRetry={list.retry} />
            ) : isNarrowed(search) ? (
              <EmptyState
                icon={<SearchX />}
                title="No matching transactions"
                action={<Button onClick={() => setSearch(parseTransactionSearch({}))}>Clear search and filters</Button>}
              >
                Try fewer words, another period, or remove a filter.
              </EmptyState>
            ) : search.trash ? (
              <EmptyState icon={<Trash2 />} title="No deleted transactions in this period">
                You can restore deleted transactions here. Imports do not restore them.
              </EmptyState>
            ) : (
              <EmptyState
                title="No transactions in this period"
                action={
                  canEdit && (
                    <Button variant="primary" onClick={() => setCreating(true)}>
                      Add transaction
                    </Button>
                  )
                }
              >
                Choose another period, add a transaction, or import a bank file.
              </EmptyState>
            )
          }
        />
        {canEdit && (
          <BulkBar selection={selection} onSelectionChange={setSelection} loaded={list.items.length} total={list.total}>
            <BulkActs
              ledgerId={ledger.id}
              filter={filter}
              trash={search.trash}
              selection={selection}
              rows={list.items}
              onDone={() => setSelection(NOTHING)}
            />
          </BulkBar>
        )}
      </div>
      {/* Beneath the list: it comes later than the rows, which must not move. */}
      {!search.trash && canEdit && <TransferNotice />}
      <Suspense fallback={null}>
        {creating && <TransactionDialog accountId={search.account} onClose={() => setCreating(false)} />}
        {search.open && (
          <TransactionSheet
            key={search.open}
            id={search.open}
            onClose={() => setSearch({ open: '' })}
            onRule={setRuleFor}
          />
        )}
        {ruleFor && <RuleDialog from={ruleFor} onClose={() => setRuleFor(undefined)} />}
      </Suspense>
    </>
  );
}
