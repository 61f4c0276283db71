/**
 * Sends mail. A provider takes one checked message and either passes it to a mail server or, the embedded one, keeps it
 * for administrators. The result says which: the product never says "sent" about a mail that stayed.
 */
import { randomUUID } from 'node:crypto';
import { invalid } from '../../../kernel/errors.ts';
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts';

export interface MailAddress {
  address: string;
  /** Display name. */
  name?: string;
}

export interface MailAttachment {
  fileName: string;
  contentType: string;
  content: Uint8Array;
}

export interface MailMessage {
  from: MailAddress;
  to: MailAddress[];
  cc?: MailAddress[];
  bcc?: MailAddress[];
  replyTo?: MailAddress;
  subject: string;
  /** At least one of `text` and `html`. */
  text?: string;
  html?: string;
  attachments?: MailAttachment[];
  /** An event that the reader's mailbox offers to accept, or an answer (iMIP, RFC 6047): iCalendar text with the METHOD. */
  calendar?: { method: 'REQUEST' | 'CANCEL' | 'REPLY'; text: string };
  /** Further headers, such as `List-Unsubscribe`. Headers of the fields above are refused. */
  headers?: Record<string, string>;
  /**
   * Message-ID without the angle brackets. Set it when a send may be repeated, so that a mailbox recognizes both as one
   * mail; if absent, each send gets a new one.
   */
  id?: string;
  /** Signs the mail in the name of a domain (DKIM, RFC 6376). Kept mails are not signed. */
  dkim?: { domain: string; selector: string; /** PEM. */ privateKey: string };
}

export interface SentMail {
  /** Message-ID without the angle brackets. */
  id: string;
  /** `handed_over`: a mail server accepted it for delivery. `kept`: it was stored here and goes nowhere. */
  delivered: 'handed_over' | 'kept';
  /** Recipients that the mail server refused while it accepted others. */
  refused: { address: string; reason: string }[];
}

export interface MailProvider {
  /** Name for settings and status pages. */
  readonly name: string;
  /** Whether mail leaves this machine. */
  readonly delivers: boolean;
  /**
   * Sends one mail.
   * @throws MailError when it was not accepted; AppError `validation` when the message itself is invalid
   */
  send(message: MailMessage): Promise<SentMail>;
  /**
   * Tries the connection and the sign-in without sending anything.
   * @throws MailError with the problem
   */
  verify(): Promise<void>;
  close(): Promise<void>;
}

/** Why a mail was not accepted. */
export class MailError extends ProviderError {
  /** @param isUncertain the connection ended after the mail was on its way: the server may have accepted it */
  constructor(kind: ProviderErrorKind, message: string, cause?: unknown, isUncertain = false) {
    super(kind, message, { cause, isUncertain });
  }
}

/** A message that passed `checkMessage`: every list is present, and the id is set. */
export type CheckedMessage = MailMessage & Required<Pick<MailMessage, 'id' | 'cc' | 'bcc' | 'attachments' | 'headers'>>;

const MAX_RECIPIENTS = 100;
/** RFC 5322, 2.1.1: a line has at most 998 characters. */
const MAX_HEADER_LENGTH = 998;
// RFC 5321, in the part used by real mailboxes; letters beyond ASCII are allowed on both sides (RFC 6531).
const ADDRESS =
  /^[^\s\p{Cc}<>()[\],;:\\"@]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,75}$/;
const MESSAGE_ID = /^[^\s\p{Cc}<>@]+@[^\s\p{Cc}<>@]+$/u;
const CONTROL = /\p{Cc}/u;
/** Written from the message's own fields, or by mail servers on the way. */
const RESERVED_HEADERS =
  /^(?:from|to|cc|bcc|sender|reply-to|subject|date|message-id|mime-version|return-path|received|dkim-signature|content-.*|resent-.*)$/i;

/**
 * Checks a message before any provider sees it. A line break in an address, a name, the subject, or a header would let
 * its author write headers, so every control character is refused there.
 * @throws AppError `validation` naming the field
 */
export function checkMessage(message: MailMessage): CheckedMessage {
  const { to, cc = [], bcc = [], attachments = [], headers = {} } = message;
  checkAddress('from', message.from);
  if (message.replyTo) checkAddress('replyTo', message.replyTo);
  const lists = { to, cc, bcc };
  for (const [field, list] of Object.entries(lists))
    list.forEach((recipient, i) => checkAddress(`${field}.${i}`, recipient));
  const recipients = to.length + cc.length + bcc.length;
  if (recipients === 0) throw invalid('to', 'Add at least one recipient.');
  if (recipients > MAX_RECIPIENTS) throw invalid('to', `One mail can have at most ${MAX_RECIPIENTS} recipients.`);
  checkLine('subject', message.subject);
  if (!message.text && !message.html) throw invalid('text', 'The mail has no text.');
  attachments.forEach((attachment, i) => {
    checkLine(`attachments.${i}.fileName`, attachment.fileName);
    checkLine(`attachments.${i}.contentType`, attachment.contentType);
  });
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name) || RESERVED_HEADERS.test(name))
      throw invalid(`headers.${name}`, `The header ${JSON.stringify(name)} cannot be set.`);
    checkLine(`headers.${name}`, value);
  }
  const id = message.id ?? `${randomUUID()}@${message.from.address.split('@')[1]}`;
  if (!MESSAGE_ID.test(id)) throw invalid('id', 'The message id is not valid.');
  return { ...message, ...lists, attachments, headers, id };
}

/**
 * Reads a mailbox as people write it: `Ada <ada@example.com>` or `ada@example.com`.
 * @throws AppError `validation` when the address is incomplete
 */
export function parseMailbox(text: string): MailAddress {
  const [, name = '', inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const mailbox = { address: (inBrackets ?? text).trim(), name: name.trim().replace(/^"(.*)"$/, '$1') || undefined };
  checkAddress('address', mailbox);
  return mailbox;
}

function checkAddress(field: string, { address, name }: MailAddress): void {
  if (address.length > 254 || !ADDRESS.test(address))
    throw invalid(field, `${JSON.stringify(address)} is not a complete email address.`);
  if (name !== undefined) checkLine(field, name);
}

function checkLine(field: string, value: string): void {
  if (CONTROL.test(value)) throw invalid(field, 'Line breaks and control characters are not allowed here.');
  if (value.length > MAX_HEADER_LENGTH) throw invalid(field, `Use at most ${MAX_HEADER_LENGTH} characters.`);
}

declare module '../define.ts' {
  interface PortClient {
    mail: MailProvider;
  }
}
