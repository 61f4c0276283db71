import Building from 'lucide-react/icons/building-2';
import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { usePages } from '../../../web/api/pages.ts';
import { Link, useGo } from '../../../web/router/link.tsx';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { type Column, type ColumnLayout, formatLayout, parseLayout } from '../../../web/table/columns.ts';
import { ColumnsMenu } from '../../../web/table/columns-menu.tsx';
import { DataTable } from '../../../web/table/data-table.tsx';
import { formatSorting, parseSorting } from '../../../web/table/sorting.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { AddClientDialog } from '../../workspaces/web/index.ts';
import { PLANS } from '../../workspaces/contract.ts';
import { CLIENT_SORTS, type ClientRow, clients } from '../contract.ts';
import { type ClientsSearch, parseClientsSearch, writeClientsSearch } from './search.ts';
import { countText, Health, STATE_LABELS, StateBadge } from './labels.tsx';

const planName = (id: ClientRow['plan']) => PLANS.find((plan) => plan.id === id)?.name ?? '';
const COLUMNS: readonly Column<ClientRow>[] = [
  {
    id: 'name',
    header: 'Client',
    width: 210,
    hideable: false,
    sortField: 'name',
    cell: (row) => (
      <span className="flex items-center gap-2">
        <Avatar name={row.name} size="sm" />
        <Link
          to={`/clients/${row.id}`}
          tabIndex={-1}
          title={row.name}
          className="truncate leading-6 font-medium hover:underline"
        >
          {row.name}
        </Link>
      </span>
    ),
  },
  { id: 'health', header: 'Health', width: 120, cell: (row) => <Health value={row.health} /> },
  {
    id: 'state',
    header: 'Status',
    width: 115,
    cell: (row) => <StateBadge state={row.state} deleteAt={row.deleteAt} />,
  },
  {
    id: 'owner',
    header: 'Owner',
    width: 150,
    cell: (row) =>
      row.owner ? <span title={row.owner.email}>{row.owner.name}</span> : <span className="text-faint">None yet</span>,
  },
  { id: 'members', header: 'People', width: 75, align: 'end', cell: (row) => row.members.toLocaleString() },
  { id: 'contacts', header: 'Contacts', width: 90, align: 'end', cell: (row) => countText(row.contacts) },
  {
    id: 'openOpportunities',
    header: 'Open deals',
    width: 100,
    align: 'end',
    cell: (row) => countText(row.openOpportunities),
  },
  { id: 'plan', header: 'Plan', width: 90, cell: (row) => planName(row.plan) },
  {
    id: 'lastSeenAt',
    header: 'Last used',
    width: 115,
    cell: (row) =>
      row.lastSeenAt ? <RelativeTime value={row.lastSeenAt} /> : <span className="text-faint">Never</span>,
  },
  {
    id: 'createdAt',
    header: 'Since',
    width: 115,
    sortField: 'createdAt',
    firstSort: 'desc',
    cell: (row) => <RelativeTime value={row.createdAt} />,
  },
];
const STANDARD = COLUMNS.map(({ id }) => ({ id }));
const STATES = [
  { value: '', label: 'All except archived' },
  ...Object.entries(STATE_LABELS).map(([value, label]) => ({ value, label })),
];
const SORTS: readonly { value: ClientsSearch['sort']; label: string }[] = [
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
];
const SORTABLE = ['name', 'createdAt'];
const nameOf = (row: ClientRow) => row.name;
const card = (row: ClientRow) => (
  <span className="flex min-w-0 flex-1 flex-col gap-1">
    <span className="flex items-center gap-2">
      <span className="min-w-0 flex-1 truncate text-base font-medium">{row.name}</span>
      <Health value={row.health} />
    </span>
    <span className="truncate text-xs text-muted">
      {[row.owner?.name ?? 'No owner yet', STATE_LABELS[row.state], `${countText(row.contacts)} contacts`].join(' · ')}
    </span>
  </span>
);

/** `/clients`: every client business, and how it fares. */
export default function ClientListPage() {
  const [search, setRaw] = usePageSearch(parseClientsSearch);
  const setSearch = useCallback(
    (change: Partial<ClientsSearch>, options?: { replace?: boolean }) =>
      setRaw(writeClientsSearch(change) as Partial<ClientsSearch>, options),
    [setRaw],
  );
  const onSearch = useCallback((text: string) => setSearch({ search: text }, { replace: true }), [setSearch]);
  const [adding, setAdding] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const go = useGo();
  const list = usePages(clients.list, {
    query: {
      search: search.search.trim() || undefined,
      state: search.state || undefined,
      sort: search.sort,
      limit: 100,
    },
  });
  const layout = useMemo(() => (search.columns ? parseLayout(search.columns, COLUMNS) : STANDARD), [search.columns]);
  const onLayoutChange = (next: ColumnLayout) =>
    setSearch({ columns: formatLayout(next) === formatLayout(STANDARD) ? '' : formatLayout(next) }, { replace: true });
  const narrowed = search.search.trim() !== '' || search.state !== '';
  return (
    <div className="flex h-[calc(100dvh-var(--shell-edges))] flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-2">
        <h1 tabIndex={-1} className="page-title">
          Clients
        </h1>
        <Button className="ml-auto" variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
          New client
        </Button>
      </header>
      <div className="flex flex-wrap items-center gap-2 px-4 pb-2">
        <SearchBox
          ref={searchBox}
          value={search.search}
          onChange={onSearch}
          label="Search clients"
          placeholder="Search by name"
        />
        <Select
          aria-label="Status"
          className="w-44"
          options={STATES}
          value={search.state}
          onChange={(event) => setSearch({ state: event.target.value as ClientsSearch['state'] })}
        />
        <Select
          aria-label="Sort by"
          className="w-36"
          options={SORTS}
          value={search.sort}
          onChange={(event) => setSearch({ sort: event.target.value as ClientsSearch['sort'] })}
        />
        <span className="ml-auto max-sm:hidden">
          <ColumnsMenu columns={COLUMNS} layout={layout} standard={STANDARD} onLayoutChange={onLayoutChange} />
        </span>
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col border-t border-line">
        <DataTable
          label="Clients"
          rows={list.items}
          columns={COLUMNS}
          rowLabel={nameOf}
          card={card}
          layout={layout}
          onLayoutChange={onLayoutChange}
          sorting={parseSorting(search.sort, SORTABLE)}
          onSortingChange={(next) =>
            setSearch({ sort: CLIENT_SORTS.find((sort) => sort === formatSorting(next.slice(-1))) ?? 'name' })
          }
          loading={list.loading}
          hasMore={list.hasMore}
          onNeedMore={list.more}
          listKey={JSON.stringify(search)}
          onOpen={(row) => void go(`/clients/${row.id}`)}
          placeholder={
            list.error ? (
              <Failure error={list.error} what="Clients" onRetry={list.retry} />
            ) : narrowed ? (
              <EmptyState
                icon={<SearchX />}
                title="No matching clients"
                action={<Button onClick={() => setSearch({ search: '', state: '' })}>Clear search and filters</Button>}
              >
                Try fewer words, or another status.
              </EmptyState>
            ) : (
              <EmptyState
                icon={<Building />}
                title="Add your first client"
                action={
                  <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
                    New client
                  </Button>
                }
              >
                Each client gets its own workspace, and its owner is invited by email.
              </EmptyState>
            )
          }
        />
      </div>
      {adding && (
        <Suspense fallback={null}>
          <AddClientDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  );
}
