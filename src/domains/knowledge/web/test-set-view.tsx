import { lazy, Suspense, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Play from 'lucide-react/icons/play';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { LineChart } from '../../../web/charts/index.ts';
import { Link, useGo } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted, percent } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { knowledge, knowledgeTests, type TestRun, type TestSet } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { RunsTable } from './test-runs-table.tsx';
import { FIGURES } from './test-figures.ts';
import { TestQuestions } from './test-questions.tsx';

const TestSetDialog = lazy(() => import('./test-set-dialog.tsx'));
const RunTestDialog = lazy(() => import('./run-test-dialog.tsx'));

/** A test set: its runs side by side, and its questions. */
export default function TestSetView({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(read(knowledgeTests.get, { params: { id } }));
  if (error && !data) return <Failure error={error} what="The test set" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  return (
    <div className="grid grid-cols-1 gap-6" data-testid="record">
      <Head set={data} />
      {data.runs.length > 0 && (
        <section aria-labelledby="runs">
          <h2 id="runs" className="mb-2 text-base font-semibold">
            Runs
          </h2>
          <RunsTable set={data} runs={data.runs} />
          <History runs={data.runs} />
        </section>
      )}
      <TestQuestions set={data} items={data.items} />
    </div>
  );
}

function Head({ set }: { set: TestSet }) {
  const client = useQueryClient();
  const go = useGo();
  const [open, setOpen] = useState<'edit' | 'run' | null>(null);
  const { data: settings } = useQuery(read(knowledge.settings));
  const remove = async () => {
    const yes = await confirm({
      title: `Delete “${set.name}”?`,
      description: 'Its questions and runs are deleted. This cannot be undone.',
      action: 'Delete test set',
      tone: 'danger',
    });
    if (!yes) return;
    try {
      await call(knowledgeTests.remove, { params: { id: set.id } });
      await client.invalidateQueries({ queryKey: [KNOWLEDGE.tests] });
      await go('/knowledge-testing-dashboard', { search: {} });
    } catch (error) {
      toast({ type: 'error', title: 'Test set not deleted', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <header>
      <Link to="/knowledge-testing-dashboard" search={{}} className="text-sm text-muted hover:underline">
        Knowledge testing
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 tabIndex={-1} className="page-title min-w-0 break-words">
          {set.name}
        </h1>
        <div className="flex items-center gap-2">
          <Button
            variant="primary"
            icon={<Play />}
            disabled={set.questions === 0 || !settings}
            onClick={() => setOpen('run')}
          >
            Run test
          </Button>
          <Menu trigger={<IconButton label="More actions" icon={<Ellipsis />} />}>
            <MenuItem onSelect={() => setOpen('edit')}>Edit test set</MenuItem>
            <MenuItem tone="danger" onSelect={() => void remove()}>
              Delete test set
            </MenuItem>
          </Menu>
        </div>
      </div>
      <p className="text-sm text-muted">
        {counted(set.questions, 'question')}
        {set.proposed > 0 && ` · ${set.proposed} to review`} · A change of settings may lose at most{' '}
        {percent(set.maxLoss)}
      </p>
      <Suspense fallback={null}>
        {open === 'edit' && <TestSetDialog set={set} onClose={() => setOpen(null)} />}
        {open === 'run' && settings && (
          <RunTestDialog setId={set.id} settings={settings} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </header>
  );
}

const dayLabel = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** The figures that are drawn; one that no run has is left out. */
const DRAWN = ['ndcg', 'facts', 'citationPrecision', 'abstentionPrecision', 'abstention'] as const;

function History({ runs }: { runs: readonly TestRun[] }) {
  const done = runs.filter(({ figures }) => figures).toReversed();
  if (done.length < 2) return null;
  const series = DRAWN.map((key) => ({
    key,
    label: FIGURES.find((figure) => figure.key === key)!.label,
    values: done.map(({ figures }) => figures![key]),
  })).filter(({ values }) => values.some((value) => value !== null));
  return (
    <div className="mt-4">
      <LineChart
        label="Figures by run, the oldest first"
        height={200}
        categories={done.map(({ createdAt }) => dayLabel.format(new Date(createdAt)))}
        format={(value) => percent(value)}
        series={series}
      />
    </div>
  );
}
