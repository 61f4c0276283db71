/** What mail looks like on the wire. */
import * as z from 'zod';
import { Id, Instant } from '../../../kernel/endpoint.ts';

export const MAX_LETTER = 100_000;
export const MAX_RECIPIENTS = 100;
/** Bytes of one attachment, and of all attachments of a letter: most servers take no more. */
export const MAX_ATTACHMENT = 20_000_000;
export const MAX_ATTACHMENTS_TOTAL = 25_000_000;
export const MAX_LABELS = 20;

export const MailPlace = z.enum(['inbox', 'sent', 'drafts', 'archive', 'trash', 'junk', 'other']);
export type MailPlace = z.infer<typeof MailPlace>;

/** A list of conversations. `scheduled` and `drafts` are lists of letters (`drafts.list`). */
export const MailView = z.enum([
  'inbox',
  'unread',
  'starred',
  'snoozed',
  'mine',
  'newsletters',
  'sent',
  'archive',
  'junk',
  'trash',
  'all',
]);
export type MailView = z.infer<typeof MailView>;

const line = (max: number) => z.string().trim().max(max, `Use at most ${max} characters.`);
export const SenderName = line(200);
export const MailAddressText = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s<>()[\],;:\\"@]{1,64}@[^\s@<>,;"]{1,190}$/, 'Enter a complete email address.');

export const MailServer = z.object({
  host: z.string(),
  port: z.number().int(),
  security: z.enum(['tls', 'starttls', 'none']),
});
export type MailServer = z.infer<typeof MailServer>;

/** Servers of an address as they were found. */
export const MailServers = z.object({
  /** How they were found. `none`: nothing was found, and the fields stay empty. */
  by: z.enum(['provider', 'mx', 'srv', 'autoconfig', 'names', 'none']),
  kind: z.enum(['imap', 'gmail', 'microsoft']),
  imap: MailServer.nullable(),
  smtp: MailServer.nullable(),
  /** Blank: the address. */
  userName: z.string(),
});
export type MailServers = z.infer<typeof MailServers>;

const NewServer = z.strictObject({
  host: z
    .string()
    .trim()
    .min(1, 'Server is required.')
    .max(253)
    .regex(/^[\p{L}\p{N}.:-]+$/u, 'Enter the name of a server, such as imap.example.com.'),
  port: z.number().int().min(1, 'Enter a port from 1 to 65535.').max(65_535, 'Enter a port from 1 to 65535.'),
  security: MailServer.shape.security,
});

export const MailAccount = z.object({
  id: Id,
  kind: z.enum(['imap', 'gmail', 'microsoft', 'sample']),
  name: z.string(),
  address: z.string(),
  senderName: z.string(),
  userName: z.string(),
  /** Whether a password is stored; it is never answered. */
  hasPassword: z.boolean(),
  /** How the owner signed in instead; `connectionId` is null when the service is no longer connected. */
  signIn: z.object({ connectionId: Id.nullable(), name: z.string() }).nullable(),
  /** Whether the provider no longer accepts the sign-in: only the owner can open the mailbox again. */
  needsSignIn: z.boolean(),
  imap: MailServer.nullable(),
  smtp: MailServer.nullable(),
  signature: z.string(),
  state: z.enum(['active', 'paused', 'failed']),
  problem: z.string(),
  isShared: z.boolean(),
  /** Who may read a shared inbox; empty for a personal mailbox. */
  members: z.array(z.object({ id: Id, name: z.string() })),
  /** Whether the caller may change it. */
  isMine: z.boolean(),
  /** First synchronization; null once it is complete. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  syncedAt: Instant.nullable(),
  /** Unread conversations in the inbox. */
  unread: z.number().int(),
  version: z.number().int(),
});
export type MailAccount = z.infer<typeof MailAccount>;

export const NewMailAccount = z.strictObject({
  kind: z.enum(['imap', 'gmail', 'microsoft']),
  address: MailAddressText,
  senderName: SenderName.default(''),
  /** Blank: the address. */
  userName: line(254).default(''),
  password: z.string().min(1, 'Password is required.').max(1_000),
  /** For `imap`; Gmail and Microsoft have their own. */
  imap: NewServer.optional(),
  smtp: NewServer.optional(),
  isShared: z.boolean().default(false),
  memberIds: z.array(Id).max(100).default([]),
});
export type NewMailAccount = z.infer<typeof NewMailAccount>;

