import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import MessageSquare from 'lucide-react/icons/message-square';
import UserPlus from 'lucide-react/icons/user-plus';
import { read } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { Avatar } from '../../../../web/ui/avatar.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { type Board, whiteboards } from '../../contract.ts';
import type { Present } from '../../engine/messages.ts';
import { type BoardSync, type SyncStatus } from './board-sync.ts';
import { useBoardSync, useSyncStatus } from './use-board-sync.ts';

const BoardCanvas = lazy(() => import('./board-canvas.tsx'));
const ShareDialog = lazy(() => import('../share-dialog.tsx'));
const RenameDialog = lazy(() => import('../rename-dialog.tsx'));

/** One board: its bar, and the canvas beneath it. */
export default function BoardView({ id, onClose }: { id: string; onClose: () => void }) {
  const user = useSessionUser();
  const { data: board, error, refetch } = useQuery(read(whiteboards.get, { params: { id } }));
  if (!board)
    return (
      <div className="page-frame max-w-6xl">
        <Back onClose={onClose} />
        {error ? (
          <Failure error={error} what="The board" onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-96 w-full" />
        )}
      </div>
    );
  return user ? <OpenBoard key={id} board={board} userId={user.id} onClose={onClose} /> : null;
}

function Back({ onClose }: { onClose: () => void }) {
  return <IconButton label="All boards" icon={<ArrowLeft />} onClick={onClose} />;
}

function OpenBoard({ board, userId, onClose }: { board: Board; userId: string; onClose: () => void }) {
  const sync = useBoardSync(board.id, userId);
  return sync ? <SyncedBoard board={board} sync={sync} onClose={onClose} /> : null;
}

function SyncedBoard({ board, sync, onClose }: { board: Board; sync: BoardSync; onClose: () => void }) {
  const status = useSyncStatus(sync);
  const [sharing, setSharing] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const [commenting, setCommenting] = useState(false);
  if (status.state === 'gone' && status.pending === 0 && !status.ready)
    return (
      <EmptyState title="This board is not available" action={<Button onClick={onClose}>All boards</Button>}>
        It is in the trash, or it is no longer shared with you.
      </EmptyState>
    );
  return (
    <div className="flex h-[calc(100dvh-var(--shell-edges))] flex-col">
      <header className="flex min-h-12 items-center gap-2 border-b border-line px-2 sm:px-4">
        <Back onClose={onClose} />
        <h1 tabIndex={-1} className="min-w-0 truncate text-sm font-semibold">
          {board.mayManage ? (
            <button
              type="button"
              className="max-w-full truncate rounded-sm hover:underline pointer-coarse:min-h-11"
              onClick={() => setRenaming(true)}
              aria-label={`Rename ${board.title}`}
            >
              {board.title}
            </button>
          ) : (
            board.title
          )}
        </h1>
        <SaveState status={status} />
        <span className="flex-1" />
        <People people={status.people} />
        <IconButton
          label="Comments"
          icon={<MessageSquare />}
          aria-pressed={commenting}
          onClick={() => setCommenting(!commenting)}
        />
        <Button size="sm" icon={<UserPlus />} onClick={() => setSharing(true)}>
          Share
        </Button>
      </header>
      <Notices status={status} />
      {status.ready ? (
        <Suspense fallback={<Skeleton className="m-4 min-h-0 flex-1" />}>
          <BoardCanvas
            sync={sync}
            board={board.id}
            title={board.title}
            commenting={commenting}
            onCommenting={setCommenting}
          />
        </Suspense>
      ) : (
        <Skeleton className="m-4 min-h-0 flex-1" />
      )}
      <Suspense>
        {sharing && <ShareDialog board={board} onClose={() => setSharing(false)} />}
        {renaming && <RenameDialog board={board} onClose={() => setRenaming(false)} />}
      </Suspense>
    </div>
  );
}

const changes = (count: number) => (count === 1 ? '1 change' : `${count.toLocaleString('en')} changes`);

/** Where the strokes are: stored, on their way, or on this device. */
function SaveState({ status: { state, pending, role, ready } }: { status: SyncStatus }) {
  if (state === 'gone') return <Badge tone="danger">Not available</Badge>;
  if (!ready) return <Badge>{state === 'offline' ? 'No connection' : 'Opening'}</Badge>;
  if (state === 'offline') return <Badge tone="warning">Offline</Badge>;
  if (role === 'view') return <Badge>View only</Badge>;
  return (
    <span role="status" className="text-xs text-muted max-sm:sr-only" data-testid="save-state">
      {pending > 0 ? 'Saving' : 'Saved'}
    </span>
  );
}

function Notices({ status: { state, pending, problem, ready } }: { status: SyncStatus }) {
  return (
    <>
      {state === 'gone' && ready && (
        <Banner tone="danger">
          This board is in the trash, or no longer shared with you. What you draw now is not saved.
        </Banner>
      )}
      {state === 'offline' && ready && (
        <Banner tone="warning">
          You’re offline. Keep drawing:{' '}
          {pending > 0
            ? `${changes(pending)} kept on this device, sent when the connection is back.`
            : 'changes are kept on this device and sent when the connection is back.'}
        </Banner>
      )}
      {problem && <Banner tone="danger">{problem}</Banner>}
    </>
  );
}

const SHOWN = 4;

function People({ people }: { people: readonly Present[] }) {
  const distinct = [...new Map(people.map((person) => [person.userId, person])).values()];
  const names = distinct.map(({ name }) => name).join(', ');
  return (
    <span className="flex items-center -space-x-1.5" role="group" aria-label={`On this board: ${names}`} title={names}>
      {distinct.slice(0, SHOWN).map(({ userId, name }) => (
        <Avatar key={userId} name={name} size="sm" className="ring-2 ring-canvas" />
      ))}
      {distinct.length > SHOWN && <span className="pl-2.5 text-xs text-muted">+{distinct.length - SHOWN}</span>}
    </span>
  );
}
