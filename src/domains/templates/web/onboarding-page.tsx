import { useQuery } from '@tanstack/react-query';
import ListChecks from 'lucide-react/icons/list-checks';
import SearchX from 'lucide-react/icons/search-x';
import { useCallback } from 'react';
import { usePages } from '../../../web/api/pages.ts';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { DayText, RelativeTime } from '../../../web/ui/time.tsx';
import { onboardings, type OnboardingRow } from '../contract/onboarding.ts';
import { OnboardingDetails } from './onboarding-details.tsx';
import { ONBOARDING_TABS, type OnboardingSearch, parseOnboarding, stateOfTab, tidy } from './search.ts';
import { ONBOARDING_STATES } from './labels.ts';

const TAB_WORDS: Readonly<Record<OnboardingSearch['tab'], string>> = {
  running: 'In progress',
  stuck: 'Stuck',
  done: 'Completed',
  none: 'Not started',
};

/** `/client-onboarding`: how far every client is, stuck ones first. */
export default function OnboardingPage() {
  const [search, setRaw] = usePageSearch(parseOnboarding);
  const setSearch = useCallback(
    (change: Partial<OnboardingSearch>, options?: { replace?: boolean }) =>
      setRaw(tidy(change, { tab: 'running' }) as Partial<OnboardingSearch>, options),
    [setRaw],
  );
  const counts = useQuery(read(onboardings.counts));
  const list = usePages(onboardings.list, {
    query: {
      search: search.search.trim() || undefined,
      state: stateOfTab(search.tab),
      mine: search.mine ? '1' : undefined,
    },
  });
  const countOf = (tab: OnboardingSearch['tab']) =>
    counts.data && (tab === 'running' ? counts.data.open + counts.data.stuck : counts.data[tab]);
  const opened = list.items.find(({ id }) => id === search.client);
  return (
    <div className="page-frame max-w-5xl">
      <header className="mb-4 flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 tabIndex={-1} className="page-title">
            Client onboarding
          </h1>
          <p className="text-sm text-muted">Stuck ones first: something is late, or nothing has moved for a week.</p>
        </div>
        <Link to="/mini-gauntlets" className={buttonClass({ variant: 'primary' })}>
          Set up a client
        </Link>
      </header>
      <nav aria-label="Which onboardings" className="flex gap-4 strip border-b border-line">
        {ONBOARDING_TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            aria-current={tab === search.tab ? 'true' : undefined}
            onClick={() => setSearch({ tab })}
            className={cx(
              '-mb-px flex h-9 shrink-0 items-center gap-1.5 border-b-2 text-sm font-medium pointer-coarse:h-11',
              tab === search.tab ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {TAB_WORDS[tab]}
            <span className="tabular text-xs text-muted">{countOf(tab)?.toLocaleString()}</span>
          </button>
        ))}
      </nav>
      <div className="my-3 flex flex-wrap items-center gap-3">
        <SearchBox
          value={search.search}
          onChange={(text) => setSearch({ search: text }, { replace: true })}
          label="Search clients"
          placeholder="Search by name"
        />
        {search.tab !== 'none' && (
          <Checkbox
            label="Only mine"
            checked={search.mine}
            onChange={(event) => setSearch({ mine: event.target.checked })}
          />
        )}
      </div>
      {list.error && list.items.length === 0 && (
        <Failure error={list.error} what="The onboardings" onRetry={list.retry} />
      )}
      {list.loading && (
        <div className="grid gap-2" role="status" aria-busy="true" aria-label="Loading">
          {[1, 2, 3].map((n) => (
            <Skeleton key={n} className="h-20 w-full" />
          ))}
        </div>
      )}
      {!list.loading && !list.error && list.items.length === 0 && (
        <Nothing search={search} onClear={() => setSearch({ search: '', mine: false })} />
      )}
      {list.items.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
          {list.items.map((row) => (
            <Row key={row.id} row={row} onOpen={() => setSearch({ client: row.id })} />
          ))}
        </ul>
      )}
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      {search.client && (
        <Sheet
          open
          onOpenChange={() => setSearch({ client: '' })}
          title={opened?.client ?? 'Onboarding'}
          footer={
            <Link to={`/clients/${search.client}`} className={buttonClass()}>
              Open the client
            </Link>
          }
        >
          <OnboardingDetails id={search.client} />
        </Sheet>
      )}
    </div>
  );
}

function Row({ row, onOpen }: { row: OnboardingRow; onOpen: () => void }) {
  const { client, state, done, of, overdue, next, owner, lastMoveAt, templateName } = row;
  return (
    <li
      data-testid="row"
      className="relative grid gap-x-4 gap-y-1.5 px-4 py-3 hover:bg-hover sm:grid-cols-[minmax(0,1fr)_11rem_minmax(0,14rem)]"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <button
            type="button"
            onClick={onOpen}
            className="text-left font-medium after:absolute after:inset-0 after:content-['']"
          >
            {client}
          </button>
          <Badge tone={ONBOARDING_STATES[state].tone}>{ONBOARDING_STATES[state].text}</Badge>
        </p>
        <p className="truncate text-xs text-muted">
          {state === 'none' ? (
            'No template with a checklist was applied.'
          ) : (
            <>
              {templateName} · {owner?.name ?? 'No owner'}
              {lastMoveAt && (
                <>
                  {' '}
                  · moved <RelativeTime value={lastMoveAt} />
                </>
              )}
            </>
          )}
        </p>
      </div>
      {state !== 'none' && (
        <div className="grid content-center gap-1">
          <span className="tabular text-xs text-muted">
            {done} of {of}
            {overdue > 0 && <span className="text-danger-ink"> · {overdue} late</span>}
          </span>
          <ProgressBar label={`Steps of ${client}`} value={done} max={of} valueText={`${done} of ${of}`} />
        </div>
      )}
      {next && (
        <p className="min-w-0 text-sm">
          <span className="block truncate">{next.title}</span>
          <span className="text-xs text-muted">
            {next.audience === 'client' ? 'Client' : 'Us'} · due <DayText value={next.dueOn} />
          </span>
        </p>
      )}
    </li>
  );
}

function Nothing({ search, onClear }: { search: OnboardingSearch; onClear: () => void }) {
  if (search.search.trim() || search.mine)
    return (
      <EmptyState icon={<SearchX />} title="No client matches" action={<Button onClick={onClear}>Show all</Button>} />
    );
  if (search.tab === 'none') return <EmptyState icon={<ListChecks />} title="Every client has a checklist" />;
  if (search.tab === 'running')
    return (
      <EmptyState
        icon={<ListChecks />}
        title="No client is being set up"
        action={
          <Link to="/mini-gauntlets" className={buttonClass({ variant: 'primary' })}>
            Set up a client
          </Link>
        }
      >
        A template brings the checklist; most steps tick themselves off as things happen.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<ListChecks />}
      title={search.tab === 'stuck' ? 'No stuck onboardings' : 'No completed onboardings yet'}
    />
  );
}
