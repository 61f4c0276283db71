import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { call, read } from '../../../../web/api/request.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Textarea } from '../../../../web/ui/input.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { type BoardComment, whiteboards } from '../../contract.ts';
import { useBoardAct } from '../use-board-act.ts';

interface PanelProps {
  board: string;
  /** Where a new comment goes. */
  placeNow: () => { x: number; y: number };
  onShow: (comment: BoardComment) => void;
  onClose: () => void;
}

/** Comments on a board, thread by thread. */
export default function CommentsPanel({ board, placeNow, onShow, onClose }: PanelProps) {
  const params = { id: board };
  const act = useBoardAct();
  const [withResolved, setWithResolved] = useState(false);
  const { data, error, refetch } = useQuery(read(whiteboards.comments, { params }));
  const comments = data?.items ?? [];
  const threads = comments.filter(({ threadId, resolved }) => threadId === null && (withResolved || !resolved));
  const resolvedCount = comments.filter(({ threadId, resolved }) => threadId === null && resolved).length;
  const add = (body: string) =>
    act(() => call(whiteboards.addComment, { params, body: { body, ...placeNow() } }), 'Comment not added');
  return (
    <aside
      aria-label="Comments"
      className="absolute inset-y-0 right-0 z-10 flex w-full flex-col border-l border-line bg-canvas sm:w-80"
    >
      <header className="flex items-center gap-2 border-b border-line px-3 py-1">
        <h2 className="flex-1 text-sm font-semibold">Comments</h2>
        {resolvedCount > 0 && (
          <Button size="sm" variant="ghost" aria-pressed={withResolved} onClick={() => setWithResolved(!withResolved)}>
            {withResolved ? 'Hide resolved' : `Show ${resolvedCount} resolved`}
          </Button>
        )}
        <IconButton label="Close comments" icon={<X />} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-3">
        {error && !data && <Failure error={error} what="Comments" onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="my-3 h-24" />}
        {data && threads.length === 0 && (
          <p className="py-3 text-sm text-muted">No open comments. A new one goes to the middle of what you see.</p>
        )}
        <ul className="divide-y divide-line">
          {threads.map((thread) => (
            <Thread
              key={thread.id}
              thread={thread}
              replies={comments.filter(({ threadId }) => threadId === thread.id)}
              board={board}
              onShow={() => onShow(thread)}
            />
          ))}
        </ul>
      </div>
      <div className="border-t border-line p-3">
        <Writer label="New comment" submit="Add comment" onSubmit={add} />
      </div>
    </aside>
  );
}

function Thread({
  thread,
  replies,
  board,
  onShow,
}: {
  thread: BoardComment;
  replies: readonly BoardComment[];
  board: string;
  onShow: () => void;
}) {
  const act = useBoardAct();
  const [replying, setReplying] = useState(false);
  const params = { id: board, commentId: thread.id };
  const resolve = () =>
    void act(
      () => call(whiteboards.resolveComment, { params, body: { resolved: !thread.resolved } }),
      'Comment not changed',
    );
  const reply = async (body: string) => {
    const added = await act(
      () => call(whiteboards.addComment, { params: { id: board }, body: { body, threadId: thread.id } }),
      'Reply not added',
    );
    if (added) setReplying(false);
    return added;
  };
  return (
    <li className="grid gap-2 py-3 text-sm" data-testid="comment-thread">
      {[thread, ...replies].map((comment) => (
        <Comment key={comment.id} comment={comment} board={board} />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="ghost" onClick={onShow}>
          Show on board
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setReplying(!replying)}>
          Reply
        </Button>
        <Button size="sm" variant="ghost" onClick={resolve}>
          {thread.resolved ? 'Reopen' : 'Resolve'}
        </Button>
      </div>
      {replying && <Writer label="Reply" submit="Add reply" onSubmit={reply} />}
    </li>
  );
}

function Comment({ comment, board }: { comment: BoardComment; board: string }) {
  const act = useBoardAct();
  const { id, author, body, createdAt, mayDelete } = comment;
  const remove = () =>
    void act(() => call(whiteboards.removeComment, { params: { id: board, commentId: id } }), 'Comment not deleted');
  return (
    <div>
      <p className="flex items-center gap-2 text-xs text-muted">
        <span className="font-medium text-ink">{author?.name ?? 'Former member'}</span>
        <RelativeTime value={createdAt} />
        {mayDelete && (
          <Button size="sm" variant="link" className="ml-auto" onClick={remove}>
            Delete
          </Button>
        )}
      </p>
      <p className="break-words whitespace-pre-wrap">{body}</p>
    </div>
  );
}

function Writer({
  label,
  submit,
  onSubmit,
}: {
  label: string;
  submit: string;
  onSubmit: (body: string) => Promise<boolean>;
}) {
  const [text, setText] = useState('');
  const [saving, setSaving] = useState(false);
  const send = async () => {
    setSaving(true);
    if (await onSubmit(text.trim())) setText('');
    setSaving(false);
  };
  return (
    <div className="grid gap-2">
      <Textarea
        aria-label={label}
        rows={2}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        size="sm"
        className="justify-self-end"
        disabled={text.trim() === ''}
        loading={saving}
        onClick={() => void send()}
      >
        {submit}
      </Button>
    </div>
  );
}
