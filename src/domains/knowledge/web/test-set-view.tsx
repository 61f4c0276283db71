import { lazy, Suspense, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Play from 'lucide-react/icons/play';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { LineChart } from '../../../web/charts/index.ts';
import { Link, useGo } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { knowledge, knowledgeTests, type TestQuestion, type TestRun, type TestSet } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { RunsTable } from './test-runs-table.tsx';
import { percent } from './test-figures.ts';

const TestQuestionDialog = lazy(() => import('./test-question-dialog.tsx'));
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
      <Questions set={data} items={data.items} />
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
        {counted(set.questions, 'question')} · A change of settings may lose at most {percent(set.maxLoss)}
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

function History({ runs }: { runs: readonly TestRun[] }) {
  const done = runs.filter(({ figures }) => figures).toReversed();
  if (done.length < 2) return null;
  return (
    <div className="mt-4">
      <LineChart
        label="Figures by run, the oldest first"
        height={160}
        categories={done.map(({ createdAt }) => dayLabel.format(new Date(createdAt)))}
        format={(value) => percent(value)}
        series={[
          { key: 'ndcg', label: 'nDCG@10', values: done.map(({ figures }) => figures!.ndcg) },
          { key: 'abstention', label: 'Right abstentions', values: done.map(({ figures }) => figures!.abstention) },
        ]}
      />
    </div>
  );
}

function Questions({ set, items }: { set: TestSet; items: readonly TestQuestion[] }) {
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button icon={<Plus />} variant={items.length === 0 ? 'primary' : 'secondary'} onClick={() => setAdding(true)}>
      Add question
    </Button>
  );
  return (
    <section aria-labelledby="questions">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="questions" className="text-base font-semibold">
          Questions
        </h2>
        {items.length > 0 && add}
      </div>
      {items.length === 0 ? (
        <EmptyState title="No questions yet" action={add}>
          Add questions that people ask, and some that nothing answers.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {items.map((one) => (
            <Question key={one.id} setId={set.id} question={one} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {isAdding && <TestQuestionDialog setId={set.id} onClose={() => setAdding(false)} />}
      </Suspense>
    </section>
  );
}

function Question({ setId, question: { id, question, expected } }: { setId: string; question: TestQuestion }) {
  const client = useQueryClient();
  const remove = async () => {
    try {
      await call(knowledgeTests.removeQuestion, { params: { id } });
      await client.invalidateQueries({ queryKey: [`${KNOWLEDGE.tests}/${setId}`] });
    } catch (error) {
      toast({ type: 'error', title: 'Question not deleted', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <li data-testid="question" className="flex items-start gap-3 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{question}</p>
        <p className="text-xs break-words text-muted">
          {expected.length === 0
            ? 'Nothing answers this'
            : `Must find: ${expected.map(({ title }) => title).join(', ')}`}
        </p>
      </div>
      <IconButton label={`Delete question: ${question}`} icon={<Trash2 />} onClick={() => void remove()} />
    </li>
  );
}
