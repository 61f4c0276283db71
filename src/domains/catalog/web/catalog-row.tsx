import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { type Catalog, catalog, type CatalogItem } from '../contract.ts';
import { consequencesOf } from './consequences.ts';

const HEALTH_TONES = {
  active: 'success',
  inactive: 'neutral',
  pending: 'info',
  warning: 'warning',
  error: 'danger',
} as const;
const HEALTH_LABELS = {
  active: 'Working',
  inactive: 'Not used',
  pending: 'Starting',
  warning: 'Needs attention',
  error: 'Failing',
} as const;

/** One entry: what it does, needs, and may do, its health and use, and the one thing to do with it. */
export function CatalogRow({ item, data }: { item: CatalogItem; data: Catalog }) {
  return (
    <li data-testid="entry" className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-72 text-sm">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {item.name}
          <State item={item} />
          {item.health && item.health.status !== 'inactive' && (
            <Badge tone={HEALTH_TONES[item.health.status]}>{HEALTH_LABELS[item.health.status]}</Badge>
          )}
          {item.use && <span className="tabular text-xs font-normal text-muted">{item.use} this month</span>}
        </p>
        <p className="text-muted">{item.summary}</p>
        {item.health?.status === 'error' || item.health?.status === 'warning' ? (
          <p className="text-danger-ink">{item.health.detail}</p>
        ) : null}
        <ul className="mt-1 grid gap-0.5 text-xs text-muted">
          {item.needs.map((need) => (
            <li key={`${need.kind} ${need.label}`}>
              <span className="font-medium text-ink">
                {need.kind === 'credits' ? need.label : `${need.required ? 'Needs' : 'Better with'} ${need.label}`}
                {need.state === 'missing' && ' (not connected)'}
                {need.state === 'built in' && ' (built in)'}.
              </span>{' '}
              {need.why}
            </li>
          ))}
          {item.allows.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      <Actions item={item} data={data} />
    </li>
  );
}

function State({ item: { kind, installed } }: { item: CatalogItem }) {
  if (kind === 'connector')
    return <Badge tone={installed ? 'success' : 'neutral'}>{installed ? 'Connected' : 'Not connected'}</Badge>;
  if (kind === 'app') return installed ? <Badge tone="success">Installed</Badge> : <Badge>Not installed</Badge>;
  return installed ? null : <Badge tone="warning">Needs a connection</Badge>;
}

function Actions({ item, data }: { item: CatalogItem; data: Catalog }) {
  const cache = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const turn = async (installed: boolean) => {
    const { title, description, action } = consequencesOf(item, data.items, installed);
    if (!(await confirm({ title, description, action, tone: installed ? 'primary' : 'danger' }))) return;
    setBusy(true);
    try {
      const next = await call(catalog.install, {
        params: { app: item.id },
        body: { installed, version: data.version },
      });
      cache.setQueryData(read(catalog.get).queryKey, next);
      toast({ type: 'success', title: `${item.name} ${installed ? 'installed' : 'removed'}` });
    } catch (error) {
      toast({ type: 'error', title: 'The app was not changed', description: messageFor(error, 'Try again.') });
      await cache.invalidateQueries({ queryKey: read(catalog.get).queryKey });
    } finally {
      setBusy(false);
    }
  };
  const verb = item.kind === 'connector' ? (item.installed ? 'Manage' : 'Connect') : 'Open';
  return (
    <div className="flex flex-wrap gap-2">
      {item.page && (
        <Link to={item.page} className={buttonClass({ size: 'sm' })}>
          {verb}
          <span className="sr-only"> {item.name}</span>
        </Link>
      )}
      {item.kind === 'app' && data.mayInstall && (
        <Button
          size="sm"
          variant={item.installed ? 'ghost' : 'secondary'}
          loading={isBusy}
          onClick={() => void turn(!item.installed)}
        >
          {item.installed ? 'Remove' : 'Install'}
          <span className="sr-only"> {item.name}</span>
        </Button>
      )}
    </div>
  );
}
