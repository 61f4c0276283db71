import { useMutation, useQueryClient } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useEffect } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type FailedReaction, reactions } from '../contract.ts';

/** No one tells of them on the live channel: they are looked at again; milliseconds. */
const EVERY = 5_000;

/** Failed reactions to events: workflows not started, webhooks not called, notifications not sent. */
export default function ReactionsTab() {
  const client = useQueryClient();
  const list = usePages(reactions.list, { query: { limit: 50 } });
  const refresh = () => client.invalidateQueries({ queryKey: [reactions.list.path] });
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void client.invalidateQueries({ queryKey: [reactions.list.path] });
    }, EVERY);
    return () => clearInterval(timer);
  }, [client]);
  const all = useMutation({
    mutationFn: () => call(reactions.retry, { body: {} }),
    onError: (error) => toast({ type: 'error', title: 'Couldn’t retry', description: messageFor(error, 'Try again.') }),
    onSettled: refresh,
  });
  return (
    <section aria-label="Failed reactions">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-2">
        <p className="max-w-prose text-sm text-muted">
          Events start workflows, call webhooks, and notify people. Failed reactions are retried seven times within a
          few minutes, then kept here for up to 30 days.
        </p>
        {list.items.length > 0 && (
          <Button size="sm" icon={<RotateCw />} loading={all.isPending} onClick={() => all.mutate()}>
            Retry all
          </Button>
        )}
      </div>
      {list.loading && <Skeleton className="h-64 w-full" />}
      {list.error && list.items.length === 0 && (
        <Failure error={list.error} what="Failed reactions" onRetry={list.retry} />
      )}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState icon={<CircleCheck />} title="No failed reactions">
          All events were processed or are in progress.
        </EmptyState>
      )}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {list.items.map((one) => (
          <Row key={`${one.event} ${one.subscriber}`} reaction={one} onDone={refresh} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </section>
  );
}

function Row({ reaction, onDone }: { reaction: FailedReaction; onDone: () => Promise<unknown> }) {
  const { event, subscriber } = reaction;
  const act = useMutation({
    mutationFn: async (what: 'retry' | 'leaveOut') => {
      if (what === 'retry') await call(reactions.retry, { body: { one: { event, subscriber } } });
      else await call(reactions.leaveOut, { body: { event, subscriber } });
    },
    onError: (error) =>
      toast({ type: 'error', title: 'No changes were saved', description: messageFor(error, 'Try again.') }),
    onSettled: onDone,
  });
  const name = `${subscriber} after ${reaction.type}`;
  return (
    <li data-testid="row" className="grid gap-1 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-mono font-medium break-words">{subscriber}</span>
          {reaction.retryAt ? (
            <Badge tone="info">Retrying soon</Badge>
          ) : (
            <Badge tone="danger">Failed after {reaction.tries} tries</Badge>
          )}
        </p>
        <p className="text-xs text-muted">
          <span className="font-mono">{reaction.type}</span> · {reaction.workspace?.name ?? 'Deleted workspace'} ·
          happened <RelativeTime value={reaction.happenedAt} /> · failed last <RelativeTime value={reaction.failedAt} />
        </p>
        <p className="mt-0.5 text-xs break-words text-danger-ink">{reaction.error}</p>
      </div>
      <div className="flex items-center gap-1.5">
        <Button
          size="sm"
          icon={<RotateCw />}
          loading={act.isPending && act.variables === 'retry'}
          aria-label={`Retry: ${name}`}
          onClick={() => act.mutate('retry')}
        >
          Retry
        </Button>
        <Button
          size="sm"
          variant="ghost"
          loading={act.isPending && act.variables === 'leaveOut'}
          aria-label={`Skip: ${name}`}
          onClick={() => act.mutate('leaveOut')}
        >
          Skip
        </Button>
      </div>
    </li>
  );
}
