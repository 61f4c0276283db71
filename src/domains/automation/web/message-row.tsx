import { useQuery, useQueryClient } from '@tanstack/react-query';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type MessageState, type WebhookMessage, webhooks } from '../contract/webhooks.ts';
import { AUTOMATION } from '../paths.ts';

export const MESSAGE_STATES: Record<MessageState, { text: string; tone: 'info' | 'success' | 'danger' }> = {
  pending: { text: 'Waiting', tone: 'info' },
  delivered: { text: 'Delivered', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
};

/** One message, and every attempt to send it. */
export function MessageRow({ message }: { message: WebhookMessage }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const replay = async () => {
    try {
      await call(webhooks.replay, { params: { id: message.id } });
      toast({ type: 'success', title: 'Resending' });
    } catch (error) {
      toast({ type: 'error', title: 'Message not resent', description: messageFor(error, 'Try again.') });
    }
    await client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        typeof path === 'string' && (path.startsWith(AUTOMATION.endpoints) || path.startsWith(AUTOMATION.messages)),
    });
  };
  return (
    <li className="py-2">
      <div className="flex items-center gap-2 text-sm">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="min-w-0 flex-1 rounded-sm text-left hover:underline"
        >
          <span className="block truncate">{message.type}</span>
          <span className="block text-xs text-muted">
            <RelativeTime value={message.createdAt} />
            {message.attempts > 1 && ` · ${message.attempts} attempts`}
            {message.lastError && ` · ${message.lastError}`}
            {message.state === 'pending' && message.nextAt && message.attempts > 0 && (
              <>
                {' '}
                · next attempt <RelativeTime value={message.nextAt} />
              </>
            )}
          </span>
        </button>
        <Badge tone={MESSAGE_STATES[message.state].tone}>{MESSAGE_STATES[message.state].text}</Badge>
        <IconButton size="sm" label={`Resend ${message.type}`} icon={<RotateCcw />} onClick={() => void replay()} />
      </div>
      {open && <Attempts id={message.id} />}
    </li>
  );
}

const box = 'mt-1 rounded-md bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap';

function Attempts({ id }: { id: string }) {
  const { data } = useQuery(read(webhooks.message, { params: { id } }));
  if (!data) return null;
  return (
    <div className="mt-2 grid gap-2 text-xs">
      <details>
        <summary className="cursor-pointer text-muted">Body</summary>
        <pre className={box}>{JSON.stringify(data.payload, null, 2)}</pre>
      </details>
      {data.tries.map((attempt) => (
        <details key={attempt.number}>
          <summary className="cursor-pointer text-muted">
            Attempt {attempt.number}: {attempt.status ?? 'no response'} in {attempt.durationMs.toLocaleString()} ms
            {attempt.error && `, ${attempt.error}`}
          </summary>
          <pre className={box}>
            {JSON.stringify({ sent: attempt.requestHeaders, answered: attempt.responseHeaders }, null, 2)}
          </pre>
          {attempt.responseBody && <pre className={box}>{attempt.responseBody}</pre>}
        </details>
      ))}
    </div>
  );
}
