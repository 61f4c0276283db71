/**
 * Conversations: the person who asks sees their own, administrators see all. A conversation that is not theirs answers
 * like one that is not there.
 */
import type * as z from 'zod';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  asSystem,
  insertRow,
  inWorkspace,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit, publishPaths } from '../../../server/events/emit.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { mailProvider } from '../../../server/providers/mail/index.ts';
import { administrators, administratorSeen, workspacesOfAdministrators } from '../../identity/index.ts';
import {
  type ConversationUpdate,
  MESSAGE_LIMIT,
  MESSAGE_WINDOW,
  type NewConversation,
  type SupportConversation,
  type SupportMessage,
  type SupportSummary,
} from '../contract.ts';
import { SUPPORT } from '../paths.ts';
import {
  type ConversationRow,
  countUnread,
  countWaiting,
  listMessages,
  readConversation,
  type Viewer,
} from './rows.ts';
import { tellLater } from './notify.ts';

const NOUN = 'The conversation';
const SUBJECT = 90;
/** Minutes within which someone of the team must have used the product to count as being there. */
const HERE = 10;

type Side = 'user' | 'team' | 'note';

/** @throws AppError `not_found` when it is not there, or not for this viewer. */
async function find(id: string, viewer: Viewer, options: { lock?: boolean } = {}): Promise<ConversationRow> {
  const [row] = await query<ConversationRow>(
    `select id, workspace_id, user_id, state, version, assignee_id from support_conversations
     where id = $1 and ($4 or (user_id = $2 and workspace_id = $3)) ${options.lock ? 'for update' : ''}`,
    [id, viewer.userId, viewer.workspaceId, viewer.role === 'admin'],
  );
  if (!row) throw notFound(NOUN);
  return row;
}

const sideOf = (conversation: Pick<ConversationRow, 'user_id'>, viewer: Viewer) =>
  conversation.user_id === viewer.userId ? 'user' : 'team';

async function nameOf(userId: string): Promise<string> {
  const user = await selectRow('users', ['name'], { id: userId });
  return user!.name;
}

/**
 * Everyone who may be looking at it hears of it: the workspace that it belongs to, and the administrators wherever
 * they are.
 */
async function changed(
  type: string,
  conversation: { id: string; workspace_id: string },
  viewer: Viewer,
): Promise<void> {
  await inWorkspace(conversation.workspace_id, viewer.userId, () =>
    emit({ type, subject: { type: 'support_conversation', id: conversation.id }, paths: [SUPPORT.all] }),
  );
  await showAdministrators(conversation.workspace_id);
}

async function showAdministrators(except: string): Promise<void> {
  for (const workspaceId of await workspacesOfAdministrators())
    if (workspaceId !== except) await publishPaths(workspaceId, [SUPPORT.all]);
}

/** @throws AppError `rate_limited` */
async function limit(viewer: Viewer): Promise<void> {
  const { count, retryAfter } = await throttle(`support:${viewer.userId}`, MESSAGE_WINDOW);
  if (count <= MESSAGE_LIMIT) return;
  const minutes = Math.ceil(retryAfter / 60);
  throw new AppError(
    'rate_limited',
    `You sent ${MESSAGE_LIMIT} messages in a short time. Wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} to send more.`,
    { retryAfter },
  );
}

async function addMessage(
  conversation: { id: string; workspace_id: string },
  viewer: Viewer,
  side: Side,
  text: string,
): Promise<string> {
  const id = newId();
  await insertRow('support_messages', {
    id,
    workspaceId: conversation.workspace_id,
    conversationId: conversation.id,
    side,
    authorId: viewer.userId,
    authorName: await nameOf(viewer.userId),
    text,
  });
  return id;
}

/** Asks the team. @throws AppError `rate_limited` */
export function begin(
  viewer: Viewer,
  { text, place, asked }: z.output<typeof NewConversation>,
): Promise<SupportConversation> {
  return asSystem(() =>
    transaction(async () => {
      await limit(viewer);
      const conversation = { id: newId(), workspace_id: viewer.workspaceId };
      const [line = ''] = text.split('\n');
      await insertRow('support_conversations', {
        id: conversation.id,
        workspaceId: viewer.workspaceId,
        userId: viewer.userId,
        subject: line.length > SUBJECT ? `${line.slice(0, SUBJECT - 1)}…` : line,
        place: place ?? null,
        asked: asked || null,
        lastMessageId: conversation.id,
      });
      const messageId = await addMessage(conversation, viewer, 'user', text);
      await updateRows(
        'support_conversations',
        { lastMessageId: messageId, userReadId: messageId },
        { id: conversation.id },
      );
      await changed('support.asked', conversation, viewer);
      await tellLater(viewer.workspaceId, messageId);
      return readConversation(conversation.id, viewer);
    }),
  );
}

