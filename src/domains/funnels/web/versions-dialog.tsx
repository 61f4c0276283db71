import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type Funnel, funnels, type FunnelVersion } from '../contract.ts';
import { Changes } from './changes.tsx';
import type { DraftState } from './use-draft.ts';

/** Published versions; an earlier one can be published again. */
export default function VersionsDialog({
  draft,
  funnel: { id },
  onClose,
}: {
  draft: DraftState;
  funnel: Funnel;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const list = usePages(funnels.versions, { params: { id } });
  const [busy, setBusy] = useState('');
  const [opened, setOpened] = useState('');
  const restore = async ({ id: versionId, number }: FunnelVersion) => {
    const isSure = await confirm({
      title: `Publish version ${number} again?`,
      description: 'It becomes what visitors see, and replaces the draft. Unpublished changes are lost.',
      action: 'Publish version',
    });
    if (!isSure) return;
    setBusy(versionId);
    try {
      await draft.save();
      const next = await call(funnels.restore, { params: { id, versionId }, body: { version: draft.versionOf() } });
      client.setQueryData(readKey(funnels.get, { params: { id } }), next);
      draft.take(next);
      toast({ type: 'success', title: `Version ${number} is live again` });
      onClose();
    } catch (error) {
      toast({ type: 'error', title: 'Version not published', description: messageFor(error, 'Try again.') });
    }
    setBusy('');
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Versions"
      description="Each publishing keeps a version that nobody can change."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {list.error && <Failure error={list.error} what="Versions" onRetry={list.retry} />}
      {list.loading && <Skeleton className="h-32 w-full" />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState title="Not published yet">The first version appears here when you publish the funnel.</EmptyState>
      )}
      <ul className="divide-y divide-line">
        {list.items.map((version, n) => (
          <li key={version.id} className="flex flex-wrap items-center gap-2 py-2 text-sm">
            <span className="font-medium">Version {version.number}</span>
            {version.isPublished && <Badge tone="success">Live</Badge>}
            <span className="min-w-0 flex-1 text-xs text-muted">
              <RelativeTime value={version.at} />
              {version.by && ` by ${version.by.name}`}
              {version.note && ` · ${version.note}`}
            </span>
            {list.items[n + 1] && (
              <Button
                size="sm"
                aria-expanded={opened === version.id}
                onClick={() => setOpened(opened === version.id ? '' : version.id)}
              >
                {opened === version.id ? 'Hide changes' : 'Show changes'}
              </Button>
            )}
            {!version.isPublished && (
              <Button size="sm" loading={busy === version.id} onClick={() => void restore(version)}>
                Publish again
              </Button>
            )}
            {opened === version.id && list.items[n + 1] && (
              <div className="w-full">
                <Changes funnel={id} before={list.items[n + 1]!.id} after={version.id} />
              </div>
            )}
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </Dialog>
  );
}
