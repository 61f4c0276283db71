import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import {
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useReadAhead } from '../../web/api/read-ahead.ts';
import { read } from '../../web/api/request.ts';
import { send } from '../../web/api/send.ts';
import { useGo } from '../../web/router/link.tsx';
import { useNewRecordLink } from '../../web/router/use-new-record-link.ts';
import { usePageSearch } from '../../web/router/use-page.ts';
import { type Shortcut, useShortcuts } from '../../web/shell/shortcuts.ts';
import { BulkBar } from '../../web/table/bulk-bar.tsx';
import { type Column, type ColumnLayout, formatLayout, parseLayout } from '../../web/table/columns.ts';
import { ColumnsMenu } from '../../web/table/columns-menu.tsx';
import { DataTable } from '../../web/table/data-table.tsx';
import { FilterBar } from '../../web/table/filter/filter-bar.tsx';
import { formatTotal, NOTHING } from '../../web/table/selection.ts';
import { useSelection } from '../../web/table/use-selection.ts';
import { SortMenu } from '../../web/table/sort-menu.tsx';
import { formatSorting } from '../../web/table/sorting.ts';
import { Button } from '../../web/ui/button.tsx';
import { cx } from '../../web/ui/cx.ts';
import { ProgressBar } from '../../web/ui/progress-bar.tsx';
import type { BulkSelection } from '../contract/bulk.ts';
import { MAX_SORTS } from '../contract/list.ts';
import { KINDS } from '../contract/kinds.ts';
import { type CustomField, customFields as customFieldEndpoints } from '../contract/views.ts';
import { FavouritesMenu } from './collaboration/favorites-menu.tsx';
import { useUndoKey } from '../../web/shell/undo.ts';
import { BulkActions } from './bulk-actions.tsx';
import { useFilterChoices, useOwners } from './choices.ts';
import { companyFilterField, customFilterField } from '../contract/custom-filter.ts';
import { ExportMenu } from './export-menu.tsx';
import type { ListKit, ListRow } from './list-kit.ts';
import { ListNotices, ListPlaceholder } from './list-states.tsx';
import { SearchBox } from '../../web/ui/search-box.tsx';
import type PeekSheetType from './peek-sheet.tsx';
import {
  isNarrowed,
  type ListSearch,
  parseListSearch,
  searchOfView,
  selectionQuery,
  sortLeft,
  sortingOf,
  writeListSearch,
} from './list-search.ts';
import { bulkSelection, useBulk } from './use-bulk.ts';
import { useRows } from './use-rows.ts';
import { useCellEdit } from './use-cell-edit.ts';
import { useSums } from './use-sums.ts';
import { useViews, ViewsMenu } from './views-menu.tsx';

const PeekSheet = lazy(() => import('./peek-sheet.tsx')) as unknown as typeof PeekSheetType;

/** Data that columns need. */
export interface ColumnContext {
  customFields: readonly CustomField[];
  owners: ReturnType<typeof useOwners>;
  /** Search that a record opened from here carries along, for next and previous. */
  recordSearch: Record<string, unknown>;
}

export type SetListSearch = (change: Partial<ListSearch>, options?: { replace?: boolean }) => void;

/** Another way than the table to show the same records: a board, a calendar. */
export interface ListMode {
  /** Name in the address. */
  id: string;
  label: string;
  icon: ReactElement<{ size?: number | string; 'aria-hidden'?: boolean }>;
  /** It brings its own search and filters: those of the list are out of sight. */
  ownTools?: boolean;
  /** Absent: the table. */
  render?: (context: {
    search: ListSearch;
    setSearch: SetListSearch;
    customFields: readonly CustomField[];
    create: () => void;
  }) => ReactNode;
}

interface RecordListProps<Row extends ListRow> {
  kit: ListKit<Row>;
  columns: (context: ColumnContext) => Column<Row>[];
  /** Columns shown until someone chooses otherwise: `name,company`. */
  standardColumns: string;
  /** A row on a phone. */
  card: (row: Row) => ReactNode;
  /** More buttons in the heading, before Export. */
  actions?: ReactNode;
  /** Between the toolbar and the list. */
  notice?: ReactNode;
  /** More bulk actions, before the usual ones; `done` empties the selection. */
  bulkActions?: (selected: BulkSelection, done: () => void) => ReactNode;
  modes?: readonly ListMode[];
  /** The mode where the address names none; the table when absent. */
  standardMode?: string;
  /** The dialog for a new record. */
  renderNew: (close: () => void) => ReactNode;
  /** Empty state of the list. */
  firstUse: (create: () => void) => ReactNode;
}

