import CheckCircle from 'lucide-react/icons/circle-check';
import MessageSquare from 'lucide-react/icons/message-square';
import Reply from 'lucide-react/icons/reply';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
import { usePages } from '../../../web/api/pages.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { COLLABORATION, type CommentThread, LONGEST_COMMENT } from '../../contract/collaboration.ts';
import { KINDS } from '../../contract/kinds.ts';
import { NoteEditor } from '../note-editor.tsx';
import type { RecordOf } from '../record-ref.ts';
import { CommentCard, sayFailed } from './comment-card.tsx';
import { type CommentActs, useCommentActs } from './use-comments.ts';

/** Comment threads of a record, newest first. */
export default function Comments({ of }: { of: RecordOf }) {
  const acts = useCommentActs(of);
  const list = usePages(COLLABORATION[of.kind].comments.list, { params: { id: of.id }, query: { limit: 20 } });
  return (
    <section aria-label="Comments" className="grid gap-4">
      <NoteEditor
        label="Write a comment"
        hint="Use @ to mention a teammate"
        draftName={`comment:${of.id}`}
        longest={LONGEST_COMMENT}
        action="Comment"
        onSave={(written) => acts.write(written)}
      />
      {list.loading && (
        <div className="grid gap-2" aria-hidden="true">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-20 w-full" />
        </div>
      )}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Comments" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState icon={<MessageSquare />} title="No comments yet">
          Ask a teammate about this {KINDS[of.kind].one}. Type @ and their name to notify them.
        </EmptyState>
      )}
      <ul className="grid gap-3">
        {list.items.map((thread) => (
          <Thread key={thread.id} thread={thread} acts={acts} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="Show earlier" />
    </section>
  );
}

function Thread({ thread, acts }: { thread: CommentThread; acts: CommentActs }) {
  const user = useSessionUser();
  const [answering, setAnswering] = useState(false);
  /** A settled thread is one line until someone wants to read it. */
  const [unfolded, setUnfolded] = useState(false);
  const { id, resolvedAt, resolvedBy, replies } = thread;
  const settle = (resolved: boolean) => {
    setUnfolded(false);
    void sayFailed(
      acts.resolve(thread, resolved),
      resolved ? 'Couldn’t resolve the thread' : 'Couldn’t reopen the thread',
    );
  };
  if (resolvedAt && !unfolded) {
    const count = replies.length + (thread.deleted ? 0 : 1);
    return (
      <li className="flex min-h-control flex-wrap items-center gap-2 rounded-lg border border-line bg-sunken px-3 py-1.5 text-sm text-muted">
        <CheckCircle size={16} aria-hidden="true" className="text-success-ink" />
        <span className="min-w-0 flex-1 truncate">
          Resolved{resolvedBy && ` by ${resolvedBy.name}`}: {thread.text || replies[0]?.text}
        </span>
        <Button size="sm" variant="ghost" onClick={() => setUnfolded(true)}>
          Show {count === 1 ? 'the comment' : `${count} comments`}
        </Button>
      </li>
    );
  }
  return (
    <li className="rounded-lg border border-line bg-raised p-3 text-sm">
      <CommentCard comment={thread} acts={acts} user={user} />
      {replies.length > 0 && (
        <ul className="mt-3 grid gap-3 border-l-2 border-line pl-3">
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentCard comment={reply} acts={acts} user={user} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2" data-noprint>
        {answering ? (
          <NoteEditor
            label="Reply"
            draftName={`answer:${id}`}
            action="Reply"
            longest={LONGEST_COMMENT}
            autoFocus
            onSave={(written) => acts.write(written, id)}
            onCancel={() => setAnswering(false)}
          />
        ) : (
          <div className="-ml-2 flex gap-1">
            <Button size="sm" variant="ghost" icon={<Reply />} onClick={() => setAnswering(true)}>
              Reply
            </Button>
            {resolvedAt ? (
              <Button size="sm" variant="ghost" icon={<RotateCcw />} onClick={() => settle(false)}>
                Reopen
              </Button>
            ) : (
              <Button size="sm" variant="ghost" icon={<CheckCircle />} onClick={() => settle(true)}>
                Resolve
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
