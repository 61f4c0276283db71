/** Comments on records: threads of one level, changed and deleted by who wrote them. */
import type * as z from 'zod';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, execute, query, transaction } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import {
  type Comment,
  type CommentThread,
  type CommentUpdate,
  MAX_REPLIES,
  type NewComment,
} from '../../contract/collaboration.ts';
import { KINDS, type RecordKind } from '../../contract/kinds.ts';
import { requireSubject } from './subjects.ts';
import { toNoteContent } from '../notes/note-content.ts';
import { tellCommented, tellMentioned } from './notify.ts';
import { watchBecause } from './watch.ts';

const NOUN = 'The comment';
const person = (alias: string) =>
  `case when ${alias}.id is null then null else jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name) end`;

const COLUMNS = `c.id, c.version, case when c.deleted_at is null then c.text else '' end as text,
  case when c.deleted_at is null then c.body end as body,
  case when c.deleted_at is null then c.mentions else '[]' end as mentions,
  ${person('p')} as author, c.created_at as "createdAt", c.edited_at as "editedAt", c.deleted_at is not null as deleted,
    c.parent_id as "parentId",
  c.resolved_at as "resolvedAt", ${person('s')} as "resolvedBy",
  coalesce((select jsonb_agg(jsonb_build_object('reaction', g.reaction, 'people', g.people) order by g.first) from (
    select x.reaction, min(x.created_at) as first,
      jsonb_agg(jsonb_build_object('id', x.user_id, 'name', coalesce(q.name, 'Former member'))
      order by x.created_at, x.user_id) as people
    from comment_reactions x left join workspace_people q on q.id = x.user_id
      where x.comment_id = c.id and c.deleted_at is null group by x.reaction) g), '[]') as reactions`;
const FROM =
  'from record_comments c left join workspace_people p on p.id = c.created_by left join workspace_people s on s.id = c.resolved_by where c.workspace_id = $1 and c.record_id = $2 and c.kind = $3';

type Row = Comment & { parentId: string | null; resolvedAt: string | null; resolvedBy: CommentThread['resolvedBy'] };

function toComment(row: Row): Comment {
  const { parentId: _, resolvedAt: __, resolvedBy: ___, ...comment } = row;
  return comment;
}

/**
 * Threads, the newest first. A deleted comment stays, without its words, where others answered it.
 * @throws AppError `not_found`, `bad_request`
 */
export async function listComments(
  kind: RecordKind,
  recordId: string,
  request: { cursor?: string | undefined; limit: number },
): Promise<{ items: CommentThread[]; next: string | null }> {
  await requireSubject(kind, recordId);
  const from = unpackCursor(request.cursor, UUID);
  const scope = [currentWorkspaceId(), recordId, kind];
  const threads = await query<Row>(
    `select ${COLUMNS} ${FROM} and c.parent_id is null ${from ? 'and c.id < $5::uuid' : ''}
     and (c.deleted_at is null or exists
        (select 1 from record_comments a where a.parent_id = c.id and a.deleted_at is null)) order by c.id desc
        limit $4`,
    [...scope, request.limit + 1, ...(from ?? [])],
  );
  const page = pageFrom(threads, request.limit, (thread) => packCursor(thread.id));
  const replies = await query<Row>(
    `select ${COLUMNS} ${FROM} and c.parent_id = any($4) and c.deleted_at is null order by c.id`,
    [...scope, page.items.map(({ id }) => id)],
  );
  const byThread = Map.groupBy(replies, ({ parentId }) => parentId);
  return {
    items: page.items.map((thread) => ({
      ...toComment(thread),
      resolvedAt: thread.resolvedAt,
      resolvedBy: thread.resolvedBy,
      replies: (byThread.get(thread.id) ?? []).map(toComment),
    })),
    next: page.next,
  };
}

async function readComment(kind: RecordKind, recordId: string, id: string): Promise<Comment> {
  const [row] = await query<Row>(`select ${COLUMNS} ${FROM} and c.id = $4 and c.deleted_at is null`, [
    currentWorkspaceId(),
    recordId,
    kind,
    id,
  ]);
  if (!row) throw notFound(NOUN);
  return toComment(row);
}

