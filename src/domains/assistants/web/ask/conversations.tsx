import ArrowLeft from 'lucide-react/icons/arrow-left';
import Trash2 from 'lucide-react/icons/trash-2';
import { useQueryClient } from '@tanstack/react-query';
import { usePages } from '../../../../web/api/pages.ts';
import { call } from '../../../../web/api/request.ts';
import { messageFor } from '../../../../web/api/error.ts';
import { confirm } from '../../../../web/ui/confirm.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { ask } from '../../contract.ts';
import { ASSISTANTS } from '../../paths.ts';

interface ConversationsProps {
  currentId: string;
  onOpen: (id: string) => void;
  onRemoved: (id: string) => void;
  onClose: () => void;
}

/** One's earlier conversations, the last spoken in first. */
export function Conversations({ currentId, onOpen, onRemoved, onClose }: ConversationsProps) {
  const list = usePages(ask.list, { query: { limit: 30 } });
  const client = useQueryClient();
  const remove = async (id: string, title: string) => {
    const isSure = await confirm({
      title: `Delete “${title}”?`,
      description: 'Its answers are deleted, too. What was done stays.',
      action: 'Delete conversation',
      tone: 'danger',
    });
    if (!isSure) return;
    try {
      await call(ask.remove, { params: { id } });
      onRemoved(id);
      await client.invalidateQueries({ queryKey: [ASSISTANTS.conversations] });
    } catch (error) {
      toast({ type: 'error', title: messageFor(error, 'The conversation could not be deleted.') });
    }
  };
  return (
    <>
      <div className="flex items-center gap-1 border-b border-line px-2 py-1">
        <IconButton label="Back to the question" icon={<ArrowLeft />} onClick={onClose} />
        <h2 className="text-sm font-medium">Earlier conversations</h2>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {list.error && <Failure error={list.error} what="The conversations" onRetry={list.retry} />}
        {list.loading && <Skeleton className="m-4 h-24" />}
        {!list.loading && !list.error && list.items.length === 0 && (
          <p className="p-4 text-sm text-muted">Your questions and their answers are kept here.</p>
        )}
        <ul className="divide-y divide-line">
          {list.items.map(({ id, title, lastMessageAt }) => (
            <li key={id} data-testid="row" className="flex items-center pr-2">
              <button
                type="button"
                aria-current={id === currentId ? 'true' : undefined}
                onClick={() => onOpen(id)}
                className="grid min-w-0 flex-1 px-4 py-2 text-left text-sm hover:bg-hover"
              >
                <span className="truncate">{title}</span>
                <RelativeTime value={lastMessageAt} className="text-xs text-muted" />
              </button>
              <IconButton label={`Delete “${title}”`} icon={<Trash2 />} onClick={() => void remove(id, title)} />
            </li>
          ))}
        </ul>
        <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      </div>
    </>
  );
}
