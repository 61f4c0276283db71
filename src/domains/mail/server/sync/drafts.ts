/**
 * Drafts travel to the server's folder of drafts and back, so that one can be continued in another mail program. A draft
 * that was changed in both places is kept twice. Drafts of shared inboxes stay here: they are their authors' alone.
 */
import type { ImapFlow } from 'imapflow';
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import {
  afterCommit,
  execute,
  insertRow,
  insertRows,
  NEXT_VERSION,
  NOW,
  query,
  transaction,
  updateRows,
} from '../../../../server/db/index.ts';
import { log } from '../../../../server/observability/log.ts';
import { renderDraft } from '../../../../server/providers/mail/smtp.ts';
import { dropContents } from '../../../../records/server/files.ts';
import type { AccountRow } from '../account-rows.ts';
import { composeDraft } from '../compose-draft.ts';
import { forgetDraft, OPEN_STATES, publishDrafts } from '../drafts.ts';
import { parseMail } from '../letters/parse.ts';
import type { ParsedMail } from '../../engine/parsed-mail.ts';
import { storeAttachments, type StoredAttachment } from './store.ts';

interface Copy {
  id: string;
  draftId: string | null;
  uid: number;
  version: number;
  isIgnored: boolean;
}

interface Draft {
  id: string;
  version: number;
  messageKey: string;
  isQuiet: boolean;
}

const MAX_DRAFTS = 200;
const MAX_BYTES = 30_000_000;
/** Seconds without a change before a draft is put on the server, so that not every pause while writing makes a copy. */
const QUIET = 5;

/** @param path undefined where the server has no such folder yet */
export async function syncDrafts(client: ImapFlow, account: AccountRow, path: string | undefined): Promise<void> {
  if (account.isShared) return;
  const pending = await pendingDrafts(account.id);
  const gone = await goneCopies(account.id);
  if (!path && pending.length === 0) return;
  const folder = path ?? (await client.mailboxCreate(['Drafts'])).path;
  const seen = await lookAt(client, folder);
  const [{ before } = { before: '' }] = await query<{ before: string }>(
    'select drafts_seen as before from mail_accounts where id = $1',
    [account.id],
  );
  if (seen === before && pending.length === 0 && gone === 0) return;
  const lock = await client.getMailboxLock(folder);
  try {
    if (!client.mailbox) return;
    const uidValidity = Number(client.mailbox.uidValidity);
    await dropOtherValidity(account.id, uidValidity);
    await takeOver(client, account, uidValidity);
    for (const draft of await pendingDrafts(account.id)) await putCopy(client, account, folder, uidValidity, draft);
    await deleteCopies(client, account.id);
  } finally {
    lock.release();
  }
  await execute('update mail_accounts set drafts_seen = $2 where id = $1', [account.id, await lookAt(client, folder)]);
}

async function lookAt(client: ImapFlow, path: string): Promise<string> {
  const status = await client.status(path, { uidNext: true, uidValidity: true, messages: true });
  return status ? `${status.uidValidity}:${status.uidNext}:${status.messages}` : '';
}

/** Drafts that the server has not as they are here. */
async function pendingDrafts(accountId: string): Promise<Draft[]> {
  const rows = await query<Draft>(
    `select d.id, d.version, d.message_key as "messageKey", d.updated_at < now() - interval '${QUIET} seconds' as "isQuiet"
      from mail_drafts d where d.account_id = $1 and d.state = any($2)
        and not exists (select 1 from mail_draft_copies c where c.draft_id = d.id and c.account_id = $1 and c.version = d.version)
      order by d.updated_at desc limit ${MAX_DRAFTS}`,
    [accountId, OPEN_STATES],
  );
  return rows.filter(({ isQuiet }) => isQuiet);
}

/** A copy whose draft was sent, discarded, or moved to another mailbox. */
const IS_GONE = `c.account_id = $1 and not c.is_ignored
  and not exists (select 1 from mail_drafts d where d.id = c.draft_id and d.account_id = c.account_id)`;

