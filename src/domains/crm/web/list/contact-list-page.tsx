import { useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import Upload from 'lucide-react/icons/upload';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { read } from '../../../../web/api/request.ts';
import { Link, useGo } from '../../../../web/router/link.tsx';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { type Shortcut, useShortcuts } from '../../../../web/shell/shortcuts.ts';
import { BulkBar } from '../../../../web/table/bulk-bar.tsx';
import { type ColumnLayout, formatLayout, parseLayout } from '../../../../web/table/columns.ts';
import { ColumnsMenu } from '../../../../web/table/columns-menu.tsx';
import { DataTable } from '../../../../web/table/data-table.tsx';
import { FilterBar } from '../../../../web/table/filter/filter-bar.tsx';
import { formatTotal, NOTHING, type Selection } from '../../../../web/table/selection.ts';
import { SortMenu } from '../../../../web/table/sort-menu.tsx';
import { formatSorting } from '../../../../web/table/sorting.ts';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { ProgressBar } from '../../../../web/ui/progress-bar.tsx';
import { contactFilterFields } from '../../contract/contact-filter.ts';
import { type ContactRow, contacts, MAX_SORTS } from '../../contract/contacts.ts';
import { customFields as customFieldEndpoints } from '../../contract/views.ts';
import { useUndoKey } from '../undo.ts';
import { BulkActions } from './bulk-actions.tsx';
import { useFilterChoices, useOwners } from './choices.ts';
import { contactColumns, STANDARD_COLUMNS } from './columns.tsx';
import { ContactCard } from './contact-card.tsx';
import { contactName } from './contact-name.ts';
import { ExportMenu } from './export-menu.tsx';
import { ListNotices, ListPlaceholder } from './list-states.tsx';
import { SearchBox } from './search-box.tsx';
import { type ContactsSearch, isNarrowed, parseContactsSearch, searchOfView, sortingOf, writeContactsSearch } from './search.ts';
import { useBulk } from './use-bulk.ts';
import { useCellEdit } from './use-cell-edit.ts';
import { useContacts } from './use-contacts.ts';
import { useViews, ViewsMenu } from './views-menu.tsx';

const NewContactDialog = lazy(() => import('./new-contact-dialog.tsx'));

/** Rest of the pointer on a row before its record is read, in milliseconds: passing over reads nothing. */
const INTENT_PAUSE = 80;

/** The search of the address and a setter that leaves out what is standard. */
function useContactsSearch(): [ContactsSearch, (change: Partial<ContactsSearch>, options?: { replace?: boolean }) => void] {
  const [search, setRaw] = usePageSearch(parseContactsSearch);
  const set = useCallback((change: Partial<ContactsSearch>, options?: { replace?: boolean }) => {
    setRaw(writeContactsSearch(change) as Partial<ContactsSearch>, options);
  }, [setRaw]);
  return [search, set];
}

/** Reads a record while the pointer rests on its row, so that it opens at once. */
function useIntent(): (row: ContactRow) => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((row: ContactRow) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void client.prefetchQuery(read(contacts.get, { params: { id: row.id }, query: row.deletedAt ? { trash: '1' } : {} })), INTENT_PAUSE);
  }, [client]);
}

