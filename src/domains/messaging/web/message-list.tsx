import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { useAct } from '../../../records/web/use-row-action.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type Message, MESSAGE_STATES, messaging } from '../contract.ts';
import { MESSAGING } from '../paths.ts';
import { CHANNEL_LABELS, PURPOSE_LABELS, STATES } from './labels.ts';

/** Messages to one contact, or to everyone, with what became of each. */
export function MessageList({ contactId, mayResolve }: { contactId?: string; mayResolve: boolean }) {
  const [state, setState] = useState<Message['state'] | ''>('');
  const list = usePages(messaging.messages, { query: { limit: 30, contactId, state: state || undefined } });
  return (
    <div className="grid gap-3">
      <Select
        aria-label="Show messages"
        className="sm:max-w-60"
        value={state}
        placeholder="All messages"
        options={MESSAGE_STATES.map((value) => ({
          value,
          label: value === 'kept' ? 'Kept on this server' : value === 'refused' ? 'Refused' : STATES[value].label,
        }))}
        onChange={(event) => setState(event.target.value as Message['state'] | '')}
      />
      {list.loading && <Skeleton className="h-24 w-full" />}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="The messages" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState icon={<Send />} title="No messages">
          Mails and texts of workflows and people are listed here with their outcome.
        </EmptyState>
      )}
      <ul className="grid gap-2">
        {list.items.map((message) => (
          <MessageItem key={message.id} message={message} mayResolve={mayResolve} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </div>
  );
}

function MessageItem({ message, mayResolve }: { message: Message; mayResolve: boolean }) {
  const act = useAct(MESSAGING.messages);
  const { label, tone } = STATES[message.state];
  const resolve = (as: 'sent' | 'again') =>
    void act(as === 'sent' ? 'Marked as sent' : 'The message is sent again', 'No changes were saved', () =>
      call(messaging.resolve, { params: { id: message.id }, body: { as } }),
    );
  return (
    <li data-testid="message" className="rounded-lg border border-line p-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <span className="min-w-0 font-medium break-words">{message.subject || message.text.slice(0, 80)}</span>
        <RelativeTime value={message.createdAt} className="ml-auto text-xs text-muted" />
      </p>
      <p className="mt-1 break-words text-muted">
        {CHANNEL_LABELS[message.channel]} to {message.address} · {PURPOSE_LABELS[message.purpose]}
        {message.origin && ` · ${message.origin.label}`}
      </p>
      {message.why && <p className="mt-1">{message.why}</p>}
      {message.state === 'unknown' && mayResolve && (
        <p className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => resolve('sent')}>
            Mark as sent
          </Button>
          <Button size="sm" onClick={() => resolve('again')}>
            Send again
          </Button>
        </p>
      )}
    </li>
  );
}
