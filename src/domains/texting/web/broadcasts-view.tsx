import { lazy, Suspense, useState } from 'react';
import Megaphone from 'lucide-react/icons/megaphone';
import { usePages } from '../../../web/api/pages.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { broadcasts } from '../contract/broadcasts.ts';
import { BroadcastCard } from './broadcast-card.tsx';

const NewBroadcastDialog = lazy(() => import('./new-broadcast-dialog.tsx'));

/** Broadcasts with their figures, newest first. */
export default function BroadcastsView() {
  const list = usePages(broadcasts.list);
  const [writing, setWriting] = useState(false);
  const start = (
    <Button variant="primary" icon={<Megaphone />} onClick={() => setWriting(true)}>
      New broadcast
    </Button>
  );
  return (
    <section aria-label="Broadcasts" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div className="mx-auto grid max-w-4xl gap-4 p-4">
        {list.error && <Failure error={list.error} what="Broadcasts" onRetry={list.retry} />}
        {list.loading && (
          <div role="status" aria-label="Broadcasts: loading" className="grid animate-appear-late gap-4">
            <Skeleton className="h-36 w-full" />
            <Skeleton className="h-36 w-full" />
          </div>
        )}
        {!list.loading && !list.error && list.items.length === 0 && (
          <EmptyState icon={<Megaphone />} title="No broadcasts yet" action={start}>
            Send one text to many contacts, and see who got it.
          </EmptyState>
        )}
        {list.items.length > 0 && (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 className="text-base font-semibold">Broadcasts</h2>
              {start}
            </div>
            {list.items.map((broadcast) => (
              <BroadcastCard key={broadcast.id} broadcast={broadcast} />
            ))}
            <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="Older broadcasts" />
          </>
        )}
      </div>
      {writing && (
        <Suspense fallback={null}>
          <NewBroadcastDialog
            lastPrice={list.items[0]?.segmentPrice ?? ''}
            onClose={() => setWriting(false)}
            onStarted={() => setWriting(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
