/** The panel “Ask”: conversations with the assistant, and what it proposes to do. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { isTimeZone } from '../../../kernel/wall-clock.ts';
import { ASSISTANTS } from '../paths.ts';

/** Longest question, in characters. */
export const MAX_QUESTION = 4_000;
/** How many questions one person may ask within {@link QUESTION_WINDOW}. */
export const QUESTION_LIMIT = 30;
/** Seconds. */
export const QUESTION_WINDOW = 600;

/** A passage of the manual or of the knowledge base behind an answer, which cites it as `[n]`. */
export const Source = z.object({
  n: z.number().int(),
  /** Page of the manual; blank for the knowledge base. */
  slug: z.string(),
  /** Title of the page or document. */
  page: z.string(),
  heading: z.string(),
  anchor: z.string(),
  quote: z.string(),
  /** The whole passage: Markdown of the manual, plain text of a document. */
  text: z.string(),
  /** Address of the passage in its document, in the knowledge base. */
  path: z.string().optional(),
});
export type Source = z.infer<typeof Source>;

/** A record that was found, where no model could answer. */
export const FoundRecord = z.object({
  kind: z.string(),
  id: Id,
  name: z.string(),
  /** Address of its page. */
  path: z.string(),
});
export type FoundRecord = z.infer<typeof FoundRecord>;

/** One line of what a proposal would write. Instants and days are as on the wire. */
export const ProposalLine = z.object({
  label: z.string(),
  /** The current value; absent for a new record. */
  before: z.string().optional(),
  value: z.string(),
});
export type ProposalLine = z.infer<typeof ProposalLine>;

export const Proposal = z.object({
  id: Id,
  /** Which message of the assistant made it. */
  messageId: Id,
  tool: z.string(),
  /** Verb and noun: `Create task`. */
  title: z.string(),
  lines: z.array(ProposalLine),
  state: z.enum(['waiting', 'done', 'declined', 'undone', 'failed']),
  /** Why it failed. */
  error: z.string(),
  /** The created or changed record. */
  subject: z.object({ name: z.string(), path: z.string() }).nullable(),
  canUndo: z.boolean(),
});
export type Proposal = z.infer<typeof Proposal>;

export const AskMessage = z.object({
  id: Id,
  side: z.enum(['person', 'assistant', 'note']),
  state: z.enum(['done', 'stopped', 'failed']),
  /** Markdown, where the assistant speaks. */
  text: z.string(),
  /** Why it failed. */
  error: z.string(),
  sources: z.array(Source),
  records: z.array(FoundRecord),
  /** The assistant's run; null without a model. */
  runId: Id.nullable(),
  createdAt: Instant,
});
export type AskMessage = z.infer<typeof AskMessage>;

export const AskConversation = z.object({ id: Id, title: z.string(), createdAt: Instant, lastMessageAt: Instant });
export type AskConversation = z.infer<typeof AskConversation>;

const NewQuestion = z.strictObject({
  /** Chosen by the caller; a new one begins a conversation. */
  conversationId: Id,
  /** Chosen by the caller; a repeated one asks nothing. */
  messageId: Id,
  text: z
    .string()
    .trim()
    .min(1, 'Ask something.')
    .max(MAX_QUESTION, `A question holds at most ${MAX_QUESTION.toLocaleString('en')} characters.`)
    .refine((text) => !text.includes('\0'), 'This contains a character that can’t be stored.'),
  /** Path of the page that the person is on, and its title. */
  place: z.string().startsWith('/').max(300).optional(),
  page: z.string().max(200).optional(),
  /** Where the person's days begin. */
  zone: z.string().max(64).refine(isTimeZone, 'There is no such time zone.').optional(),
});

/** One line of the answer's stream. */
export const AskEvent = z.discriminatedUnion('type', [
  /** A further piece of the answer. */
  z.object({ type: z.literal('text'), text: z.string() }),
  /** The text so far was not the answer. */
  z.object({ type: z.literal('clear') }),
  /** The current step of the assistant. */
  z.object({ type: z.literal('step'), label: z.string() }),
  z.object({ type: z.literal('proposal'), proposal: Proposal }),
  z.object({ type: z.literal('done'), message: AskMessage }),
  z.object({ type: z.literal('error'), code: z.string(), message: z.string() }),
]);
export type AskEvent = z.infer<typeof AskEvent>;

const tag = 'Assistants';
const anyone = { tag, access: 'user' } as const;

export const ask = {
  status: endpoint({
    ...anyone,
    method: 'GET',
    path: '/api/assistants/status',
    summary: 'Whether a language model answers questions here',
    response: z.object({ connected: z.boolean() }),
  }),
  question: endpoint({
    ...anyone,
    method: 'POST',
    path: '/api/assistants/ask',
    summary: 'Ask the assistant',
    description: `The answer is a stream of JSON lines, each an \`AskEvent\`; leaving the stream stops the assistant. At most ${QUESTION_LIMIT} questions within ${QUESTION_WINDOW / 60} minutes.`,
    body: NewQuestion,
    produces: 'application/x-ndjson',
    streams: true,
    errors: ['validation', 'not_found', 'rate_limited'],
  }),
  list: endpoint({
    ...anyone,
    method: 'GET',
    path: ASSISTANTS.conversations,
    summary: 'Your conversations with the assistant, the last spoken in first',
    query: z.object({
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: pageOf(AskConversation),
    errors: ['validation', 'bad_request'],
  }),
  get: endpoint({
    ...anyone,
    method: 'GET',
    path: `${ASSISTANTS.conversations}/{id}`,
    summary: 'A conversation with the assistant',
    description: 'Its last 200 messages, in the order of time, and what was proposed in them.',
    params: IdParams,
    response: AskConversation.extend({ messages: z.array(AskMessage), proposals: z.array(Proposal) }),
    errors: ['not_found'],
  }),
  remove: endpoint({
    ...anyone,
    method: 'DELETE',
    path: `${ASSISTANTS.conversations}/{id}`,
    summary: 'Delete a conversation with the assistant',
    params: IdParams,
    errors: ['not_found'],
  }),
  confirm: endpoint({
    ...anyone,
    method: 'POST',
    path: '/api/assistants/proposals/{id}/confirm',
    summary: 'Do what the assistant proposes',
    description: 'With your rights, exactly as shown. Refused when the record was changed since.',
    params: IdParams,
    response: Proposal,
    errors: ['validation', 'not_found', 'conflict', 'stale', 'forbidden'],
  }),
  decline: endpoint({
    ...anyone,
    method: 'POST',
    path: '/api/assistants/proposals/{id}/decline',
    summary: 'Decline what the assistant proposes',
    params: IdParams,
    response: Proposal,
    errors: ['not_found', 'conflict'],
  }),
  undo: endpoint({
    ...anyone,
    method: 'POST',
    path: '/api/assistants/proposals/{id}/undo',
    summary: 'Undo what was done on a proposal',
    params: IdParams,
    response: Proposal,
    errors: ['validation', 'not_found', 'conflict', 'stale', 'forbidden'],
  }),
} as const;
