/** Comments at places of a board. Everyone who can open the board reads and writes them. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { mayManage } from '../../../records/server/access/managers.ts';
import {
  countRows,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  NOW,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { type BoardComment, MAX_COMMENTS, type NewComment } from '../contract.ts';
import { WHITEBOARDS } from '../paths.ts';
import { requireBoard } from './boards.ts';

/** @throws AppError `not_found` */
export async function listComments(caller: Caller, boardId: string): Promise<BoardComment[]> {
  const { role } = await requireBoard(boardId);
  const manages = role === 'owner' || (await mayManage(caller));
  return query<BoardComment>(
    `select c.id, c.thread_id as "threadId", c.x, c.y, c.body, c.created_at as "createdAt",
       c.resolved_at is not null as resolved, ($3 or c.author_id = $2) is true as "mayDelete",
       case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end as author
     from whiteboard_comments c left join workspace_people p on p.id = c.author_id
      where c.board_id = $1 order by c.id limit ${MAX_COMMENTS}`,
    [boardId, currentUserId(), manages],
  );
}

const tell = (boardId: string) => publishPaths(currentWorkspaceId(), [`${WHITEBOARDS}/${boardId}/comments`]);

/** @throws AppError `not_found`, `conflict` when the board has too many */
export async function addComment(caller: Caller, boardId: string, input: NewComment): Promise<BoardComment> {
  const id = newId();
  await transaction(async () => {
    await requireBoard(boardId);
    if ((await countRows('whiteboard_comments', { boardId })) >= MAX_COMMENTS)
      throw new AppError('conflict', `One board holds at most ${MAX_COMMENTS} comments. Delete resolved ones.`);
    const thread = 'threadId' in input ? await requireThread(boardId, input.threadId) : undefined;
    const place = 'threadId' in input ? { x: thread!.x, y: thread!.y } : { x: input.x, y: input.y };
    await insertRow('whiteboard_comments', {
      id,
      boardId,
      workspaceId: currentWorkspaceId(),
      threadId: thread?.id ?? null,
      ...place,
      body: input.body,
      authorId: currentUserId(),
    });
    if (thread) await updateRows('whiteboard_comments', { resolvedAt: null }, { id: thread.id });
    await tell(boardId);
  });
  return (await listComments(caller, boardId)).find((comment) => comment.id === id)!;
}

async function requireThread(boardId: string, id: string) {
  const thread = await selectRow('whiteboard_comments', ['id', 'x', 'y'], { id, boardId, threadId: null });
  if (!thread) throw notFound('The comment');
  return thread;
}

/** @throws AppError `not_found` */
export async function resolveComment(boardId: string, id: string, resolved: boolean): Promise<void> {
  await transaction(async () => {
    await requireBoard(boardId);
    await requireThread(boardId, id);
    await updateRows('whiteboard_comments', { resolvedAt: resolved ? NOW : null }, { id, boardId });
    await tell(boardId);
  });
}

/** @throws AppError `not_found`, `forbidden` */
export async function removeComment(caller: Caller, boardId: string, id: string): Promise<void> {
  await transaction(async () => {
    const { role } = await requireBoard(boardId);
    const comment = await selectRow('whiteboard_comments', ['authorId'], { id, boardId });
    if (!comment) throw notFound('The comment');
    if (comment.authorId !== currentUserId() && role !== 'owner' && !(await mayManage(caller)))
      throw new AppError('forbidden', 'You can delete your own comments.');
    await deleteRows('whiteboard_comments', { id, boardId });
    await tell(boardId);
  });
}