export const MailAccountChange = z.strictObject({
  version: z.number().int(),
  name: line(100).min(1, 'Name is required.').optional(),
  senderName: SenderName.optional(),
  signature: z.string().max(5_000, 'Use at most 5000 characters.').optional(),
  /** A new password is tested before it is stored. */
  password: z.string().min(1).max(1_000).optional(),
  isPaused: z.boolean().optional(),
  memberIds: z.array(Id).max(100).optional(),
});

export const MailPerson = z.object({ name: z.string(), address: z.string() });
export type MailPerson = z.infer<typeof MailPerson>;

export const MailThread = z.object({
  id: Id,
  accountId: Id,
  subject: z.string(),
  people: z.array(z.string()),
  snippet: z.string(),
  messageCount: z.number().int(),
  unreadCount: z.number().int(),
  hasAttachments: z.boolean(),
  isStarred: z.boolean(),
  places: z.array(z.string()),
  labels: z.array(z.string()),
  triage: z.string(),
  triageWhy: z.string(),
  lastAt: Instant,
  lastDirection: z.enum(['in', 'out']),
  snoozedUntil: Instant.nullable(),
  assignedTo: z.object({ id: Id, name: z.string() }).nullable(),
  version: z.number().int(),
});
export type MailThread = z.infer<typeof MailThread>;

export const MailAttachment = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  size: z.number().int(),
  isInline: z.boolean(),
});
export type MailAttachment = z.infer<typeof MailAttachment>;

/** Records whose files an attachment can be saved to. */
export const AttachmentTarget = z.enum(['contact', 'company', 'lead', 'opportunity']);
export type AttachmentTarget = z.infer<typeof AttachmentTarget>;

export const InvitationAnswer = z.enum(['none', 'accepted', 'tentative', 'declined']);
export type InvitationAnswer = z.infer<typeof InvitationAnswer>;

/** The calendar event in a message. */
export const MailInvitation = z.object({
  summary: z.string(),
  startsAt: Instant,
  /** The first day of a whole-day event. */
  day: z.string().nullable(),
  /** Of a whole-day event: 1440 for each day. */
  minutes: z.number().int(),
  /** Recurrence rule of RFC 5545; blank for a single event. */
  rule: z.string(),
  place: z.string(),
  link: z.string(),
  organizer: MailPerson.nullable(),
  guests: z.array(MailPerson.extend({ answer: InvitationAnswer })),
  /** Guests that are left out of the list. */
  moreGuests: z.number().int(),
  /** What the mailbox has answered. */
  answer: InvitationAnswer,
  /**
   * `open`: can be answered. `updated`: a later message changed it. `reply`: someone’s answer. `foreign`: the message
   * is not from the organizer, so nothing follows from it. `shown`: an event that asks for no answer.
   */
  state: z.enum(['open', 'ended', 'canceled', 'updated', 'reply', 'foreign', 'shown']),
  activityId: Id.nullable(),
  /** The caller’s open activities at that time. */
  overlaps: z.array(z.object({ id: Id, subject: z.string(), startsAt: Instant })),
});
export type MailInvitation = z.infer<typeof MailInvitation>;

export const MailMessage = z.object({
  id: Id,
  subject: z.string(),
  from: MailPerson,
  to: z.array(MailPerson),
  cc: z.array(MailPerson),
  at: Instant,
  direction: z.enum(['in', 'out']),
  place: MailPlace,
  snippet: z.string(),
  text: z.string(),
  /** It has HTML, shown at `…/messages/{id}/letter`. */
  hasHtml: z.boolean(),
  /** Pictures on other servers, which are loaded only when asked for. */
  remotePictures: z.number().int(),
  isRead: z.boolean(),
  isStarred: z.boolean(),
  attachments: z.array(MailAttachment),
  /** `one_click`: a call unsubscribes; `link`: a page of the sender does. */
  unsubscribe: z.enum(['one_click', 'link', 'none']),
  unsubscribedAt: Instant.nullable(),
  invitation: MailInvitation.nullable(),
  remark: z.string(),
});
export type MailMessage = z.infer<typeof MailMessage>;

