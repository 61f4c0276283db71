import { useQuery } from '@tanstack/react-query';
import BadgeCheck from 'lucide-react/icons/badge-check';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useReadAhead } from '../../../../web/api/read-ahead.ts';
import { read } from '../../../../web/api/request.ts';
import { useGo } from '../../../../web/router/link.tsx';
import type { PageModule } from '../../../../web/router/page.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { type Shortcut, useShortcuts } from '../../../../web/shell/shortcuts.ts';
import { formatLayout, parseLayout } from '../../../../web/table/columns.ts';
import { ColumnsMenu } from '../../../../web/table/columns-menu.tsx';
import { DataTable } from '../../../../web/table/data-table.tsx';
import { SortMenu } from '../../../../web/table/sort-menu.tsx';
import { formatSorting, parseSorting } from '../../../../web/table/sorting.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { type BusinessLicense, businessLicenses } from '../../contract/licenses.ts';
import { LICENSES_PAGE } from '../../paths.ts';
import { SearchBox } from '../../../../web/ui/search-box.tsx';
import { counted } from '../../../../records/web/format.ts';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { LICENSE_COLUMNS, LicenseCard, STANDARD_LICENSE_COLUMNS } from './license-columns.tsx';
import {
  LICENSE_SORTS,
  type LicensesSearch,
  parseLicensesSearch,
  shownLicenses,
  writeLicensesSearch,
} from './search.ts';
import { StateFilter } from './state-filter.tsx';

const FeedDialog = lazy(() => import('../calendars/feed-dialog.tsx'));
const LicenseDialog = lazy(() => import('./license-dialog.tsx'));

const STANDARD = parseLayout(STANDARD_LICENSE_COLUMNS, LICENSE_COLUMNS);
const NONE: BusinessLicense[] = [];
const card = (license: BusinessLicense) => <LicenseCard license={license} />;
const nameOf = (license: BusinessLicense) => license.name;

const listRead = (trash: boolean) => read(businessLicenses.list, { query: trash ? { trash: '1' } : {} });

export const prepare: PageModule['prepare'] = (client, { search }) =>
  void client.prefetchQuery(listRead(parseLicensesSearch(search).trash));

