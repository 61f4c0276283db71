/** Conversations with the assistant: everyone sees their own. */
import type * as z from 'zod';
import { notFound } from '../../../../kernel/errors.ts';
import {
  deleteRows,
  insertIfNew,
  query,
  selectRow,
  selectRows,
  transaction,
  updateRows,
} from '../../../../server/db/index.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import type { ask, AskConversation, AskMessage, FoundRecord, Source } from '../../contract.ts';
import { ASSISTANTS } from '../../paths.ts';
import { proposalsOf } from './proposals.ts';

const TITLE = 80;
/** Messages of a conversation that are shown; what is older stays stored. */
const SHOWN = 200;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const NOUN = 'The conversation';

export type NewMessage = Pick<AskMessage, 'id' | 'side' | 'text'> &
  Partial<Pick<AskMessage, 'state' | 'error' | 'sources' | 'records' | 'runId'>> & { place?: string | undefined };

/** Begins the conversation unless it is there. @throws AppError `not_found` when it is another person's */
export async function openConversation(id: string, question: string, caller: Caller): Promise<void> {
  const { userId, workspaceId } = caller;
  const line = question.split('\n', 1)[0]!.trim();
  const title = line.length > TITLE ? `${line.slice(0, TITLE - 1)}…` : line;
  if (await insertIfNew('assistant_conversations', { id, workspaceId, userId, title })) return;
  if (!(await selectRow('assistant_conversations', ['id'], { id, userId }))) throw notFound(NOUN);
}

/** @returns false when the message is there already */
export function addMessage(conversationId: string, message: NewMessage, caller: Caller): Promise<boolean> {
  return transaction(async () => {
    const { id, side, text, state = 'done', error = '', sources = [], records = [], runId = null, place } = message;
    const isNew = await insertIfNew('assistant_messages', {
      id,
      workspaceId: caller.workspaceId,
      conversationId,
      side,
      state,
      text,
      error,
      place: place ?? null,
      sources,
      records,
      runId,
    });
    if (!isNew) return false;
    await updateRows('assistant_conversations', { lastMessageAt: new Date().toISOString() }, { id: conversationId });
    await publishPaths(caller.workspaceId, [ASSISTANTS.conversations]);
    return true;
  });
}

const MESSAGE = ['id', 'side', 'state', 'text', 'error', 'sources', 'records', 'runId', 'createdAt'] as const;

/** The last messages, in the order of time. */
export async function messagesOf(conversationId: string, limit = SHOWN): Promise<AskMessage[]> {
  const rows = await selectRows(
    'assistant_messages',
    MESSAGE,
    { conversationId },
    { orderBy: ['-createdAt', '-id'], limit },
  );
  return rows
    .map((row) => ({
      ...row,
      side: row.side as AskMessage['side'],
      state: row.state as AskMessage['state'],
      sources: row.sources as Source[],
      records: row.records as FoundRecord[],
    }))
    .toReversed();
}

export async function listConversations(
  caller: Caller,
  { cursor, limit }: z.output<typeof ask.list.query>,
): Promise<{ items: AskConversation[]; next: string | null }> {
  const after = unpackCursor(cursor, INSTANT, UUID);
  const rows = await query<AskConversation>(
    `select id, title, created_at as "createdAt", last_message_at as "lastMessageAt" from assistant_conversations
      where user_id = $1 and ($2::timestamptz is null or (last_message_at, id) < ($2, $3::uuid))
      order by last_message_at desc, id desc limit $4`,
    [caller.userId, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  );
  return pageFrom(rows, limit, ({ lastMessageAt, id }) => packCursor(lastMessageAt, id));
}

async function readOwn(id: string, { userId }: Caller): Promise<AskConversation> {
  const columns = ['id', 'title', 'createdAt', 'lastMessageAt'] as const;
  const row = await selectRow('assistant_conversations', columns, { id, userId });
  if (!row) throw notFound(NOUN);
  return row;
}

/** @throws AppError `not_found` */
export async function readConversation(id: string, caller: Caller) {
  const conversation = await readOwn(id, caller);
  return { ...conversation, messages: await messagesOf(id), proposals: await proposalsOf(id) };
}

/** @throws AppError `not_found` */
export async function removeConversation(id: string, caller: Caller): Promise<void> {
  await readOwn(id, caller);
  await transaction(async () => {
    await deleteRows('assistant_conversations', { id, userId: caller.userId });
    await publishPaths(caller.workspaceId, [ASSISTANTS.conversations]);
  });
}
