import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { messageFor } from '../../../web/api/error.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type ConnectionDetails, connections } from '../contract.ts';
import { STATE_LABELS, usageText } from './labels.ts';

interface ConnectionRowProps {
  connection: ConnectionDetails;
  /** The connections of the same port and owner in their fallback order, this one among them. */
  siblings: readonly ConnectionDetails[];
  onEdit: () => void;
}

/** One connected service: how it is doing, and what can be done with it. */
export function ConnectionRow({ connection, siblings, onEdit }: ConnectionRowProps) {
  const { name, state, installation, lastUsedAt, lastError, lastErrorAt, usage, secrets, reportsTo } = connection;
  const { label, tone } = STATE_LABELS[state];
  const hints = Object.values(secrets).filter((hint) => hint !== '');
  return (
    <li data-testid="row" className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="font-medium break-words">{name}</span>
          <Badge tone={tone}>{label}</Badge>
          {installation && <Badge>All workspaces</Badge>}
          {hints.map((hint) => (
            <code key={hint} className="font-mono text-xs text-muted">
              ••••{hint}
            </code>
          ))}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
          <span>
            {lastUsedAt ? (
              <>
                Last used <RelativeTime value={lastUsedAt} />
              </>
            ) : (
              'Not used yet'
            )}
          </span>
          <span>{usageText(usage)}</span>
        </p>
        {reportsTo && (
          <p className="mt-1 text-xs text-muted">
            Webhook address: <code className="font-mono break-all text-ink">{reportsTo}</code>
          </p>
        )}
        {lastError && lastErrorAt && (
          <p className="mt-1 text-xs break-words text-danger-ink">
            <RelativeTime value={lastErrorAt} />: {lastError}
          </p>
        )}
      </div>
      <ConnectionMenu connection={connection} siblings={siblings} onEdit={onEdit} />
    </li>
  );
}

function ConnectionMenu({ connection, siblings, onEdit }: ConnectionRowProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { id, name, version, state } = connection;
  const place = siblings.findIndex((other) => other.id === id);
  const act = async (work: () => Promise<unknown>, done: string, failed: string) => {
    setBusy(true);
    try {
      await work();
      toast({ type: 'success', title: done });
    } catch (error) {
      toast({ type: 'error', title: failed, description: messageFor(error, 'Try again.') });
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: readKey(connections.list) });
  };
  const params = { id };
  const move = (position: number) =>
    act(() => call(connections.move, { params, body: { position } }), 'Order changed', 'Order not changed');
  const pause = (paused: boolean) =>
    act(
      () => call(connections.update, { params, body: { version, paused } }),
      paused ? `${name} paused` : `${name} resumed`,
      'Connection not changed',
    );
  const remove = async () => {
    const sure = await confirm({
      title: `Disconnect ${name}?`,
      description:
        siblings.length > 1
          ? 'Its credentials are deleted. The next connection in the list is used instead.'
          : 'Its credentials are deleted. Whatever uses this connection stops until you connect another one.',
      action: 'Disconnect',
    });
    if (sure) await act(() => call(connections.remove, { params }), `${name} disconnected`, 'Not disconnected');
  };
  return (
    <Menu
      label={`Actions for ${name}`}
      trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis />} disabled={busy} />}
    >
      <MenuItem
        onSelect={() => void act(() => call(connections.test, { params }), `${name} works`, `${name} does not work`)}
      >
        Test connection
      </MenuItem>
      <MenuItem onSelect={onEdit}>Edit connection</MenuItem>
      {place > 0 && <MenuItem onSelect={() => void move(place - 1)}>Move up</MenuItem>}
      {place < siblings.length - 1 && <MenuItem onSelect={() => void move(place + 1)}>Move down</MenuItem>}
      <MenuItem onSelect={() => void pause(state !== 'paused')}>
        {state === 'paused' ? 'Resume connection' : 'Pause connection'}
      </MenuItem>
      <MenuItem tone="danger" onSelect={() => void remove()}>
        Disconnect
      </MenuItem>
    </Menu>
  );
}
