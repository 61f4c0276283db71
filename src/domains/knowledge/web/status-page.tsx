import { useQuery, useQueryClient } from '@tanstack/react-query';
import Library from 'lucide-react/icons/library';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { BarChart } from '../../../web/charts/index.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { buttonClass } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { knowledge, type KnowledgeSource, knowledgeSources, type KnowledgeStatus } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { DocumentList } from './document-list.tsx';
import { KnowledgeHead } from './knowledge-nav.tsx';
import { KIND_LABELS } from './labels.ts';
import { RepeatedPassages } from './repeated-passages.tsx';
import type { Shown } from './search.ts';
import { SourceState } from './source-list.tsx';

/** `/universal-knowledge-status`: how fresh and complete knowledge is, by source. */
export default function StatusPage() {
  const status = useQuery(read(knowledge.status));
  const sources = useQuery(read(knowledgeSources.list));
  const error = status.error ?? sources.error;
  const isLoaded = status.data && sources.data;
  return (
    <div className="page-frame max-w-5xl">
      <KnowledgeHead title="Knowledge status" current="/universal-knowledge-status" />
      {error && !isLoaded && (
        <Failure
          error={error}
          what="The status"
          onRetry={() => {
            void status.refetch();
            void sources.refetch();
          }}
        />
      )}
      {!error && !isLoaded && <Skeleton className="h-64 w-full" />}
      {isLoaded && <Loaded status={status.data} sources={sources.data.items} />}
    </div>
  );
}

function Loaded({ status, sources }: { status: KnowledgeStatus; sources: readonly KnowledgeSource[] }) {
  if (sources.length === 0)
    return (
      <EmptyState
        icon={<Library />}
        title="No sources yet"
        action={
          <Link to="/knowledge-base-unified" className={buttonClass({ variant: 'primary' })}>
            Add a source
          </Link>
        }
      >
        This page shows how fresh and complete each source is.
      </EmptyState>
    );
  return (
    <div className="grid grid-cols-1 gap-8">
      <Figures status={status} />
      {status.jobs.length > 0 && <Running jobs={status.jobs} />}
      <Sources sources={sources} />
      {status.failed > 0 && (
        <section aria-labelledby="failed">
          <h2 id="failed" className="mb-2 text-base font-semibold">
            Failed documents
          </h2>
          <DocumentList source={undefined} show="failed" />
        </section>
      )}
      {status.documents > 1 && <RepeatedPassages />}
      <Questions status={status} />
    </div>
  );
}

/** A figure that opens the documents it counts. */
function Figure({ label, value, detail, show }: { label: string; value: number; detail?: string; show?: Shown }) {
  const content = (
    <>
      <span className="block text-xs text-muted">{label}</span>
      <span className="tabular block text-xl font-semibold">{value.toLocaleString()}</span>
      {detail && <span className="block text-xs text-muted">{detail}</span>}
    </>
  );
  const look = 'block rounded-lg border border-line bg-raised p-3';
  return show && value > 0 ? (
    <Link to="/knowledge-base-unified" search={{ show }} className={`${look} hover:bg-hover`}>
      {content}
    </Link>
  ) : (
    <div className={look}>{content}</div>
  );
}

function Figures({ status }: { status: KnowledgeStatus }) {
  const { documents, passages, embedded, waiting, failed, unsure, stale, duplicates, lastReadAt } = status;
  const share = passages > 0 ? Math.floor((embedded / passages) * 100) : 100;
  return (
    <section aria-label="Figures">
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-7">
        <Figure label="Documents" value={documents} />
        <Figure label="Passages" value={passages} detail={`${share}% searchable by meaning`} />
        <Figure label="Waiting" value={waiting} show="waiting" />
        <Figure label="Failed" value={failed} show="failed" />
        <Figure label="Low OCR confidence" value={unsure} show="unsure" />
        <Figure label="Stale" value={stale} show="stale" />
        <Figure label="Duplicates" value={duplicates} show="duplicates" />
      </div>
      {lastReadAt && (
        <p className="mt-2 text-xs text-muted">
          Last document read <RelativeTime value={lastReadAt} />
        </p>
      )}
    </section>
  );
}

