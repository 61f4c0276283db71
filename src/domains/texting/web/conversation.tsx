import { useEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import CheckCheck from 'lucide-react/icons/check-check';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { messageFor } from '../../../web/api/error.ts';
import { newIntent } from '../../../web/api/idempotency-key.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { Composer } from '../../../web/form/composer.tsx';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { SCROLLABLE } from '../../../web/ui/scroll-by-keys.ts';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { useOwners } from '../../../records/web/choices.ts';
import { MAX_TEXT, texts, type TextThreadDetail } from '../contract.ts';
import { TEXTING } from '../paths.ts';
import { TemplateMenu } from './template-menu.tsx';
import { TextBubble } from './text-bubble.tsx';
import { TextSize } from './text-size.tsx';

const measure = (text: string) => <TextSize text={text} />;

/** One conversation with its texts and the field to reply. Looking at it marks it as read. */
export function Conversation({ id, onBack }: { id: string; onBack: () => void }) {
  const { data: thread, error, refetch } = useQuery(read(texts.thread, { params: { id } }));
  useReading(thread);
  if (error && !thread) return <Failure error={error} what="The conversation" onRetry={() => void refetch()} />;
  if (!thread)
    return (
      <div
        role="status"
        aria-label="Conversation: loading"
        className="grid flex-1 animate-appear-late content-start gap-4 p-4"
      >
        <Skeleton className="h-10 w-64" />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  return (
    <section data-testid="record" aria-label="Conversation" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <ConversationHeader thread={thread} onBack={onBack} />
      <Texts thread={thread} />
    </section>
  );
}

function useReading(thread: TextThreadDetail | undefined): void {
  const id = thread?.id;
  const unread = thread?.unread ?? 0;
  useEffect(() => {
    if (!id || unread === 0) return undefined;
    const markRead = () => {
      if (document.visibilityState === 'visible')
        void call(texts.markRead, { params: { id }, losable: true }).catch(() => undefined);
    };
    markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [id, unread]);
}

function ConversationHeader({ thread, onBack }: { thread: TextThreadDetail; onBack: () => void }) {
  const client = useQueryClient();
  const owners = useOwners();
  const { contact, address, number, isDone, assignedTo } = thread;
  const update = async (change: { isDone?: boolean; assignedTo?: string | null }) => {
    const key = readKey(texts.thread, { params: { id: thread.id } });
    try {
      const saved = await call(texts.update, {
        params: { id: thread.id },
        body: { version: thread.version, ...change },
      });
      client.setQueryData(key, saved);
      await client.invalidateQueries({ queryKey: [TEXTING.threads] });
    } catch (error) {
      toast({ type: 'error', title: 'Conversation not saved', description: messageFor(error, 'Try again.') });
      await client.invalidateQueries({ queryKey: key });
    }
  };
  return (
    <header className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <IconButton label="Back to conversations" icon={<ArrowLeft />} onClick={onBack} className="lg:hidden" />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-base font-semibold">
          {contact ? (
            <Link to={`/contacts/${contact.id}`} className="hover:underline">
              {contact.name}
            </Link>
          ) : (
            address
          )}
        </h2>
        <p className="truncate text-xs text-muted">
          {contact && address}
          {contact && number && ' · '}
          {number && `to ${number}`}
        </p>
      </div>
      <Select
        aria-label="Assigned to"
        className="w-44"
        value={assignedTo?.id ?? ''}
        options={[{ value: '', label: 'Unassigned' }, ...owners.options.map(({ value, label }) => ({ value, label }))]}
        onChange={(event) => void update({ assignedTo: event.target.value || null })}
      />
      <Button icon={isDone ? <RotateCcw /> : <CheckCheck />} onClick={() => void update({ isDone: !isDone })}>
        {isDone ? 'Reopen' : 'Mark as done'}
      </Button>
    </header>
  );
}

function Texts({ thread }: { thread: TextThreadDetail }) {
  const { id, blocked } = thread;
  const client = useQueryClient();
  const list = usePages(texts.messages, { params: { id } });
  const [failure, setFailure] = useState<string>();
  const [insert, setInsert] = useState<{ text: string }>();
  const attempt = useRef<{ text: string; key: string }>(undefined);
  const send = async (text: string) => {
    setFailure(undefined);
    // The same words tried again are the same text: it leaves once.
    if (attempt.current?.text !== text) attempt.current = { text, key: newIntent() };
    try {
      await call(texts.reply, { params: { id }, body: { text }, headers: { 'Idempotency-Key': attempt.current.key } });
      attempt.current = undefined;
    } catch (error) {
      setFailure(messageFor(error, 'Your text was not sent. Try again.'));
      throw error;
    }
    await client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/api/texts'),
    });
  };
  return (
    <>
      {list.error && <Failure error={list.error} what="Texts" onRetry={list.retry} />}
      {/* Turned around, the list begins at its end, and older texts load without moving what is read. */}
      <div
        role="log"
        aria-label="Texts"
        {...SCROLLABLE}
        className="flex min-h-0 flex-1 flex-col-reverse gap-2 overflow-y-auto overscroll-contain px-4 py-3 focus-visible:outline-offset-[-2px]"
      >
        {list.items.map((one) => (
          <TextBubble key={one.id} text={one} />
        ))}
        <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="Earlier texts" />
      </div>
      {blocked ? (
        <div className="border-t border-line p-3">
          <Banner tone="warning">{blocked} You can text this number again after they reply START.</Banner>
        </div>
      ) : (
        <Composer
          key={id}
          label="Text"
          placeholder="Write a text"
          draft={`texts.${id}`}
          max={MAX_TEXT}
          onSend={send}
          insert={insert}
          failure={failure}
          tools={<TemplateMenu onTake={(text) => setInsert({ text })} />}
          measure={measure}
        />
      )}
    </>
  );
}
