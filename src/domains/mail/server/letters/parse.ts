/** Reads a letter as it came from the server. Whatever it holds, the result can be shown: nothing is thrown. */
import { createHash } from 'node:crypto';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { manyLines, oneLine, snippetOf, storable } from '../../engine/clean-text.ts';
import { textOfHtml } from './html-text.ts';
import type { MailPerson, ParsedAttachment, ParsedMail } from '../../engine/parsed-mail.ts';
import { repairBytes } from './repair-bytes.ts';
import { readTnef } from '../../engine/tnef.ts';

export const MAX_TEXT = 200_000;
export const MAX_HTML = 1_500_000;
const MAX_PEOPLE = 200;
const MAX_REFERENCES = 30;
const MAX_ATTACHMENTS = 100;
const DAY = 86_400_000;

export interface ParseContext {
  /** When the server took it: an instant. */
  receivedAt: string;
  /** Only its beginning was read, because it is too large. */
  isCut?: boolean;
}

export async function parseMail(raw: Uint8Array, { receivedAt, isCut = false }: ParseContext): Promise<ParsedMail> {
  try {
    const email = await PostalMime.parse(repairBytes(raw), { maxNestingDepth: 60, maxRfc822NestingDepth: 5 });
    return { ...toMail(email, raw, receivedAt), remark: isCut ? 'cut' : '' };
  } catch {
    return damaged(raw, receivedAt);
  }
}

function toMail(email: Email, raw: Uint8Array, receivedAt: string): ParsedMail {
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? '';
  const { attachments, text: extra } = attachmentsOf(email.attachments);
  const html = email.html?.trim() ? storable(email.html.slice(0, MAX_HTML)) : null;
  const plain = email.text?.trim() ? email.text : html !== null ? textOfHtml(html) : extra;
  const text = manyLines(plain, MAX_TEXT).trim();
  const inReplyTo = messageIds(email.inReplyTo ?? '')[0] ?? '';
  return {
    key: messageIds(email.messageId ?? '')[0] ?? hashKey(raw),
    inReplyTo,
    references: messageIds(email.references ?? '').slice(-MAX_REFERENCES),
    subject: oneLine(email.subject ?? '', 500),
    from: people(email.from ? [email.from] : email.sender ? [email.sender] : [])[0] ?? { name: '', address: '' },
    to: people(email.to),
    cc: people(email.cc),
    bcc: people(email.bcc),
    replyTo: people(email.replyTo),
    at: dateOf(email.date, receivedAt),
    text,
    html,
    snippet: snippetOf(text),
    attachments,
    ...unsubscribeOf(header('list-unsubscribe'), header('list-unsubscribe-post')),
    listId: oneLine(header('list-id'), 200),
    isAutomatic: isAutomatic(header),
    remark: '',
  };
}

function people(addresses: readonly Address[] = []): MailPerson[] {
  return addresses
    .flatMap((one): { name: string; address?: string }[] => (one.group ? one.group : [one]))
    .slice(0, MAX_PEOPLE)
    .map(({ name, address = '' }) => ({ name: oneLine(name, 200), address: oneLine(address, 254).toLowerCase() }))
    .filter(({ name, address }) => name || address);
}

const MESSAGE_ID = /<([^<>\s]{1,240})>/g;

/** Ids in brackets; one without brackets counts, too, where it looks like an id. */
function messageIds(text: string): string[] {
  const ids = [...text.slice(0, 20_000).matchAll(MESSAGE_ID)].map(([, id]) => storable(id!));
  if (ids.length === 0) {
    const bare = text.trim();
    if (/^[^\s<>]{1,200}@[^\s<>]{1,100}$/.test(bare)) return [storable(bare)];
  }
  return [...new Set(ids)];
}

/** Of a letter without an id: its head and the beginning of its text, which no two letters share. */
function hashKey(raw: Uint8Array): string {
  return `none:${createHash('sha256').update(raw.subarray(0, 64_000)).digest('hex').slice(0, 40)}`;
}

/** The instant in the head; that of its arrival where there is none, or one that cannot be. */
function dateOf(text: string | undefined, receivedAt: string): string {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  const received = Date.parse(receivedAt);
  if (!Number.isFinite(at) || at > received + DAY || at < Date.UTC(1980, 0, 1)) return receivedAt;
  return new Date(at).toISOString();
}

