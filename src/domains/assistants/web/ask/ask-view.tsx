import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import History from 'lucide-react/icons/history';
import MessageSquarePlus from 'lucide-react/icons/message-square-plus';
import Square from 'lucide-react/icons/square';
import { read, readKey } from '../../../../web/api/request.ts';
import type { SessionUser } from '../../../../web/api/session.ts';
import { Composer } from '../../../../web/form/composer.tsx';
import { useCurrentPage } from '../../../../web/router/use-page.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { SCROLLABLE } from '../../../../web/ui/scroll-by-keys.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { ask, type AskMessage, MAX_QUESTION } from '../../contract.ts';
import { askQuestion, beginConversation, forgetPending, openConversation, stopAnswer, useAsk } from './ask-state.ts';
import { Conversations } from './conversations.tsx';
import { AssistantMessage, PendingAnswer, PersonMessage } from './messages.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { Topics } from './topics.tsx';

export interface AskViewProps {
  user: SessionUser;
  /** On a phone the panel covers the page that a link leads to. */
  onLeave: (() => void) | undefined;
  /** Passes the question to a person. */
  onAskPerson: (question: string) => void;
}

/** Questions to the assistant; what it does not know, a person answers. */
export function AskView({ user, onLeave, onAskPerson }: AskViewProps) {
  const owner = `${user.id}/${user.workspace.id}`;
  const { conversationId, isKept, pending } = useAsk(owner);
  const [isListed, setListed] = useState(false);
  const { pathname: place } = useLocation();
  const page = useCurrentPage();
  const status = useQuery(read(ask.status));
  const isBusy = pending !== undefined && !pending.answer && !pending.failure;
  const put = (question: string) => {
    void askQuestion(question, { place, page: page?.title });
    return Promise.resolve();
  };
  // Until the conversation is this person's.
  if (!conversationId) return null;
  if (isListed)
    return (
      <Conversations
        currentId={conversationId}
        onOpen={(id) => {
          openConversation(id);
          setListed(false);
        }}
        onRemoved={(id) => {
          if (id === conversationId) beginConversation(owner);
        }}
        onClose={() => setListed(false)}
      />
    );
  return (
    <>
      <div className="flex items-center justify-end gap-1 border-b border-line px-2 py-1">
        <IconButton label="Earlier conversations" icon={<History />} onClick={() => setListed(true)} />
        <IconButton
          label="New conversation"
          icon={<MessageSquarePlus />}
          disabled={!isKept}
          onClick={() => beginConversation(owner)}
        />
      </div>
      <Talk
        key={conversationId}
        user={user}
        owner={owner}
        isConnected={status.data?.connected ?? true}
        onLeave={onLeave}
        onAskPerson={onAskPerson}
        onAsk={(question) => void put(question)}
      />
      {isBusy && (
        <div className="flex justify-center pb-2">
          <Button size="sm" icon={<Square />} onClick={stopAnswer}>
            Stop
          </Button>
        </div>
      )}
      <Composer
        label="Your question"
        placeholder={status.data?.connected === false ? 'Search the manual and your records…' : 'Ask anything…'}
        draft="support.ask"
        max={MAX_QUESTION}
        onSend={put}
        first
      />
    </>
  );
}

interface TalkProps extends AskViewProps {
  owner: string;
  isConnected: boolean;
  onAsk: (question: string) => void;
}

function Talk({ user, owner, isConnected, onLeave, onAskPerson, onAsk }: TalkProps) {
  const { conversationId, isKept, pending } = useAsk(owner);
  const client = useQueryClient();
  const at = { params: { id: conversationId } };
  const isOver = pending?.answer !== undefined;
  // The conversation is there from the first answer on.
  const kept = useQuery({ ...read(ask.get, at), enabled: isKept && (!pending || isOver), retry: 1 });
  const messages = kept.data?.messages ?? [];
  const isThere = pending !== undefined && messages.some(({ id }) => id === pending.answer?.id);
  useEffect(() => {
    if (isThere) forgetPending(pending.messageId);
    else if (isOver) void client.invalidateQueries({ queryKey: readKey(ask.get, { params: { id: conversationId } }) });
  }, [client, conversationId, isThere, isOver, pending?.messageId]);
  useNewestInSight(pending?.messageId, messages.at(-1)?.id);
  const shown = messages.filter(({ id }) => !pending || id !== pending.messageId);
  const cardsOf = (messageId: string) =>
    kept.data?.proposals
      .filter((proposal) => proposal.messageId === messageId)
      .map((proposal) => (
        <ProposalCard key={proposal.id} proposal={proposal} conversationId={conversationId} onLeave={onLeave} />
      ));
  const common = { user, isConnected, onLeave, onAskPerson };
  return (
    <div
      role="log"
      aria-label="Questions and answers"
      {...SCROLLABLE}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3 focus-visible:outline-offset-[-2px]"
    >
      {!isKept && <Topics isConnected={isConnected} onAsk={onAsk} />}
      {kept.error && !pending && (
        <Failure error={kept.error} what="The conversation" onRetry={() => void kept.refetch()} />
      )}
      {isKept && !pending && !kept.data && !kept.error && <Skeleton className="h-24" />}
      <ol className="grid gap-3">
        {shown.map((message, nth) => (
          <li key={message.id} data-message={message.id} className="grid gap-2">
            {message.side === 'person' ? (
              <PersonMessage text={message.text} />
            ) : (
              <AssistantMessage
                message={message}
                question={questionBefore(shown, nth)}
                isLast={nth === shown.length - 1 && !pending}
                onAgain={() => onAsk(questionBefore(shown, nth))}
                {...common}
              >
                {cardsOf(message.id)}
              </AssistantMessage>
            )}
          </li>
        ))}
        {pending && !isThere && (
          <PendingAnswer
            pending={pending}
            conversationId={conversationId}
            onAgain={() => onAsk(pending.question)}
            {...common}
          />
        )}
      </ol>
    </div>
  );
}

const questionBefore = (messages: readonly AskMessage[], nth: number) =>
  messages.slice(0, nth).findLast(({ side }) => side === 'person')?.text ?? '';

/** A new question stays in sight above its answer; an opened conversation shows its end. */
function useNewestInSight(pendingId: string | undefined, lastId: string | undefined): void {
  const id = pendingId ?? lastId;
  useEffect(() => {
    if (id) document.querySelector(`[data-message="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'start' });
  }, [id]);
}