/** The timeline tells of comments too. */
const pathsOf = (kind: RecordKind, recordId: string) =>
  ['comments', 'timeline'].map((part) => `${KINDS[kind].path}/${recordId}/${part}`);
const announce = (kind: RecordKind, recordId: string, what: string, commentId: string) =>
  emit({
    type: `${kind}.${what}`,
    subject: { type: kind, id: recordId },
    data: { commentId },
    paths: pathsOf(kind, recordId),
  });

async function requireContent(input: Parameters<typeof toNoteContent>[0]) {
  const content = await toNoteContent(input);
  if (!content) throw invalid('text', 'Enter some text.');
  return content;
}

/**
 * The thread that an answer belongs to: an answer to an answer stands beside it.
 * @throws AppError `not_found`, `conflict` when it is full.
 */
async function threadOf(kind: RecordKind, recordId: string, parentId: string | undefined): Promise<string | null> {
  if (parentId === undefined) return null;
  const [parent] = await query<{ id: string; replies: number }>(
    `select coalesce(c.parent_id, c.id) as id,
      (select count(*)::int from record_comments a where a.parent_id = coalesce(c.parent_id, c.id)
      and a.deleted_at is null) as replies
     from record_comments c where c.id = $1 and c.workspace_id = $2 and c.record_id = $3 and c.kind = $4`,
    [parentId, currentWorkspaceId(), recordId, kind],
  );
  if (!parent) throw notFound(NOUN);
  if (parent.replies >= MAX_REPLIES)
    throw new AppError('conflict', `This thread has ${MAX_REPLIES} answers. Begin another one.`);
  return parent.id;
}

/** An answer opens a settled thread again. @throws AppError `not_found`, `conflict` */
export function createComment(
  kind: RecordKind,
  recordId: string,
  input: z.output<typeof NewComment>,
): Promise<Comment> {
  return transaction(async () => {
    const recordName = await requireSubject(kind, recordId, true);
    const parentId = await threadOf(kind, recordId, input.parentId);
    const content = await requireContent(input);
    const { mentions } = content;
    const id = newId();
    await execute(
      'insert into record_comments (id, workspace_id, kind, record_id, parent_id, text, mentions, created_by, search_text, body) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      [
        id,
        currentWorkspaceId(),
        kind,
        recordId,
        parentId,
        content.text,
        JSON.stringify(mentions),
        currentUserId(),
        content.searchText,
        content.body,
      ],
    );
    if (parentId)
      await execute(
        'update record_comments set resolved_at = null, resolved_by = null where id = $1 and workspace_id = $2 and resolved_at is not null',
        [parentId, currentWorkspaceId()],
      );
    await announce(kind, recordId, 'comment_added', id);
    const written = { kind, recordId, recordName, id, what: 'comment', text: content.text } as const;
    await tellMentioned(written, mentions);
    await tellCommented(written, mentions);
    const author = currentUserId();
    if (author) await watchBecause('commented', kind, recordId, [author]);
    return readComment(kind, recordId, id);
  });
}

interface Locked {
  version: number;
  created_by: string | null;
  mentions: { id: string; name: string }[];
}

/** @throws AppError `not_found`; `forbidden` for someone else's */
async function lockOwn(
  kind: RecordKind,
  recordId: string,
  id: string,
  caller: Caller,
  options: { deleted?: boolean; adminToo?: boolean } = {},
): Promise<Locked> {
  const [row] = await query<Locked>(
    `select version, created_by, mentions from record_comments
      where id = $1 and workspace_id = $2 and record_id = $3 and kind = $4
      and deleted_at is ${options.deleted ? 'not null' : 'null'} for update`,
    [id, currentWorkspaceId(), recordId, kind],
  );
  if (!row) throw notFound(NOUN);
  if (row.created_by !== caller.userId && !(options.adminToo && caller.role === 'admin'))
    throw new AppError('forbidden', 'You can only edit your own comments.');
  return row;
}

