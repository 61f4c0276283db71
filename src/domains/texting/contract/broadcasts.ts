/** Broadcasts: one text to many contacts. Apart from contract.ts, so that the page of conversations loads without them. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { DecimalEntry } from '../../crm/contract/opportunities.ts';
import { ConsentPurpose, DryRun, withStopNotice } from '../../messaging/contract.ts';
import { MAX_TEXT } from '../contract.ts';
import { TEXTING } from '../paths.ts';

/** Contacts that are chosen one by one. */
export const MAX_CHOSEN = 200;
/** Broadcasts that are being sent or paused. */
export const MAX_ACTIVE_BROADCASTS = 20;
const MAX_BROADCAST_TEXT = MAX_TEXT - withStopNotice('').length;

export const BroadcastAudience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('tag'), tag: z.string().trim().min(1, 'Choose a tag.').max(60) }),
  z.strictObject({
    kind: z.literal('contacts'),
    contactIds: z
      .array(Id)
      .min(1, 'Choose at least one contact.')
      .max(MAX_CHOSEN, `Choose at most ${MAX_CHOSEN} contacts.`),
  }),
]);
export type BroadcastAudience = z.infer<typeof BroadcastAudience>;

export const BroadcastDraft = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1, 'Write a message.')
    .max(MAX_BROADCAST_TEXT, `Use at most ${MAX_BROADCAST_TEXT} characters.`),
  purpose: ConsentPurpose,
  audience: BroadcastAudience,
  /** The carrier's price per segment, in the workspace's currency. */
  segmentPrice: DecimalEntry.nullable().default(null),
});
export const NewBroadcast = BroadcastDraft.extend({
  name: z.string().trim().min(1, 'Name is required.').max(80, 'Use at most 80 characters.'),
});

export const BroadcastPreview = DryRun.extend({
  /** Of all texts that would go, with names filled in and the words about STOP. */
  segments: z.number().int(),
  /** Decimal; null without a price. */
  cost: z.string().nullable(),
  currency: z.string(),
});
export type BroadcastPreview = z.infer<typeof BroadcastPreview>;

export const BroadcastState = z.enum(['sending', 'paused', 'stopped', 'done']);
export type BroadcastState = z.infer<typeof BroadcastState>;

export const BroadcastFigures = z.object({
  /** Contacts of the audience, each number once. */
  total: z.number().int(),
  /** Their turn has not come. */
  waiting: z.number().int(),
  /** They wait for the end of quiet hours. */
  later: z.number().int(),
  /** The carrier has them; `delivered` are among them. */
  sent: z.number().int(),
  delivered: z.number().int(),
  /** On the simulated handset. */
  kept: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  /** Why they failed or were skipped, the most frequent first. */
  reasons: z.array(z.object({ kind: z.enum(['failed', 'skipped']), why: z.string(), count: z.number().int() })),
  /** Of the texts that the carrier has. */
  segments: z.number().int(),
});
export type BroadcastFigures = z.infer<typeof BroadcastFigures>;

export const Broadcast = z.object({
  id: Id,
  name: z.string(),
  text: z.string(),
  purpose: ConsentPurpose,
  audience: z.object({
    kind: z.enum(['all', 'tag', 'contacts']),
    tag: z.string().nullable(),
    count: z.number().nullable(),
  }),
  state: BroadcastState,
  /** Its recipients are not all found yet. */
  isPreparing: z.boolean(),
  /** Why it was paused without anyone's doing; blank otherwise. */
  problem: z.string(),
  segmentPrice: z.string().nullable(),
  /** Of the segments that were sent; null without a price. */
  cost: z.string().nullable(),
  currency: z.string(),
  author: z.string().nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  figures: BroadcastFigures,
});
export type Broadcast = z.infer<typeof Broadcast>;

const access = { tag: 'Texts', access: 'user' } as const;

export const broadcasts = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: TEXTING.broadcasts,
    summary: 'Broadcasts with their figures, newest first',
    query: z.object({
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: pageOf(Broadcast),
    errors: ['bad_request'],
  }),
  preview: endpoint({
    ...access,
    method: 'POST',
    path: `${TEXTING.broadcasts}/preview`,
    summary: 'Who would get a broadcast now, why not the others, and what it costs',
    body: BroadcastDraft,
    response: BroadcastPreview,
    errors: ['validation'],
  }),
  start: endpoint({
    ...access,
    method: 'POST',
    path: TEXTING.broadcasts,
    summary: 'Send a text to many contacts',
    status: 201,
    body: NewBroadcast,
    response: Broadcast,
    errors: ['validation', 'conflict'],
  }),
  get: endpoint({
    ...access,
    method: 'GET',
    path: `${TEXTING.broadcasts}/{id}`,
    summary: 'A broadcast with its figures',
    params: IdParams,
    response: Broadcast,
    errors: ['not_found'],
  }),
  pause: endpoint({
    ...access,
    method: 'POST',
    path: `${TEXTING.broadcasts}/{id}/pause`,
    summary: 'Hold back all texts of a broadcast that have not left',
    params: IdParams,
    response: Broadcast,
    errors: ['not_found', 'conflict'],
  }),
  resume: endpoint({
    ...access,
    method: 'POST',
    path: `${TEXTING.broadcasts}/{id}/resume`,
    summary: 'Send the rest of a paused broadcast',
    params: IdParams,
    response: Broadcast,
    errors: ['not_found', 'conflict'],
  }),
  stop: endpoint({
    ...access,
    method: 'POST',
    path: `${TEXTING.broadcasts}/{id}/stop`,
    summary: 'End a broadcast: texts that have not left are never sent',
    params: IdParams,
    response: Broadcast,
    errors: ['not_found', 'conflict'],
  }),
} as const;