/** The search of the address and a setter that leaves out what is standard. */
export function useListSearch(sorts: readonly string[]): [ListSearch, SetListSearch] {
  const parse = useCallback((raw: Parameters<typeof parseListSearch>[0]) => parseListSearch(raw, sorts), [sorts]);
  const [search, setRaw] = usePageSearch(parse);
  const set = useCallback<SetListSearch>(
    (change, options) => setRaw(writeListSearch(change) as Partial<ListSearch>, options),
    [setRaw],
  );
  return [search, set];
}

/** Reads a record while the pointer rests on its row, so that it opens at once. */
function useIntent<Row extends ListRow>(path: string): (row: Row) => void {
  return useReadAhead<Row>((client, row) => {
    const [own, query] = [`${path}/${row.id}`, row.deletedAt ? { trash: '1' } : undefined];
    void client.prefetchQuery({
      queryKey: query ? [own, query] : [own],
      queryFn: ({ signal }) => send('GET', own, { query, signal }),
    });
  });
}

/** The list of a kind of record: find, filter, sort, edit and act on them, in views that can be kept. */
export function RecordList<Row extends ListRow>({
  kit,
  columns: makeColumns,
  standardColumns,
  card,
  actions,
  notice,
  bulkActions,
  modes = NO_MODES,
  standardMode = '',
  renderNew,
  firstUse,
}: RecordListProps<Row>) {
  const { kind, nameOf } = kit;
  const { one, many, title, path, page } = KINDS[kind];
  const [search, setSearch] = useListSearch(kit.sorts);
  const [selection, setSelection] = useSelection(JSON.stringify(selectionQuery(search)));
  const [creating, setCreating] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const go = useGo();
  const chosen = search.trash ? undefined : modes.find(({ id }) => id === (search.as || standardMode));
  const mode = chosen?.render && { render: chosen.render };
  const list = useRows<Row>(kind, search, !mode);
  const bulk = useBulk(kit);
  const owners = useOwners();
  const ownFields = useQuery(read(customFieldEndpoints.list, { query: { object: kind } })).data?.items;
  const customFields = ownFields ?? NO_FIELDS;
  const companyFields =
    useQuery({
      ...read(customFieldEndpoints.list, { query: { object: 'company' } }),
      enabled: kit.ofCompany === true && !list.loading,
    }).data?.items ?? NO_FIELDS;
  const filterFields = useMemo(
    () => [...kit.filterFields, ...customFields.map(customFilterField), ...companyFields.map(companyFilterField)],
    [kit, customFields, companyFields],
  );
  const choices = useFilterChoices(kind, filterFields, search.filter);
  const onIntent = useIntent<Row>(path);
  const onEdit = useCellEdit(kit, customFields);
  useUndoKey();
  useNewRecordLink(page, () => setCreating(true));
  useViewOfAddress(kit, search, setSearch);
  useSortLeft(search, setSearch, ownFields);

  useShortcuts(
    useMemo<Shortcut[]>(
      () => [
        { keys: 'c', label: `New ${one}`, group: title, run: () => setCreating(true) },
        { keys: '/', label: `Search ${many}`, group: title, run: () => searchBox.current?.focus() },
      ],
      [one, many, title],
    ),
  );

  const recordSearch = useMemo(() => {
    const { search: text, filter, sort, trash } = search;
    return writeListSearch({ search: text, filter, sort, trash });
  }, [search]);
  const columns = useMemo(
    () => makeColumns({ customFields, owners, recordSearch }),
    [makeColumns, customFields, owners, recordSearch],
  );
  const standard = useMemo(() => parseLayout(standardColumns, columns), [columns, standardColumns]);
  const layout = useMemo(
    () => (search.columns ? parseLayout(search.columns, columns) : standard),
    [search.columns, columns, standard],
  );
  const sorting = useMemo(() => sortingOf(search, kit.sorts), [search, kit]);
  const sums = useSums(kind, search, columns, layout, !mode && list.rows.length > 0);

  const onLayoutChange = (next: ColumnLayout) => {
    const text = formatLayout(next);
    setSearch({ columns: text === formatLayout(standard) ? '' : text }, { replace: true });
  };
  const onSearch = useCallback((text: string) => setSearch({ search: text }, { replace: true }), [setSearch]);
  const onPreview = useCallback((row: Row) => setSearch({ peek: row.id }), [setSearch]);
  const create = () => setCreating(true);
  const peeked = mode || !search.peek ? undefined : list.rows.find(({ id }) => id === search.peek);
  const peekStep = (rows: readonly Row[], from: Row, step: number) => {
    const to = rows[rows.indexOf(from) + step];
    return to && (() => setSearch({ peek: to.id }, { replace: true }));
  };

  return (
    <div className="flex h-[calc(100dvh-var(--shell-edges))] flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-2">
        <h1 tabIndex={-1} className="page-title">
          {search.trash ? 'Trash' : title}
        </h1>
        <p className="tabular min-w-10 text-sm text-muted" role="status">
          {list.total && (
            <>
              {formatTotal(list.total)}
              <span className="max-sm:sr-only"> {list.total.count === 1 ? one : many}</span>
            </>
          )}
        </p>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {modes.length > 0 && !search.trash && (
            <ModeSwitch
              modes={modes}
              value={chosen?.id ?? ''}
              onChange={(as) => setSearch({ as: as === standardMode ? '' : as })}
            />
          )}
          {!search.trash && actions}
          <ExportMenu kit={kit} search={search} columns={layout.map((column) => column.id)} total={list.total} />
          {!search.trash && (
            <Button variant="primary" icon={<Plus />} aria-label={`New ${one}`} aria-keyshortcuts="c" onClick={create}>
              <span>
                New<span className="max-sm:hidden"> {one}</span>
              </span>
            </Button>
          )}
        </div>
      </header>
      <div
        className={cx(
          'flex flex-wrap items-center gap-x-2 gap-y-1.5 px-4 pb-2 max-sm:gap-x-0.5',
          chosen?.ownTools && 'hidden',
        )}
      >
        <SearchBox
          ref={searchBox}
          label={`Search ${many}`}
          placeholder={kit.searchHint}
          value={search.search}
          onChange={onSearch}
        />
        <FavouritesMenu />
        <ViewsMenu kind={kind} search={search} onSearchChange={(next) => setSearch(next)} />
        {/* Without a filter one button in the row; with filters a row of their own. */}
        <div className={cx('min-w-0', search.filter.conditions.length > 0 && 'order-last w-full')}>
          <FilterBar
            fields={filterFields}
            filter={search.filter}
            onFilterChange={(filter) => setSearch({ filter })}
            sourceOf={choices.sourceOf}
            nameOf={choices.nameOf}
          />
        </div>
        <div className="ml-auto flex items-center">
          {!mode && (
            <SortMenu
              columns={columns}
              sorting={sorting}
              max={MAX_SORTS}
              onSortingChange={(next) => setSearch({ sort: formatSorting(next) })}
            />
          )}
          {!mode && (
            <span className="max-sm:hidden">
              <ColumnsMenu columns={columns} layout={layout} standard={standard} onLayoutChange={onLayoutChange} />
            </span>
          )}
          <Button
            variant="ghost"
            icon={<Trash2 />}
            aria-pressed={search.trash}
            aria-label={search.trash ? 'Leave trash' : 'Trash'}
            data-tooltip={search.trash ? 'Leave trash' : 'Trash'}
            onClick={() => setSearch({ trash: !search.trash, view: '', as: '' })}
          />
        </div>
      </div>
      {notice}
      <ListNotices kind={kind} list={list} trash={search.trash} onLeaveTrash={() => setSearch({ trash: false })} />
      {sums && <p className="tabular px-4 pb-2 text-xs text-muted sm:hidden">{sums.line}</p>}
      {bulk.running && (
        <div className="px-4 pb-2">
          <ProgressBar label={`Updating ${many}`} value={bulk.running.processed} max={bulk.running.count} />
        </div>
      )}
      <div className="relative flex min-h-0 flex-1 flex-col border-t border-line" aria-busy={list.outdated}>
        {mode ? (
          mode.render({ search, setSearch, customFields, create })
        ) : (
          <>
            <DataTable
              label={title}
              rows={list.rows}
              firstIndex={list.firstIndex}
              columns={columns}
              rowLabel={nameOf}
              card={card}
              layout={layout}
              onLayoutChange={onLayoutChange}
              sorting={sorting}
              onSortingChange={(next) => setSearch({ sort: formatSorting(next.slice(-MAX_SORTS)) })}
              selection={selection}
              onSelectionChange={setSelection}
              total={list.total}
              loading={list.loading}
              hasMore={list.hasMore}
              onNeedMore={list.more}
              onNeedEarlier={list.earlier}
              listKey={list.listKey}
              onOpen={(row) => void go(`${page}/${row.id}`, { search: recordSearch })}
              addressOf={(row) => `${page}/${row.id}`}
              onPreview={onPreview}
              previewing={peeked !== undefined}
              onIntent={onIntent}
              onEdit={search.trash || !kit.cell ? undefined : onEdit}
              foot={sums}
              placeholder={
                <ListPlaceholder
                  kind={kind}
                  list={list}
                  trash={search.trash}
                  narrowed={isNarrowed(search)}
                  onClear={() => setSearch(parseListSearch({ trash: search.trash ? '1' : '' }, kit.sorts))}
                  firstUse={firstUse(create)}
                />
              }
            />
            <BulkBar
              selection={selection}
              onSelectionChange={setSelection}
              loaded={list.rows.length}
              total={list.total}
              raised={sums !== undefined}
            >
              <BulkActions
                kit={kit}
                bulk={bulk}
                search={search}
                selection={selection}
                onSelectionChange={setSelection}
                customFields={customFields}
                columns={layout.map((column) => column.id)}
                total={list.total}
              >
                {bulkActions?.(bulkSelection(selection, search), () => setSelection(NOTHING))}
              </BulkActions>
            </BulkBar>
          </>
        )}
      </div>
      {peeked && (
        <Suspense fallback={null}>
          <PeekSheet
            kit={kit}
            row={peeked}
            columns={columns}
            recordSearch={recordSearch}
            onClose={() => setSearch({ peek: '' }, { replace: true })}
            onEdit={search.trash || !kit.cell ? undefined : onEdit}
            onPrevious={peekStep(list.rows, peeked, -1)}
            onNext={peekStep(list.rows, peeked, 1)}
          />
        </Suspense>
      )}
      {creating && <Suspense fallback={null}>{renderNew(() => setCreating(false))}</Suspense>}
    </div>
  );
}

