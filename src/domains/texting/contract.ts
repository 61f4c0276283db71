/** Conversations by text message: threads, templates, and the simulated handset. Broadcasts: contract/broadcasts.ts. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { TEXTING } from './paths.ts';

/** Characters of a text: ten segments, more are refused by carriers. */
export const MAX_TEXT = 1_600;
export const MAX_TEMPLATES = 200;

/** `open`: not done. `unread`: something came that nobody has read. `mine`: assigned to the caller. */
export const ThreadFilter = z.enum(['open', 'unread', 'mine', 'done']);
export type ThreadFilter = z.infer<typeof ThreadFilter>;

export const TextThread = z.object({
  id: Id,
  /** The other person's number in E.164. */
  address: z.string(),
  /** Our number that they wrote to last; blank while they never wrote. */
  number: z.string(),
  contact: z.object({ id: Id, name: z.string() }).nullable(),
  lastAt: Instant,
  lastText: z.string(),
  lastDirection: z.enum(['in', 'out']),
  unread: z.number().int(),
  isDone: z.boolean(),
  assignedTo: z.object({ id: Id, name: z.string() }).nullable(),
  version: z.number().int(),
});
export type TextThread = z.infer<typeof TextThread>;

export const TextThreadDetail = TextThread.extend({
  /** Why nothing can be sent to the number, in a sentence; null while it can. */
  blocked: z.string().nullable(),
});
export type TextThreadDetail = z.infer<typeof TextThreadDetail>;

export const ThreadText = z.object({
  id: Id,
  direction: z.enum(['in', 'out']),
  text: z.string(),
  /** `received`, or the state of a message that was sent (Messaging). */
  state: z.string(),
  /** Why it waits, or was not sent; empty otherwise. */
  why: z.string(),
  /** The person or automation that wrote it; null for received texts. */
  author: z.string().nullable(),
  at: Instant,
});
export type ThreadText = z.infer<typeof ThreadText>;

const Text = z.string().trim().min(1, 'Write a message.').max(MAX_TEXT, `Use at most ${MAX_TEXT} characters.`);

export const NewThread = z
  .strictObject({
    /** The number with its country code. Left out: the first number of the contact. */
    address: z.string().trim().max(40).optional(),
    contactId: Id.optional(),
    text: Text,
  })
  .refine(({ address, contactId }) => Boolean(address) || contactId !== undefined, {
    path: ['address'],
    message: 'Enter a phone number or choose a contact.',
  });

export const TextTemplate = z.object({ id: Id, name: z.string(), text: z.string(), version: z.number().int() });
export type TextTemplate = z.infer<typeof TextTemplate>;
export const NewTextTemplate = z.strictObject({
  name: z.string().trim().min(1, 'Name is required.').max(80, 'Use at most 80 characters.'),
  /** `{{first_name}}` and `{{name}}` become the recipient’s. */
  text: Text,
});

export const TextStatus = z.object({
  /** Nothing is connected: texts stay on the simulated handset and reach no phone. */
  embedded: z.boolean(),
  /** The number, or sender id, that texts come from. */
  sender: z.string(),
});

export const HandsetText = z.object({
  id: Id,
  direction: z.enum(['to_handset', 'from_handset']),
  /** The number that the handset plays. */
  phone: z.string(),
  text: z.string(),
  at: Instant,
});

const access = { tag: 'Texts', access: 'user' } as const;
const paging = { cursor: z.string().max(500).optional(), limit: z.coerce.number().int().min(1).max(100).default(30) };

export const texts = {
  status: endpoint({
    ...access,
    method: 'GET',
    path: '/api/texts/status',
    summary: 'How texts are sent from this workspace',
    response: TextStatus,
    errors: ['unavailable'],
  }),
  threads: endpoint({
    ...access,
    method: 'GET',
    path: TEXTING.threads,
    summary: 'Conversations by text, the latest first',
    query: z.object({
      ...paging,
      filter: ThreadFilter.default('open'),
      /** Part of a number, or of the last text. */
      search: z.string().trim().max(100).optional(),
    }),
    response: pageOf(TextThread),
    errors: ['bad_request'],
  }),
  start: endpoint({
    ...access,
    method: 'POST',
    path: TEXTING.threads,
    summary: 'Send a text to a number or a contact',
    status: 201,
    body: NewThread,
    response: TextThreadDetail,
    errors: ['validation', 'not_found'],
  }),
  thread: endpoint({
    ...access,
    method: 'GET',
    path: `${TEXTING.threads}/{id}`,
    summary: 'A conversation by text',
    params: IdParams,
    response: TextThreadDetail,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...access,
    method: 'PATCH',
    path: `${TEXTING.threads}/{id}`,
    summary: 'Mark a conversation as done, or assign it',
    params: IdParams,
    body: z.strictObject({
      version: z.number().int(),
      isDone: z.boolean().optional(),
      assignedTo: Id.nullable().optional(),
    }),
    response: TextThreadDetail,
    errors: ['validation', 'not_found', 'stale'],
  }),
  markRead: endpoint({
    ...access,
    method: 'POST',
    path: `${TEXTING.threads}/{id}/read`,
    summary: 'Mark what was received as read',
    params: IdParams,
    errors: ['not_found'],
  }),
  messages: endpoint({
    ...access,
    method: 'GET',
    path: `${TEXTING.threads}/{id}/messages`,
    summary: 'What was sent and received, newest first',
    params: IdParams,
    query: z.object(paging),
    response: pageOf(ThreadText),
    errors: ['not_found', 'bad_request'],
  }),
  reply: endpoint({
    ...access,
    method: 'POST',
    path: `${TEXTING.threads}/{id}/messages`,
    summary: 'Send a text in a conversation',
    status: 201,
    params: IdParams,
    body: z.strictObject({ text: Text }),
    response: ThreadText,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  templates: endpoint({
    ...access,
    method: 'GET',
    path: TEXTING.templates,
    summary: 'Templates of texts, by name',
    response: z.object({ items: z.array(TextTemplate) }),
  }),
  createTemplate: endpoint({
    ...access,
    method: 'POST',
    path: TEXTING.templates,
    summary: 'Add a template of a text',
    status: 201,
    body: NewTextTemplate,
    response: TextTemplate,
    errors: ['validation', 'conflict'],
  }),
  updateTemplate: endpoint({
    ...access,
    method: 'PATCH',
    path: `${TEXTING.templates}/{id}`,
    summary: 'Change a template of a text',
    params: IdParams,
    body: NewTextTemplate.extend({ version: z.number().int() }),
    response: TextTemplate,
    errors: ['validation', 'not_found', 'stale', 'conflict'],
  }),
  removeTemplate: endpoint({
    ...access,
    method: 'DELETE',
    path: `${TEXTING.templates}/{id}`,
    summary: 'Delete a template of a text',
    params: IdParams,
    errors: ['not_found'],
  }),
  handset: endpoint({
    ...access,
    method: 'GET',
    path: TEXTING.handset,
    summary: 'What a number on the simulated handset has sent and received, newest first',
    query: z.object({ phone: z.string().trim().max(40), limit: z.coerce.number().int().min(1).max(100).default(50) }),
    response: z.object({ items: z.array(HandsetText) }),
    errors: ['validation', 'conflict'],
  }),
  answerFromHandset: endpoint({
    ...access,
    method: 'POST',
    path: TEXTING.handset,
    summary: 'Write a text on the simulated handset, as the other person would',
    status: 201,
    body: z.strictObject({ phone: z.string().trim().max(40), text: Text }),
    response: z.object({ id: Id }),
    errors: ['validation', 'conflict'],
  }),
} as const;
