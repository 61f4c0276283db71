/** Messages to people outside, by mail or SMS: consent, suppressed addresses, settings, and what became of each message. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { MESSAGING } from './paths.ts';

export const Channel = z.enum(['email', 'sms']);
export type Channel = z.infer<typeof Channel>;

/**
 * `transactional`: the person's own business, such as an invoice; needs no consent. `service`: about a request of
 * theirs. The others advertise.
 */
export const Purpose = z.enum(['transactional', 'service', 'marketing', 'newsletter']);
export type Purpose = z.infer<typeof Purpose>;
/** Purposes that people agree to or not. */
export const CONSENT_PURPOSES = ['service', 'marketing', 'newsletter'] as const;
export const ConsentPurpose = z.enum(CONSENT_PURPOSES);
export type ConsentPurpose = z.infer<typeof ConsentPurpose>;

/** How a text that is not transactional leaves: it says how to end them. */
export const withStopNotice = (text: string): string => `${text}\nReply STOP to end.`;

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 21:00.');
const Quiet = z.strictObject({
  on: z.boolean(),
  /** Nothing is sent from this time to the other, where the recipient is. */
  from: Time,
  to: Time,
});
/** `opt_in`: only to those who agreed. `opt_out`: to everyone who did not object. */
const Rule = z.enum(['opt_in', 'opt_out']);
const line = (max: number) => z.string().trim().max(max, `Use at most ${max} characters.`);

export const MessageSettings = z.strictObject({
  quiet: z.strictObject({ email: Quiet, sms: Quiet }),
  rules: z.strictObject({
    email: z.strictObject({ service: Rule, marketing: Rule, newsletter: Rule }),
    sms: z.strictObject({ service: Rule, marketing: Rule, newsletter: Rule }),
  }),
  /** Messages to one address that are not transactional; 0: any number. */
  caps: z.strictObject({ day: z.number().int().min(0).max(100), week: z.number().int().min(0).max(500) }),
  throttle: z.strictObject({
    /** Messages of the workspace in a minute. */
    minute: z.number().int().min(1, 'Send at least one a minute.').max(6_000),
    /** Messages to one mail domain in a minute. */
    destination: z.number().int().min(1, 'Send at least one a minute.').max(6_000),
  }),
  sender: z.strictObject({
    name: line(120),
    /** An address of a verified domain; blank: the address of the installation. */
    address: z.union([z.literal(''), z.email('Enter a complete email address.')]),
    replyTo: z.union([z.literal(''), z.email('Enter a complete email address.')]),
  }),
  /** Stands at the end of mails that are not transactional, as the law asks. */
  postalAddress: line(400),
});
export type MessageSettings = z.infer<typeof MessageSettings>;

const Versioned = MessageSettings.extend({ version: z.number().int() });
export type VersionedSettings = z.infer<typeof Versioned>;

export const MESSAGE_STATES = [
  'queued',
  'held',
  'sending',
  'sent',
  'delivered',
  'kept',
  'refused',
  'failed',
  'unknown',
  'bounced',
  'complained',
] as const;
export const MessageState = z.enum(MESSAGE_STATES);
export type MessageState = z.infer<typeof MessageState>;

