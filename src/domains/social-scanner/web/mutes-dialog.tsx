import { useQueryClient } from '@tanstack/react-query';
import Volume2 from 'lucide-react/icons/volume-2';
import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { type Mute, mutes } from '../contract.ts';
import { SOCIAL_SCANNER } from '../paths.ts';

/** Authors and sites that are hidden from everyone in the workspace. */
export default function MutesDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const list = usePages(mutes.list, { query: { limit: 100 } });
  const [busy, setBusy] = useState<string>();
  const unmute = async ({ id, label }: Mute) => {
    setBusy(id);
    try {
      await call(mutes.remove, { params: { id } });
      await Promise.all(Object.values(SOCIAL_SCANNER).map((path) => client.invalidateQueries({ queryKey: [path] })));
      toast({ type: 'success', title: `${label} unmuted` });
    } catch (error) {
      toast({ type: 'error', title: 'Still muted', description: messageFor(error, 'Try again.') });
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Muted"
      description="Posts of these authors and sites stay hidden, in all watches. Unmute one to see them again."
    >
      {list.error && list.items.length === 0 ? (
        <Failure error={list.error} what="Muted authors" onRetry={list.retry} />
      ) : list.loading ? (
        <Skeleton className="h-24 w-full" />
      ) : list.items.length === 0 ? (
        <p className="text-sm text-muted">No one is muted. Press M on a post to mute its author or its site.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line" aria-label="Muted">
          {list.items.map((mute) => (
            <li key={mute.id} className="flex items-center gap-2 py-1.5 text-sm">
              <span className="min-w-0 flex-1 truncate">{mute.label}</span>
              <span className="text-xs text-muted">{mute.kind === 'author' ? 'Author' : 'Site'}</span>
              <IconButton
                label={`Unmute ${mute.label}`}
                icon={<Volume2 />}
                disabled={busy === mute.id}
                onClick={() => void unmute(mute)}
              />
            </li>
          ))}
        </ul>
      )}
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </Dialog>
  );
}
