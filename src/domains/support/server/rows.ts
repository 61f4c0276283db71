/** Reading conversations and messages. Who may see which is decided in `service.ts`; everything here runs as system. */
import { query, type SqlRow } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import type { InboxPart, SupportConversation, SupportMessage } from '../contract.ts';

export type Viewer = Pick<Caller, 'userId' | 'workspaceId' | 'role'>;

/** A conversation as it is stored. */
export type ConversationRow = Pick<
  SqlRow<'support_conversations'>,
  'id' | 'workspace_id' | 'user_id' | 'state' | 'version' | 'assignee_id'
>;

const EXCERPT = 140;
const MAX_UNREAD = 99;

/** $1 is the viewer: on their own conversations they are the person who asks, on all others the team. */
const SELECT = `
  select c.id, c.version, c.subject, c.state, c.waiting, c.place, c.asked,
    jsonb_build_object('id', u.id, 'name', u.name, 'email', case when c.user_id = $1 then null else u.email end) as
      "user",
    w.name as "workspaceName",
    case when a.id is null then null else jsonb_build_object('id', a.id, 'name', a.name) end as assignee,
    coalesce((select left(m.text, ${EXCERPT}) from support_messages m where m.id = c.last_message_id), '') as excerpt,
    (select count(*)::int from (
       select 1 from support_messages m where m.conversation_id = c.id
         and m.side = case when c.user_id = $1 then 'team' else 'user' end
         and m.id > coalesce(case when c.user_id = $1 then c.user_read_id else c.team_read_id end,
            '00000000-0000-0000-0000-000000000000'::uuid)
       limit ${MAX_UNREAD}) as new) as unread,
    c.user_read_id as "readByUser", c.created_at as "createdAt", c.last_message_at as "lastMessageAt",
      c.last_message_id as "lastMessageId"
  from support_conversations c join users u on u.id = c.user_id join workspaces w on w.id = c.workspace_id
    left join users a on a.id = c.assignee_id`;

export async function readConversation(id: string, viewer: Viewer): Promise<SupportConversation> {
  const [row] = await query<SupportConversation>(`${SELECT} where c.id = $2`, [viewer.userId, id]);
  return row!;
}

interface ListRequest {
  cursor?: string | undefined;
  limit: number;
}

/** The last spoken in first: ids of messages are in the order of time. */
async function list(
  viewer: Viewer,
  where: string,
  values: unknown[],
  { cursor, limit }: ListRequest,
): Promise<{ items: SupportConversation[]; next: string | null }> {
  const rows = await query<SupportConversation>(
    `${SELECT} where ${where} and ($2::uuid is null or c.last_message_id < $2)
      order by c.last_message_id desc limit $3`,
    [viewer.userId, cursor ?? null, limit + 1, ...values],
  );
  return { items: rows.slice(0, limit), next: rows.length > limit ? rows[limit - 1]!.lastMessageId : null };
}

/** The viewer's own, in the active workspace. */
export function listOwn(viewer: Viewer, request: ListRequest) {
  return list(viewer, 'c.user_id = $1 and c.workspace_id = $4', [viewer.workspaceId], request);
}

const PARTS: Record<InboxPart, string> = {
  waiting: `c.waiting and c.state = 'open'`,
  mine: `c.assignee_id = $1 and c.state = 'open'`,
  open: `c.state = 'open'`,
  closed: `c.state = 'closed'`,
};

/** Those of all workspaces. */
export function listInbox(viewer: Viewer, part: InboxPart, request: ListRequest) {
  return list(viewer, PARTS[part], [], request);
}

/** The newest first. */
export async function listMessages(
  conversationId: string,
  viewer: Viewer,
  { cursor, limit }: ListRequest,
): Promise<{ items: SupportMessage[]; next: string | null }> {
  const rows = await query<SupportMessage>(
    `select id, side, author_name as "authorName", coalesce(author_id = $2, false) as mine, text,
      created_at as "createdAt"
     from support_messages where conversation_id = $1 and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [conversationId, viewer.userId, cursor ?? null, limit + 1],
  );
  return { items: rows.slice(0, limit), next: rows.length > limit ? rows[limit - 1]!.id : null };
}

/** How many of the viewer's own conversations hold an answer that was not read. */
export async function countUnread(viewer: Viewer): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from support_conversations c
      where c.user_id = $1 and c.workspace_id = $2 and exists (
       select 1 from support_messages m
          where m.conversation_id = c.id and m.side = 'team' and (c.user_read_id is null or m.id > c.user_read_id))`,
    [viewer.userId, viewer.workspaceId],
  );
  return row!.count;
}

/** How many conversations wait for the team, counted up to 100. */
export async function countWaiting(): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count
      from (select 1 from support_conversations where waiting and state = 'open' limit 100) as counted`,
  );
  return row!.count;
}
