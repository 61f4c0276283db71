import Download from 'lucide-react/icons/download';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useRef } from 'react';
import { Link } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { type RecordImport, imports, IssueKind } from '../../contract/imports.ts';
import { countOf, KINDS } from '../../../../records/contract/kinds.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted, duration } from '../../../../records/web/format.ts';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { usePages } from '../../../../web/api/pages.ts';
import { Counts, createdFilter } from './counts.tsx';
import { ISSUES } from './import-labels.ts';
import { useImportActs } from './use-import-acts.ts';

const HEADLINES = {
  done: 'Import finished',
  cancelled: 'Import stopped',
  failed: 'Import failed',
  reverted: 'Import undone',
} as const;
const ISSUE_COUNTS = { reject: 'rejected', skip: 'skipped', warn: 'warned' } as const;
const parseReport = ({ rows }: RawSearch): { rows: IssueKind } => ({ rows: IssueKind.catch('reject').parse(rows) });

/** An import's report: counts, rejected rows with reasons, and undo. */
export function ReportStep({ current }: { current: RecordImport & { state: keyof typeof HEADLINES } }) {
  const acts = useImportActs(current);
  const [{ rows }, setSearch] = usePageSearch(parseReport);
  const issues = useRef<HTMLDivElement>(null);
  const { state, counts, error, startedAt, finishedAt } = current;
  const reverted = state === 'reverted';
  const unfinished = state === 'cancelled' || state === 'failed';
  const seconds = startedAt && finishedAt ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000 : null;
  const show = (outcome: IssueKind) => {
    setSearch({ rows: outcome }, { replace: true });
    issues.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card>
        <CardHeader
          title={HEADLINES[state]}
          description={`${counted(counts.read, 'row')} read${seconds !== null && state === 'done' ? ` in ${duration(Math.max(1, seconds))}` : ''}`}
        />
        <CardBody className="grid gap-4">
          {error && <Banner tone="danger">{error}</Banner>}
          {state === 'cancelled' && (
            <Banner tone="warning">
              The import was stopped before the end. Rows imported until then were kept
              {current.hidden ? '.' : '. You can continue with the next row or undo the import.'}
            </Banner>
          )}
          <Counts current={current} reverted={reverted} onShow={current.hidden ? undefined : show} />
          {current.revert && <RevertReport kind={current.kind} revert={current.revert} />}
          <div className="flex flex-wrap gap-2">
            {!reverted && counts.created > 0 && (
              <Link
                to={KINDS[current.kind].page}
                search={{
                  filter: createdFilter(current.id),
                  ...(current.kind === 'opportunity' ? { as: 'table' } : {}),
                }}
                className={buttonClass({ variant: unfinished ? 'secondary' : 'primary' })}
              >
                Show created {KINDS[current.kind].many}
              </Link>
            )}
            {unfinished && !current.hidden && (
              <Button variant="primary" icon={<Play />} onClick={() => void acts.start()}>
                Continue import
              </Button>
            )}
            {!reverted && current.mayRevert && counts.created + counts.updated > 0 && (
              <Button icon={<RotateCcw />} onClick={() => void acts.revert()}>
                Undo import
              </Button>
            )}
            {counts.rejected > 0 && !current.hidden && (
              <Button icon={<Download />} onClick={() => void acts.downloadRejects()}>
                Download rejected rows
              </Button>
            )}
          </div>
        </CardBody>
      </Card>
      {current.hidden && (
        <HiddenRows
          more={
            reverted || current.mayRevert ? '' : ' Only they, workspace administrators, and owners can undo the import.'
          }
        />
      )}
      {!current.hidden && counts.rejected + counts.skipped + counts.warned > 0 && (
        <div ref={issues} className="scroll-mt-16">
          <Card>
            <CardHeader
              title={ISSUES[rows].title}
              description={ISSUES[rows].description}
              actions={
                <Select
                  aria-label="Which rows"
                  className="w-44"
                  value={rows}
                  onChange={(event) => setSearch({ rows: IssueKind.parse(event.target.value) }, { replace: true })}
                  options={IssueKind.options.map((value) => ({
                    value,
                    label: `${ISSUES[value].label} (${counts[ISSUE_COUNTS[value]].toLocaleString()})`,
                  }))}
                />
              }
            />
            <CardBody>
              <Issues
                kind={current.kind}
                importId={current.id}
                outcome={rows}
                columns={current.columns.map(({ name }) => name)}
              />
            </CardBody>
          </Card>
        </div>
      )}
    </div>
  );
}