const NO_FIELDS: never[] = [];
const NO_MODES: never[] = [];

/** Table, board, …: one of a few buttons is pressed. */
function ModeSwitch({
  modes,
  value,
  onChange,
}: {
  modes: readonly ListMode[];
  value: string;
  onChange: (id: string) => void;
}) {
  return (
    <div role="group" aria-label="Show as" className="inline-flex rounded-md border border-control">
      {modes.map(({ id, label, icon }) => (
        <Button
          key={id}
          variant="ghost"
          aria-pressed={id === value}
          aria-label={label}
          data-tooltip={label}
          icon={icon}
          className={cx(
            'rounded-none first:rounded-l-md last:rounded-r-md',
            id === value && 'bg-accent-soft text-accent-ink',
          )}
          onClick={() => onChange(id)}
        />
      ))}
    </div>
  );
}

/**
 * An address that names nothing but a view shows that view as it is saved now. Looked at once for each view: emptying
 * the search of a view by hand must not bring it back.
 */
function useViewOfAddress<Row extends ListRow>(
  { kind }: ListKit<Row>,
  search: ListSearch,
  setSearch: SetListSearch,
): void {
  const saved = useViews(kind);
  const seen = useRef('');
  const { view: id, as } = search;
  const bare = !isNarrowed(search) && search.sort === '' && search.columns === '';
  useEffect(() => {
    if (id === seen.current || (id !== '' && bare && !saved)) return;
    seen.current = id;
    const view = bare ? saved?.find((other) => other.id === id) : undefined;
    if (view) setSearch({ ...searchOfView(view), as }, { replace: true });
  }, [id, as, bare, saved, setSearch]);
}

/**
 * An old link or view may sort by an own field that is gone: what is left of its order stands, instead of no list at
 * all.
 */
function useSortLeft(
  { sort }: ListSearch,
  setSearch: SetListSearch,
  ownFields: readonly CustomField[] | undefined,
): void {
  useEffect(() => {
    if (!ownFields) return;
    const left = sortLeft(
      sort,
      ownFields.map(({ key }) => key),
    );
    if (left !== sort) setSearch({ sort: left }, { replace: true });
  }, [sort, ownFields, setSearch]);
}
