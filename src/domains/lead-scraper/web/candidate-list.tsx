import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import Download from 'lucide-react/icons/download';
import Users from 'lucide-react/icons/users';
import { usePages } from '../../../web/api/pages.ts';
import { download } from '../../../web/api/request.ts';
import { BulkBar } from '../../../web/table/bulk-bar.tsx';
import { type Column, parseLayout } from '../../../web/table/columns.ts';
import { DataTable } from '../../../web/table/data-table.tsx';
import { NOTHING } from '../../../web/table/selection.ts';
import { useSelection } from '../../../web/table/use-selection.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted } from '../../../web/ui/format.ts';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { type Candidate, CandidateView, type CrawlDetail, crawls } from '../contract.ts';
import type { SetLeadScraperSearch, LeadScraperSearch } from './search.ts';
import { useCandidateActs } from './use-candidate-acts.ts';
import { CANDIDATE_STATES, EMAIL_STATES, VIEW_LABELS } from './labels.ts';

const CandidateSheet = lazy(() => import('./candidate-sheet.tsx'));

const NO_SORTING: never[] = [];
const ignore = () => undefined;
const cardOf = (one: Candidate) => <CandidateCard one={one} />;
const nameOf = (one: Candidate) => one.name || one.email || one.phone;

function columnsOf(onOpen: (one: Candidate) => void): Column<Candidate>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 220,
      hideable: false,
      cell: (one) => (
        <button
          type="button"
          tabIndex={-1}
          className="truncate text-left leading-6 font-medium hover:underline"
          onClick={() => onOpen(one)}
        >
          {nameOf(one)}
        </button>
      ),
    },
    {
      id: 'score',
      header: 'Score',
      width: 80,
      align: 'end',
      cell: (one) => <span className="tabular">{one.score}</span>,
    },
    {
      id: 'title',
      header: 'Title',
      width: 160,
      cell: (one) => <span className="truncate text-muted">{one.kind === 'company' ? 'Company' : one.title}</span>,
    },
    { id: 'company', header: 'Company', width: 180, cell: (one) => <span className="truncate">{one.company}</span> },
    {
      id: 'email',
      header: 'Email',
      width: 250,
      cell: (one) => (
        <span className="flex min-w-0 items-center gap-1.5">
          <span className="truncate">{one.email}</span>
          {one.email && one.emailState !== 'ok' && (
            <Badge tone={EMAIL_STATES[one.emailState].tone}>{EMAIL_STATES[one.emailState].label}</Badge>
          )}
        </span>
      ),
    },
    { id: 'phone', header: 'Phone', width: 140, cell: (one) => <span className="tabular truncate">{one.phone}</span> },
    {
      id: 'duplicates',
      header: 'Duplicates',
      width: 120,
      cell: (one) =>
        one.duplicates > 0 ? <Badge tone="warning">{counted(one.duplicates, 'match', 'matches')}</Badge> : null,
    },
    {
      id: 'state',
      header: 'Status',
      width: 160,
      cell: (one) => <Badge tone={CANDIDATE_STATES[one.state].tone}>{CANDIDATE_STATES[one.state].label}</Badge>,
    },
  ];
}

const STANDARD = 'name,score,title,company,email,phone,duplicates,state';

interface CandidateListProps {
  crawl: CrawlDetail;
  search: LeadScraperSearch;
  setSearch: SetLeadScraperSearch;
}

/** Candidates, the best first: look at the evidence, submit for approval, dismiss. */
export function CandidateList({ crawl, search, setSearch }: CandidateListProps) {
  const query = useMemo(
    () => ({ view: search.view, search: search.search || undefined, limit: 100 }),
    [search.view, search.search],
  );
  const list = usePages(crawls.candidates, { params: { id: crawl.id }, query });
  const listKey = JSON.stringify(query);
  const [selection, setSelection] = useSelection(listKey);
  const open = useCallback((one: Candidate) => setSearch({ open: one.id }), [setSearch]);
  const columns = useMemo(() => columnsOf(open), [open]);
  const [layout, setLayout] = useState(() => parseLayout(STANDARD, columnsOf(ignore)));
  const onSearch = useCallback((text: string) => setSearch({ search: text }, { replace: true }), [setSearch]);
  const acts = useCandidateActs(() => setSelection(NOTHING));
  const ids =
    selection.kind === 'some'
      ? [...selection.ids]
      : list.items.filter(({ id }) => !selection.except.has(id)).map(({ id }) => id);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <SearchBox
          label="Search candidates"
          placeholder="Name, company, or email"
          value={search.search}
          onChange={onSearch}
        />
        <Select
          aria-label="Candidates shown"
          className="w-48"
          options={CandidateView.options.map((value) => ({ value, label: VIEW_LABELS[value] }))}
          value={search.view}
          onChange={(event) => setSearch({ view: event.target.value as CandidateView })}
        />
        <Button
          className="ml-auto"
          variant="ghost"
          icon={<Download />}
          aria-label="Export candidates"
          data-tooltip="Export candidates"
          onClick={() => void download(crawls.exportFile, 'candidates.csv', { params: { id: crawl.id } })}
        />
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col border-t border-line">
        <DataTable
          label="Candidates"
          rows={list.items}
          columns={columns}
          rowLabel={nameOf}
          card={cardOf}
          layout={layout}
          onLayoutChange={setLayout}
          sorting={NO_SORTING}
          onSortingChange={ignore}
          selection={selection}
          onSelectionChange={setSelection}
          loading={list.loading}
          hasMore={list.hasMore}
          onNeedMore={list.more}
          listKey={listKey}
          onOpen={open}
          placeholder={
            list.error ? (
              <Failure error={list.error} what="Candidates" onRetry={list.retry} />
            ) : (
              <EmptyState
                icon={<Users />}
                title={search.search || search.view !== 'all' ? 'No matching candidates' : 'No candidates yet'}
              >
                {search.search || search.view !== 'all'
                  ? 'Try fewer words, or choose another view.'
                  : crawl.state === 'done'
                    ? 'No page showed an email address or a phone number. See Pages for the reasons.'
                    : 'They appear here while pages are read.'}
              </EmptyState>
            )
          }
        />
        <BulkBar selection={selection} onSelectionChange={setSelection} loaded={list.items.length} total={undefined}>
          <Button size="sm" variant="primary" loading={acts.busy} onClick={() => void acts.submit(ids)}>
            Submit for approval
          </Button>
          <Button size="sm" onClick={() => void acts.markInformed(ids)}>
            Mark as informed
          </Button>
          <Button size="sm" onClick={() => void acts.dismiss(ids)}>
            Dismiss
          </Button>
        </BulkBar>
      </div>
      <Suspense fallback={null}>
        {search.open && (
          <CandidateSheet key={search.open} id={search.open} acts={acts} onClose={() => setSearch({ open: '' })} />
        )}
      </Suspense>
    </>
  );
}

function CandidateCard({ one }: { one: Candidate }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 pr-3">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{nameOf(one)}</span>
        <span className="block truncate text-xs text-muted">
          {[one.title, one.company, one.email || one.phone].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="grid justify-items-end gap-0.5">
        <span className="tabular text-sm font-medium">{one.score}</span>
        <Badge tone={CANDIDATE_STATES[one.state].tone}>{CANDIDATE_STATES[one.state].label}</Badge>
      </span>
    </span>
  );
}
