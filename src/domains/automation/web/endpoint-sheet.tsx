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
      {endpoint.error && <Failure error={endpoint.error} what="The endpoint" onRetry={() => void endpoint.refetch()} />}
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
      toast({ type: 'error', title: failure, description: messageFor(error, 'Please try again.') });
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
        title: 'Make a new secret?',
        description: 'For a day both sign, so that nothing is refused while you change it in the other system.',
        action: 'Make a new secret',
      }))
    )
      return;
    await act(async (params) => setSecret((await call(webhooks.rotate, { params })).secret), 'No new secret was made');
  };
  const remove = async () => {
    if (
      !(await confirm({
        title: 'Delete this endpoint?',
        description: 'Its log goes with it. This cannot be undone.',
        action: 'Delete endpoint',
      }))
    )
      return;
    await act(async (params) => {
      await call(webhooks.remove, { params });
      onGone();
    }, 'It was not deleted');
  };
  const replayDay = () =>
    act(async (params) => {
      const { replayed } = await call(webhooks.replaySpan, {
        params,
        body: { from: new Date(Date.now() - DAY).toISOString(), until: new Date().toISOString() },
      });
      toast({
        type: 'success',
        title: replayed === 0 ? 'Nothing failed in the last day' : `${replayed.toLocaleString()} are sent again`,
      });
    }, 'Nothing was sent again');
  return (
    <article data-testid="record" className="grid gap-4">
      {disabledReason && <Banner tone="danger">{disabledReason} Mend it, then switch it on.</Banner>}
      {!disabledReason && failingSince && (
        <Banner tone="warning">
          Nothing was taken since <RelativeTime value={failingSince} />. After five days it is switched off.
        </Banner>
      )}
      <Switch
        label="Told of events"
        hint={endpoint.types.includes('*') ? 'Everything' : endpoint.types.join(', ')}
        checked={state === 'on'}
        onCheckedChange={(on) =>
          void act((params) => call(webhooks.update, { params, body: { version, on } }), 'Nothing was changed')
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() =>
            void act(async (params) => {
              await call(webhooks.test, { params });
              toast({ type: 'success', title: 'A test message is on its way' });
            }, 'No test was sent')
          }
        >
          Send a test
        </Button>
        <Button onClick={() => setEditing(true)}>Change</Button>
        <Button
          onClick={() =>
            void act(
              async (params) => setSecret((await call(webhooks.secret, { params })).secret),
              'The secret could not be read',
            )
          }
        >
          Show secret
        </Button>
        <Button onClick={() => void rotate()}>New secret</Button>
        <Button onClick={() => void replayDay()}>Send failed of the last day again</Button>
        <Button variant="danger" onClick={() => void remove()}>
          Delete
        </Button>
      </div>
      {secret && <CopyField label="Signing secret" value={secret} />}
      {previousSecretUntil && (
        <p className="text-xs text-muted">
          The old secret signs as well until <RelativeTime value={previousSecretUntil} />.
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
      {list.error && list.items.length === 0 && <Failure error={list.error} what="The log" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <p className="text-sm text-muted">{state ? 'Nothing is in this state.' : 'Nothing was sent yet.'}</p>
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