/** In the place of what stands in the file of someone else. */
export function HiddenRows({ more = '' }: { more?: string }) {
  return (
    <Banner tone="info">
      Some rows are private. Only the person who uploaded the file can see their contents.{more}
    </Banner>
  );
}

function RevertReport({ kind, revert }: { kind: RecordImport['kind']; revert: NonNullable<RecordImport['revert']> }) {
  const { deleted, restored, kept, keptRecords } = revert;
  return (
    <Banner tone={kept > 0 ? 'warning' : 'success'}>
      <p>
        {countOf(kind, deleted)} deleted, {restored.toLocaleString()} restored to what{' '}
        {restored === 1 ? 'it was' : 'they were'}.
      </p>
      {kept > 0 && (
        <>
          <p className="mt-1">
            {countOf(kind, kept)} kept because someone changed {kept === 1 ? 'it' : 'them'} since the import:
          </p>
          <ul className="mt-1 flex max-h-40 flex-wrap gap-x-3 gap-y-1 overflow-y-auto">
            {keptRecords.map(({ id, name }) => (
              <li key={id}>
                <Link to={`${KINDS[kind].page}/${id}`} className="underline">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          {kept > keptRecords.length && (
            <p className="mt-1">
              {(kept - keptRecords.length).toLocaleString()} {keptRecords.length > 0 && 'more '}not named here.
            </p>
          )}
        </>
      )}
    </Banner>
  );
}

/** Rows of one list of the report, with the reason and what stood in them. */
function Issues({
  kind,
  importId,
  outcome,
  columns,
}: {
  kind: RecordImport['kind'];
  importId: string;
  outcome: IssueKind;
  columns: readonly string[];
}) {
  const list = usePages(imports.rows, { params: { id: importId }, query: { outcome, limit: 100 } });
  if (list.loading)
    return (
      <div className="grid gap-2" aria-hidden="true">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    );
  if (list.error && list.items.length === 0) return <Failure error={list.error} what="Rows" onRetry={list.retry} />;
  if (list.items.length === 0) return <p className="text-sm text-muted">{ISSUES[outcome].none}</p>;
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {list.items.map((issue) => (
          <li
            key={issue.row}
            data-testid="row"
            className="grid gap-x-4 gap-y-0.5 px-3 py-2 text-sm sm:grid-cols-[5rem_minmax(0,1fr)_minmax(0,1.4fr)]"
          >
            <span className="tabular text-muted">Row {issue.row.toLocaleString()}</span>
            <span className="min-w-0 break-words">
              {issue.reason}
              {issue.recordId && (
                <>
                  {' '}
                  <Link to={`${KINDS[kind].page}/${issue.recordId}`} className="text-accent-ink underline">
                    Show the {KINDS[kind].one}
                    <span className="sr-only"> of row {issue.row}</span>
                  </Link>
                </>
              )}
            </span>
            <Cells cells={issue.cells} columns={columns} />
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="Show more rows" />
    </>
  );
}

function Cells({ cells, columns }: { cells: readonly string[]; columns: readonly string[] }) {
  const text = cells
    .flatMap((cell, index) => (cell ? [`${columns[index] ?? `Column ${index + 1}`}: ${cell}`] : []))
    .join(' · ');
  return (
    <span className="line-clamp-2 min-w-0 text-xs break-words text-muted" title={text}>
      {text}
    </span>
  );
}
