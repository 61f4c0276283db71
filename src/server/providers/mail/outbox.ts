/** Storage of the embedded provider's mails, and how administrators read them. */
import { notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { forgetRows } from '../../db/delete-in-batches.ts';
import { asSystem, query } from '../../db/index.ts';
import { openEmbeddedMail } from './embedded.ts';
import type { CheckedMessage, MailAddress, MailProvider } from './port.ts';

/** A kept attachment; the content is base64. */
export interface KeptAttachment {
  fileName: string;
  contentType: string;
  content: string;
}

export interface KeptMailSummary {
  id: string;
  from: MailAddress;
  to: MailAddress[];
  subject: string;
  keptAt: string;
}

export interface KeptMail extends KeptMailSummary {
  messageId: string;
  cc: MailAddress[];
  bcc: MailAddress[];
  replyTo: MailAddress | null;
  text: string | null;
  html: string | null;
  headers: Record<string, string>;
  attachments: { fileName: string; contentType: string; size: number }[];
}

/** The embedded provider with its table. A mail written inside `transaction()` is kept when that commits. */
export function openMailOutbox(): MailProvider {
  return openEmbeddedMail(keep);
}

async function keep(message: CheckedMessage): Promise<void> {
  const { calendar } = message;
  const event = calendar
    ? [
        {
          fileName: 'invite.ics',
          contentType: `text/calendar; charset=utf-8; method=${calendar.method}`,
          content: Buffer.from(calendar.text),
        },
      ]
    : [];
  const attachments: KeptAttachment[] = [...message.attachments, ...event].map(
    ({ fileName, contentType, content }) => ({
      fileName,
      contentType,
      content: Buffer.from(content).toString('base64'),
    }),
  );
  await asSystem(() =>
    query(
      `insert into mail_outbox (id, message_id, sender, recipients, reply_to, subject, text, html, headers, attachments)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        newId(),
        message.id,
        JSON.stringify(message.from),
        JSON.stringify({ to: message.to, cc: message.cc, bcc: message.bcc }),
        message.replyTo ? JSON.stringify(message.replyTo) : null,
        message.subject,
        message.text ?? null,
        message.html ?? null,
        JSON.stringify(message.headers),
        JSON.stringify(attachments),
      ],
    ),
  );
}

interface Row {
  id: string;
  message_id: string;
  sender: MailAddress;
  recipients: { to: MailAddress[]; cc: MailAddress[]; bcc: MailAddress[] };
  reply_to: MailAddress | null;
  subject: string;
  text: string | null;
  html: string | null;
  headers: Record<string, string>;
  attachments: KeptAttachment[];
  kept_at: string;
}

/**
 * Kept mails, newest first.
 * @param before id of the last mail of the previous page
 */
export async function listKeptMail(options: { before?: string; limit: number }): Promise<KeptMailSummary[]> {
  const rows = await asSystem(() =>
    query<Row>(
      // Ids are ordered by time, so they alone give the order.
      'select id, sender, recipients, subject, kept_at from mail_outbox where ($1::uuid is null or id < $1) order by id desc limit $2',
      [options.before ?? null, options.limit],
    ),
  );
  return rows.map(({ id, sender, recipients, subject, kept_at }) => ({
    id,
    from: sender,
    to: recipients.to,
    subject,
    keptAt: kept_at,
  }));
}

/** @throws AppError `not_found` */
export async function getKeptMail(id: string): Promise<KeptMail> {
  const [row] = await asSystem(() => query<Row>('select * from mail_outbox where id = $1', [id]));
  if (!row) throw notFound('The mail');
  return {
    id: row.id,
    messageId: row.message_id,
    from: row.sender,
    ...row.recipients,
    replyTo: row.reply_to,
    subject: row.subject,
    text: row.text,
    html: row.html,
    headers: row.headers,
    keptAt: row.kept_at,
    attachments: row.attachments.map(({ fileName, contentType, content }) => ({
      fileName,
      contentType,
      size: Buffer.byteLength(content, 'base64'),
    })),
  };
}

const KEEP = '90 days';

/** Deletes old kept mails. @returns how many */
export async function forgetOldMail(): Promise<number> {
  return forgetRows('mail_outbox', `kept_at < now() - interval '${KEEP}'`);
}
