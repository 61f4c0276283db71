import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { Spinner } from '../../../web/ui/spinner.tsx';
import { type Council, type CouncilAnswer, councils } from '../contract.ts';
import { COUNCILS } from '../paths.ts';
import { COUNCIL_STATES } from './labels.ts';

const AT_WORK: ReadonlySet<string> = new Set(['answering', 'ranking', 'concluding']);

/** One question: its conclusion, then the answers and how they were ranked. */
export function CouncilView({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(read(councils.get, { params: { id } }));
  if (error && !data) return <Failure error={error} what="The question" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  const attempt = async (act: () => Promise<unknown>, failure: string) => {
    try {
      await act();
      await client.invalidateQueries({ queryKey: [COUNCILS] });
      return true;
    } catch (reason) {
      toast({ type: 'error', title: failure, description: messageFor(reason, 'Try again.') });
      return false;
    }
  };
  const remove = async () => {
    const sure = await confirm({
      title: 'Delete this question?',
      description: 'Its answers, rankings, and conclusion are deleted. This cannot be undone.',
      action: 'Delete question',
    });
    if (!sure) return;
    if (await attempt(() => call(councils.remove, { params: { id } }), 'Couldn’t delete the question')) onClose();
  };
  const isAtWork = AT_WORK.has(data.state);
  return (
    <article className="grid gap-6 text-sm">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" onClick={onClose}>
            All questions
          </Button>
          <Badge tone={COUNCIL_STATES[data.state].tone}>{COUNCIL_STATES[data.state].label}</Badge>
          {isAtWork && <Spinner />}
          <span className="tabular text-muted">{spentWords(data)}</span>
          <span className="ml-auto flex gap-2">
            {isAtWork ? (
              <Button
                size="sm"
                onClick={() => void attempt(() => call(councils.stop, { params: { id } }), 'Couldn’t stop the council')}
              >
                Stop council
              </Button>
            ) : (
              <Button size="sm" variant="ghost" onClick={() => void remove()}>
                Delete question…
              </Button>
            )}
          </span>
        </div>
        <h2 className="text-base font-semibold break-words whitespace-pre-wrap">{data.question}</h2>
        {data.error && (
          <p role="alert" className="text-danger-ink">
            {data.error}
          </p>
        )}
      </header>
      {data.conclusion && <Conclusion conclusion={data.conclusion} />}
      <section aria-labelledby="answers">
        <h3 id="answers" className="mb-2 font-semibold">
          Answers
        </h3>
        <ul className="grid items-start gap-3 md:grid-cols-2">
          {byPlace(data.answers).map((answer) => (
            <AnswerCard key={answer.letter} answer={answer} isAtWork={isAtWork} />
          ))}
        </ul>
      </section>
    </article>
  );
}

const byPlace = (answers: readonly CouncilAnswer[]) =>
  answers.toSorted((a, b) => Number(a.place ?? 99) - Number(b.place ?? 99));

const spentWords = ({ tokens, cost }: Council) =>
  `${tokens.toLocaleString('en-US')} tokens${cost === null || tokens === 0 ? '' : `, $${Number(cost).toFixed(4)}`}`;

function Conclusion({
  conclusion: { model, text, agreement, dissent },
}: {
  conclusion: NonNullable<Council['conclusion']>;
}) {
  return (
    <section aria-labelledby="conclusion" className="grid gap-3 rounded-lg border border-line bg-raised p-4">
      <h3 id="conclusion" className="font-semibold">
        Conclusion <span className="font-normal text-muted">by {model}</span>
      </h3>
      <p className="break-words whitespace-pre-wrap">{text}</p>
      {agreement.length > 0 && (
        <div>
          <h4 className="font-medium">Agreement</h4>
          <ul className="list-disc pl-5">
            {agreement.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <h4 className="font-medium">Dissent</h4>
        {dissent.length === 0 ? (
          <p className="text-muted">No answer disagrees with the conclusion.</p>
        ) : (
          <ul className="list-disc pl-5">
            {dissent.map(({ letter, text: said }) => (
              <li key={`${letter} ${said}`}>
                Answer {letter}: {said}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function AnswerCard({ answer, isAtWork }: { answer: CouncilAnswer; isAtWork: boolean }) {
  const { letter, model, text, error, place, verdict } = answer;
  return (
    <li data-testid="answer" className="grid gap-2 rounded-lg border border-line p-3">
      <h4 className="flex flex-wrap items-center gap-2 font-semibold">
        Answer {letter} <span className="font-normal text-muted">{model}</span>
        {place && <Badge>Mean place {Number(place).toLocaleString('en-US')}</Badge>}
      </h4>
      {error && <p className="text-danger-ink">{error}</p>}
      {text && <p className="break-words whitespace-pre-wrap">{text}</p>}
      {!text && !error && <p className="text-muted">{isAtWork ? 'Thinking…' : 'No answer.'}</p>}
      {verdict && (
        <p className="border-t border-line pt-2 text-muted">
          {verdict.error || `Its ranking: ${verdict.ranking.join(', ')}. ${verdict.reason}`}
        </p>
      )}
    </li>
  );
}
