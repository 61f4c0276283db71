import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../../../web/api/error.ts';
import { useLiveState } from '../../../../web/api/live-state.ts';
import { read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { useRecordTitle } from '../../../../web/router/titles.tsx';
import { usePathParam } from '../../../../web/router/use-page.ts';
import { announce } from '../../../../web/shell/announcer.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Breadcrumb } from '../../../../web/ui/breadcrumb.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { type RecordImport, imports, type ImportState } from '../../contract/imports.ts';
import { KINDS } from '../../../../records/contract/kinds.ts';
import { RecordAbsent } from '../../../../records/web/record-states.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { useImportKind } from './use-import-kind.ts';
import { STATES, isActive } from './import-labels.ts';
import { MappingStep } from './mapping-step.tsx';
import { ProgressStep } from './progress-step.tsx';
import { HiddenRows, ReportStep } from './report-step.tsx';

/** While the live channel is away, a running import is asked about this often; milliseconds. */
const ASK_EVERY = 2_000;

/** One import, from its mapping to its report, under the list of its kind. */
export default function ImportPage() {
  const id = usePathParam('id');
  const { title, page } = KINDS[useImportKind()];
  const live = useLiveState();
  const { data, error, refetch } = useQuery({
    ...read(imports.get, { params: { id } }),
    refetchInterval: ({ state }) => (live !== 'open' && state.data && isActive(state.data.state) ? ASK_EVERY : false),
  });
  useRecordTitle(data?.fileName);
  useStateAnnounced(data?.state);
  const absent = error instanceof ApiError && (error.status === 404 || error.code === 'validation');
  return (
    <div data-testid="record" className="page-frame max-w-5xl">
      <div className="flex min-h-control items-center" data-noprint>
        <Breadcrumb
          items={[
            <Link key="list" to={page} className="hover:text-ink hover:underline">
              {title}
            </Link>,
            <Link key="imports" to={`${page}/import`} className="hover:text-ink hover:underline">
              Import
            </Link>,
            data?.fileName ?? '…',
          ]}
        />
      </div>
      {absent ? (
        <RecordAbsent what="import" list={`${page}/import`} listName="All imports" />
      ) : data ? (
        <ImportBody current={data} />
      ) : error ? (
        <Failure error={error} what="This import" onRetry={() => void refetch()} />
      ) : (
        <div className="mt-3 grid gap-5" aria-hidden="true">
          <Skeleton className="h-7 w-64" />
          <Skeleton className="h-96 w-full" />
        </div>
      )}
    </div>
  );
}

function ImportBody({ current }: { current: RecordImport }) {
  const { label, tone } = STATES[current.state];
  return (
    <>
      <div className="mt-3 mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="min-w-0 page-title break-words">{current.fileName}</h1>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <Step key={current.id} current={current} />
    </>
  );
}

function Step({ current }: { current: RecordImport }) {
  switch (current.state) {
    case 'mapping':
      return current.hidden ? <HiddenRows /> : <MappingStep current={current} />;
    case 'queued':
    case 'running':
    case 'reverting':
      return <ProgressStep current={{ ...current, state: current.state }} />;
    default:
      return <ReportStep current={{ ...current, state: current.state }} />;
  }
}

/** Announces only the start and the end, because progress would interrupt a screen reader. */
function useStateAnnounced(state: ImportState | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current && state && before.current !== state) announce(`Import: ${STATES[state].label}`);
    before.current = state;
  }, [state]);
}