function Running({ jobs }: { jobs: KnowledgeStatus['jobs'] }) {
  return (
    <section aria-labelledby="running">
      <h2 id="running" className="mb-2 text-base font-semibold">
        Being read now
      </h2>
      <ul className="grid gap-3">
        {jobs.map(({ sourceId, sourceName, done, total, message }) => (
          <li key={sourceId} className="grid gap-1 text-sm">
            <span>
              {sourceName}
              {total !== null && (
                <span className="text-muted">
                  {' '}
                  {done.toLocaleString()} of {total.toLocaleString()}
                </span>
              )}
            </span>
            {message && <span className="text-xs break-words text-muted">{message}</span>}
            <ProgressBar label={sourceName} {...(total !== null && { value: done, max: total })} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sources({ sources }: { sources: readonly KnowledgeSource[] }) {
  return (
    <section aria-labelledby="sources">
      <h2 id="sources" className="mb-2 text-base font-semibold">
        Sources
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {sources.map((source) => (
          <SourceRow key={source.id} source={source} />
        ))}
      </ul>
    </section>
  );
}

function SourceRow({ source }: { source: KnowledgeSource }) {
  const client = useQueryClient();
  const { id, name, kind, documents, failed, error, checkedAt, nextAt, canEdit, state } = source;
  const canCheck = canEdit && (kind === 'web' || kind === 'feed' || failed > 0 || state === 'failed');
  const check = async () => {
    try {
      await call(knowledgeSources.sync, { params: { id } });
      await client.invalidateQueries({ queryKey: [KNOWLEDGE.sources] });
    } catch (problem) {
      toast({ type: 'error', title: 'Source not checked', description: messageFor(problem, 'Try again.') });
    }
  };
  return (
    <li data-testid="source" className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <Link
          to="/knowledge-base-unified"
          search={{ source: id }}
          className="block truncate font-medium hover:underline pointer-coarse:min-h-11"
        >
          {name}
        </Link>
        <p className="text-xs text-muted">
          {KIND_LABELS[kind]} · {counted(documents, 'document')}
          {checkedAt && (
            <>
              {' · Last checked '}
              <RelativeTime value={checkedAt} />
            </>
          )}
          {nextAt && (
            <>
              {' · Next check '}
              <RelativeTime value={nextAt} />
            </>
          )}
        </p>
        {error && <p className="text-xs break-words text-danger-ink">{error}</p>}
      </div>
      {failed > 0 && <Badge tone="danger">{failed} failed</Badge>}
      {state === 'ready' && failed === 0 ? <Badge tone="success">Up to date</Badge> : <SourceState source={source} />}
      {canCheck && (
        <IconButton
          label={`Check ${name} now`}
          icon={<RefreshCw />}
          disabled={state === 'working'}
          onClick={() => void check()}
        />
      )}
    </li>
  );
}

const dayLabel = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

function Questions({ status: { questions, daily } }: { status: KnowledgeStatus }) {
  const { asked, answered, abstained, helpful, unhelpful } = questions;
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="mb-1 text-base font-semibold">
        Questions in the last 30 days
      </h2>
      {asked === 0 ? (
        <p className="text-sm text-muted">No questions yet.</p>
      ) : (
        <>
          <p className="mb-2 text-sm text-muted">
            {counted(asked, 'question')}: {answered} answered or quoted, {abstained} without an answer. Rated helpful{' '}
            {helpful}, not helpful {unhelpful}.
          </p>
          <BarChart
            label="Questions by day"
            height={160}
            categories={daily.map(({ day }) => dayLabel.format(new Date(`${day}T00:00:00Z`)))}
            format={(value) => (Number.isInteger(value) ? value.toLocaleString() : '')}
            series={[
              { key: 'answered', label: 'Answered', values: daily.map((one) => one.asked - one.abstained) },
              { key: 'abstained', label: 'Without an answer', values: daily.map((one) => one.abstained) },
            ]}
            stacked
          />
        </>
      )}
    </section>
  );
}