export const Message = z.object({
  id: Id,
  channel: Channel,
  purpose: Purpose,
  address: z.string(),
  contactId: Id.nullable(),
  subject: z.string(),
  text: z.string(),
  state: MessageState,
  /** Why it waits, or was not sent; empty when it was. */
  why: z.string(),
  /** Next attempt of one that waits. */
  dueAt: Instant.nullable(),
  /** The message's origin. */
  origin: z.object({ type: z.string(), id: z.string(), label: z.string() }).nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type Message = z.infer<typeof Message>;

export const SUPPRESSION_REASONS = ['bounced', 'complained', 'stopped', 'manual', 'imported'] as const;
export const Suppression = z.object({
  id: Id,
  channel: Channel,
  address: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  note: z.string(),
  createdAt: Instant,
});
export type Suppression = z.infer<typeof Suppression>;

/** Addresses that are added at a time. */
export const MAX_ADDRESSES = 5_000;
export const NewSuppressions = z.strictObject({
  channel: Channel,
  addresses: z
    .array(z.string().trim().max(254))
    .min(1, 'Enter at least one address.')
    .max(MAX_ADDRESSES, `Add at most ${MAX_ADDRESSES.toLocaleString('en')} addresses at a time.`),
  note: line(200).default(''),
});

export const ConsentEvent = z.object({
  id: Id,
  channel: Channel,
  address: z.string(),
  purpose: z.enum(['all', ...CONSENT_PURPOSES]),
  state: z.enum(['granted', 'withdrawn']),
  wording: z.string(),
  source: z.string(),
  proof: z.record(z.string(), z.unknown()),
  /** Name of the person who recorded it; null when the person outside did it themselves. */
  recordedBy: z.string().nullable(),
  at: Instant,
});
export type ConsentEvent = z.infer<typeof ConsentEvent>;

export const ConsentState = z.object({
  channel: Channel,
  address: z.string(),
  suppressed: z.enum(SUPPRESSION_REASONS).nullable(),
  purposes: z.record(ConsentPurpose, z.enum(['granted', 'withdrawn', 'unknown'])),
});
export type ConsentState = z.infer<typeof ConsentState>;

export const NewConsent = z.strictObject({
  channel: Channel,
  address: line(254).min(1, 'Enter an address.'),
  purpose: z.enum(['all', ...CONSENT_PURPOSES]),
  state: z.enum(['granted', 'withdrawn']),
  wording: line(1_000).min(1, 'Enter what the person agreed to, or said.'),
  contactId: Id.optional(),
});

/** Recipients of a message, and reasons why others are left out. */
export const DryRun = z.object({
  total: z.number().int(),
  wouldGo: z.number().int(),
  /** Of those, messages that wait for the end of quiet hours. */
  later: z.number().int(),
  refused: z.array(
    z.object({ reason: z.string(), label: z.string(), count: z.number().int(), examples: z.array(z.string()) }),
  ),
});
export type DryRun = z.infer<typeof DryRun>;

const RecordState = z.object({ state: z.enum(['ok', 'missing', 'wrong', 'unchecked']), found: z.string() });
export const SendingDomain = z.object({
  id: Id,
  domain: z.string(),
  isVerified: z.boolean(),
  checkedAt: Instant.nullable(),
  records: z.array(
    RecordState.extend({
      record: z.enum(['dkim', 'spf', 'dmarc']),
      name: z.string(),
      value: z.string(),
      isNeeded: z.boolean(),
    }),
  ),
});
export type SendingDomain = z.infer<typeof SendingDomain>;
export const NewSendingDomain = z.strictObject({
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(200)
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/, 'Enter a domain such as example.com.'),
});

const access = { tag: 'Messaging', access: 'user' } as const;
const paging = { cursor: z.string().max(500).optional(), limit: z.coerce.number().int().min(1).max(100).default(30) };

export const messaging = {
  settings: endpoint({
    ...access,
    method: 'GET',
    path: MESSAGING.settings,
    summary: 'Quiet hours, limits, consent rules, and sender of the workspace',
    response: Versioned.extend({ inboundUrl: z.string() }),
  }),
  saveSettings: endpoint({
    ...access,
    method: 'PUT',
    path: MESSAGING.settings,
    summary: 'Change how the workspace sends messages',
    body: Versioned,
    response: Versioned.extend({ inboundUrl: z.string() }),
    errors: ['validation', 'stale'],
  }),
  messages: endpoint({
    ...access,
    method: 'GET',
    path: MESSAGING.messages,
    summary: 'Messages to people outside, newest first',
    query: z.object({
      ...paging,
      state: MessageState.optional(),
      contactId: Id.optional(),
      address: z.string().trim().max(254).optional(),
    }),
    response: pageOf(Message),
    errors: ['bad_request'],
  }),
  resolve: endpoint({
    ...access,
    method: 'POST',
    path: `${MESSAGING.messages}/{id}/resolve`,
    summary: 'Decide about a message whose outcome is unknown',
    description:
      'The server stopped while it handed the message over, so it may have arrived. It is never repeated by itself.',
    params: IdParams,
    body: z.strictObject({ as: z.enum(['sent', 'again']) }),
    response: Message,
    errors: ['not_found', 'conflict'],
  }),
  suppressions: endpoint({
    ...access,
    method: 'GET',
    path: MESSAGING.suppressions,
    summary: 'Addresses to which nothing is sent, newest first',
    query: z.object({ ...paging, search: z.string().trim().max(254).optional() }),
    response: pageOf(Suppression),
    errors: ['bad_request'],
  }),
  suppress: endpoint({
    ...access,
    method: 'POST',
    path: MESSAGING.suppressions,
    summary: 'Suppress addresses',
    status: 201,
    body: NewSuppressions,
    response: z.object({ added: z.number().int(), known: z.number().int(), invalid: z.array(z.string()) }),
    errors: ['validation'],
  }),
  unsuppress: endpoint({
    ...access,
    method: 'DELETE',
    path: `${MESSAGING.suppressions}/{id}`,
    summary: 'Send to an address again',
    description: 'Not after a complaint, or after STOP: only the person themselves can undo that.',
    params: IdParams,
    errors: ['not_found', 'conflict'],
  }),
  consent: endpoint({
    ...access,
    method: 'GET',
    path: MESSAGING.consent,
    summary: 'Get the consent of a contact',
    query: z.object({ contactId: Id.optional(), address: z.string().trim().max(254).optional() }),
    response: z.object({ states: z.array(ConsentState), events: z.array(ConsentEvent) }),
    errors: ['validation'],
  }),
  recordConsent: endpoint({
    ...access,
    method: 'POST',
    path: MESSAGING.consent,
    summary: 'Record consent or an objection',
    status: 201,
    body: NewConsent,
    response: ConsentEvent,
    errors: ['validation'],
  }),
  plan: endpoint({
    ...access,
    method: 'GET',
    path: '/api/messaging/dry-run',
    summary: 'How many contacts a message would reach, and why not the others',
    query: z.object({ channel: Channel, purpose: Purpose, tag: z.string().trim().max(60).optional() }),
    response: DryRun,
  }),
  domains: endpoint({
    ...access,
    method: 'GET',
    path: MESSAGING.domains,
    summary: 'Domains in whose name mail is signed, with their DNS records',
    response: z.object({ items: z.array(SendingDomain) }),
  }),
  addDomain: endpoint({
    ...access,
    method: 'POST',
    path: MESSAGING.domains,
    summary: 'Add a sending domain: makes its DKIM key',
    status: 201,
    body: NewSendingDomain,
    response: SendingDomain,
    errors: ['validation', 'conflict'],
  }),
  checkDomain: endpoint({
    ...access,
    method: 'POST',
    path: `${MESSAGING.domains}/{id}/check`,
    summary: "Look for a sending domain's records in the DNS",
    params: IdParams,
    response: SendingDomain,
    errors: ['not_found', 'unavailable', 'rate_limited'],
  }),
  removeDomain: endpoint({
    ...access,
    method: 'DELETE',
    path: `${MESSAGING.domains}/{id}`,
    summary: 'Remove a sending domain with its key',
    params: IdParams,
    errors: ['not_found'],
  }),
  inbound: endpoint({
    tag: 'Messaging',
    access: 'public',
    method: 'POST',
    path: '/api/public/messaging/inbound/{key}',
    crossSite: true,
    summary: 'Bounces and complaints, as the mail server got them',
    description: 'The whole message as text: a delivery status (RFC 3464) or a feedback report (RFC 5965).',
    params: z.object({ key: z.string().max(120) }),
    body: z.strictObject({ raw: z.string().max(900_000) }),
    response: z.object({ kind: z.enum(['bounce', 'complaint', 'delay', 'other']), addresses: z.number().int() }),
    errors: ['not_found', 'rate_limited'],
  }),
} as const;
