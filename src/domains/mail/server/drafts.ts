/** Letters that are written here. Only their author sees them, in a shared inbox, too. */
import type { QueryOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  afterCommit,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  query,
  selectRows,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { notify } from '../../../server/events/bus.ts';
import { files } from '../../../server/files/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { dropContents } from '../../../records/server/files.ts';
import type { MailAttachment, MailDraft, mailDrafts, MailPerson } from '../contract.ts';
import { answerRecipients, answerSubject, quoteForForward, quoteForReply } from '../engine/compose.ts';
import { MAIL } from '../paths.ts';
import { type AccountRow, findAccount } from './account-rows.ts';
import { MAILBOX_CHANNEL } from './sync/channel.ts';

type Row = Omit<MailDraft, 'attachments'>;

const COLUMNS = `d.id, d.account_id as "accountId", d.thread_id as "threadId", d.answers_id as "answersId", d.mode, d.to_list as "to",
  d.cc_list as cc, d.bcc_list as bcc, d.subject, d.text, d.state, d.why, d.send_at as "sendAt", d.updated_at as "updatedAt", d.version`;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const STATES = {
  draft: ['draft'],
  scheduled: ['scheduled', 'sending'],
  problem: ['refused', 'failed', 'unknown'],
} as const;

/** @throws AppError `bad_request` */
export async function listDrafts({
  cursor,
  limit,
  state,
}: QueryOf<typeof mailDrafts.list>): Promise<{ items: MailDraft[]; next: string | null }> {
  const from = unpackCursor(cursor, INSTANT, UUID);
  const rows = await query<Row>(
    `select ${COLUMNS} from mail_drafts d where d.workspace_id = $1 and d.author_id = $2 and d.state = any($3)
        and ($4::timestamptz is null or (d.updated_at, d.id) < ($4::timestamptz, $5::uuid))
      order by d.updated_at desc, d.id desc limit $6`,
    [currentWorkspaceId(), currentUserId(), STATES[state], from?.[0] ?? null, from?.[1] ?? null, limit + 1],
  );
  const page = pageFrom(rows, limit, ({ updatedAt, id }) => packCursor(updatedAt, id));
  const attachments = await attachmentsOf(page.items.map(({ id }) => id));
  return { items: page.items.map((row) => ({ ...row, attachments: attachments.get(row.id) ?? [] })), next: page.next };
}

async function attachmentsOf(ids: readonly string[]): Promise<Map<string, MailAttachment[]>> {
  const rows = await selectRows(
    'mail_attachments',
    ['id', 'draftId', 'name', 'type', 'size', 'isInline'],
    { draftId: [...ids] },
    { orderBy: ['id'] },
  );
  const map = new Map<string, MailAttachment[]>();
  for (const { draftId, ...one } of rows) map.set(draftId!, [...(map.get(draftId!) ?? []), one]);
  return map;
}

/** @throws AppError `not_found` */
export async function readDraft(id: string): Promise<MailDraft> {
  const [row] = await query<Row>(
    `select ${COLUMNS} from mail_drafts d where d.id = $1 and d.workspace_id = $2 and d.state <> 'sent'`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound('The draft');
  return { ...row, attachments: (await attachmentsOf([id])).get(id) ?? [] };
}

interface Answered {
  id: string;
  threadId: string;
  accountId: string;
  subject: string;
  from: MailPerson;
  replyTo: MailPerson[];
  to: MailPerson[];
  cc: MailPerson[];
  at: string;
  text: string;
  direction: 'in' | 'out';
}

async function findAnswered(id: string): Promise<Answered> {
  const [row] = await query<Answered>(
    `select m.id, m.thread_id as "threadId", m.account_id as "accountId", m.subject, jsonb_build_object('name', m.from_name, 'address', m.from_address) as "from",
        m.reply_to as "replyTo", m.to_list as "to", m.cc_list as cc, m.at, m.text, m.direction
      from mail_messages m where m.id = $1 and m.workspace_id = $2`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound('The message');
  return row;
}

interface DraftEntry {
  accountId?: string | undefined;
  mode: MailDraft['mode'];
  answersId?: string | undefined;
  to?: MailPerson[] | undefined;
  subject?: string | undefined;
  text?: string | undefined;
}

/** @throws AppError `validation`, `not_found`; `conflict` without a mailbox */
export async function createDraft(entry: DraftEntry): Promise<MailDraft> {
  if (entry.mode !== 'new' && !entry.answersId) throw invalid('answersId', 'Choose the message to answer.');
  const answered = entry.mode === 'new' ? undefined : await findAnswered(entry.answersId!);
  const account = await findAccount(answered?.accountId ?? entry.accountId ?? (await firstAccount()));
  const filled = answered ? answer(entry.mode, answered, account) : { to: [], cc: [], subject: '', text: '' };
  const copies = answered && entry.mode === 'forward' ? await copyAttachments(answered.id) : [];
  const id = newId();
  await transaction(async () => {
    await insertRow('mail_drafts', {
      id,
      workspaceId: currentWorkspaceId(),
      accountId: account.id,
      authorId: currentUserId()!,
      threadId: answered?.threadId ?? null,
      answersId: answered?.id ?? null,
      mode: entry.mode,
      toList: entry.to ?? filled.to,
      ccList: filled.cc,
      subject: entry.subject ?? filled.subject,
      text: withSignature(entry.text ?? '', account.signature, filled.text),
      messageKey: `${id}@${account.address.split('@')[1]}`,
    });
    for (const copy of copies)
      await insertRow('mail_attachments', {
        ...copy,
        id: newId(),
        workspaceId: currentWorkspaceId(),
        accountId: account.id,
        draftId: id,
        authorId: currentUserId(),
      });
    await publishDrafts();
  });
  return readDraft(id);
}

async function firstAccount(): Promise<string> {
  const [row] = await query<{ id: string }>(
    `select id from mail_accounts where workspace_id = $1 order by kind = 'sample', owner_id is distinct from $2, is_shared, created_at limit 1`,
    [currentWorkspaceId(), currentUserId()],
  );
  if (!row) throw new AppError('conflict', 'Connect a mailbox first.');
  return row.id;
}

function answer(mode: MailDraft['mode'], mail: Answered, account: AccountRow) {
  if (mode === 'forward')
    return { to: [], cc: [], subject: answerSubject(mail.subject, 'forward'), text: quoteForForward(mail) };
  return {
    ...answerRecipients(mail, account.address, mode === 'reply_all'),
    subject: answerSubject(mail.subject, 'reply'),
    text: quoteForReply(mail),
  };
}

const withSignature = (text: string, signature: string, quote: string): string =>
  [text, signature && `\n\n${signature}`, quote && `\n\n${quote}`].join('');

/** Files of a letter that is forwarded, stored once more: each belongs to one letter. */
async function copyAttachments(messageId: string) {
  const originals = await selectRows(
    'mail_attachments',
    ['name', 'type', 'contentId', 'isInline', 'storageKey', 'size'],
    { messageId, isInline: false },
  );
  const copies = [];
  for (const { storageKey, size, ...one } of originals) {
    const stored = await files().put(await files().get(storageKey), {
      prefix: `mail/${currentWorkspaceId()}`,
      limit: size + 1,
    });
    copies.push({ ...one, size: stored.size, storageKey: stored.key });
  }
  return copies;
}

export const publishDrafts = (): Promise<void> => publishPaths(currentWorkspaceId(), [MAIL.drafts]);

/** States in which a letter can still be changed. */
export const OPEN_STATES: readonly string[] = ['draft', 'refused', 'failed'];

/** @throws AppError `not_found`; `conflict` for a letter that is on its way */
export async function requireOpen(id: string): Promise<MailDraft> {
  const draft = await readDraft(id);
  if (!OPEN_STATES.includes(draft.state))
    throw new AppError('conflict', 'This email is on its way. Undo sending it first.');
  return draft;
}

interface DraftUpdate {
  version: number;
  accountId?: string | undefined;
  to?: MailPerson[] | undefined;
  cc?: MailPerson[] | undefined;
  bcc?: MailPerson[] | undefined;
  subject?: string | undefined;
  text?: string | undefined;
}

/** @throws AppError `validation`, `not_found`, `stale`, `conflict` */
export function updateDraft(
  id: string,
  { version, accountId, to, cc, bcc, subject, text }: DraftUpdate,
): Promise<MailDraft> {
  return transaction(async () => {
    const draft = await requireOpen(id);
    if (accountId && accountId !== draft.accountId) {
      if (draft.threadId) throw invalid('accountId', 'A reply is sent from the mailbox that it is in.');
      await findAccount(accountId);
    }
    const changed = await updateRows(
      'mail_drafts',
      {
        accountId,
        toList: to,
        ccList: cc,
        bccList: bcc,
        subject,
        text,
        state: 'draft',
        why: '',
        version: version + 1,
        updatedAt: new Date().toISOString(),
      },
      { id, version },
    );
    if (changed === 0)
      throw new AppError('stale', 'This draft was changed in another window.', { details: await readDraft(id) });
    if (accountId) await updateRows('mail_attachments', { accountId }, { draftId: id });
    await publishDrafts();
    return readDraft(id);
  });
}

/** @throws AppError `not_found`, `conflict` */
export function removeDraft(id: string): Promise<void> {
  return transaction(async () => {
    const { accountId } = await requireOpen(id);
    await forgetDraft(id);
    // Its copy on the server goes, too.
    await notify(MAILBOX_CHANNEL, accountId);
    await publishDrafts();
  });
}

/** Deletes a letter with its files, in the ambient transaction. */
export async function forgetDraft(id: string): Promise<void> {
  const rows = await selectRows('mail_attachments', ['storageKey'], { draftId: id });
  await deleteRows('mail_drafts', { id });
  afterCommit(() => void dropContents(rows.map(({ storageKey }) => storageKey)));
}

/** Bytes of a stored file. */
export async function readFileContent(storageKey: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await files().get(storageKey)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Keeps what a model wrote, before a person changes it. */
export const noteSuggestion = (id: string, suggested: string): Promise<number> =>
  updateRows('mail_drafts', { suggested }, { id });