/** `/contacts`: find, filter, edit and act on the people of the workspace. */
export default function ContactListPage() {
  const [search, setSearch] = useContactsSearch();
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [creating, setCreating] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const go = useGo();
  const list = useContacts(search);
  const bulk = useBulk();
  const owners = useOwners();
  const customFields = useQuery(read(customFieldEndpoints.list)).data?.items ?? NO_FIELDS;
  const choices = useFilterChoices(search.filter);
  const onIntent = useIntent();
  const onEdit = useCellEdit(customFields);
  useUndoKey();
  useViewOfAddress(search, setSearch);

  useShortcuts(useMemo<Shortcut[]>(() => [
    { keys: 'c', label: 'New contact', group: 'Contacts', run: () => setCreating(true) },
    { keys: '/', label: 'Search contacts', group: 'Contacts', run: () => searchBox.current?.focus() },
  ], []));

  const recordSearch = useMemo(() => {
    const { search: text, filter, sort, trash } = search;
    return writeContactsSearch({ search: text, filter, sort, trash });
  }, [search]);
  const columns = useMemo(() => contactColumns({ customFields, owners, recordSearch }), [customFields, owners, recordSearch]);
  const standard = useMemo(() => parseLayout(STANDARD_COLUMNS, columns), [columns]);
  const layout = useMemo(() => (search.columns ? parseLayout(search.columns, columns) : standard), [search.columns, columns, standard]);
  const filterFields = useMemo(() => contactFilterFields(customFields), [customFields]);
  const sorting = useMemo(() => sortingOf(search), [search]);

  const onLayoutChange = (next: ColumnLayout) => {
    const text = formatLayout(next);
    setSearch({ columns: text === formatLayout(standard) ? '' : text }, { replace: true });
  };
  const narrow = (change: Partial<ContactsSearch>, options?: { replace?: boolean }) => {
    // What is selected belongs to the list that was seen.
    setSelection(NOTHING);
    setSearch(change, options);
  };
  const onSearch = useCallback((text: string) => {
    setSelection(NOTHING);
    setSearch({ search: text }, { replace: true });
  }, [setSearch]);

  return (
    <div className="flex h-[calc(100dvh-var(--shell-header))] flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-2">
        <h1 tabIndex={-1} className="text-xl font-semibold">{search.trash ? 'Trash' : 'Contacts'}</h1>
        <p className="tabular min-w-10 text-sm text-muted" role="status">
          {list.total && <>{formatTotal(list.total)}<span className="max-sm:sr-only"> {list.total.count === 1 ? 'contact' : 'contacts'}</span></>}
        </p>
        <div className="ml-auto flex items-center gap-2">
          {!search.trash && <Link to="/contacts/import" className={buttonClass()}><Upload size={16} aria-hidden="true" /><span className="max-sm:sr-only">Import</span></Link>}
          <ExportMenu search={search} columns={layout.map((column) => column.id)} total={list.total} />
          {!search.trash && <Button variant="primary" icon={<Plus />} aria-label="New contact" aria-keyshortcuts="c" onClick={() => setCreating(true)}><span>New<span className="max-sm:hidden"> contact</span></span></Button>}
        </div>
      </header>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 px-4 pb-2">
        <SearchBox ref={searchBox} value={search.search} onChange={onSearch} />
        <ViewsMenu search={search} onSearchChange={(next) => narrow(next)} />
        {/* Without a filter one button in the row; with filters a row of their own. */}
        <div className={cx('min-w-0', search.filter.conditions.length > 0 && 'order-last w-full')}>
          <FilterBar fields={filterFields} filter={search.filter} onFilterChange={(filter) => narrow({ filter })} sourceOf={choices.sourceOf} nameOf={choices.nameOf} />
        </div>
        <div className="ml-auto flex items-center">
          <SortMenu columns={columns} sorting={sorting} max={MAX_SORTS} onSortingChange={(next) => setSearch({ sort: formatSorting(next) })} />
          <span className="max-sm:hidden"><ColumnsMenu columns={columns} layout={layout} standard={standard} onLayoutChange={onLayoutChange} /></span>
          <Button variant="ghost" icon={<Trash2 />} aria-pressed={search.trash} aria-label={search.trash ? 'Leave the trash' : 'Trash'} data-tooltip={search.trash ? 'Leave the trash' : 'Trash'} onClick={() => narrow({ trash: !search.trash, view: '' })} />
        </div>
      </div>
      <ListNotices list={list} trash={search.trash} onLeaveTrash={() => narrow({ trash: false })} />
      {bulk.running && (
        <div className="px-4 pb-2">
          <ProgressBar label="Changing contacts" value={bulk.running.processed} max={bulk.running.count} />
        </div>
      )}
      <div className="relative flex min-h-0 flex-1 flex-col border-t border-line" aria-busy={list.outdated}>
        <DataTable
          label="Contacts" rows={list.rows} firstIndex={list.firstIndex} columns={columns} rowLabel={contactName} card={card}
          layout={layout} onLayoutChange={onLayoutChange}
          sorting={sorting} onSortingChange={(next) => setSearch({ sort: formatSorting(next.slice(-MAX_SORTS)) })}
          selection={selection} onSelectionChange={setSelection}
          total={list.total} loading={list.loading} hasMore={list.hasMore} onNeedMore={list.more} onNeedEarlier={list.earlier} listKey={list.listKey}
          onOpen={(row) => void go(`/contacts/${row.id}`, { search: recordSearch })} onIntent={onIntent} onEdit={search.trash ? undefined : onEdit}
          placeholder={<ListPlaceholder list={list} trash={search.trash} narrowed={isNarrowed(search)} onClear={() => narrow(parseContactsSearch({ trash: search.trash ? '1' : '' }))} onCreate={() => setCreating(true)} />}
        />
        <BulkBar selection={selection} onSelectionChange={setSelection} loaded={list.rows.length} total={list.total}>
          <BulkActions bulk={bulk} search={search} selection={selection} onSelectionChange={setSelection} customFields={customFields} />
        </BulkBar>
      </div>
      {creating && <Suspense fallback={null}><NewContactDialog onClose={() => setCreating(false)} /></Suspense>}
    </div>
  );
}

const NO_FIELDS: never[] = [];
const card = (contact: ContactRow) => <ContactCard contact={contact} />;

/**
 * An address that names nothing but a view shows that view as it is saved now. Looked at once for each view: emptying
 * the search of a view by hand must not bring it back.
 */
function useViewOfAddress(search: ContactsSearch, setSearch: (change: Partial<ContactsSearch>, options?: { replace?: boolean }) => void): void {
  const saved = useViews();
  const seen = useRef('');
  const { view: id } = search;
  const bare = !isNarrowed(search) && search.sort === '' && search.columns === '';
  useEffect(() => {
    if (id === seen.current || (id !== '' && bare && !saved)) return;
    seen.current = id;
    const view = bare ? saved?.find((other) => other.id === id) : undefined;
    if (view) setSearch(searchOfView(view), { replace: true });
  }, [id, bare, saved, setSearch]);
}
