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
import { type ContactImport, imports } from '../../contract/imports.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted, duration } from '../shared/format.ts';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { usePages } from '../../../../web/api/pages.ts';
import { Counts, createdFilter } from './counts.tsx';
import { useImportActs } from './use-import-acts.ts';

const HEADLINES = { done: 'Import finished', cancelled: 'Import stopped', failed: 'Import failed', reverted: 'Import reverted' } as const;
const parseReport = ({ rows }: RawSearch): { rows: 'reject' | 'skip' } => ({ rows: rows === 'skip' ? 'skip' : 'reject' });

/** What an import did: its figures, every row that did not come in and why, and the way back. */
export function ReportStep({ current }: { current: ContactImport & { state: keyof typeof HEADLINES } }) {
  const acts = useImportActs(current);
  const [{ rows }, setSearch] = usePageSearch(parseReport);
  const issues = useRef<HTMLDivElement>(null);
  const { state, counts, error, startedAt, finishedAt } = current;
  const reverted = state === 'reverted';
  const unfinished = state === 'cancelled' || state === 'failed';
  const seconds = startedAt && finishedAt ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000 : null;
  const show = (outcome: 'reject' | 'skip') => {
    setSearch({ rows: outcome }, { replace: true });
    issues.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card>
        <CardHeader title={HEADLINES[state]} description={`${counted(counts.read, 'row')} read${seconds !== null && state === 'done' ? ` in ${duration(Math.max(1, seconds))}` : ''}`} />
        <CardBody className="grid gap-4">
          {error && <Banner tone="danger">{error}</Banner>}
          {state === 'cancelled' && <Banner tone="warning">It was stopped before the end. What was imported until then is there; it can go on with the next row, or be reverted.</Banner>}
          <Counts importId={current.id} counts={counts} reverted={reverted} onShow={show} />
          {current.revert && <RevertReport revert={current.revert} />}
          <div className="flex flex-wrap gap-2">
            {!reverted && counts.created > 0 && <Link to="/contacts" search={{ filter: createdFilter(current.id) }} className={buttonClass({ variant: unfinished ? 'secondary' : 'primary' })}>Show the created contacts</Link>}
            {unfinished && <Button variant="primary" icon={<Play />} onClick={() => void acts.start()}>Go on with the import</Button>}
            {!reverted && counts.created + counts.updated > 0 && <Button icon={<RotateCcw />} onClick={() => void acts.revert()}>Revert import</Button>}
            {counts.rejected > 0 && <Button icon={<Download />} onClick={() => void acts.downloadRejects()}>Download rejected rows</Button>}
          </div>
        </CardBody>
      </Card>
      {counts.rejected + counts.skipped > 0 && (
        <div ref={issues} className="scroll-mt-16">
          <Card>
            <CardHeader
              title={rows === 'skip' ? 'Skipped rows' : 'Rejected rows'} description={rows === 'skip' ? 'They changed nothing.' : 'Mend them in the downloaded file and import that one.'}
              actions={(
                <Select
                  aria-label="Which rows" className="w-44" value={rows} onChange={(event) => setSearch({ rows: event.target.value === 'skip' ? 'skip' : 'reject' }, { replace: true })}
                  options={[{ value: 'reject', label: `Rejected (${counts.rejected.toLocaleString()})` }, { value: 'skip', label: `Skipped (${counts.skipped.toLocaleString()})` }]}
                />
              )}
            />
            <CardBody><Issues importId={current.id} outcome={rows} columns={current.columns.map(({ name }) => name)} /></CardBody>
          </Card>
        </div>
      )}
    </div>
  );
}

function RevertReport({ revert }: { revert: NonNullable<ContactImport['revert']> }) {
  const { deleted, restored, kept, keptContacts } = revert;
  return (
    <Banner tone={kept > 0 ? 'warning' : 'success'}>
      <p>{counted(deleted, 'contact')} deleted, {restored.toLocaleString()} put back to what {restored === 1 ? 'it was' : 'they were'}.</p>
      {kept > 0 && (
        <>
          <p className="mt-1">{counted(kept, 'contact')} left alone because someone changed {kept === 1 ? 'it' : 'them'} since the import:</p>
          <ul className="mt-1 flex max-h-40 flex-wrap gap-x-3 gap-y-1 overflow-y-auto">
            {keptContacts.map(({ id, name }) => <li key={id}><Link to={`/contacts/${id}`} className="underline">{name}</Link></li>)}
          </ul>
          {kept > keptContacts.length && <p className="mt-1">The first {keptContacts.length} are named.</p>}
        </>
      )}
    </Banner>
  );
}

/** Rows that did not come in, with the reason and what stood in them. */
function Issues({ importId, outcome, columns }: { importId: string; outcome: 'reject' | 'skip'; columns: readonly string[] }) {
  const list = usePages(imports.rows, { params: { id: importId }, query: { outcome, limit: 100 } });
  if (list.loading) return <div className="grid gap-2" aria-hidden="true"><Skeleton className="h-10 w-full" /><Skeleton className="h-10 w-full" /></div>;
  if (list.error && list.items.length === 0) return <Failure error={list.error} what="The rows" onRetry={list.retry} />;
  if (list.items.length === 0) return <p className="text-sm text-muted">No row was {outcome === 'skip' ? 'skipped' : 'rejected'}.</p>;
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {list.items.map((issue) => (
          <li key={issue.row} data-testid="row" className="grid gap-x-4 gap-y-0.5 px-3 py-2 text-sm sm:grid-cols-[5rem_minmax(0,1fr)_minmax(0,1.4fr)]">
            <span className="tabular text-muted">Row {issue.row.toLocaleString()}</span>
            <span className="min-w-0 break-words">
              {issue.reason}
              {issue.contactId && <> <Link to={`/contacts/${issue.contactId}`} className="text-accent-ink underline">Show the contact<span className="sr-only"> of row {issue.row}</span></Link></>}
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
  const text = cells.flatMap((cell, index) => (cell ? [`${columns[index] ?? `Column ${index + 1}`}: ${cell}`] : [])).join(' · ');
  return <span className="line-clamp-2 min-w-0 text-xs break-words text-muted" title={text}>{text}</span>;
}
