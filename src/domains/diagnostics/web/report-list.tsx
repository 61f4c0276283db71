import ShieldCheck from 'lucide-react/icons/shield-check';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call } from '../../../web/api/request.ts';
import { BarePart } from '../../../web/shell/bare-page.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type ClientReport, type ReportKind, reports } from '../contract.ts';

const KINDS: Record<ReportKind, { word: string; tone: 'danger' | 'warning' | 'neutral' }> = {
  altered: { word: 'Altered file', tone: 'danger' },
  framed: { word: 'Framed', tone: 'danger' },
  injected: { word: 'Foreign element', tone: 'warning' },
  policy: { word: 'Refused by the policy', tone: 'warning' },
  error: { word: 'Error', tone: 'neutral' },
};

/** Browser reports for administrators. */
export function ReportList() {
  const client = useQueryClient();
  const list = usePages(reports.list);
  const clear = useMutation({
    mutationFn: () => call(reports.clear),
    onSuccess: ({ removed }) => {
      toast({ type: 'success', title: removed === 1 ? '1 report removed' : `${removed} reports removed` });
      return client.invalidateQueries({ queryKey: [reports.list.path] });
    },
    onError: (error) =>
      toast({ type: 'error', title: 'The reports were not removed', description: messageFor(error, 'Try again.') }),
  });
  const askAndClear = async () => {
    const sure = await confirm({
      title: 'Remove all reports?',
      description: 'They cannot be brought back. What still happens is reported again.',
      action: 'Remove all reports',
      tone: 'danger',
    });
    if (sure) clear.mutate();
  };
  return (
    <BarePart
      title="Reports of browsers"
      lead="What the page’s policy refused, altered files, foreign elements and uncaught errors, of the last 30 days. Browser extensions cause many of them."
      action={
        list.items.length > 0 && (
          <Button size="sm" loading={clear.isPending} onClick={() => void askAndClear()}>
            Remove all
          </Button>
        )
      }
    >
      {list.loading && (
        <div className="grid gap-2" aria-hidden="true">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      )}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="The reports" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState icon={<ShieldCheck />} title="Nothing reported">
          No browser has found anything to tell.
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {list.items.map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </BarePart>
  );
}

function Report({ report: { kind, detail, page, browser, count, lastAt } }: { report: ClientReport }) {
  const { word, tone } = KINDS[kind];
  return (
    <li data-testid="row" className="grid gap-1 py-2 text-sm first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{word}</Badge>
        <code className="min-w-0 font-mono text-xs break-all">{detail}</code>
      </p>
      <p className="text-xs text-muted">
        On <code className="font-mono">{page}</code>, {browser},{' '}
        <span className="tabular">{count === 1 ? 'once' : `${count.toLocaleString()} times`}</span>, last{' '}
        <RelativeTime value={lastAt} />
      </p>
    </li>
  );
}
