import ArrowRight from 'lucide-react/icons/arrow-right';
import History from 'lucide-react/icons/history';
import { usePages } from '../../../../web/api/pages.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted } from '../../../../web/ui/format.ts';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { Sheet } from '../../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { type LogEntry, sync, type SyncDefinition, type SyncRun } from '../../contract/sync.ts';
import { ACTION_WORDS, CAUSE_WORDS, countsText, RUN_WORDS, SIDE_WORDS } from './labels.ts';

const isOpen = ({ state }: SyncRun) => state === 'queued' || state === 'running';
const PAGES = {
  contact: 'contacts',
  company: 'companies',
  lead: 'leads',
  opportunity: 'opportunities',
  activity: 'activities',
} as const;

/** Runs, newest first, and the log of the open one. */
export function Runs({ one, open, onOpen }: { one: SyncDefinition; open: string; onOpen: (id: string) => void }) {
  const list = usePages(sync.runs, { params: { id: one.id }, query: { limit: 50 } });
  const shown = list.items.find((run) => run.id === open);
  if (list.loading)
    return (
      <div className="grid gap-2" aria-hidden="true">
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} className="h-12 w-full" />
        ))}
      </div>
    );
  if (list.error && list.items.length === 0) return <Failure error={list.error} what="Runs" onRetry={list.retry} />;
  if (list.items.length === 0)
    return (
      <EmptyState icon={<History />} title="No runs yet">
        {one.state === 'paused'
          ? 'Start with a dry run to see the effect on each record without changing anything.'
          : 'Runs appear here with a log for each record.'}
      </EmptyState>
    );
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
        {list.items.map((run) => (
          <li key={run.id} data-testid="row">
            <button
              type="button"
              onClick={() => onOpen(run.id)}
              className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-left text-sm hover:bg-hover"
            >
              <span className="min-w-0 flex-1 basis-56">
                <span className="block font-medium">
                  {isOpen(run) ? (run.dry ? 'Dry run in progress' : 'In progress') : (run.error ?? countsText(run))}
                </span>
                <span className="block text-xs text-muted">
                  {CAUSE_WORDS[run.cause]}
                  {run.requestedBy && `, ${run.requestedBy}`}, <RelativeTime value={run.createdAt} />.{' '}
                  {counted(run.lookedAt, 'record')} checked.
                </span>
              </span>
              {run.dry && <Badge tone="info">Dry run</Badge>}
              <Badge tone={RUN_WORDS[run.state].tone}>{RUN_WORDS[run.state].text}</Badge>
            </button>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      {shown && <RunSheet one={one} run={shown} onClose={() => onOpen('')} />}
    </>
  );
}

function RunSheet({ one, run, onClose }: { one: SyncDefinition; run: SyncRun; onClose: () => void }) {
  const log = usePages(sync.log, { params: { id: one.id, runId: run.id }, query: { limit: 100 } });
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={run.dry ? 'Dry run' : 'Run'}
      description={isOpen(run) ? 'In progress' : countsText(run)}
    >
      <div className="grid gap-4">
        {run.dry && (
          <Banner>No changes were made. A run would do exactly this if nothing changes in the meantime.</Banner>
        )}
        {run.error && <Banner tone="danger">{run.error}</Banner>}
        {log.loading && <Skeleton className="h-24 w-full" />}
        {log.error && log.items.length === 0 && <Failure error={log.error} what="Log" onRetry={log.retry} />}
        {!log.loading && !log.error && log.items.length === 0 && !isOpen(run) && (
          <p className="text-sm text-muted">Both sides already match. No records changed.</p>
        )}
        <ol className="divide-y divide-line">
          {log.items.map((entry) => (
            <Entry key={entry.id} one={one} entry={entry} dry={run.dry} />
          ))}
        </ol>
        <LoadMore hasMore={log.hasMore} loading={log.loadingMore} onMore={log.more} />
      </div>
    </Sheet>
  );
}

const TONES = { create: 'success', update: 'info', link: 'neutral', conflict: 'warning', error: 'danger' } as const;

function Entry({ one, entry, dry }: { one: SyncDefinition; entry: LogEntry; dry: boolean }) {
  const isThere = entry.opsRecord && !(dry && entry.action === 'create' && entry.side === 'ops');
  return (
    <li data-testid="row" className="py-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {isThere ? (
          <Link to={`/${PAGES[one.kind]}/${entry.opsRecord}`} className="min-w-0 truncate font-medium hover:underline">
            {entry.title}
          </Link>
        ) : (
          <span className="min-w-0 truncate font-medium">{entry.title}</span>
        )}
        <Badge tone={TONES[entry.action]}>
          {ACTION_WORDS[entry.action]}
          {entry.side && ` at ${SIDE_WORDS[entry.side]}`}
        </Badge>
      </p>
      {entry.note && (
        <p className="mt-1 text-muted">
          {entry.note}
          {entry.note.endsWith('.') ? '' : '.'}
        </p>
      )}
      {entry.changes.length > 0 && (
        <dl className="mt-1.5 grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-xs">
          {entry.changes.map((change) => (
            <div key={change.label} className="contents">
              <dt className="truncate text-muted">{change.label}</dt>
              <dd className="min-w-0 break-words">
                {entry.action === 'conflict' ? (
                  <>
                    Operations: {change.before || 'nothing'}. {one.client.name}: {change.after || 'nothing'}.
                  </>
                ) : entry.action === 'create' ? (
                  change.after
                ) : (
                  <>
                    <del className="text-muted">{change.before || 'nothing'}</del>{' '}
                    <ArrowRight size={12} className="inline text-faint" aria-label="becomes" />{' '}
                    {change.after || 'nothing'}
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
