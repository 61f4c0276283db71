import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call } from '../../../web/api/request.ts';
import { newIntent } from '../../../web/api/idempotency-key.ts';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { MAX_MESSAGE, support, type SupportConversation, type SupportMessage } from '../contract.ts';
import { SUPPORT } from '../paths.ts';
import { Composer } from '../../../web/form/composer.tsx';
import { RowSkeletons } from './row-skeletons.tsx';
import { SCROLLABLE } from '../../../web/ui/scroll-by-keys.ts';

interface MessagesProps {
  talk: SupportConversation;
  /** The viewer is of the team. */
  answers: boolean;
  insert: { text: string } | undefined;
  tools: ReactNode;
  note: ReactNode;
}

/** The messages, newest at the bottom, and the reply field. Showing them marks them as read. */
export function Messages({ talk, answers, insert, tools, note }: MessagesProps) {
  const client = useQueryClient();
  const list = usePages(support.messages, { params: { id: talk.id } });
  const [failure, setFailure] = useState<string>();
  const attempt = useRef<{ text: string; key: string }>(undefined);
  const newest = list.items.find(({ side }) => side !== 'note')?.id;
  useReading(talk, newest);
  const send = async (text: string) => {
    setFailure(undefined);
    // The same words tried again are the same message: it arrives once.
    if (attempt.current?.text !== text) attempt.current = { text, key: newIntent() };
    try {
      await call(support.send, {
        params: { id: talk.id },
        body: { text },
        headers: { 'Idempotency-Key': attempt.current.key },
      });
      attempt.current = undefined;
    } catch (error) {
      setFailure(messageFor(error, 'Your message could not be sent.'));
      throw error;
    }
    await client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(SUPPORT.all),
    });
  };
  return (
    <>
      {list.error && <Failure error={list.error} what="The messages" onRetry={list.retry} />}
      {list.loading && <RowSkeletons />}
      {!list.error && !list.loading && (
        // Turned around, the list begins at its end, and older messages load without moving what is read.
        <div
          role="log"
          aria-label="Messages"
          {...SCROLLABLE}
          className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-4 py-3 focus-visible:outline-offset-[-2px]"
        >
          {list.items.map((message) => (
            <Message
              key={message.id}
              message={message}
              mine={message.side === (answers ? 'team' : 'user')}
              seen={answers && message.id === talk.readByUser}
            />
          ))}
          <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="Earlier messages" />
        </div>
      )}
      {note}
      <Composer
        label="Your message"
        placeholder={talk.state === 'closed' ? 'Write to reopen…' : 'Write a message…'}
        draft={`support.talk.${talk.id}`}
        max={MAX_MESSAGE}
        onSend={send}
        insert={insert}
        tools={tools}
        failure={failure}
      />
    </>
  );
}

/** Marks messages as read once they are visible in the active window. */
function useReading({ id, unread }: SupportConversation, newest: string | undefined): void {
  useEffect(() => {
    if (!newest || unread === 0) return undefined;
    const read = () => {
      if (document.visibilityState === 'visible')
        void call(support.read, { params: { id }, body: { upTo: newest }, losable: true }).catch(() => undefined);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [id, newest, unread]);
}

function Message({
  message: { side, authorName, text, createdAt },
  mine,
  seen,
}: {
  message: SupportMessage;
  mine: boolean;
  seen: boolean;
}) {
  if (side === 'note')
    return (
      <p className="my-2 text-center text-xs text-muted">
        {text} · <RelativeTime value={createdAt} />
      </p>
    );
  return (
    <div className={cx('my-1.5 max-w-[85%]', mine ? 'self-end' : 'self-start')}>
      <p
        className={cx(
          'rounded-lg px-3 py-1.5 text-sm break-words whitespace-pre-wrap',
          mine ? 'bg-accent-soft' : 'border border-line bg-sunken',
        )}
      >
        {text}
      </p>
      <p className={cx('mt-0.5 text-xs text-muted', mine && 'text-right')}>
        {mine ? '' : `${authorName} · `}
        <RelativeTime value={createdAt} />
        {seen && ' · read'}
      </p>
    </div>
  );
}
