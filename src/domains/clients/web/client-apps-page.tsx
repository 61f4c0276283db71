import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { switched } from '../../../kernel/apps.ts';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import type { Client } from '../contract.ts';
import { type ClientApp, clientApps, type ClientApps } from '../contract/apps.ts';
import { CLIENTS } from '../paths.ts';
import { ClientFrame } from './client-frame.tsx';

/** Which apps a client has, at /clients/{id}/apps. */
export default function ClientAppsPage() {
  return (
    <ClientFrame part="/apps">
      {(client) =>
        client.state === 'archived' ? (
          <p className="text-sm text-muted">Restore the client to change its apps.</p>
        ) : (
          <Apps client={client} />
        )
      }
    </ClientFrame>
  );
}

const namesOf = (apps: readonly ClientApp[], ids: readonly string[]) =>
  ids.map((id) => apps.find((app) => app.id === id)?.name ?? id);
const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** Saves one switch at a time: the next is based on the version that the last one left behind. */
function useSwitching(client: Client) {
  const cache = useQueryClient();
  const [saving, setSaving] = useState(false);
  const { queryKey } = read(clientApps.get, { params: { id: client.id } });
  const save = async (
    version: number,
    off: string[],
    words: (saved: ClientApps) => { title: string; description?: string; undo?: string[] },
  ) => {
    setSaving(true);
    try {
      const saved = await call(clientApps.set, { params: { id: client.id }, body: { version, off } });
      cache.setQueryData(queryKey, saved);
      const { undo, ...said } = words(saved);
      toast({
        type: 'success',
        ...said,
        ...(undo && {
          action: { label: 'Undo', onSelect: () => void save(saved.version, undo, () => ({ title: 'Change undone' })) },
        }),
      });
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t update the apps', description: messageFor(error, 'Try again.') });
      await cache.invalidateQueries({ queryKey: [CLIENTS] });
      await cache.invalidateQueries({ queryKey });
    } finally {
      setSaving(false);
    }
  };
  return { saving, save };
}

function Apps({ client }: { client: Client }) {
  const { data, error, refetch } = useQuery(read(clientApps.get, { params: { id: client.id } }));
  const { saving, save } = useSwitching(client);
  if (!data)
    return error ? (
      <Failure error={error} what="Apps" onRetry={() => void refetch()} />
    ) : (
      <div className="grid gap-2" aria-hidden="true">
        {[1, 2, 3, 4].map((n) => (
          <Skeleton key={n} className="h-20 w-full" />
        ))}
      </div>
    );
  const { apps, version } = data;
  const offNow = apps.filter(({ on }) => !on).map(({ id }) => id);
  const turn = (app: ClientApp, on: boolean) => {
    const { off, along } = switched(
      apps.map(({ id, needs }) => ({ id, needs: needs.map((need) => ({ app: need.id })) })),
      offNow,
      app.id,
      on,
    );
    const others = listed.format(namesOf(apps, along));
    void save(version, off, () => ({
      title: `${app.name} turned ${on ? 'on' : 'off'}`,
      undo: offNow,
      ...(along.length > 0 && {
        description: on
          ? `${others} turned on too, because it needs them.`
          : `${others} turned off too, because they need it.`,
      }),
    }));
  };
  return (
    <div className="grid gap-6">
      <p className="max-w-2xl text-sm text-muted">
        Apps that are off are hidden from {client.name}’s menu and search, and their API calls are refused. Data is kept
        and returns when the app is turned on again. New apps are on by default.
      </p>
      {[...Map.groupBy(apps, ({ wing }) => wing)].map(([wing, group]) => (
        <section key={wing} aria-label={wing}>
          <h2 className="mb-2 text-sm font-semibold">{wing}</h2>
          <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
            {group.map((app) => (
              <AppRow key={app.id} app={app} disabled={saving} onTurn={(on) => turn(app, on)} />
            ))}
          </ul>
        </section>
      ))}
      <Changes changes={data.changes} />
    </div>
  );
}

function AppRow({ app, disabled, onTurn }: { app: ClientApp; disabled: boolean; onTurn: (on: boolean) => void }) {
  return (
    <li data-testid="row" className="flex items-start gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {app.name}
          {!app.on && <Badge>Off</Badge>}
        </p>
        <p className="text-sm text-muted">{app.description}</p>
        <ul className="mt-1.5 grid gap-0.5 text-xs text-muted">
          {app.allows.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {app.needs.map(({ id, name, why }) => (
            <li key={id}>
              <span className="font-medium text-ink">Needs {name}.</span> {why}
            </li>
          ))}
          {app.neededBy.length > 0 && (
            <li>
              <span className="font-medium text-ink">
                Needed by {listed.format(app.neededBy.map(({ name }) => name))}.
              </span>
            </li>
          )}
        </ul>
      </div>
      <Switch aria-label={app.name} checked={app.on} disabled={disabled} onCheckedChange={onTurn} />
    </li>
  );
}

const sentence = ({ on, off }: ClientApps['changes'][number]) =>
  [on.length > 0 && `${listed.format(on)} on`, off.length > 0 && `${listed.format(off)} off`]
    .filter(Boolean)
    .join(', ');

function Changes({ changes }: Pick<ClientApps, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="app-changes">
      <h2 id="app-changes" className="mb-2 text-sm font-semibold">
        Latest changes
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {changes.map((change) => (
          <li key={change.at} className="flex flex-wrap gap-x-3 px-4 py-2 text-sm">
            <span className="font-medium">{change.by}</span>
            <span className="min-w-0 flex-1 basis-48">{sentence(change)}</span>
            <span className="text-muted">
              <RelativeTime value={change.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
