import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import CheckCircle from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import type { ReactNode } from 'react';
import { read } from '../../../web/api/request.ts';
import { API } from '../../../web/api/paths.ts';
import { Link } from '../../../web/router/link.tsx';
import type { RawSearch } from '../../../web/router/page.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { fileSize } from '../../../web/ui/format.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { installation, type SystemFigures } from '../contract.ts';
import { BalanceCheck } from './balance-check.tsx';

/** Figures of a busy installation are out of date soon; milliseconds. */
const EVERY = 5_000;

interface SystemStatus {
  healthy: boolean;
  checks: { name: string; healthy: boolean; detail?: string }[];
  notices: string[];
}

/** Whether everything works, what one should know, and how much of it there is. */
export function SystemTab() {
  const status = useQuery<SystemStatus>({ queryKey: [API.systemStatus], refetchInterval: EVERY });
  const figures = useQuery({ ...read(installation.system), refetchInterval: EVERY });
  return (
    <div className="grid gap-5">
      <section aria-labelledby="admin-health">
        <h2 id="admin-health" className="mb-2 text-sm font-semibold">
          {status.data ? (status.data.healthy ? 'All systems operational' : 'Some systems are down') : 'Health'}
        </h2>
        {status.isPending && <Skeleton className="h-16 w-full" />}
        {status.error && !status.data && (
          <Failure error={status.error} what="System health" onRetry={() => void status.refetch()} />
        )}
        <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
          {status.data?.checks.map(({ name, healthy, detail }) => (
            <li key={name} className="flex items-start gap-2 rounded-lg border border-line bg-raised px-3 py-2 text-sm">
              {healthy ? (
                <CheckCircle size={16} className="mt-0.5 shrink-0 text-success-ink" aria-hidden="true" />
              ) : (
                <CircleX size={16} className="mt-0.5 shrink-0 text-danger-ink" aria-hidden="true" />
              )}
              <span className="min-w-0">
                <span className="font-medium">{name}</span>{' '}
                <span className={healthy ? 'sr-only' : 'text-danger-ink'}>{healthy ? 'works' : 'down'}</span>
                {detail && <span className="block text-xs break-words text-muted">{detail}</span>}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {/* What stands below waits for the state of health: nobody knows before how much room that takes. */}
      {status.isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <Beneath figures={figures} notices={status.data?.notices ?? []} />
      )}
    </div>
  );
}

function Beneath({ figures, notices }: { figures: UseQueryResult<SystemFigures>; notices: readonly string[] }) {
  return (
    <>
      {notices.length > 0 && (
        <div className="grid gap-2">
          {notices.map((notice) => (
            <Banner key={notice} tone="warning">
              {notice}
            </Banner>
          ))}
        </div>
      )}
      <section aria-labelledby="admin-figures">
        <h2 id="admin-figures" className="mb-2 text-sm font-semibold">
          Figures
        </h2>
        {figures.isPending && <Skeleton className="h-40 w-full" />}
        {figures.error && !figures.data && (
          <Failure error={figures.error} what="Figures" onRetry={() => void figures.refetch()} />
        )}
        {figures.data && <Figures figures={figures.data} />}
      </section>
      <BalanceCheck />
    </>
  );
}

function Figures({ figures }: { figures: SystemFigures }) {
  const { jobs, recurring, reactions } = figures;
  return (
    <>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4">
        <Figure label="Accounts" value={figures.accounts} search={{ tab: 'accounts' }}>
          {figures.online.toLocaleString()} active in the last 15 minutes
        </Figure>
        <Figure label="Workspaces" value={figures.workspaces} to="/clients" />
        <Figure label="Jobs in progress" value={jobs.running} search={{ tab: 'jobs', state: 'running' }}>
          {jobs.queued.toLocaleString()} waiting
        </Figure>
        <Figure
          label="Failed jobs (7 days)"
          value={jobs.failed}
          alarming={jobs.failed > 0}
          search={{ tab: 'jobs', state: 'failed' }}
        />
        <Figure
          label="Failing scheduled jobs"
          value={recurring.failing}
          alarming={recurring.failing > 0}
          search={{ tab: 'recurring' }}
        >
          {recurring.paused.toLocaleString()} paused
        </Figure>
        <Figure
          label="Failed reactions"
          value={reactions.waiting + reactions.resting}
          alarming={reactions.resting > 0}
          search={{ tab: 'reactions' }}
        >
          {reactions.waiting.toLocaleString()} retried automatically
        </Figure>
        <Figure label="Unsent emails" value={figures.keptMails} search={{ tab: 'mails' }} />
        <Figure label="Database size" value={fileSize(figures.databaseSize)} />
        <Figure label="Process memory" value={fileSize(figures.memory)} />
      </dl>
      <p className="mt-3 text-xs text-muted">
        Version {figures.version} on Node {figures.node},{' '}
        {figures.engine === 'pglite' ? `embedded ${figures.database}` : figures.database}, running since{' '}
        <RelativeTime value={figures.startedAt} />.
      </p>
    </>
  );
}

/** A figure; what has rows behind it opens them. */
function Figure({
  label,
  value,
  to = '/admin',
  search,
  alarming,
  children,
}: {
  label: string;
  value: number | string;
  to?: string;
  search?: RawSearch;
  alarming?: boolean;
  children?: ReactNode;
}) {
  const shown = (
    <span className={`tabular text-xl font-semibold ${alarming ? 'text-danger-ink' : ''}`}>
      {typeof value === 'number' ? value.toLocaleString() : value}
    </span>
  );
  return (
    <div className="rounded-lg border border-line bg-raised px-3 py-2.5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd>
        {search || to !== '/admin' ? (
          <Link to={to} search={search} aria-label={`${label}: ${value.toLocaleString()}`} className="hover:underline">
            {shown}
          </Link>
        ) : (
          shown
        )}
      </dd>
      {children && <dd className="text-xs text-muted">{children}</dd>}
    </div>
  );
}
