import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useState } from 'react';
import { usePages } from '../../../../web/api/pages.ts';
import { Link } from '../../../../web/router/link.tsx';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted } from '../../../../web/ui/format.ts';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { sync, type SyncDefinition } from '../../contract/sync.ts';
import { SyncDetail } from './sync-detail.tsx';
import { countsText, DIRECTION_WORDS, KIND_WORDS, parseSyncSearch, SCHEDULE_WORDS } from './labels.ts';

const SyncDialog = lazy(() => import('./sync-dialog.tsx'));

/** Syncs between clients' workspaces and operations, at /client-sync. */
export default function SyncPage() {
  const [search, setSearch] = usePageSearch(parseSyncSearch);
  const [adding, setAdding] = useState(false);
  if (search.sync) return <SyncDetail key={search.sync} search={search} onSearch={setSearch} />;
  return (
    <div className="page-frame max-w-5xl">
      <header className="mb-4 flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h1 tabIndex={-1} className="page-title">
            Client sync
          </h1>
          <p className="text-sm text-muted">
            Keep records in sync between a client and operations. Deletions are not synced.
          </p>
        </div>
        <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
          New sync
        </Button>
      </header>
      <List onAdd={() => setAdding(true)} />
      {adding && (
        <Suspense fallback={null}>
          <SyncDialog onClose={() => setAdding(false)} onMade={(id) => setSearch({ sync: id, tab: 'runs' })} />
        </Suspense>
      )}
    </div>
  );
}

function List({ onAdd }: { onAdd: () => void }) {
  const list = usePages(sync.list, { query: { limit: 50 } });
  if (list.loading)
    return (
      <div className="grid gap-2" aria-hidden="true">
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} className="h-16 w-full" />
        ))}
      </div>
    );
  if (list.error && list.items.length === 0) return <Failure error={list.error} what="Syncs" onRetry={list.retry} />;
  if (list.items.length === 0) {
    return (
      <EmptyState
        icon={<ArrowLeftRight />}
        title="No syncs yet"
        action={
          <Button variant="primary" icon={<Plus />} onClick={onAdd}>
            New sync
          </Button>
        }
      >
        Choose a client, a record type, and the fields to sync. A dry run shows the effect first.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
        {list.items.map((one) => (
          <Row key={one.id} sync={one} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </>
  );
}

function Row({ sync: one }: { sync: SyncDefinition }) {
  return (
    <li data-testid="row">
      <Link
        to="/client-sync"
        search={{ sync: one.id }}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm hover:bg-hover"
      >
        <span className="min-w-0 flex-1 basis-64">
          <span className="block truncate font-medium">
            {one.client.name}: {KIND_WORDS[one.kind]}
          </span>
          <span className="block text-xs text-muted">
            {DIRECTION_WORDS[one.direction]}, {SCHEDULE_WORDS[one.schedule].toLowerCase()}.{' '}
            {counted(one.links, 'record')} linked.
          </span>
        </span>
        <span className="text-xs text-muted">
          {one.lastRun ? (
            <>
              {countsText(one.lastRun)}, <RelativeTime value={one.lastRun.createdAt} />
            </>
          ) : (
            'No runs yet'
          )}
        </span>
        {one.openConflicts > 0 && <Badge tone="warning">{counted(one.openConflicts, 'conflict')}</Badge>}
        {one.lastRun?.state === 'failed' && <Badge tone="danger">Failed</Badge>}
        {one.state === 'paused' ? <Badge>Paused</Badge> : <Badge tone="success">On</Badge>}
      </Link>
    </li>
  );
}