/** Writes; a closed conversation is open again. @throws AppError `not_found`, `rate_limited` */
export function send(id: string, viewer: Viewer, text: string): Promise<SupportMessage> {
  return asSystem(() =>
    transaction(async () => {
      const conversation = await find(id, viewer, { lock: true });
      const side = sideOf(conversation, viewer);
      if (side === 'user') await limit(viewer);
      const messageId = await addMessage(conversation, viewer, side, text);
      await query(
        `update support_conversations
          set last_message_id = $2, last_message_at = now(), state = 'open', waiting = $3,
          version = version + (state = 'closed')::int,
         assignee_id = case when $3 then assignee_id else coalesce(assignee_id, $4) end, ${side}_read_id = $2
            where id = $1`,
        [id, messageId, side === 'user', viewer.userId],
      );
      await changed(side === 'user' ? 'support.asked' : 'support.answered', conversation, viewer);
      await tellLater(conversation.workspace_id, messageId);
      const {
        items: [message],
      } = await listMessages(id, viewer, { limit: 1 });
      return message!;
    }),
  );
}

/** Marks as read, never as unread: an older id than the known one changes nothing. @throws AppError `not_found` */
export function markRead(id: string, viewer: Viewer, upTo: string): Promise<void> {
  return asSystem(() =>
    transaction(async () => {
      const conversation = await find(id, viewer);
      const column = `${sideOf(conversation, viewer)}_read_id`;
      const moved = await query(
        `update support_conversations set ${column} = $2 where id = $1 and (${column} is null or ${column} < $2)
       and exists (select 1 from support_messages where id = $2 and conversation_id = $1) returning 1`,
        [id, upTo],
      );
      if (moved.length === 0) return;
      await publishPaths(conversation.workspace_id, [SUPPORT.all]);
      await showAdministrators(conversation.workspace_id);
    }),
  );
}

type Update = z.output<typeof ConversationUpdate>;

/** Notes about an update, shown between the messages. @throws AppError `validation` */
async function notesOf(
  conversation: ConversationRow,
  viewer: Viewer,
  { state, assigneeId }: Update,
): Promise<string[]> {
  const name = await nameOf(viewer.userId);
  const notes: string[] = [];
  if (assigneeId !== undefined && assigneeId !== conversation.assignee_id) {
    const person = (await administrators()).find(({ id }) => id === assigneeId);
    if (assigneeId !== null && !person)
      throw new AppError('validation', 'Choose a team member.', { field: 'assigneeId' });
    notes.push(
      person
        ? person.id === viewer.userId
          ? `${name} took this conversation`
          : `${name} assigned this to ${person.name}`
        : `${name} returned this to the team`,
    );
  }
  if (state && state !== conversation.state)
    notes.push(state === 'closed' ? `${name} closed the conversation` : `${name} reopened the conversation`);
  return notes;
}

/** Closes, reopens, assigns. @throws AppError `not_found`, `forbidden`, `stale`, `validation` */
export function update(id: string, viewer: Viewer, change: Update): Promise<SupportConversation> {
  return asSystem(() =>
    transaction(async () => {
      const conversation = await find(id, viewer, { lock: true });
      if (change.assigneeId !== undefined && viewer.role !== 'admin')
        throw new AppError('forbidden', 'Only the team can assign conversations.');
      if (change.version !== conversation.version) {
        throw new AppError(
          'stale',
          'Someone else changed this conversation in the meantime. Review it, then try again.',
          { details: { current: await readConversation(id, viewer) } },
        );
      }
      for (const note of await notesOf(conversation, viewer, change))
        await addMessage(conversation, viewer, 'note', note);
      await query(
        `update support_conversations
          set state = coalesce($2, state), assignee_id = case when $3 then $4::uuid else assignee_id end,
         waiting = waiting and coalesce($2, state) = 'open', version = version + 1 where id = $1`,
        [id, change.state ?? null, change.assigneeId !== undefined, change.assigneeId ?? null],
      );
      await changed('support.changed', conversation, viewer);
      return readConversation(id, viewer);
    }),
  );
}

export const get = (id: string, viewer: Viewer) =>
  asSystem(async () => readConversation((await find(id, viewer)).id, viewer));

export const messagesOf = (id: string, viewer: Viewer, request: { cursor?: string | undefined; limit: number }) =>
  asSystem(async () => listMessages((await find(id, viewer)).id, viewer, request));

export function summary(viewer: Viewer): Promise<SupportSummary> {
  return asSystem(async () => ({
    unread: await countUnread(viewer),
    waiting: viewer.role === 'admin' ? await countWaiting() : null,
    teamIsHere: await administratorSeen(HERE, viewer.userId),
    mailDelivers: mailProvider().delivers,
  }));
}