async function goneCopies(accountId: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from mail_draft_copies c where ${IS_GONE}`,
    [accountId],
  );
  return row!.count;
}

/** Under another UIDVALIDITY the numbers mean nothing; drafts are recognized by their Message-ID. */
const dropOtherValidity = (accountId: string, uidValidity: number): Promise<number> =>
  execute('delete from mail_draft_copies where account_id = $1 and uid_validity <> $2', [accountId, uidValidity]);

/** Drafts added, changed, or deleted by other programs. */
async function takeOver(client: ImapFlow, account: AccountRow, uidValidity: number): Promise<void> {
  const uids = ((await client.search({ all: true, deleted: false }, { uid: true })) || []).toSorted((a, b) => b - a);
  const copies = await query<Copy>(
    `select id, draft_id as "draftId", uid::float8 as uid, version, is_ignored as "isIgnored" from mail_draft_copies where account_id = $1`,
    [account.id],
  );
  const there = new Set(uids);
  const known = new Set(copies.map(({ uid }) => uid));
  const fresh = uids.filter((uid) => !known.has(uid)).slice(0, MAX_DRAFTS);
  for (const uid of fresh.toReversed()) await takeMessage(client, account, uidValidity, uid, copies, there);
  for (const copy of copies) if (!there.has(copy.uid)) await forgetCopy(copy);
}

async function takeMessage(
  client: ImapFlow,
  account: AccountRow,
  uidValidity: number,
  uid: number,
  copies: readonly Copy[],
  there: ReadonlySet<number>,
): Promise<void> {
  const note = (draftId: string | null, version: number, isIgnored = false) =>
    insertRow('mail_draft_copies', {
      id: newId(),
      workspaceId: account.workspaceId,
      accountId: account.id,
      draftId,
      uidValidity,
      uid,
      version,
      isIgnored,
    });
  const head = await client.fetchOne(String(uid), { size: true }, { uid: true });
  if (!head) return;
  if ((head.size ?? 0) > MAX_BYTES) {
    await note(null, 0, true);
    return;
  }
  const message = await client.fetchOne(String(uid), { source: true, internalDate: true }, { uid: true });
  if (!message || !message.source) return;
  const parsed = await parseMail(message.source, { receivedAt: new Date().toISOString() });
  const [draft] = await query<Draft>(
    `select d.id, d.version, d.message_key as "messageKey", true as "isQuiet" from mail_drafts d where d.account_id = $1 and d.message_key = $2`,
    [account.id, parsed.key],
  );
  const copy = draft && copies.find(({ draftId }) => draftId === draft.id);
  // The process ended between putting the copy there and noting it: the draft is put there once more.
  if (draft && (!copy || (copy.version !== draft.version && there.has(copy.uid)))) {
    await note(null, 0);
    return;
  }
  if (await wasSent(account.id, parsed.key)) {
    await note(null, 0, true);
    return;
  }
  await withFiles(account, parsed, async (stored) => {
    // Changed there and not here: the draft follows. Changed in both places: both stay.
    const isChanged = draft && copy && copy.version === draft.version;
    const id = isChanged ? await changeDraft(draft.id, parsed) : await addDraft(account, parsed, draft !== undefined);
    await insertRows(
      'mail_attachments',
      stored.map(({ contentId, isInline, ...file }) => ({
        ...file,
        contentId,
        isInline,
        workspaceId: account.workspaceId,
        accountId: account.id,
        authorId: account.ownerId,
        draftId: id,
      })),
    );
    if (isChanged) await updateRows('mail_draft_copies', { draftId: null }, { id: copy.id });
    const [{ version } = { version: 1 }] = await query<{ version: number }>(
      'select version from mail_drafts where id = $1',
      [id],
    );
    // Two drafts of one Message-ID: this one is put there again under its own.
    await note(id, draft && !isChanged ? 0 : version);
    await publishDrafts();
  });
}

async function wasSent(accountId: string, key: string): Promise<boolean> {
  const found = await query('select 1 from mail_messages where account_id = $1 and message_key = $2', [accountId, key]);
  return found.length > 0;
}

/** Stores the files of a letter, then runs `work` in a transaction; without it, the files go again. */
async function withFiles(
  account: AccountRow,
  parsed: ParsedMail,
  work: (stored: readonly StoredAttachment[]) => Promise<void>,
): Promise<void> {
  const keys: string[] = [];
  try {
    const stored = await storeAttachments(account.workspaceId, parsed, keys);
    await transaction(() => work(stored));
  } catch (error) {
    await dropContents(keys);
    throw error;
  }
}

const contentOf = ({ to, cc, bcc, subject, text }: ParsedMail) => ({
  toList: withAddress(to),
  ccList: withAddress(cc),
  bccList: withAddress(bcc),
  subject,
  text,
});
const withAddress = <T extends { address: string }>(people: readonly T[]) => people.filter(({ address }) => address);

/** @returns its id */
async function changeDraft(id: string, parsed: ParsedMail): Promise<string> {
  const files = await query<{ key: string }>(
    'delete from mail_attachments where draft_id = $1 returning storage_key as key',
    [id],
  );
  await updateRows('mail_drafts', { ...contentOf(parsed), version: NEXT_VERSION, updatedAt: NOW }, { id });
  afterCommit(() => void dropContents(files.map(({ key }) => key)));
  return id;
}

/** @param isSecond another draft has the same Message-ID */
async function addDraft(account: AccountRow, parsed: ParsedMail, isSecond: boolean): Promise<string> {
  const id = newId();
  const [answered] = parsed.inReplyTo
    ? await query<{ id: string; threadId: string }>(
        'select id, thread_id as "threadId" from mail_messages where account_id = $1 and message_key = $2',
        [account.id, parsed.inReplyTo],
      )
    : [];
  await insertRow('mail_drafts', {
    id,
    workspaceId: account.workspaceId,
    accountId: account.id,
    authorId: account.ownerId,
    threadId: answered?.threadId ?? null,
    answersId: answered?.id ?? null,
    mode: answered ? 'reply' : 'new',
    ...contentOf(parsed),
    messageKey:
      isSecond || !/^[^\s@<>]+@[^\s@<>]+$/.test(parsed.key) ? `${id}@${account.address.split('@')[1]}` : parsed.key,
    updatedAt: parsed.at,
  });
  return id;
}

/** The copy is not on the server any more: the draft was deleted or sent there, unless it was changed here since. */
async function forgetCopy({ id, draftId, version }: Copy): Promise<void> {
  await transaction(async () => {
    await execute('delete from mail_draft_copies where id = $1', [id]);
    if (!draftId) return;
    const same = await query(
      `select 1 from mail_drafts d where d.id = $1 and d.version = $2 and d.state = any($3)
        and not exists (select 1 from mail_draft_copies c where c.draft_id = d.id)`,
      [draftId, version, OPEN_STATES],
    );
    if (same.length === 0) return;
    await forgetDraft(draftId);
    await publishDrafts();
  });
}

/** Puts a draft as it is now into the folder; the copy before it is deleted afterwards. */
async function putCopy(
  client: ImapFlow,
  account: AccountRow,
  folder: string,
  uidValidity: number,
  draft: Draft,
): Promise<void> {
  let raw: Buffer;
  try {
    // Text alone: what other programs make of it comes back as text.
    const { html: _html, ...message } = (await composeDraft(draft.id)).message;
    raw = await renderDraft(message);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Sent or discarded meanwhile, or an address that no letter takes: it stays here until it is changed.
    log().debug({ err: error, draft: draft.id }, 'a draft could not be put on the server');
    return;
  }
  const answer = await client.append(folder, raw, ['\\Draft', '\\Seen']);
  const uid = (answer && answer.uid) || (await uidOf(client, draft.messageKey));
  if (!uid) return;
  await transaction(async () => {
    await updateRows('mail_draft_copies', { draftId: null }, { draftId: draft.id });
    const still = await query('select 1 from mail_drafts where id = $1', [draft.id]);
    await insertRow('mail_draft_copies', {
      id: newId(),
      workspaceId: account.workspaceId,
      accountId: account.id,
      draftId: still.length > 0 ? draft.id : null,
      uidValidity,
      uid,
      version: draft.version,
    });
  });
}

/** Of servers that do not name the number of a message that they took (without UIDPLUS). */
async function uidOf(client: ImapFlow, messageKey: string): Promise<number | undefined> {
  const found = (await client.search({ header: { 'message-id': messageKey } }, { uid: true })) || [];
  return found.length > 0 ? Math.max(...found) : undefined;
}

async function deleteCopies(client: ImapFlow, accountId: string): Promise<void> {
  const gone = await query<{ id: string; uid: number }>(
    `select c.id, c.uid::float8 as uid from mail_draft_copies c where ${IS_GONE} order by c.uid limit 1000`,
    [accountId],
  );
  if (gone.length === 0) return;
  await client.messageDelete(gone.map(({ uid }) => uid).join(','), { uid: true });
  await execute('delete from mail_draft_copies where id = any($1)', [gone.map(({ id }) => id)]);
}
