import { useQuery, useQueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, download, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted, fileSize } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import type { Client } from '../contract.ts';
import { type ClientExport, EXPORT_DAYS, leaving } from '../contract/leaving.ts';

/** How often an export under way is looked at, in milliseconds. */
const LOOK_EVERY = 1_000;
const isOpen = ({ state }: ClientExport) => state === 'queued' || state === 'running';

/** Everything of a client as an archive: made by a job, downloaded for a while. */
export function Exports({ client }: { client: Client }) {
  const cache = useQueryClient();
  const [starting, setStarting] = useState(false);
  const params = { id: client.id };
  const { queryKey } = read(leaving.exports, { params });
  const { data, error, refetch } = useQuery({
    ...read(leaving.exports, { params }),
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? LOOK_EVERY : false),
  });
  const open = data?.items.some(isOpen) ?? false;
  const start = async () => {
    setStarting(true);
    try {
      await call(leaving.startExport, { params });
    } catch (failure) {
      toast({ type: 'error', title: 'Couldn’t start the export', description: messageFor(failure, 'Try again.') });
    } finally {
      await cache.invalidateQueries({ queryKey });
      setStarting(false);
    }
  };
  return (
    <Card>
      <CardHeader
        title="Export all data"
        description={`Includes each table as CSV and JSON, all files, and a manifest with counts and checksums. Private records are included; passwords and tokens are not. Available for ${EXPORT_DAYS} days.`}
      />
      <CardBody className="grid gap-3">
        {error && !data && <Failure error={error} what="Exports" onRetry={() => void refetch()} />}
        {data && data.items.length > 0 && (
          <ul className="divide-y divide-line">
            {data.items.map((one) => (
              <ExportRow
                key={one.id}
                client={client}
                export={one}
                onGone={() => void cache.invalidateQueries({ queryKey })}
              />
            ))}
          </ul>
        )}
        <div>
          <Button icon={<Download />} loading={starting} disabled={open} onClick={() => void start()}>
            {open ? 'Export in progress' : 'Export all data'}
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}

function ExportRow({ client, export: one, onGone }: { client: Client; export: ClientExport; onGone: () => void }) {
  const params = { id: client.id, exportId: one.id };
  const save = () =>
    download(leaving.downloadExport, `${client.name} ${one.createdAt.slice(0, 10)}.zip`, { params }).catch(
      (failure: unknown) =>
        toast({ type: 'error', title: 'Couldn’t download the export', description: messageFor(failure, 'Try again.') }),
    );
  const remove = async () => {
    try {
      await call(leaving.removeExport, { params });
      toast({ type: 'success', title: 'Export deleted' });
    } catch (failure) {
      toast({ type: 'error', title: 'Couldn’t delete the export', description: messageFor(failure, 'Try again.') });
    }
    onGone();
  };
  const { done, total, message } = one.progress;
  return (
    <li data-testid="row" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">
            <RelativeTime value={one.createdAt} />
          </span>
          {one.requestedBy && <span className="text-muted">by {one.requestedBy}</span>}
          {one.state === 'failed' && <Badge tone="danger">Failed</Badge>}
          {one.state === 'expired' && <Badge>Expired</Badge>}
        </p>
        {one.state === 'ready' && (
          <p className="text-xs text-muted">
            {counted(one.records!, 'record')}, {counted(one.files!, 'file')}, {fileSize(one.size!)}. Until{' '}
            <RelativeTime value={one.expiresAt!} />.
          </p>
        )}
        {one.state === 'failed' && <p className="text-xs text-muted">{one.error}</p>}
        {isOpen(one) && (
          <div className="mt-1 grid gap-1">
            <ProgressBar
              label="Export"
              value={total === null ? undefined : done}
              max={total ?? undefined}
              valueText={total === null ? 'Counting' : `${done.toLocaleString()} of ${total.toLocaleString()} records`}
            />
            <p className="text-xs text-muted">
              {one.state === 'queued'
                ? 'Waiting'
                : total === null
                  ? 'Counting'
                  : `${done.toLocaleString()} of ${total.toLocaleString()} records${message ? `, ${message}` : ''}`}
            </p>
          </div>
        )}
      </div>
      {one.state === 'ready' && (
        <Button size="sm" icon={<Download />} onClick={() => void save()}>
          Download
        </Button>
      )}
      {!isOpen(one) && (
        <IconButton
          size="sm"
          label={`Delete the export of ${new Date(one.createdAt).toLocaleString()}`}
          icon={<Trash2 />}
          onClick={() => void remove()}
        />
      )}
    </li>
  );
}
