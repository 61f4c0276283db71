/** Messages of a conversation, their letters, and their attachments. */
import type { FastifyReply } from 'fastify';
import { notFound } from '../../../kernel/errors.ts';
import { currentUserId, currentWorkspaceId, query, selectRow, selectRows } from '../../../server/db/index.ts';
import { sendStored } from '../../../server/http/download.ts';
import { files } from '../../../server/files/index.ts';
import type { RecordFile } from '../../../records/contract/record-calls.ts';
import { saveFile } from '../../../records/server/files.ts';
import type { AttachmentTarget, MailAttachment, MailMessage, MailPerson, MailThreadDetail } from '../contract.ts';
import { readInvitations } from './invitations.ts';
import { cleanHtml, letterPage, letterPolicy } from './letters/clean-html.ts';
import { readThread } from './threads.ts';

interface Row {
  id: string;
  subject: string;
  fromName: string;
  fromAddress: string;
  to: MailPerson[];
  cc: MailPerson[];
  at: string;
  direction: 'in' | 'out';
  place: MailMessage['place'];
  snippet: string;
  text: string;
  html: string | null;
  isRead: boolean;
  isStarred: boolean;
  unsubscribe: string;
  oneClick: boolean;
  unsubscribedAt: string | null;
  remark: string;
}

const COLUMNS = `m.id, m.subject, m.from_name as "fromName", m.from_address as "fromAddress", m.to_list as "to", m.cc_list as "cc",
  m.at, m.direction, m.place, m.snippet, m.text, m.html, m.is_read as "isRead", m.is_starred as "isStarred", m.unsubscribe,
  m.unsubscribe_one_click as "oneClick", m.unsubscribed_at as "unsubscribedAt", m.remark`;
const MAX_MESSAGES = 100;
/** HTML that is looked through for remote pictures while the conversation is read. */
const MAX_COUNTED = 400_000;

/** @throws AppError `not_found` */
export async function readThreadDetail(id: string): Promise<MailThreadDetail> {
  const thread = await readThread(id);
  const rows = await query<Row>(
    `select * from (select ${COLUMNS} from mail_messages m where m.thread_id = $1 and m.workspace_id = $2
        order by m.at desc, m.id desc limit ${MAX_MESSAGES}) m order by m.at, m.id`,
    [id, currentWorkspaceId()],
  );
  const ids = rows.map((row) => row.id);
  const [attachments, invitations] = [await attachmentsOf(ids), await readInvitations(ids)];
  const [draft] = await query<{ id: string }>(
    `select id from mail_drafts where thread_id = $1 and author_id = $2 and state in ('draft', 'failed', 'refused') order by updated_at desc limit 1`,
    [id, currentUserId()],
  );
  return {
    ...thread,
    draftId: draft?.id ?? null,
    messages: rows.map((row) => ({
      ...toMessage(row, attachments.get(row.id) ?? []),
      invitation: invitations.get(row.id) ?? null,
    })),
    leftOut: Math.max(thread.messageCount - rows.length, 0),
  };
}

async function attachmentsOf(ids: readonly string[]): Promise<Map<string, MailAttachment[]>> {
  const rows = await selectRows(
    'mail_attachments',
    ['id', 'messageId', 'name', 'type', 'size', 'isInline'],
    { messageId: [...ids] },
    { orderBy: ['id'] },
  );
  const map = new Map<string, MailAttachment[]>();
  for (const { messageId, ...one } of rows) map.set(messageId!, [...(map.get(messageId!) ?? []), one]);
  return map;
}

function toMessage(
  { html, fromName, fromAddress, unsubscribe, oneClick, ...row }: Row,
  attachments: MailAttachment[],
): Omit<MailMessage, 'invitation'> {
  return {
    ...row,
    from: { name: fromName, address: fromAddress },
    hasHtml: html !== null,
    remotePictures: html === null ? 0 : countRemote(html),
    attachments,
    unsubscribe: oneClick ? 'one_click' : unsubscribe ? 'link' : 'none',
  };
}

const PICTURE = /<img\b[^>]{0,2000}>/gi;
const REMOTE = /\bsrc\s*=\s*["']?\s*(?:https?:)?\/\//i;
/** Too small to be seen: it only counts readers, and is never loaded. */
const TINY = /\b(?:width|height)\s*=\s*["']?\s*[0-2](?:px)?\s*["'\s/>]/i;

/** Roughly, and fast: the letter itself is cleaned where it is shown. */
function countRemote(html: string): number {
  return (html.slice(0, MAX_COUNTED).match(PICTURE) ?? []).filter((tag) => REMOTE.test(tag) && !TINY.test(tag)).length;
}

/**
 * The letter as a page of its own. It is shown in a frame without scripts, and its policy allows none either.
 * @throws AppError `not_found`
 */
export async function sendLetter(id: string, showRemote: boolean, reply: FastifyReply): Promise<FastifyReply> {
  const message = await selectRow('mail_messages', ['html', 'text'], { id, workspaceId: currentWorkspaceId() });
  if (!message) throw notFound('The message');
  const pictures = await selectRows('mail_attachments', ['id', 'contentId', 'type'], { messageId: id });
  const byContentId = new Map(
    pictures
      .filter(({ contentId, type }) => contentId !== '' && type.startsWith('image/'))
      .map((one) => [one.contentId, one.id]),
  );
  const { html } = cleanHtml(message.html ?? '', {
    showRemote,
    pictureUrl: (contentId) => {
      const picture = byContentId.get(contentId);
      return picture && `/api/mail/attachments/${picture}?inline=yes`;
    },
  });
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', letterPolicy(showRemote))
    .header('x-frame-options', 'SAMEORIGIN')
    .header('referrer-policy', 'no-referrer')
    .send(letterPage(html));
}

/**
 * Copies an attachment to the files of a record.
 * @throws AppError `not_found`, `conflict` when the record holds too many files, `too_large`
 */
export async function saveAttachment(
  id: string,
  { kind, recordId }: { kind: AttachmentTarget; recordId: string },
): Promise<RecordFile> {
  const file = await selectRow('mail_attachments', ['name', 'storageKey'], { id, workspaceId: currentWorkspaceId() });
  if (!file) throw notFound('The attachment');
  // Opened once the record is there: nothing is left open where it is not.
  const content = async function* () {
    yield* (await files().get(file.storageKey)) as AsyncIterable<Uint8Array>;
  };
  return saveFile(kind, recordId, file.name, content());
}

const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|bmp)|application\/pdf)$/;

/** @throws AppError `not_found` */
export async function sendAttachment(id: string, isInline: boolean, reply: FastifyReply): Promise<FastifyReply> {
  const file = await selectRow('mail_attachments', ['name', 'type', 'size', 'storageKey'], {
    id,
    workspaceId: currentWorkspaceId(),
  });
  if (!file) throw notFound('The attachment');
  // Its type was told from its bytes; anything else is a download whatever it claims to be.
  const isShown = isInline && SHOWN.test(file.type);
  return sendStored(
    reply,
    { ...file, type: isShown ? file.type : 'application/octet-stream' },
    isShown ? 'inline' : 'attachment',
  );
}
