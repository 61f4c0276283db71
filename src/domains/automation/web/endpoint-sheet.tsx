import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { MessageState, type WebhookEndpoint, webhooks } from '../contract/webhooks.ts';
import { AUTOMATION } from '../paths.ts';
import { CopyField } from './copy-field.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { MESSAGE_STATES, MessageRow } from './message-row.tsx';

/** One endpoint: switch, secret, test, and the log of what it was told. */
export function EndpointSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const endpoint = useQuery(read(webhooks.get, { params: { id } }));
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={endpoint.data?.description || 'Endpoint'}
      description={endpoint.data?.url}
    >
      {endpoint.isPending && <Skeleton className="h-40 w-full" />}
      {endpoint.error && <Failure error={endpoint.error} what="Endpoint" onRetry={() => void endpoint.refetch()} />}
      {endpoint.data && <EndpointView endpoint={endpoint.data} onGone={onClose} />}
    </Sheet>
  );
}

function useActs(id: string) {
  const client = useQueryClient();
  const refresh = () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        typeof path === 'string' && (path.startsWith(AUTOMATION.endpoints) || path.startsWith(AUTOMATION.messages)),
    });
  return async (work: (params: { id: string }) => Promise<unknown>, failure: string) => {
    try {
      await work({ id });
    } catch (error) {
      toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
    }
    await refresh();
  };
}

const DAY = 86_400_000;

function EndpointView({ endpoint, onGone }: { endpoint: WebhookEndpoint; onGone: () => void }) {
  const act = useActs(endpoint.id);
  const [editing, setEditing] = useState(false);
  const [secret, setSecret] = useState('');
  const { version, state, disabledReason, failingSince, previousSecretUntil } = endpoint;
  const rotate = async () => {
    if (
      !(await confirm({
        title: 'Roll signing secret?',
        description: 'Both secrets sign for 24 hours, so no message is refused while you update the other system.',
        action: 'Roll secret',
      }))
    )
      return;
    await act(async (params) => setSecret((await call(webhooks.rotate, { params })).secret), 'Secret not rolled');
  };
  const remove = async () => {
    if (
      !(await confirm({
        title: 'Delete this endpoint?',
        description: 'Its log is deleted, too. This can’t be undone.',
        action: 'Delete endpoint',
      }))
    )
      return;
    await act(async (params) => {
      await call(webhooks.remove, { params });
      onGone();
    }, 'Endpoint not deleted');
  };
  const replayDay = () =>
    act(async (params) => {
      const { replayed } = await call(webhooks.replaySpan, {
        params,
        body: { from: new Date(Date.now() - DAY).toISOString(), until: new Date().toISOString() },
      });
      toast({
        type: 'success',
        title:
          replayed === 0
            ? 'No failed messages in the last 24 hours'
            : `Resending ${replayed.toLocaleString()} messages`,
      });
    }, 'Messages not resent');
  return (
    <article data-testid="record" className="grid gap-4">
      {disabledReason && <Banner tone="danger">{disabledReason} Fix it, then turn it on.</Banner>}
      {!disabledReason && failingSince && (
        <Banner tone="warning">
          No message accepted since <RelativeTime value={failingSince} />. After five days the endpoint is turned off.
        </Banner>
      )}
      <Switch
        label="Events"
        hint={endpoint.types.includes('*') ? 'Everything' : endpoint.types.join(', ')}
        checked={state === 'on'}
        onCheckedChange={(on) =>
          void act((params) => call(webhooks.update, { params, body: { version, on } }), 'No changes were saved')
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() =>
            void act(async (params) => {
              await call(webhooks.test, { params });
              toast({ type: 'success', title: 'Test message sent' });
            }, 'Test message not sent')
          }
        >
          Send test
        </Button>
        <Button onClick={() => setEditing(true)}>Change</Button>
        <Button
          onClick={() =>
            void act(
              async (params) => setSecret((await call(webhooks.secret, { params })).secret),
              'Couldn’t load the secret',
            )
          }
        >
          Show secret
        </Button>
        <Button onClick={() => void rotate()}>Roll secret</Button>
        <Button onClick={() => void replayDay()}>Resend failed messages of the last 24 hours</Button>
        <Button variant="danger" onClick={() => void remove()}>
          Delete
        </Button>
      </div>
      {secret && <CopyField label="Signing secret" value={secret} />}
      {previousSecretUntil && (
        <p className="text-xs text-muted">
          The old secret also signs until <RelativeTime value={previousSecretUntil} />.
        </p>
      )}
      <Log endpointId={endpoint.id} />
      {editing && <EndpointDialog endpoint={endpoint} onClose={() => setEditing(false)} />}
    </article>
  );
}

function Log({ endpointId }: { endpointId: string }) {
  const [wanted, setWanted] = useState('');
  const state = MessageState.safeParse(wanted).data;
  const list = usePages(webhooks.messages, { params: { id: endpointId }, query: { state } });
  return (
    <section aria-labelledby="webhook-log">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 id="webhook-log" className="text-sm font-semibold">
          Log
        </h3>
        <Select
          aria-label="State"
          className="w-40"
          value={wanted}
          placeholder="All"
          options={MessageState.options.map((value) => ({ value, label: MESSAGE_STATES[value].text }))}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      {list.loading && <Skeleton className="h-24 w-full" />}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Log" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <p className="text-sm text-muted">{state ? 'No messages in this state.' : 'No messages sent yet.'}</p>
      )}
      <ul className="divide-y divide-line">
        {list.items.map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </section>
  );
}
