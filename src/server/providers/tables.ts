import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../db/columns.ts';
import type { MailAddress } from './mail/port.ts';

/** A kept attachment; the content is base64. */
export interface KeptAttachment {
  fileName: string;
  contentType: string;
  content: string;
}

/** Mails that the embedded provider kept instead of sending. Of the whole installation, so without a workspace. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: id(),
    messageId: text('message_id').notNull(),
    sender: jsonb('sender').$type<MailAddress>().notNull(),
    recipients: jsonb('recipients').$type<{ to: MailAddress[]; cc: MailAddress[]; bcc: MailAddress[] }>().notNull(),
    replyTo: jsonb('reply_to').$type<MailAddress>(),
    subject: text('subject').notNull(),
    text: text('text'),
    html: text('html'),
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    attachments: jsonb('attachments').$type<KeptAttachment[]>().notNull(),
    keptAt: instant('kept_at').notNull(),
  },
  (table) => [index('mail_outbox_kept').on(table.keptAt.desc(), table.id.desc())],
);
