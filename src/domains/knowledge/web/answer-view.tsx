import { type ComponentType, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { counted } from '../../../web/ui/format.ts';
import { Textarea } from '../../../web/ui/input.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { type CitedPassage, type KnowledgeAnswer, knowledgeAnswers } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { MarkedText } from './marked-text.tsx';
import { OcrBadge } from './ocr-badge.tsx';

/** An answer with the passages behind it. */
export function AnswerView({ id, Actions }: { id: string; Actions?: ComponentType<{ answer: KnowledgeAnswer }> }) {
  const { data, error, refetch } = useQuery(read(knowledgeAnswers.get, { params: { id } }));
  if (error && !data) return <Failure error={error} what="The answer" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-48 w-full" />;
  return (
    <article aria-label="Answer" data-testid="answer" className="rounded-lg border border-line bg-raised p-4">
      <h2 className="text-base font-semibold break-words">{data.question}</h2>
      {data.state === 'answered' && <Sentences answer={data} />}
      {data.state === 'quoted' && (
        <p className="mt-1 text-sm text-muted">
          Quoted from your documents.{' '}
          <Link
            to="/settings"
            search={{ tab: 'connections' }}
            className="text-accent-ink underline underline-offset-2 hover:no-underline"
          >
            Connect a language model
          </Link>{' '}
          to get a written answer with citations.
        </p>
      )}
      {data.state === 'abstained' && <Abstained answer={data} />}
      {data.dropped > 0 && (
        <p className="mt-2 text-xs text-muted">
          {counted(data.dropped, 'sentence')} left out: no passage supports {data.dropped === 1 ? 'it' : 'them'}.
        </p>
      )}
      {data.passages.length > 0 && (
        <ol className="mt-3 grid gap-2" aria-label={data.state === 'answered' ? 'Sources' : 'Passages'}>
          {data.passages.map((passage) => (
            <Cited key={passage.n} passage={passage} />
          ))}
        </ol>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {data.state !== 'abstained' && <Feedback answer={data} />}
        {Actions && <Actions answer={data} />}
      </div>
    </article>
  );
}

function Sentences({ answer: { sentences, passages } }: { answer: KnowledgeAnswer }) {
  const byNumber = new Map(passages.map((passage) => [passage.n, passage]));
  return (
    <p className="mt-2 text-sm leading-6 break-words">
      {sentences.map(({ text, citations }, at) => (
        <span key={at}>
          {at > 0 && ' '}
          {text}
          {citations.map((n) => {
            const passage = byNumber.get(n);
            return passage && <Citation key={n} passage={passage} />;
          })}
        </span>
      ))}
    </p>
  );
}

const addressOf = ({ documentId, passageId }: CitedPassage) => ({ document: documentId, passage: passageId });

function Citation({ passage }: { passage: CitedPassage }) {
  const { n, documentTitle, place, ocr, isRemoved } = passage;
  const title = isRemoved
    ? 'Removed'
    : [documentTitle, place, ocr !== null && 'read by OCR'].filter(Boolean).join(', ');
  const look = 'tabular mx-0.5 rounded bg-hover px-1 text-2xs font-medium';
  if (isRemoved)
    return (
      <span className={look} title={title}>
        {n}
      </span>
    );
  return (
    <Link
      to="/knowledge-base-unified"
      search={addressOf(passage)}
      title={title}
      aria-label={`Source ${n}: ${title}`}
      className={`${look} text-accent-ink hover:underline`}
    >
      {n}
    </Link>
  );
}

function Abstained({ answer: { searched } }: { answer: KnowledgeAnswer }) {
  return (
    <p className="mt-1 text-sm text-muted">
      {searched.documents === 0
        ? 'There are no documents to search yet. Add a source first.'
        : `No answer found in ${counted(searched.passages, 'passage')} of ${counted(searched.documents, 'document')} that you may read. Ask in other words, or add a document that answers this. The question is now on the list of answer gaps.`}
    </p>
  );
}

function Cited({ passage }: { passage: CitedPassage }) {
  const { n, documentTitle, sourceName, heading, place, quote, marks, ocr, isRemoved } = passage;
  return (
    <li className="rounded-md border border-line p-3">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="tabular text-muted">{n}</span>
        {isRemoved ? (
          <span className="font-medium">{documentTitle}</span>
        ) : (
          <Link to="/knowledge-base-unified" search={addressOf(passage)} className="font-medium hover:underline">
            {documentTitle}
          </Link>
        )}
        <span className="text-xs text-muted">{[sourceName, heading, place].filter(Boolean).join(' · ')}</span>
        {ocr !== null && <OcrBadge certainty={ocr} />}
      </p>
      {quote === '' ? (
        <p className="mt-1 text-sm text-muted">This passage was removed.</p>
      ) : (
        <blockquote className="mt-1 line-clamp-6 border-l-2 border-accent pl-2.5 text-sm leading-6 break-words whitespace-pre-line">
          <MarkedText text={quote} marks={marks} />
        </blockquote>
      )}
      {isRemoved && quote !== '' && (
        <p className="mt-1 text-xs text-muted">The document was changed or removed since.</p>
      )}
    </li>
  );
}

/** Whether the answer helped. One that did not becomes an answer gap. */
function Feedback({ answer: { id, helpful, comment } }: { answer: KnowledgeAnswer }) {
  const client = useQueryClient();
  const [isCommenting, setCommenting] = useState(false);
  const [text, setText] = useState(comment);
  const rate = async (isHelpful: boolean, said: string) => {
    try {
      await call(knowledgeAnswers.rate, { params: { id }, body: { helpful: isHelpful, comment: said } });
      await client.invalidateQueries({ queryKey: [`${KNOWLEDGE.answers}/${id}`] });
      return true;
    } catch (error) {
      toast({ type: 'error', title: 'Feedback not saved', description: messageFor(error, 'Try again.') });
      return false;
    }
  };
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon={<ThumbsUp />}
          aria-pressed={helpful === true}
          variant={helpful === true ? 'primary' : 'secondary'}
          onClick={() => {
            setCommenting(false);
            void rate(true, '');
          }}
        >
          Helpful
        </Button>
        <Button
          size="sm"
          icon={<ThumbsDown />}
          aria-pressed={helpful === false}
          variant={helpful === false ? 'primary' : 'secondary'}
          onClick={() => {
            setCommenting(true);
            void rate(false, text);
          }}
        >
          Not helpful
        </Button>
        {helpful === false && !isCommenting && comment && <span className="text-xs text-muted">“{comment}”</span>}
      </div>
      {isCommenting && (
        <form
          className="grid max-w-lg gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void rate(false, text.trim()).then((saved) => saved && setCommenting(false));
          }}
        >
          <Field label="What is missing?">
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                maxLength={1_000}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <div>
            <Button type="submit" size="sm">
              Send feedback
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
