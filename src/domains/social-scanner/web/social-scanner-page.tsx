import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import ScanSearch from 'lucide-react/icons/scan-search';
import VolumeX from 'lucide-react/icons/volume-x';
import { lazy, Suspense, useState } from 'react';
import { read } from '../../../web/api/request.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { type Watch, watches } from '../contract.ts';
import { PostInbox } from './post-inbox.tsx';
import { parseScannerSearch } from './search.ts';
import { WatchList } from './watch-list.tsx';

const WatchDialog = lazy(() => import('./watch-dialog.tsx'));
const MutesDialog = lazy(() => import('./mutes-dialog.tsx'));

/** `/social-media-scanner`: posts that watches found, and the watches. */
export default function SocialScannerPage() {
  const [search, setSearch] = usePageSearch(parseScannerSearch);
  const list = useQuery({
    ...read(watches.list),
    // The live channel says when something changed; this is for browsers that lost it.
    refetchInterval: (query) =>
      (query.state.data as { items: Watch[] } | undefined)?.items.some(({ state }) => state === 'scanning')
        ? 4_000
        : false,
  });
  const [dialog, setDialog] = useState<{ watch?: Watch } | 'mutes'>();
  const items = list.data?.items ?? [];
  const newHits = items.reduce((sum, watch) => sum + watch.newHits, 0);
  return (
    <div className="flex min-h-0 flex-col lg:h-[calc(100dvh-var(--shell-edges))]">
      <header className="flex flex-wrap items-center gap-2 px-4 pt-3">
        <h1 tabIndex={-1} className="flex-1 page-title">
          Social media scanner
        </h1>
        {items.length > 0 && (
          <div className="flex gap-2">
            <Button icon={<VolumeX />} onClick={() => setDialog('mutes')}>
              Muted
            </Button>
            <Button variant="primary" icon={<Plus />} onClick={() => setDialog({})}>
              New watch
            </Button>
          </div>
        )}
      </header>
      {list.isPending ? (
        <Skeleton className="m-4 h-96" />
      ) : list.error && !list.data ? (
        <Failure error={list.error} what="Watches" onRetry={() => void list.refetch()} />
      ) : items.length === 0 ? (
        <EmptyState
          icon={<ScanSearch />}
          title="Find people who are looking for what you sell"
          action={
            <Button variant="primary" onClick={() => setDialog({})}>
              New watch
            </Button>
          }
        >
          A watch looks for your words in feeds, on social networks, and in exports. You turn posts into leads or
          replies.
        </EmptyState>
      ) : (
        <>
          <div role="tablist" aria-label="Parts of the scanner" className="mt-1 flex gap-1 border-b border-line px-4">
            {(
              [
                ['posts', 'Posts', newHits],
                ['watches', 'Watches', items.length],
              ] as const
            ).map(([value, label, count]) => (
              <button
                key={value}
                type="button"
                role="tab"
                id={`scanner-tab-${value}`}
                aria-controls="scanner-panel"
                aria-selected={search.tab === value}
                className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm font-medium text-muted aria-selected:border-accent aria-selected:text-ink"
                onClick={() => setSearch({ tab: value, open: '' })}
              >
                {label} <span className="tabular font-normal text-muted">{count.toLocaleString('en')}</span>
              </button>
            ))}
          </div>
          <div
            role="tabpanel"
            id="scanner-panel"
            aria-labelledby={`scanner-tab-${search.tab}`}
            className="flex min-h-0 flex-1 flex-col"
          >
            {search.tab === 'posts' ? (
              <PostInbox watches={items} search={search} setSearch={setSearch} />
            ) : (
              <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
                <WatchList items={items} onEdit={(watch) => setDialog({ watch })} />
              </div>
            )}
          </div>
        </>
      )}
      <Suspense fallback={null}>
        {dialog === 'mutes' && <MutesDialog onClose={() => setDialog(undefined)} />}
        {dialog && dialog !== 'mutes' && (
          <WatchDialog
            watch={dialog.watch}
            networks={list.data?.networks ?? []}
            onClose={() => setDialog(undefined)}
            onSaved={(id) => {
              setDialog(undefined);
              setSearch(dialog.watch ? { tab: 'watches' } : { ...parseScannerSearch({}), watch: id });
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