function attachmentsOf(found: readonly Attachment[]): { attachments: ParsedAttachment[]; text: string } {
  const attachments: ParsedAttachment[] = [];
  let text = '';
  for (const one of found.slice(0, MAX_ATTACHMENTS)) {
    const content = bytesOf(one.content);
    const tnef =
      one.mimeType === 'application/ms-tnef' || /^winmail\.dat$/i.test(one.filename ?? '')
        ? readTnef(content)
        : undefined;
    if (tnef) {
      text ||= tnef.text;
      attachments.push(
        ...tnef.files.map((file) => ({
          name: oneLine(file.name, 200),
          type: 'application/octet-stream',
          contentId: '',
          isInline: false,
          content: file.content,
        })),
      );
    } else
      attachments.push({
        name: oneLine(one.filename ?? '', 200) || nameFor(one, attachments.length + 1),
        type: oneLine(one.mimeType || 'application/octet-stream', 100),
        contentId: oneLine((one.contentId ?? '').replace(/^<|>$/g, ''), 200),
        isInline: one.related === true || (one.disposition === 'inline' && Boolean(one.contentId)),
        content,
      });
  }
  return { attachments: attachments.slice(0, MAX_ATTACHMENTS), text };
}

const ENDINGS: Readonly<Record<string, string>> = {
  'text/calendar': 'invitation.ics',
  'message/rfc822': 'message.eml',
  'message/delivery-status': 'delivery-status.txt',
  'image/png': 'image.png',
  'image/jpeg': 'image.jpg',
  'image/gif': 'image.gif',
};
const nameFor = ({ mimeType }: Attachment, n: number): string => ENDINGS[mimeType] ?? `Attachment ${n}`;

function bytesOf(content: Attachment['content']): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

function unsubscribeOf(list: string, post: string): Pick<ParsedMail, 'unsubscribe' | 'unsubscribeOneClick'> {
  const links = [...list.slice(0, 4_000).matchAll(/<\s*((?:https?|mailto):[^<>\s]{1,1500})\s*>/gi)].map(([, link]) =>
    storable(link!),
  );
  const web = links.find((link) => /^https:/i.test(link));
  return {
    unsubscribe: web ?? links.find((link) => /^mailto:/i.test(link)) ?? '',
    unsubscribeOneClick: web !== undefined && /List-Unsubscribe=One-Click/i.test(post),
  };
}

/** RFC 3834, and what lists and senders of bulk mail say of themselves. */
function isAutomatic(header: (name: string) => string): boolean {
  const submitted = header('auto-submitted').trim().toLowerCase();
  return (
    (submitted !== '' && submitted !== 'no') ||
    /^(?:bulk|list|junk|auto_reply)$/i.test(header('precedence').trim()) ||
    header('list-id') !== '' ||
    header('x-autoreply') !== ''
  );
}

/** An email that no parser can read: its bytes as text, with the few known headers. */
function damaged(raw: Uint8Array, receivedAt: string): ParsedMail {
  const source = new TextDecoder('windows-1252').decode(raw.subarray(0, MAX_TEXT));
  const subject = /^subject:[ \t]*([^\r\n]{0,500})/im.exec(source.slice(0, 20_000))?.[1] ?? '';
  const from = /^from:[ \t]*([^\r\n]{0,300})/im.exec(source.slice(0, 20_000))?.[1] ?? '';
  const address = /[^\s<>@,;"]{1,64}@[^\s<>@,;"]{1,190}/.exec(from)?.[0] ?? '';
  const text = manyLines(source, MAX_TEXT);
  return {
    key: hashKey(raw),
    inReplyTo: '',
    references: [],
    subject: oneLine(subject, 500),
    from: { name: oneLine(from.split('<', 1)[0] ?? '', 200), address: address.toLowerCase() },
    to: [],
    cc: [],
    bcc: [],
    replyTo: [],
    at: receivedAt,
    text,
    html: null,
    snippet: snippetOf(text.split(/\n\n/).slice(1).join('\n') || text),
    attachments: [],
    unsubscribe: '',
    unsubscribeOneClick: false,
    listId: '',
    isAutomatic: false,
    remark: 'damaged',
  };
}
