import { lazy, Suspense, useState } from 'react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import PenTool from 'lucide-react/icons/pen-tool';
import { usePages } from '../../../web/api/pages.ts';
import { call } from '../../../web/api/request.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/dropdown-menu.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type BoardRow, TRASH_DAYS, whiteboards } from '../contract.ts';
import { parseBoardsSearch } from './search.ts';
import { useBoardAct } from './use-board-act.ts';

const BoardView = lazy(() => import('./board/board-view.tsx'));
const NewBoardDialog = lazy(() => import('./new-board-dialog.tsx'));
const RenameDialog = lazy(() => import('./rename-dialog.tsx'));

/** Boards, or the one that is open, at /whiteboard. */
export default function WhiteboardsPage() {
  const [search, setSearch] = usePageSearch(parseBoardsSearch);
  const [adding, setAdding] = useState(false);
  const open = (board: string | undefined) => setSearch({ board });
  if (search.board)
    return (
      <Suspense fallback={<Skeleton className="m-4 h-96" />}>
        <BoardView id={search.board} onClose={() => open(undefined)} />
      </Suspense>
    );
  return (
    <div className="page-frame max-w-6xl">
      <header className="mb-4 flex flex-wrap items-center gap-3">
        <h1 tabIndex={-1} className="flex-1 page-title">
          Whiteboard
        </h1>
        <Button
          icon={<Trash2 />}
          variant="ghost"
          aria-pressed={search.trash}
          onClick={() => setSearch({ trash: !search.trash, search: '' })}
        >
          {search.trash ? 'Leave trash' : 'Trash'}
        </Button>
        <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
          New board
        </Button>
      </header>
      <BoardList
        key={String(search.trash)}
        search={search.search}
        trash={search.trash}
        onSearch={(words) => setSearch({ search: words })}
        onOpen={open}
        onAdd={() => setAdding(true)}
      />
      {adding && (
        <Suspense>
          <NewBoardDialog onClose={() => setAdding(false)} onAdded={open} />
        </Suspense>
      )}
    </div>
  );
}

interface ListProps {
  search: string;
  trash: boolean;
  onSearch: (words: string) => void;
  onOpen: (id: string) => void;
  onAdd: () => void;
}

function BoardList({ search, trash, onSearch, onOpen, onAdd }: ListProps) {
  const list = usePages(whiteboards.list, {
    query: { limit: 24, ...(search && { search }), ...(trash && { trash: 'true' }) },
  });
  const isEmpty = !list.loading && !list.error && list.items.length === 0;
  if (isEmpty && !search && !trash)
    return (
      <EmptyState
        icon={<PenTool />}
        title="No boards yet"
        action={
          <Button variant="primary" onClick={onAdd}>
            New board
          </Button>
        }
      >
        Draw, plan, and collect ideas together: everyone on a board sees every stroke as it happens.
      </EmptyState>
    );
  return (
    <div className="grid gap-3">
      <SearchBox value={search} onChange={onSearch} label="Search boards" placeholder="Search boards" />
      {trash && (
        <p className="text-sm text-muted">Boards in the trash are deleted permanently after {TRASH_DAYS} days.</p>
      )}
      {list.loading && <Skeleton className="h-40 w-full" />}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Boards" onRetry={list.retry} />}
      {isEmpty && (
        <p className="border-y border-line py-4 text-sm text-muted">
          {search ? 'No board matches these words.' : 'The trash is empty.'}
        </p>
      )}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {list.items.map((board) => (
          <Row key={board.id} board={board} onOpen={onOpen} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </div>
  );
}

function Row({ board, onOpen }: { board: BoardRow; onOpen: (id: string) => void }) {
  const [renaming, setRenaming] = useState(false);
  const { id, title, owner, updatedAt, deletedAt, role, access } = board;
  return (
    <li data-testid="board" className="flex items-center gap-3 py-2 text-sm">
      <div className="min-w-0 flex-1">
        {deletedAt ? (
          <span className="font-medium">{title}</span>
        ) : (
          <button
            type="button"
            className="max-w-full min-w-0 truncate text-left font-medium hover:underline pointer-coarse:min-h-11"
            onClick={() => onOpen(id)}
          >
            {title}
          </button>
        )}
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          <span>
            {deletedAt ? 'Deleted ' : 'Changed '}
            <RelativeTime value={deletedAt ?? updatedAt} />
          </span>
          {owner && <span>{owner.name}</span>}
          {access === 'none' && <Badge>Private</Badge>}
          {role === 'view' && <Badge>View only</Badge>}
        </p>
      </div>
      {deletedAt ? <TrashActions board={board} /> : <Actions board={board} onRename={() => setRenaming(true)} />}
      {renaming && (
        <Suspense>
          <RenameDialog board={board} onClose={() => setRenaming(false)} />
        </Suspense>
      )}
    </li>
  );
}

function Actions({ board: { id, title, mayManage }, onRename }: { board: BoardRow; onRename: () => void }) {
  const act = useBoardAct();
  const params = { id };
  const copy = async () => {
    if (await act(() => call(whiteboards.copy, { params }), 'Board not copied'))
      toast({ type: 'success', title: 'Board copied' });
  };
  const restore = () => void act(() => call(whiteboards.restore, { params }), 'Board not restored');
  const remove = async () => {
    if (await act(() => call(whiteboards.remove, { params }), 'Board not deleted'))
      toast({ type: 'success', title: 'Board moved to the trash', action: { label: 'Undo', onSelect: restore } });
  };
  return (
    <Menu trigger={<IconButton label={`Actions for ${title}`} icon={<Ellipsis />} />}>
      {mayManage && <MenuItem onSelect={onRename}>Rename board</MenuItem>}
      <MenuItem onSelect={() => void copy()}>Copy board</MenuItem>
      {mayManage && (
        <>
          <MenuSeparator />
          <MenuItem tone="danger" onSelect={() => void remove()}>
            Move to trash
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

function TrashActions({ board: { id, title, mayManage } }: { board: BoardRow }) {
  const act = useBoardAct();
  const params = { id };
  if (!mayManage) return null;
  const restore = async () => {
    if (await act(() => call(whiteboards.restore, { params }), 'Board not restored'))
      toast({ type: 'success', title: 'Board restored' });
  };
  const purge = async () => {
    const description = 'All that is drawn on it is deleted. This cannot be undone.';
    if (await confirm({ title: `Delete ${title} permanently?`, description, action: 'Delete board', tone: 'danger' }))
      await act(() => call(whiteboards.purge, { params }), 'Board not deleted');
  };
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Button size="sm" onClick={() => void restore()}>
        Restore
      </Button>
      <Button size="sm" variant="ghost" onClick={() => void purge()} aria-label={`Delete ${title} permanently`}>
        Delete
      </Button>
    </span>
  );
}
