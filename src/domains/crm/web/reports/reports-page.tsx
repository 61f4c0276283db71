import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import HandCoins from 'lucide-react/icons/hand-coins';
import { lazy, Suspense, useCallback, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { download, read } from '../../../../web/api/request.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { REPORT_TITLES, REPORTS, type Report, reports } from '../../contract/reports.ts';
import type { DaySpan } from '../../engine/reports/period.ts';
import { Figures } from './figures.tsx';
import { QuestionBar } from './question-bar.tsx';
import { SavedMenu } from './saved-menu.tsx';
import { parseReportsSearch, questionOf, REPORT_FOLLOWS, type ReportsSearch, writeReportsSearch } from './search.ts';
import { SectionCard } from './section-card.tsx';

const CostsSheet = lazy(() => import('./costs-sheet.tsx'));

/** `/analytics`: what came of the work, in figures that open the records behind them. */
export default function ReportsPage() {
  const [search, setRaw] = usePageSearch(parseReportsSearch);
  const setSearch = useCallback(
    (change: Partial<ReportsSearch>) => setRaw(writeReportsSearch(change) as Partial<ReportsSearch>),
    [setRaw],
  );
  const question = questionOf(search);
  const waitsForDays = search.period === 'custom' && (!search.from || !search.to);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...read(reports.read, { params: { report: search.report }, query: question }),
    enabled: !waitsForDays,
    meta: { follows: REPORT_FOLLOWS },
    // Figures of another question of the same report stay, dimmed, until the new ones are there: nothing jumps.
    placeholderData: (previous) => (previous?.report === search.report ? previous : undefined),
  });
  const [costs, setCosts] = useState(false);
  const save = () =>
    download(reports.download, `${search.report}.csv`, { params: { report: search.report }, query: question }).catch(
      (failure: unknown) =>
        toast({ type: 'error', title: 'Couldn’t download the report', description: messageFor(failure, 'Try again.') }),
    );

  return (
    <div className="page-frame max-w-7xl">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 tabIndex={-1} className="page-title">
          Analytics
        </h1>
        {data && (
          <p className="text-sm text-muted" role="status">
            <DayText value={data.period.from} /> to <DayText value={data.period.to} />
          </p>
        )}
        <div className="ml-auto flex items-center gap-2" data-noprint>
          {search.report === 'sources' && (
            <Button icon={<HandCoins />} onClick={() => setCosts(true)}>
              Costs
            </Button>
          )}
          <SavedMenu search={search} onSearchChange={setSearch} />
          <Button icon={<Download />} disabled={!data} onClick={() => void save()}>
            CSV
          </Button>
        </div>
      </header>
      <Suspense fallback={null}>
        {costs && <CostsSheet currency={data?.currency ?? 'USD'} onClose={() => setCosts(false)} />}
      </Suspense>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <ReportNav search={search} onChange={setSearch} />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
          <QuestionBar search={search} onChange={setSearch} />
          {error && !data ? (
            <Failure error={error} what="Report" onRetry={() => void refetch()} />
          ) : waitsForDays ? (
            <p className="py-12 text-center text-sm text-muted">Choose a start date and an end date.</p>
          ) : data ? (
            <Answer
              report={data}
              onNarrow={({ from, to }) => setSearch({ period: 'custom', from, to })}
              outdated={isPlaceholderData}
              failed={error !== null}
              onRetry={() => void refetch()}
            />
          ) : (
            <AnswerSkeleton />
          )}
        </div>
      </div>
    </div>
  );
}

function ReportNav({
  search,
  onChange,
}: {
  search: ReportsSearch;
  onChange: (change: Partial<ReportsSearch>) => void;
}) {
  const choose = (report: ReportsSearch['report']) => onChange({ report, saved: '' });
  return (
    <nav aria-label="Reports" data-noprint>
      <Select
        aria-label="Report"
        className="lg:hidden"
        options={REPORTS.map((report) => ({ value: report, label: REPORT_TITLES[report] }))}
        value={search.report}
        onChange={(event) => choose(event.target.value as ReportsSearch['report'])}
      />
      <ul className="hidden gap-0.5 lg:grid">
        {REPORTS.map((report) => (
          <li key={report}>
            <button
              type="button"
              aria-current={report === search.report ? 'page' : undefined}
              onClick={() => choose(report)}
              className={cx(
                'w-full rounded-md px-2.5 py-1.5 text-left text-sm',
                report === search.report
                  ? 'bg-accent-soft font-medium text-accent-ink'
                  : 'text-muted hover:bg-hover hover:text-ink',
              )}
            >
              {REPORT_TITLES[report]}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface AnswerProps {
  report: Report;
  onNarrow: (days: DaySpan) => void;
  outdated: boolean;
  failed: boolean;
  onRetry: () => void;
}

function Answer({ report, onNarrow, outdated, failed, onRetry }: AnswerProps) {
  return (
    <div
      className={cx('grid grid-cols-[minmax(0,1fr)] gap-5 transition-opacity', outdated && 'opacity-60')}
      aria-busy={outdated}
    >
      {failed && (
        <Banner
          tone="warning"
          action={
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          The report could not be refreshed.
        </Banner>
      )}
      {report.missing.length > 0 && (
        <Banner tone="warning">
          Amounts in {report.missing.join(', ')} are not fully counted: there is no exchange rate to {report.currency}{' '}
          for their date. Add one under Opportunities.
        </Banner>
      )}
      {report.figures.length === 0 ? (
        <p className="py-12 text-center text-sm text-muted">No pipelines yet. Create one under Opportunities.</p>
      ) : (
        <Figures report={report} />
      )}
      {report.sections.map((section) => (
        <SectionCard
          key={section.key}
          section={section}
          currency={report.currency}
          period={report.period}
          onNarrow={onNarrow}
        />
      ))}
    </div>
  );
}

function AnswerSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading" className="grid gap-5">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-18 w-full" />
        ))}
      </div>
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
