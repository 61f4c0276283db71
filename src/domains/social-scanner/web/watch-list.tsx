import { useQueryClient } from '@tanstack/react-query';
import Import from 'lucide-react/icons/import';
import MoreHorizontal from 'lucide-react/icons/ellipsis';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { lazy, Suspense, useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/dropdown-menu.tsx';
import { counted } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type Source, type Watch, watches } from '../contract.ts';
import { SOCIAL_SCANNER } from '../paths.ts';
import { intervalWords, SOURCE_KINDS, SOURCE_STATES, sourceName } from './labels.ts';

const ImportDialog = lazy(() => import('./import-dialog.tsx'));

/** Watches with what they look for, where, and how their last scan went. */
export function WatchList({ items, onEdit }: { items: readonly Watch[]; onEdit: (watch: Watch) => void }) {
  const [importing, setImporting] = useState<Watch>();
  return (
    <>
      <ul className="divide-y divide-line border-y border-line" aria-label="Watches">
        {items.map((watch) => (
          <WatchRow key={watch.id} watch={watch} onEdit={() => onEdit(watch)} onImport={() => setImporting(watch)} />
        ))}
      </ul>
      <Suspense fallback={null}>
        {importing && <ImportDialog watch={importing} onClose={() => setImporting(undefined)} />}
      </Suspense>
    </>
  );
}

function useWatchAct() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<unknown>, failure: string) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
    }
    await Promise.all(
      [SOCIAL_SCANNER.watches, SOCIAL_SCANNER.hits].map((path) => client.invalidateQueries({ queryKey: [path] })),
    );
    setBusy(false);
  };
  return { busy, run };
}

function WatchRow({ watch, onEdit, onImport }: { watch: Watch; onEdit: () => void; onImport: () => void }) {
  const { busy, run } = useWatchAct();
  const isScanning = watch.state === 'scanning';
  const isAsked = watch.sources.some(({ kind }) => kind !== 'export' && kind !== 'bluesky');
  const canScan = !watch.isSample && isAsked;
  const isStreamed = watch.sources.some(({ kind }) => kind === 'bluesky');
  const setPaused = (isPaused: boolean) =>
    run(
      () =>
        call(watches.update, {
          params: { id: watch.id },
          body: {
            name: watch.name,
            query: watch.query,
            intervalMinutes: watch.intervalMinutes,
            retentionDays: watch.retentionDays,
            alertSpikes: watch.alertSpikes,
            sendDigest: watch.sendDigest,
            sources: watch.sources.flatMap(({ kind, address }) => (kind === 'export' ? [] : [{ kind, address }])),
            isPaused,
            version: watch.version,
          },
        }),
      'The watch did not change',
    );
  const remove = async () => {
    const yes = await confirm({
      title: `Delete ${watch.name}?`,
      description: `Its ${counted(watch.hits, 'post')} are deleted. Leads you created stay.`,
      action: 'Delete watch',
      tone: 'danger',
    });
    if (yes) await run(() => call(watches.remove, { params: { id: watch.id } }), 'The watch was not deleted');
  };
  return (
    <li className="grid gap-2 py-3" data-testid="row">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-center gap-2">
            <Link
              to="/social-media-scanner"
              search={{ tab: 'posts', watch: watch.id }}
              className="font-medium break-words hover:underline"
            >
              {watch.name}
            </Link>
            {watch.isPaused && <Badge tone="warning">Paused</Badge>}
            {watch.isSample && <Badge>Sample data</Badge>}
          </p>
          <p className="font-mono text-xs break-words text-muted">{watch.query}</p>
          <p className="mt-0.5 text-xs text-muted">
            {isAsked && (
              <>
                {intervalWords(watch.intervalMinutes)} ·{' '}
                {watch.lastScanAt ? (
                  <>
                    last scan <RelativeTime value={watch.lastScanAt} />, {counted(watch.scanHits, 'new post')}
                  </>
                ) : (
                  'not scanned yet'
                )}{' '}
                ·{' '}
              </>
            )}
            {isStreamed && 'Bluesky every minute · '}posts deleted after {counted(watch.retentionDays, 'day')}
            {watch.createdBy && ` · ${watch.createdBy}`}
          </p>
        </div>
        <p className="tabular text-sm">
          <span className="font-medium">{watch.newHits.toLocaleString('en')}</span>{' '}
          <span className="text-muted">in inbox of {watch.hits.toLocaleString('en')}</span>
        </p>
        <div className="flex gap-2">
          {canScan && (
            <Button
              size="sm"
              icon={<RefreshCw />}
              loading={busy}
              disabled={isScanning}
              onClick={() => void run(() => call(watches.scan, { params: { id: watch.id } }), 'The scan did not start')}
            >
              Scan now
            </Button>
          )}
          <Button size="sm" icon={<Import />} onClick={onImport}>
            Import posts
          </Button>
          <Menu
            label={`More for ${watch.name}`}
            trigger={<IconButton size="sm" label={`More for ${watch.name}`} icon={<MoreHorizontal />} />}
          >
            {!watch.isSample && <MenuItem onSelect={onEdit}>Edit watch</MenuItem>}
            {!watch.isSample && (
              <MenuItem onSelect={() => void setPaused(!watch.isPaused)}>
                {watch.isPaused ? 'Resume watch' : 'Pause watch'}
              </MenuItem>
            )}
            {!watch.isSample && <MenuSeparator />}
            <MenuItem tone="danger" onSelect={() => void remove()}>
              Delete watch
            </MenuItem>
          </Menu>
        </div>
      </div>
      {isScanning && (
        <div className="grid gap-1" role="status">
          <ProgressBar label={`Scanning ${watch.name}`} value={watch.scanDone} max={Math.max(1, watch.scanTotal)} />
          <p className="tabular text-xs text-muted">
            {watch.scanDone} of {counted(watch.scanTotal, 'source')} read, {counted(watch.scanHits, 'new post')}
          </p>
        </div>
      )}
      {watch.error && !isScanning && <Banner tone="danger">{watch.error}</Banner>}
      {watch.sources.length > 0 && <Sources items={watch.sources} />}
    </li>
  );
}

function Sources({ items }: { items: readonly Source[] }) {
  const troubled = items.filter(({ state }) => state === 'failing' || state === 'waiting' || state === 'gone').length;
  return (
    <details className="text-sm" open={troubled > 0}>
      <summary className="cursor-pointer text-xs text-muted">
        {counted(items.length, 'source')}
        {troubled > 0 && <span className="text-warning-ink"> · {counted(troubled, 'problem')}</span>}
      </summary>
      <ul className="mt-1 grid gap-1.5">
        {items.map((source) => (
          <li key={source.id} className="flex flex-wrap items-baseline gap-x-2 text-xs">
            <span className="text-muted">{SOURCE_KINDS[source.kind]}</span>
            <span className="max-w-full truncate font-medium" title={source.address}>
              {sourceName(source)}
            </span>
            <Badge tone={SOURCE_STATES[source.state].tone}>{SOURCE_STATES[source.state].label}</Badge>
            <span className="tabular text-muted">{counted(source.hits, 'post')}</span>
            {source.reason && <span className="basis-full text-muted">{source.reason}</span>}
            {source.retryAt && source.state !== 'ok' && (
              <span className="text-muted">
                Next try <RelativeTime value={source.retryAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
