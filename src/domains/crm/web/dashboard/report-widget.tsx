import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { Link, useGo } from '../../../../web/router/link.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { REPORT_TITLES, reports, type SavedReport, savedReports } from '../../contract/reports.ts';
import { Figures } from '../reports/figures.tsx';
import { ReportChart } from '../reports/report-chart.tsx';
import { REPORT_FOLLOWS, searchOfSaved, writeReportsSearch } from '../reports/search.ts';

/** A kept report on the dashboard: its figures and its first chart, asked again each time. */
export default function ReportWidget({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(read(savedReports.list));
  const saved = data?.items.find((one) => one.id === id);
  if (saved) return <Kept saved={saved} />;
  return (
    <Card>
      <CardHeader title="Saved report" />
      <CardBody>
        {error ? (
          <Failure error={error} what="Report" onRetry={() => void refetch()} />
        ) : data ? (
          <p className="py-3 text-sm text-muted">This report was deleted or is no longer shared with you.</p>
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </CardBody>
    </Card>
  );
}

function Kept({ saved }: { saved: SavedReport }) {
  const go = useGo();
  const { data, error, refetch } = useQuery({
    ...read(reports.read, { params: { report: saved.report }, query: saved.question }),
    meta: { follows: REPORT_FOLLOWS },
  });
  const drawn = data?.sections.find(({ chart, rows }) => chart && chart.kind !== 'heat' && rows.length > 0);
  const open = (row: number) => {
    const behind = drawn?.rows[row]?.behind;
    if (behind) void go(behind.path, { search: { filter: behind.filter } });
  };
  return (
    <Card>
      <CardHeader
        title={saved.name}
        description={
          data ? (
            <>
              {REPORT_TITLES[saved.report]}, <DayText value={data.period.from} /> to <DayText value={data.period.to} />
            </>
          ) : (
            REPORT_TITLES[saved.report]
          )
        }
        actions={
          <Link
            to="/analytics"
            search={writeReportsSearch(searchOfSaved(saved))}
            className="inline-block text-xs leading-6 text-accent-ink underline-offset-2 hover:underline"
          >
            Open report
          </Link>
        }
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {error && !data && <Failure error={error} what="Report" onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-64 w-full" />}
        {data && data.figures.length > 0 && <Figures report={data} narrow />}
        {data && drawn && <ReportChart section={drawn} currency={data.currency} onOpen={open} />}
        {data && !drawn && data.sections.every(({ rows }) => rows.length === 0) && (
          <p className="text-sm text-muted">No data for this period.</p>
        )}
      </CardBody>
    </Card>
  );
}
