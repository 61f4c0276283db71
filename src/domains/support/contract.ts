/** Help by people: conversations between someone with a question and the operations team. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { SUPPORT } from './paths.ts';

/** Longest message, in characters. */
export const MAX_MESSAGE = 4_000;
/** How many messages one person may write within {@link MESSAGE_WINDOW}. */
export const MESSAGE_LIMIT = 30;
/** Seconds. */
export const MESSAGE_WINDOW = 600;

const Words = (max: number, empty: string, long: string) =>
  z
    .string()
    .trim()
    .min(1, empty)
    .max(max, long)
    .refine((text) => !text.includes('\0'), 'This contains a character that can’t be stored.');
export const MessageText = Words(
  MAX_MESSAGE,
  'Write a message.',
  `Messages can have up to ${MAX_MESSAGE.toLocaleString('en')} characters.`,
);

const Person = z.object({ id: Id, name: z.string() });

export const SupportMessage = z.object({
  id: Id,
  /** The sender: the person who asks, or the team; a `note` is an act, such as closing. */
  side: z.enum(['user', 'team', 'note']),
  authorName: z.string(),
  /** Written by the caller. */
  mine: z.boolean(),
  text: z.string(),
  createdAt: Instant,
});
export type SupportMessage = z.infer<typeof SupportMessage>;

export const SupportConversation = z.object({
  id: Id,
  version: z.number().int(),
  /** The beginning of the first message. */
  subject: z.string(),
  state: z.enum(['open', 'closed']),
  /** The last word is the person's: the team is to answer. */
  waiting: z.boolean(),
  /** Path of the page that it was begun on. */
  place: z.string().nullable(),
  /** The person's earlier questions to the manual. */
  asked: z.string().nullable(),
  user: Person.extend({
    /** For those who answer only. */
    email: z.string().nullable(),
  }),
  workspaceName: z.string(),
  assignee: Person.nullable(),
  /** The beginning of the last message. */
  excerpt: z.string(),
  /** Messages that the caller's side has not read, counted up to 99. */
  unread: z.number().int(),
  /** The last one that the person who asked has read: their copy of the read receipt. */
  readByUser: Id.nullable(),
  createdAt: Instant,
  lastMessageAt: Instant,
  lastMessageId: Id,
});
export type SupportConversation = z.infer<typeof SupportConversation>;

export const SupportSummary = z.object({
  /** Own conversations with an answer that was not read. */
  unread: z.number().int(),
  /** Conversations that wait for the team; administrators only. */
  waiting: z.number().int().nullable(),
  /** Whether one of the team (other than the caller) used the product within the last ten minutes. */
  teamIsHere: z.boolean(),
  /** Whether this installation delivers mail. */
  mailDelivers: z.boolean(),
});
export type SupportSummary = z.infer<typeof SupportSummary>;

export const NewConversation = z.strictObject({
  text: MessageText,
  place: z.string().startsWith('/').max(300).optional(),
  asked: z.string().trim().max(300).optional(),
});

export const NewMessage = z.strictObject({ text: MessageText });

export const ConversationUpdate = z.strictObject({
  version: z.number().int(),
  state: z.enum(['open', 'closed']).optional(),
  /** The assignee; null removes them. Administrators only. */
  assigneeId: Id.nullable().optional(),
});

export const InboxPart = z.enum(['waiting', 'mine', 'open', 'closed']);
export type InboxPart = z.infer<typeof InboxPart>;

export const SupportReply = z.object({ id: Id, version: z.number().int(), title: z.string(), text: z.string() });
export type SupportReply = z.infer<typeof SupportReply>;
export const NewReply = z.strictObject({
  title: Words(80, 'Enter a name.', 'Names can have up to 80 characters.'),
  text: MessageText,
});

const tag = 'Support';
const anyone = { tag, access: 'user' } as const;
const team = { tag, access: 'admin' } as const;
const Page = { cursor: Id.optional(), limit: z.coerce.number().int().min(1).max(100).default(30) };

