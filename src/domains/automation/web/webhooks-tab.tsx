import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Webhook from 'lucide-react/icons/webhook';
import { useState } from 'react';
import { read } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type EndpointState, type WebhookEndpoint, webhooks } from '../contract/webhooks.ts';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { EndpointSheet } from './endpoint-sheet.tsx';

export const ENDPOINT_STATES: Record<EndpointState, { text: string; tone: 'success' | 'neutral' | 'danger' }> = {
  on: { text: 'On', tone: 'success' },
  off: { text: 'Off', tone: 'neutral' },
  disabled: { text: 'Turned off: not responding', tone: 'danger' },
};

/** Other systems that are told of what happens here. */
export function WebhooksTab({ open, onOpen }: { open: string; onOpen: (id: string) => void }) {
  const { data, error, isPending, refetch } = useQuery(read(webhooks.list));
  const [creating, setCreating] = useState(false);
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      Add endpoint
    </Button>
  );
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-xl text-sm text-muted">
          Messages are signed with the Standard Webhooks scheme and retried for about a day.
        </p>
        {data && data.items.length > 0 && create}
      </div>
      {isPending && (
        <div className="grid gap-2" aria-hidden="true">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
        </div>
      )}
      {error && <Failure error={error} what="Endpoints" onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <EmptyState icon={<Webhook />} title="No endpoints yet" action={create}>
          Send new contacts, won deals, finished imports, and other events to another system.
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {data.items.map((one) => (
            <EndpointRow key={one.id} endpoint={one} onOpen={() => onOpen(one.id)} />
          ))}
        </ul>
      )}
      {creating && <EndpointDialog onClose={() => setCreating(false)} />}
      {open && <EndpointSheet id={open} onClose={() => onOpen('')} />}
    </div>
  );
}

function EndpointRow({ endpoint, onOpen }: { endpoint: WebhookEndpoint; onOpen: () => void }) {
  const { url, description, state, types, pending, failingSince, lastDeliveredAt } = endpoint;
  return (
    <li data-testid="row">
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full items-center gap-3 px-3 py-2.5 text-left text-sm hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium" title={url}>
            {description || url}
          </span>
          <span className="block truncate text-xs text-muted">
            {description && `${url} · `}
            {types.includes('*') ? 'all events' : types.join(', ')}
            {lastDeliveredAt && (
              <>
                {' '}
                · last delivered <RelativeTime value={lastDeliveredAt} />
              </>
            )}
            {pending > 0 && ` · ${pending.toLocaleString()} waiting`}
            {failingSince && (
              <span className="text-danger-ink">
                {' '}
                · failing since <RelativeTime value={failingSince} />
              </span>
            )}
          </span>
        </span>
        <Badge tone={ENDPOINT_STATES[state].tone}>{ENDPOINT_STATES[state].text}</Badge>
      </button>
    </li>
  );
}