/** @throws AppError `not_found`, `forbidden`, `stale` with the comment as it is now. */
export function updateComment(
  kind: RecordKind,
  recordId: string,
  id: string,
  input: z.output<typeof CommentUpdate>,
  caller: Caller,
): Promise<Comment> {
  return transaction(async () => {
    const recordName = await requireSubject(kind, recordId);
    const row = await lockOwn(kind, recordId, id, caller);
    if (row.version !== input.version) {
      throw new AppError('stale', 'This comment was edited in another window. Your changes were not saved.', {
        details: { current: await readComment(kind, recordId, id), changed: [] },
      });
    }
    const content = await requireContent(input);
    const { mentions } = content;
    await execute(
      'update record_comments set text = $3, mentions = $4, search_text = $5, body = $6, version = version + 1, edited_at = now() where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), content.text, JSON.stringify(mentions), content.searchText, content.body],
    );
    await announce(kind, recordId, 'comment_changed', id);
    await tellMentioned(
      { kind, recordId, recordName, id, what: 'comment', text: content.text },
      mentions,
      row.mentions,
    );
    return readComment(kind, recordId, id);
  });
}

async function setDeleted(
  kind: RecordKind,
  recordId: string,
  id: string,
  deleted: boolean,
  caller: Caller,
): Promise<void> {
  await requireSubject(kind, recordId);
  await lockOwn(kind, recordId, id, caller, { deleted: !deleted, adminToo: true });
  await execute(
    'update record_comments set deleted_at = case when $3 then now() end, version = version + 1 where id = $1 and workspace_id = $2',
    [id, currentWorkspaceId(), deleted],
  );
  await announce(kind, recordId, deleted ? 'comment_deleted' : 'comment_restored', id);
}

/** @throws AppError `not_found`, `forbidden` */
export const removeComment = (kind: RecordKind, recordId: string, id: string, caller: Caller): Promise<void> =>
  transaction(() => setDeleted(kind, recordId, id, true, caller));

/** @throws AppError `not_found`, `forbidden` */
export function restoreComment(kind: RecordKind, recordId: string, id: string, caller: Caller): Promise<Comment> {
  return transaction(async () => {
    await setDeleted(kind, recordId, id, false, caller);
    return readComment(kind, recordId, id);
  });
}

/**
 * Settles a thread, or opens it again: anyone's, as a question is settled by whoever answers it.
 * @throws AppError `not_found`
 */
export function resolveThread(kind: RecordKind, recordId: string, id: string, resolved: boolean): Promise<void> {
  return transaction(async () => {
    await requireSubject(kind, recordId);
    const changed = await execute(
      `update record_comments set resolved_at = case when $5 then coalesce(resolved_at, now()) end,
        resolved_by = case when $5 then coalesce(resolved_by, $6::uuid) end
       where id = $1 and workspace_id = $2 and record_id = $3 and kind = $4 and parent_id is null`,
      [id, currentWorkspaceId(), recordId, kind, resolved, currentUserId()],
    );
    if (changed === 0) throw notFound('The thread');
    await announce(kind, recordId, resolved ? 'comment_resolved' : 'comment_reopened', id);
  });
}

/** @throws AppError `not_found` */
export function react(
  kind: RecordKind,
  recordId: string,
  id: string,
  reaction: string,
  on: boolean,
  caller: Caller,
): Promise<void> {
  return transaction(async () => {
    await requireSubject(kind, recordId);
    await readComment(kind, recordId, id);
    if (on)
      await execute(
        'insert into comment_reactions (workspace_id, comment_id, user_id, reaction) values ($1, $2, $3, $4) on conflict do nothing',
        [currentWorkspaceId(), id, caller.userId, reaction],
      );
    else
      await execute(
        'delete from comment_reactions where workspace_id = $1 and comment_id = $2 and user_id = $3 and reaction = $4',
        [currentWorkspaceId(), id, caller.userId, reaction],
      );
    await announce(kind, recordId, 'comment_reacted', id);
  });
}