export const support = {
  summary: endpoint({
    ...anyone,
    method: 'GET',
    path: SUPPORT.summary,
    summary: 'What is new in your support conversations',
    response: SupportSummary,
  }),
  list: endpoint({
    ...anyone,
    method: 'GET',
    path: '/api/support/conversations',
    summary: 'Your support conversations in the active workspace, the last spoken in first',
    query: z.object(Page),
    response: pageOf(SupportConversation),
    errors: ['validation'],
  }),
  create: endpoint({
    ...anyone,
    method: 'POST',
    path: '/api/support/conversations',
    summary: 'Ask the operations team',
    status: 201,
    description: `At most ${MESSAGE_LIMIT} messages within ${MESSAGE_WINDOW / 60} minutes.`,
    body: NewConversation,
    response: SupportConversation,
    errors: ['validation', 'rate_limited'],
  }),
  get: endpoint({
    ...anyone,
    method: 'GET',
    path: '/api/support/conversations/{id}',
    summary: 'Get a support conversation',
    description: 'Yours; administrators see all.',
    params: IdParams,
    response: SupportConversation,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...anyone,
    method: 'PUT',
    path: '/api/support/conversations/{id}',
    summary: 'Close, reopen or assign a support conversation',
    params: IdParams,
    body: ConversationUpdate,
    response: SupportConversation,
    errors: ['validation', 'not_found', 'forbidden', 'stale'],
  }),
  messages: endpoint({
    ...anyone,
    method: 'GET',
    path: '/api/support/conversations/{id}/messages',
    summary: 'Messages of a support conversation, the newest first',
    params: IdParams,
    query: z.object(Page),
    response: pageOf(SupportMessage),
    errors: ['validation', 'not_found'],
  }),
  send: endpoint({
    ...anyone,
    method: 'POST',
    path: '/api/support/conversations/{id}/messages',
    summary: 'Write in a support conversation',
    status: 201,
    description:
      'A closed conversation is open again by it. The other side is told when it has not read the message within half a minute.',
    params: IdParams,
    body: NewMessage,
    response: SupportMessage,
    errors: ['validation', 'not_found', 'rate_limited'],
  }),
  read: endpoint({
    ...anyone,
    method: 'POST',
    path: '/api/support/conversations/{id}/read',
    summary: 'Everything up to a message was read',
    params: IdParams,
    body: z.strictObject({ upTo: Id }),
    errors: ['not_found'],
  }),
  inbox: endpoint({
    ...team,
    method: 'GET',
    path: '/api/support/inbox',
    summary: 'Support conversations of all workspaces, the last spoken in first',
    query: z.object({ ...Page, part: InboxPart.default('waiting') }),
    response: pageOf(SupportConversation),
    errors: ['validation'],
  }),
  people: endpoint({
    ...team,
    method: 'GET',
    path: '/api/support/people',
    summary: 'Who can answer',
    response: z.object({ items: z.array(Person) }),
  }),
  replies: endpoint({
    ...team,
    method: 'GET',
    path: '/api/support/replies',
    summary: 'Prepared answers',
    response: z.object({ items: z.array(SupportReply) }),
  }),
  createReply: endpoint({
    ...team,
    method: 'POST',
    path: '/api/support/replies',
    summary: 'Prepare an answer',
    status: 201,
    body: NewReply,
    response: SupportReply,
    errors: ['validation', 'conflict'],
  }),
  updateReply: endpoint({
    ...team,
    method: 'PUT',
    path: '/api/support/replies/{id}',
    summary: 'Change a prepared answer',
    params: IdParams,
    body: NewReply.extend({ version: z.number().int() }),
    response: SupportReply,
    errors: ['validation', 'not_found', 'stale'],
  }),
  removeReply: endpoint({
    ...team,
    method: 'DELETE',
    path: '/api/support/replies/{id}',
    summary: 'Delete a prepared answer',
    params: IdParams,
    errors: ['not_found'],
  }),
} as const;
