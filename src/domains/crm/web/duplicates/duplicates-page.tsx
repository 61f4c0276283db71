import { useQuery } from '@tanstack/react-query';
import CopyCheck from 'lucide-react/icons/copy-check';
import Merge from 'lucide-react/icons/merge';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { lazy, Suspense, useMemo, useState } from 'react';
import { usePages } from '../../../../web/api/pages.ts';
import { call, read } from '../../../../web/api/request.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { type Shortcut, useShortcuts } from '../../../../web/shell/shortcuts.ts';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { ProgressBar } from '../../../../web/ui/progress-bar.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import {
  DUPLICATE_KINDS,
  type DuplicatePair,
  duplicatePairs,
  type DuplicateStatus,
} from '../../contract/duplicates.ts';
import { CRM } from '../../paths.ts';
import { useAct } from '../../../../records/web/use-row-action.ts';
import { counted } from '../../../../records/web/format.ts';
import { PairView } from './pair-view.tsx';
import { usePairActs } from './use-pair-acts.ts';
import { KIND_WORDS, LEVELS, ONE_WORDS, parseQueue, sureness } from './labels.ts';

const CertainDialog = lazy(() => import('./certain-dialog.tsx'));

/** `/duplicates`: pairs that may be the same, the surest first, to be gone through by hand or by keyboard. */
export default function DuplicatesPage() {
  const [search, setSearch] = usePageSearch(parseQueue);
  const { kind, min, state, pair: openId } = search;
  const status = useQuery(read(duplicatePairs.status)).data;
  const queue = usePages(duplicatePairs.list, {
    query: { state, ...(kind && { kind }), ...(min > 0 && { min }), limit: 50 },
  });
  const acts = usePairActs();
  const [sure, setSure] = useState(false);
  const pairs = useMemo(() => queue.items.filter(({ id }) => !acts.gone.has(id)), [queue.items, acts.gone]);
  const at = Math.max(
    0,
    pairs.findIndex(({ id }) => id === openId),
  );
  const shown = pairs[at];
  const open = (pair: DuplicatePair | undefined) => setSearch({ pair: pair?.id }, { replace: true });
  const next = pairs[at + 1] ?? pairs[at - 1];
  useUndoKey();

  const done = async (act: Promise<boolean>) => {
    if (await act) open(next);
    if (pairs.length - at < 10) queue.more();
  };
  const shortcuts = useMemo<Shortcut[]>(() => {
    const group = 'Duplicates';
    const move: Shortcut[] = [
      {
        keys: 'j',
        label: 'Next pair',
        group,
        run: () => {
          if (pairs[at + 1]) open(pairs[at + 1]);
        },
      },
      {
        keys: 'k',
        label: 'Previous pair',
        group,
        run: () => {
          if (pairs[at - 1]) open(pairs[at - 1]);
        },
      },
    ];
    if (!shown || state !== 'open') return move;
    return [
      ...move,
      { keys: 'm', label: 'Merge pair', group, run: () => void done(acts.merge(shown)) },
      { keys: 'n', label: 'Not the same', group, run: () => void done(acts.dismiss(shown)) },
      {
        keys: 's',
        label: 'Skip pair',
        group,
        run: () => {
          if (pairs[at + 1]) open(pairs[at + 1]);
        },
      },
    ];
    // Everything that the functions read is in these.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pairs, at, state]);
  useShortcuts(shortcuts);

  return (
    <div className="page-frame max-w-7xl">
      <Head status={status} onCertain={() => setSure(true)} />
      <div className={cx('mt-3 flex flex-wrap items-center gap-2', openId && 'max-lg:hidden')}>
        <Select
          aria-label="Type"
          className="w-56 max-sm:w-full"
          value={kind}
          placeholder="All types"
          onChange={(event) =>
            setSearch({ kind: parseQueue({ kind: event.target.value }).kind || undefined, pair: undefined })
          }
          options={DUPLICATE_KINDS.map((value) => ({
            value,
            label: status ? `${KIND_WORDS[value]} (${status.counts[value].toLocaleString()})` : KIND_WORDS[value],
          }))}
        />
        <Select
          aria-label="Confidence"
          className="w-44"
          value={String(min)}
          options={LEVELS}
          onChange={(event) => setSearch({ min: Number(event.target.value) || undefined, pair: undefined })}
        />
        <Button
          variant="ghost"
          aria-pressed={state === 'dismissed'}
          className={cx(state === 'dismissed' && 'bg-accent-soft text-accent-ink')}
          onClick={() => setSearch({ state: state === 'open' ? 'dismissed' : undefined, pair: undefined })}
        >
          Not the same{status && status.dismissed > 0 && ` (${status.dismissed.toLocaleString()})`}
        </Button>
      </div>
      {queue.loading && (
        <div className="mt-4 grid gap-2" aria-hidden="true">
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
        </div>
      )}
      {queue.error && queue.items.length === 0 && <Failure error={queue.error} what="Pairs" onRetry={queue.retry} />}
      {!queue.loading && !queue.error && pairs.length === 0 && !queue.hasMore && (
        <Nothing status={status} narrowed={kind !== '' || min > 0} dismissed={state === 'dismissed'} />
      )}
      {shown && (
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <div className={cx(openId && 'max-lg:hidden')}>
            <ul
              aria-label="Pairs"
              className="divide-y divide-line overflow-hidden rounded-lg border border-line lg:max-h-[calc(100dvh-15rem)] lg:overflow-y-auto"
            >
              {pairs.map((pair) => (
                <li key={pair.id} data-testid="row">
                  <PairButton pair={pair} current={pair === shown} onOpen={() => open(pair)} />
                </li>
              ))}
            </ul>
            <LoadMore hasMore={queue.hasMore} loading={queue.loadingMore} onMore={queue.more} />
          </div>
          <div className={cx('min-w-0', !openId && 'max-lg:hidden')}>
            <PairView
              key={shown.id}
              pair={shown}
              busy={acts.busy === shown.id}
              onMerge={() => void done(acts.merge(shown))}
              onDismiss={() => void done(acts.dismiss(shown))}
              onReopen={() => void done(acts.reopen(shown))}
              onSkip={() => open(next)}
              onBack={() => open(undefined)}
              onMerged={() => {
                acts.hide(shown.id);
                open(next);
              }}
            />
          </div>
        </div>
      )}
      {sure && (
        <Suspense fallback={null}>
          <CertainDialog {...(kind && kind !== 'lead_contact' && { kind })} onClose={() => setSure(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Result of the last search, and a button to search again. */
function Head({ status, onCertain }: { status: DuplicateStatus | undefined; onCertain: () => void }) {
  const act = useAct(CRM.duplicates);
  const running = status?.state === 'running';
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 tabIndex={-1} className="page-title">
          Duplicates
        </h1>
        <p className="tabular min-w-10 text-sm text-muted" role="status">
          {status?.state === 'done' && status.finishedAt && (
            <>
              {counted(status.records, 'record')} checked <RelativeTime value={status.finishedAt} />
              {status.tookMs >= 100 &&
                ` in ${(status.tookMs / 1000).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`}
            </>
          )}
          {status?.state === 'failed' && 'The last search was interrupted.'}
        </p>
        <div className="ml-auto flex flex-wrap gap-2">
          {status && status.certain > 0 && (
            <Button icon={<Merge />} onClick={onCertain}>
              Merge {counted(status.certain, 'certain pair')}
            </Button>
          )}
          <Button
            icon={<RefreshCw />}
            loading={running}
            onClick={() => void act('Search started', 'Couldn’t start the search', () => call(duplicatePairs.run))}
          >
            Search again
          </Button>
        </div>
      </div>
      {running && (
        <div className="mt-2">
          <ProgressBar label="Looking for duplicates" value={status.progress} valueText={`${status.progress}%`} />
        </div>
      )}
    </>
  );
}

function Nothing({
  status,
  narrowed,
  dismissed,
}: {
  status: DuplicateStatus | undefined;
  narrowed: boolean;
  dismissed: boolean;
}) {
  const act = useAct(CRM.duplicates);
  if (dismissed)
    return (
      <EmptyState icon={<CopyCheck />} title="No dismissed pairs">
        Pairs you mark as not the same appear here. You can return them to the queue.
      </EmptyState>
    );
  if (narrowed)
    return (
      <EmptyState icon={<CopyCheck />} title="No matching pairs">
        No pairs of this type and confidence. Show all types to see the others.
      </EmptyState>
    );
  if (status?.state === 'never') {
    return (
      <EmptyState
        icon={<CopyCheck />}
        title="Find your duplicates"
        action={
          <Button
            variant="primary"
            onClick={() => void act('Search started', 'Couldn’t start the search', () => call(duplicatePairs.run))}
          >
            Find duplicates
          </Button>
        }
      >
        Contacts, companies, and leads are compared by name, email, phone, and address. After that, new and changed
        records are checked automatically.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<CopyCheck />} title="No duplicates">
      {status?.state === 'running'
        ? 'The search is running.'
        : 'New, changed, and imported records are checked automatically.'}
    </EmptyState>
  );
}

function PairButton({
  pair: { kind, keep, other, score },
  current,
  onOpen,
}: {
  pair: DuplicatePair;
  current: boolean;
  onOpen: () => void;
}) {
  const { word, tone } = sureness(score);
  const detail =
    keep.values
      .filter(({ field }) => field === 'company' || field === 'email' || field === 'city')
      .map(({ value }) => value)[0] ?? '';
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={onOpen}
      className={cx(
        'flex w-full items-center gap-3 px-3 py-2 text-left text-sm hover:bg-hover',
        current && 'lg:bg-accent-soft',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={keep.name}>
          {keep.name}
        </span>
        <span className="block truncate" title={other.name}>
          {other.name}
        </span>
        <span className="block truncate text-xs text-muted">
          {[ONE_WORDS[kind], detail].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Badge tone={tone} className="tabular shrink-0">
        {score} {word}
      </Badge>
    </button>
  );
}
