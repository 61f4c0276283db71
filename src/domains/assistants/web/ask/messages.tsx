import { lazy, type ReactNode, Suspense, useState } from 'react';
import ListTree from 'lucide-react/icons/list-tree';
import MessageCircle from 'lucide-react/icons/message-circle';
import type { SessionUser } from '../../../../web/api/session.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { Spinner } from '../../../../web/ui/spinner.tsx';
import type { AskMessage } from '../../contract.ts';
import type { Pending } from './ask-state.ts';
import { Passages } from './passages.tsx';
import { ProposalCard } from './proposal-card.tsx';

const AnswerText = lazy(() => import('./answer-text.tsx'));
const Steps = lazy(() => import('./steps.tsx'));

export interface MessageContext {
  user: SessionUser;
  isConnected: boolean;
  onLeave: (() => void) | undefined;
  onAskPerson: (question: string) => void;
}

export function PersonMessage({ text }: { text: string }) {
  return (
    <p className="ml-8 justify-self-end rounded-lg bg-accent-soft px-3 py-1.5 text-sm break-words whitespace-pre-wrap text-ink">
      {text}
    </p>
  );
}

interface AssistantMessageProps extends MessageContext {
  message: AskMessage;
  question: string;
  isLast: boolean;
  /** Asks the same again. */
  onAgain: () => void;
  /** The assistant's proposals. */
  children?: ReactNode;
}

/** An answer: of the model with its sources, or without one what was found. */
export function AssistantMessage({ message, question, isLast, onAgain, children, ...context }: AssistantMessageProps) {
  const { user, onLeave, onAskPerson } = context;
  const { text, state, error, sources, records, runId } = message;
  const isAdmin = user.role === 'admin';
  const [showsSteps, setShowsSteps] = useState(false);
  const isFound = runId === null && text === '' && state === 'done';
  return (
    <div className="grid gap-2">
      {text && (
        <Suspense fallback={<Skeleton className="h-14" />}>
          <AnswerText text={text} sources={sources} opensManual={isAdmin} onLeave={onLeave} />
        </Suspense>
      )}
      {state === 'stopped' && <p className="text-xs text-muted">Stopped.</p>}
      {state === 'failed' && <p className="text-sm text-danger-ink">{error}</p>}
      {isFound && <Found message={message} isAdmin={isAdmin} {...context} />}
      {!isFound && sources.length > 0 && (
        <Passages sources={sources} opensManual={isAdmin} onLeave={onLeave} isNumbered />
      )}
      {children}
      {showsSteps && runId && (
        <Suspense fallback={<Skeleton className="h-14" />}>
          <Steps runId={runId} />
        </Suspense>
      )}
      <p className="flex flex-wrap gap-x-2">
        {isLast && state === 'failed' && (
          <Button size="sm" onClick={onAgain}>
            Try again
          </Button>
        )}
        {isLast && (
          <Button
            size="sm"
            variant={isFound && sources.length + records.length === 0 ? 'secondary' : 'ghost'}
            icon={<MessageCircle />}
            onClick={() => onAskPerson(question)}
          >
            {isFound && sources.length + records.length === 0 ? 'Ask a person' : 'Not what you need? Ask a person'}
          </Button>
        )}
        {runId && (
          <Button
            size="sm"
            variant="ghost"
            icon={<ListTree />}
            aria-expanded={showsSteps}
            onClick={() => setShowsSteps(!showsSteps)}
          >
            Steps
          </Button>
        )}
      </p>
    </div>
  );
}

function Found({ message, isAdmin, isConnected, onLeave }: MessageContext & { message: AskMessage; isAdmin: boolean }) {
  const { sources, records } = message;
  return (
    <>
      {sources.length > 0 && <Passages sources={sources} opensManual={isAdmin} onLeave={onLeave} />}
      {records.length > 0 && (
        <ul aria-label="Records" className="grid divide-y divide-line rounded-lg border border-line">
          {records.map(({ id, kind, name, path }) => (
            <li key={id}>
              <Link
                to={path}
                onClick={onLeave}
                className="flex min-h-control items-center gap-2 px-3 py-1.5 text-sm hover:bg-hover"
              >
                <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
                <span className="text-xs text-muted">{kind}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {sources.length + records.length === 0 && (
        <p className="text-sm">
          Neither the manual nor the knowledge base answers this. Try other words, or ask a person.
        </p>
      )}
      {!isConnected && <NoModel isAdmin={isAdmin} onLeave={onLeave} />}
    </>
  );
}

function NoModel({ isAdmin, onLeave }: { isAdmin: boolean; onLeave: (() => void) | undefined }) {
  return (
    <p className="text-xs text-muted">
      No language model is connected, so these are search results.{' '}
      {isAdmin ? (
        <Link
          to="/settings"
          search={{ tab: 'connections' }}
          onClick={onLeave}
          className="text-accent-ink underline underline-offset-2"
        >
          Connect a model
        </Link>
      ) : (
        'An administrator can connect one.'
      )}
    </p>
  );
}

interface PendingAnswerProps extends MessageContext {
  pending: Pending;
  conversationId: string;
  onAgain: () => void;
}

/** The question that is being answered. */
export function PendingAnswer({ pending, conversationId, onAgain, ...context }: PendingAnswerProps) {
  const { question, text, step, proposals, answer, failure, messageId } = pending;
  const cards = proposals.map((proposal) => (
    <ProposalCard
      key={proposal.id}
      proposal={proposal}
      conversationId={conversationId}
      onLeave={context.onLeave}
      isLocked={!answer}
    />
  ));
  return (
    <li data-message={messageId} className="grid gap-2">
      <PersonMessage text={question} />
      {answer && !failure ? (
        <AssistantMessage message={answer} question={question} isLast onAgain={onAgain} {...context}>
          {cards}
        </AssistantMessage>
      ) : (
        text && (
          <Suspense fallback={<Skeleton className="h-14" />}>
            <AnswerText text={text} sources={[]} opensManual={false} onLeave={context.onLeave} />
          </Suspense>
        )
      )}
      {!(answer && !failure) && cards}
      {!answer && !failure && (
        <p role="status" className="flex items-center gap-2 text-xs text-muted">
          <Spinner className="size-3.5" />
          {step || (text ? 'Writing…' : 'Looking it up…')}
        </p>
      )}
      {failure && (
        <div role="alert" className="grid justify-items-start gap-2 text-sm">
          <p>{failure}</p>
          <p className="flex gap-2">
            <Button size="sm" onClick={onAgain}>
              Try again
            </Button>
            <Button size="sm" variant="ghost" icon={<MessageCircle />} onClick={() => context.onAskPerson(question)}>
              Ask a person
            </Button>
          </p>
        </div>
      )}
    </li>
  );
}
