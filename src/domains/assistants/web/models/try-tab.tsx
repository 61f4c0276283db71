import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Textarea } from '../../../../web/ui/input.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { MAX_TRIED, type ModelConnection, models, type TrialResult } from '../../contract.ts';
import { ModelPickers, type PickedModel } from './model-pickers.tsx';
import { dollars, duration, tokens } from './labels.ts';

/** One prompt, several models, side by side. */
export default function TryTab() {
  const { data: config, error, refetch } = useQuery(read(models.config));
  if (error && !config) return <Failure error={error} what="The connections" onRetry={() => void refetch()} />;
  if (!config) return <Skeleton className="h-64 w-full" />;
  const [first] = config.connections;
  if (!first) return <p className="pt-3 text-sm text-muted">Connect a model first.</p>;
  return <Trial connections={config.connections} first={first} />;
}

function Trial({ connections, first }: { connections: readonly ModelConnection[]; first: ModelConnection }) {
  const [instructions, setInstructions] = useState('');
  const [prompt, setPrompt] = useState('');
  const [tried, setTried] = useState<readonly PickedModel[]>([{ connectionId: first.id, model: first.defaultModel }]);
  const [results, setResults] = useState<readonly TrialResult[]>([]);
  const [failure, setFailure] = useState<string>();
  const [running, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    setFailure(undefined);
    try {
      const answer = await call(models.tryOut, { body: { instructions, prompt, models: [...tried] } });
      setResults(answer.items);
    } catch (error) {
      setFailure(messageFor(error, 'The prompt could not be tried.'));
    }
    setRunning(false);
  };
  return (
    <div className="grid gap-4 pt-2">
      <Field label="Instructions" optional>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={instructions}
            onChange={(event) => setInstructions(event.target.value)}
          />
        )}
      </Field>
      <Field label="Prompt" required>
        {(control) => (
          <Textarea {...control} rows={4} value={prompt} onChange={(event) => setPrompt(event.target.value)} />
        )}
      </Field>
      <ModelPickers connections={connections} models={tried} max={MAX_TRIED} onChange={setTried} />
      <div className="flex gap-2">
        <Button
          variant="primary"
          loading={running}
          disabled={!prompt.trim() || tried.some(({ model }) => !model.trim())}
          onClick={() => void run()}
        >
          Try prompt
        </Button>
      </div>
      {failure && (
        <p role="alert" className="text-sm text-danger-ink">
          {failure}
        </p>
      )}
      <ul aria-label="Answers" className="grid gap-3 sm:grid-cols-2">
        {results.map((result) => (
          <li
            key={`${result.connectionId} ${result.model}`}
            className="rounded-lg border border-line p-3 text-sm"
            data-testid="row"
          >
            <h2 className="font-semibold">{result.model}</h2>
            <p className="tabular text-xs text-muted">
              {tokens(result.inputTokens)} in · {tokens(result.outputTokens)} out · {dollars(result.cost)} · first words
              after {duration(result.firstMs)}, all after {duration(result.totalMs)}
            </p>
            {result.error && <p className="mt-2 text-danger-ink">{result.error}</p>}
            {result.text && <p className="mt-2 break-words whitespace-pre-wrap">{result.text}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}
