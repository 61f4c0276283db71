import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Plus from 'lucide-react/icons/plus';
import { read } from '../../../web/api/request.ts';
import { Link, useGo } from '../../../web/router/link.tsx';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted, percent } from '../../../web/ui/format.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { knowledge, knowledgeTests, type TestSet } from '../contract.ts';
import { KnowledgeHead } from './knowledge-nav.tsx';
import { parseTestSearch } from './search.ts';

const TestSetView = lazy(() => import('./test-set-view.tsx'));
const TestRunView = lazy(() => import('./test-run-view.tsx'));
const TestSetDialog = lazy(() => import('./test-set-dialog.tsx'));

/** `/knowledge-testing-dashboard`: test sets, one set with its runs, or one run. */
export default function TestsPage() {
  const [{ set, run }] = usePageSearch(parseTestSearch);
  return (
    <div className="page-frame max-w-5xl">
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        {run ? <TestRunView id={run} set={set} /> : set ? <TestSetView id={set} /> : <TestSets />}
      </Suspense>
    </div>
  );
}

function TestSets() {
  const go = useGo();
  const [isAdding, setAdding] = useState(false);
  const { data: status } = useQuery(read(knowledge.status));
  const isManager = typeof status?.gaps === 'number';
  const { data, error, refetch } = useQuery({ ...read(knowledgeTests.list), enabled: isManager });
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
      Add test set
    </Button>
  );
  return (
    <>
      <KnowledgeHead title="Knowledge testing" current="/knowledge-testing-dashboard">
        {data && data.items.length > 0 && add}
      </KnowledgeHead>
      {error && !data && <Failure error={error} what="Test sets" onRetry={() => void refetch()} />}
      {status && !isManager && (
        <EmptyState icon={<FlaskConical />} title="Test sets are for owners and administrators">
          They check that questions find the right passages. Ask an owner of your workspace for a result.
        </EmptyState>
      )}
      {!error && !data && !(status && !isManager) && <Skeleton className="h-64 w-full" />}
      {data?.items.length === 0 && (
        <EmptyState icon={<FlaskConical />} title="No test sets yet" action={add}>
          Write questions with the passages that must be found, and see what a change of settings or documents does to
          them.
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <ul aria-label="Test sets" className="divide-y divide-line border-y border-line">
          {data.items.map((one) => (
            <SetRow key={one.id} set={one} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {isAdding && (
          <TestSetDialog
            onClose={() => setAdding(false)}
            onSaved={({ id }) => void go('/knowledge-testing-dashboard', { search: { set: id } })}
          />
        )}
      </Suspense>
    </>
  );
}

function SetRow({ set: { id, name, questions, lastRun } }: { set: TestSet }) {
  return (
    <li data-testid="row">
      <Link
        to="/knowledge-testing-dashboard"
        search={{ set: id }}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 px-2 py-2.5 text-sm hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <span className="min-w-0 flex-1 basis-56">
          <span className="block truncate font-medium">{name}</span>
          <span className="block text-xs text-muted">{counted(questions, 'question')}</span>
        </span>
        {lastRun?.figures ? (
          <span className="tabular text-xs text-muted">
            nDCG@10 {percent(lastRun.figures.ndcg)} · correct abstentions {percent(lastRun.figures.abstention)} ·{' '}
            <RelativeTime value={lastRun.createdAt} />
          </span>
        ) : (
          <span className="text-xs text-muted">{lastRun?.state === 'running' ? 'Running' : 'Not run yet'}</span>
        )}
      </Link>
    </li>
  );
}