/** A mailing list that writes to a mailbox. */
export const MailingList = z.object({
  /** Its List-Id, or the address that it comes from. */
  id: z.string(),
  accountId: Id,
  account: z.string(),
  name: z.string(),
  address: z.string(),
  emails: z.number().int(),
  unread: z.number().int(),
  lastAt: Instant,
  /** Its latest conversation. */
  threadId: Id,
  /** How to leave it: a call, an email, or a visit to its page. */
  way: z.enum(['one_click', 'email', 'link']),
  unsubscribedAt: Instant.nullable(),
});
export type MailingList = z.infer<typeof MailingList>;

/** Who stands behind an address. */
export const MailContact = z.object({
  address: z.string(),
  name: z.string(),
  contactId: Id.nullable(),
  leadId: Id.nullable(),
  openOpportunities: z.array(
    z.object({ id: Id, name: z.string(), amount: z.string(), currency: z.string(), stage: z.string() }),
  ),
  recentActivities: z.array(z.object({ id: Id, subject: z.string(), dueAt: Instant.nullable() })),
  /** Emails from and to this address that the caller may read. */
  emails: z.number().int(),
});
export type MailContact = z.infer<typeof MailContact>;

export const MailThreadDetail = MailThread.extend({
  messages: z.array(MailMessage),
  /** The caller's latest draft in it. */
  draftId: Id.nullable(),
  /** Older messages that are left out. */
  leftOut: z.number().int(),
});
export type MailThreadDetail = z.infer<typeof MailThreadDetail>;

export const DraftState = z.enum(['draft', 'scheduled', 'sending', 'sent', 'kept', 'refused', 'failed', 'unknown']);

export const MailDraft = z.object({
  id: Id,
  accountId: Id,
  threadId: Id.nullable(),
  answersId: Id.nullable(),
  mode: z.enum(['new', 'reply', 'reply_all', 'forward']),
  to: z.array(MailPerson),
  cc: z.array(MailPerson),
  bcc: z.array(MailPerson),
  subject: z.string(),
  text: z.string(),
  attachments: z.array(MailAttachment),
  state: DraftState,
  /** Why it was not sent, or what is not known. */
  why: z.string(),
  sendAt: Instant.nullable(),
  updatedAt: Instant,
  version: z.number().int(),
});
export type MailDraft = z.infer<typeof MailDraft>;

const Recipients = z
  .array(z.strictObject({ name: line(200).default(''), address: MailAddressText }))
  .max(MAX_RECIPIENTS, `Use at most ${MAX_RECIPIENTS} recipients.`);

export const NewDraft = z.strictObject({
  accountId: Id.optional(),
  mode: MailDraft.shape.mode.default('new'),
  /** The message that is answered or forwarded. */
  answersId: Id.optional(),
  to: Recipients.optional(),
  subject: line(500).optional(),
  text: z.string().max(MAX_LETTER).optional(),
});
export const DraftChange = z.strictObject({
  version: z.number().int(),
  accountId: Id.optional(),
  to: Recipients.optional(),
  cc: Recipients.optional(),
  bcc: Recipients.optional(),
  subject: line(500).optional(),
  text: z.string().max(MAX_LETTER, `Use at most ${MAX_LETTER} characters.`).optional(),
});

export const MailTemplate = z.object({
  id: Id,
  name: z.string(),
  subject: z.string(),
  text: z.string(),
  version: z.number().int(),
});
export type MailTemplate = z.infer<typeof MailTemplate>;
export const NewMailTemplate = z.strictObject({
  name: line(80).min(1, 'Name is required.'),
  subject: line(500).default(''),
  /** `{{first_name}}` and `{{name}}` become the recipient’s. */
  text: z.string().trim().min(1, 'Text is required.').max(20_000, 'Use at most 20000 characters.'),
});

export const ThreadAct = z.enum([
  'archive',
  'inbox',
  'trash',
  'junk',
  'read',
  'unread',
  'star',
  'unstar',
  'snooze',
  'label',
  'unlabel',
]);
export type ThreadAct = z.infer<typeof ThreadAct>;
export const ThreadActs = z
  .strictObject({
    ids: z.array(Id).min(1).max(100),
    act: ThreadAct,
    /** Of `snooze`: an instant in the next year; absent: ends it. */
    until: Instant.optional(),
    /** Of `label` and `unlabel`. */
    label: line(40).min(1, 'Label is required.').optional(),
  })
  .refine(({ act, label }) => !act.endsWith('label') || label !== undefined, {
    path: ['label'],
    message: 'Label is required.',
  });