/** `/business-license-management`: what the business may do, until when, and who sees to it. */
export default function LicenseListPage() {
  const [search, setRaw] = usePageSearch(parseLicensesSearch);
  const setSearch = useCallback(
    (change: Partial<LicensesSearch>, options?: { replace?: boolean }) =>
      setRaw(writeLicensesSearch(change) as Partial<LicensesSearch>, options),
    [setRaw],
  );
  const [creating, setCreating] = useState(false);
  const [subscribing, setSubscribing] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const go = useGo();
  const list = useQuery(listRead(search.trash));
  const all = list.data?.items ?? NONE;
  const rows = useMemo(() => shownLicenses(all, search), [all, search]);
  const layout = useMemo(
    () => (search.columns ? parseLayout(search.columns, LICENSE_COLUMNS) : STANDARD),
    [search.columns],
  );
  const sorting = useMemo(() => parseSorting(search.sort, LICENSE_SORTS), [search.sort]);
  const onSearch = useCallback((text: string) => setSearch({ search: text }, { replace: true }), [setSearch]);
  const onIntent = useReadAhead<BusinessLicense>(
    (client, { id }) => void client.prefetchQuery(read(businessLicenses.get, { params: { id } })),
  );
  useUndoKey();
  useShortcuts(
    useMemo<Shortcut[]>(
      () => [
        { keys: 'c', label: 'New license', group: 'Business licenses', run: () => setCreating(true) },
        { keys: '/', label: 'Search licenses', group: 'Business licenses', run: () => searchBox.current?.focus() },
      ],
      [],
    ),
  );

  return (
    <div className="flex h-[calc(100dvh-var(--shell-edges))] flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-2">
        <h1 tabIndex={-1} className="page-title">
          {search.trash ? 'Trash' : 'Business licenses'}
        </h1>
        <p className="tabular min-w-10 text-sm text-muted" role="status">
          {list.data && counted(rows.length, 'license')}
        </p>
        <div className="ml-auto flex items-center gap-2">
          <Button icon={<CalendarPlus />} aria-label="Subscribe in your calendar" onClick={() => setSubscribing(true)}>
            <span className="max-sm:hidden">Calendar</span>
          </Button>
          {!search.trash && (
            <Button
              variant="primary"
              icon={<Plus />}
              aria-label="New license"
              aria-keyshortcuts="c"
              onClick={() => setCreating(true)}
            >
              <span>
                New<span className="max-sm:hidden"> license</span>
              </span>
            </Button>
          )}
        </div>
      </header>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 px-4 pb-2">
        <SearchBox
          ref={searchBox}
          value={search.search}
          onChange={onSearch}
          label="Search licenses"
          placeholder="Search name, number, authority"
        />
        {!search.trash && <StateFilter all={all} state={search.state} onChange={(state) => setSearch({ state })} />}
        <div className="ml-auto flex items-center">
          <SortMenu
            columns={LICENSE_COLUMNS}
            sorting={sorting}
            max={2}
            onSortingChange={(next) => setSearch({ sort: formatSorting(next) })}
          />
          <span className="max-sm:hidden">
            <ColumnsMenu
              columns={LICENSE_COLUMNS}
              layout={layout}
              standard={STANDARD}
              onLayoutChange={(next) =>
                setSearch(
                  { columns: formatLayout(next) === formatLayout(STANDARD) ? '' : formatLayout(next) },
                  { replace: true },
                )
              }
            />
          </span>
          <Button
            variant="ghost"
            icon={<Trash2 />}
            aria-pressed={search.trash}
            aria-label={search.trash ? 'Leave trash' : 'Trash'}
            data-tooltip={search.trash ? 'Leave trash' : 'Trash'}
            onClick={() => setSearch({ trash: !search.trash, state: '' })}
          />
        </div>
      </div>
      {list.error && list.data && (
        <div className="px-4 pb-2">
          <Banner
            tone="warning"
            action={
              <Button size="sm" onClick={() => void list.refetch()}>
                Try again
              </Button>
            }
          >
            The list could not be refreshed.
          </Banner>
        </div>
      )}
      <div className="relative flex min-h-0 flex-1 flex-col border-t border-line">
        <DataTable
          label="Business licenses"
          rows={rows}
          columns={LICENSE_COLUMNS}
          rowLabel={nameOf}
          card={card}
          layout={layout}
          onLayoutChange={(next) => setSearch({ columns: formatLayout(next) }, { replace: true })}
          sorting={sorting}
          onSortingChange={(next) => setSearch({ sort: formatSorting(next.slice(-2)) })}
          loading={list.isPending}
          total={{ count: rows.length, capped: false }}
          listKey={JSON.stringify(search)}
          onOpen={(row) => void go(`${LICENSES_PAGE}/${row.id}`)}
          onIntent={onIntent}
          placeholder={
            <Placeholder
              list={list}
              search={search}
              onClear={() => setSearch({ search: '', state: '' })}
              onCreate={() => setCreating(true)}
            />
          }
        />
      </div>
      {subscribing && (
        <Suspense fallback={null}>
          <FeedDialog kind="licenses" title="Expiring licenses" onClose={() => setSubscribing(false)} />
        </Suspense>
      )}
      {creating && (
        <Suspense fallback={null}>
          <LicenseDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface PlaceholderProps {
  list: { error: Error | null; refetch: () => unknown };
  search: LicensesSearch;
  onClear: () => void;
  onCreate: () => void;
}

/** Content of a list without rows. */
function Placeholder({ list, search, onClear, onCreate }: PlaceholderProps) {
  if (list.error) return <Failure error={list.error} what="Licenses" onRetry={() => void list.refetch()} />;
  if (search.search || search.state) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No matching licenses"
        action={<Button onClick={onClear}>Clear search and filters</Button>}
      >
        Try fewer words or another state.
      </EmptyState>
    );
  }
  if (search.trash)
    return (
      <EmptyState icon={<Trash2 />} title="Trash is empty">
        Deleted licenses stay here until they are restored.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<BadgeCheck />}
      title="Add your first license"
      action={
        <Button variant="primary" icon={<Plus />} onClick={onCreate}>
          New license
        </Button>
      }
    >
      Track registrations, permits, professional licenses, and trademarks. The responsible person is reminded 90, 60,
      30, 14, 7, and 1 days before each expires.
    </EmptyState>
  );
}
