/** Signing in to mailboxes at their provider: shapes and calls. */
import * as z from 'zod';
import { endpoint, Id } from '../../../kernel/endpoint.ts';
import { MAIL } from '../paths.ts';
import { MailAccount, MailAddressText, SenderName } from './shapes.ts';

/** A service that people can sign in with. */
export const MailSignIn = z.object({
  connectionId: Id,
  /** `Google`: the button says “Sign in with Google”. */
  name: z.string(),
  kind: z.enum(['gmail', 'microsoft', 'imap']),
});
export type MailSignIn = z.infer<typeof MailSignIn>;

export const NewMailSignIn = z.strictObject({
  connectionId: Id,
  /** The mailbox to sign in to again; absent: a new one. */
  accountId: Id.optional(),
  /** Suggested to the provider. */
  address: MailAddressText.or(z.literal('')).default(''),
  senderName: SenderName.default(''),
  isShared: z.boolean().default(false),
  memberIds: z.array(Id).max(100).default([]),
});
export type NewMailSignIn = z.infer<typeof NewMailSignIn>;

const access = { tag: 'Mail', access: 'user' } as const;

export const mailSignIns = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: MAIL.signIns,
    summary: 'Services that people can sign in to their mailboxes with',
    description: 'Managers of the workspace add them in Settings → Connections.',
    response: z.object({
      items: z.array(MailSignIn),
      /** Where services send browsers back; their clients are registered with it. */
      redirectUri: z.string(),
    }),
  }),
  start: endpoint({
    ...access,
    method: 'POST',
    path: MAIL.signIns,
    summary: 'Begin to sign in to a mailbox',
    description:
      'Answers the address of the page on which the person agrees. It leads back to the product, whose session must be the same.',
    status: 201,
    body: NewMailSignIn,
    response: z.object({ url: z.string() }),
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'unavailable'],
  }),
  finish: endpoint({
    ...access,
    method: 'POST',
    path: `${MAIL.signIns}/finish`,
    summary: 'Finish signing in to a mailbox with what its provider gave the browser',
    description: 'Each sign-in can be finished once, within 15 minutes, by the session that began it.',
    body: z.strictObject({
      state: z.string().min(1).max(200),
      /** Blank where the provider gave an error. */
      code: z.string().max(4_000).default(''),
      /** The provider's error code. */
      error: z.string().max(200).default(''),
    }),
    response: MailAccount,
    errors: ['validation', 'not_found', 'conflict', 'unavailable', 'bad_request'],
    streams: true,
  }),
} as const;
