import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Textarea } from '../../../web/ui/input.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type ModelConnection, models } from '../../assistants/contract.ts';
import { ModelPickers, type PickedModel } from '../../assistants/web/index.ts';
import { councils, MAX_MODELS, MIN_MODELS } from '../contract.ts';
import { CouncilView } from './council-view.tsx';
import { COUNCIL_STATES } from './labels.ts';

/** Questions that several models answer, rank, and conclude. */
export default function CouncilTab({
  open,
  onOpen,
}: {
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
}) {
  const { data: config, error, refetch } = useQuery(read(models.config));
  if (open) return <CouncilView id={open} onClose={() => onOpen(undefined)} />;
  if (error && !config) return <Failure error={error} what="The models" onRetry={() => void refetch()} />;
  if (!config) return <Skeleton className="h-64 w-full" />;
  return (
    <div className="grid gap-8">
      {config.connections.length === 0 ? (
        <NoModels />
      ) : (
        <NewQuestion connections={config.connections} onOpen={onOpen} />
      )}
      <Questions onOpen={onOpen} />
    </div>
  );
}

function NoModels() {
  return (
    <EmptyState
      icon={<Users />}
      title="No models connected"
      action={
        <Link to="/settings" search={{ tab: 'connections' }} className={buttonClass({ variant: 'primary' })}>
          Connect a model
        </Link>
      }
    >
      A council puts a question to at least {MIN_MODELS} language models. Each answers alone and ranks all answers
      without knowing who wrote them.
    </EmptyState>
  );
}

function NewQuestion({
  connections,
  onOpen,
}: {
  connections: readonly ModelConnection[];
  onOpen: (id: string) => void;
}) {
  const [question, setQuestion] = useState('');
  const [withBenchmarks, setWithBenchmarks] = useState(true);
  const [picked, setPicked] = useState<readonly PickedModel[]>(() => firstModels(connections));
  const [failure, setFailure] = useState<string>();
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    setFailure(undefined);
    try {
      const { id } = await call(councils.create, { body: { question, withBenchmarks, models: [...picked] } });
      onOpen(id);
    } catch (error) {
      setFailure(messageFor(error, 'The question could not be asked.'));
      setAsking(false);
    }
  };
  return (
    <section aria-labelledby="new-council" className="grid gap-4">
      <div>
        <h2 id="new-council" className="text-base font-semibold">
          Ask the council
        </h2>
        <p className="text-sm text-muted">
          Each model answers alone and ranks all answers without knowing who wrote them. The first writes the
          conclusion, and dissent stays visible.
        </p>
      </div>
      <Field label="Question" required>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={4_000}
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
          />
        )}
      </Field>
      <ModelPickers connections={connections} models={picked} min={MIN_MODELS} max={MAX_MODELS} onChange={setPicked} />
      <Checkbox
        label="Let the models read the published benchmarks"
        checked={withBenchmarks}
        onChange={(event) => setWithBenchmarks(event.target.checked)}
      />
      {failure && (
        <p role="alert" className="text-sm text-danger-ink">
          {failure}
        </p>
      )}
      <div>
        <Button
          variant="primary"
          loading={asking}
          disabled={!question.trim() || picked.some(({ model }) => !model.trim())}
          onClick={() => void ask()}
        >
          Ask council
        </Button>
      </div>
    </section>
  );
}

/** One model of each connection, and as many blank ones as a council needs. */
function firstModels(connections: readonly ModelConnection[]): PickedModel[] {
  const one = connections
    .slice(0, MAX_MODELS)
    .map(({ id, defaultModel }) => ({ connectionId: id, model: defaultModel }));
  while (one.length < MIN_MODELS) one.push({ connectionId: connections[0]!.id, model: '' });
  return one;
}

function Questions({ onOpen }: { onOpen: (id: string) => void }) {
  const list = usePages(councils.list, { query: { limit: 20 } });
  if (!list.loading && !list.error && list.items.length === 0) return null;
  return (
    <section aria-labelledby="councils">
      <h2 id="councils" className="mb-2 text-base font-semibold">
        Questions
      </h2>
      {list.loading && <Skeleton className="h-24 w-full" />}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Questions" onRetry={list.retry} />}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {list.items.map(({ id, question, state, startedBy, createdAt }) => (
          <li key={id} data-testid="council" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <button
              type="button"
              className="max-w-full min-w-0 flex-1 truncate text-left font-medium hover:underline pointer-coarse:min-h-11"
              onClick={() => onOpen(id)}
            >
              {question}
            </button>
            <Badge tone={COUNCIL_STATES[state].tone}>{COUNCIL_STATES[state].label}</Badge>
            <span className="text-muted">
              {startedBy && `${startedBy}, `}
              <RelativeTime value={createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </section>
  );
}
