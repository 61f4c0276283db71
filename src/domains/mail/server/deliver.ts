/**
 * Sends letters over the mailbox's own server, each once. SMTP cannot take back or repeat safely, so the attempt is noted
 * before, the server's word that it took the letter right after, and the outcome last. A process that dies is noticed by
 * its silence; then the server's folder of sent mail is asked for the letter. Only where nobody knows, a person is asked,
 * and nothing is ever repeated.
 */
import type { ImapFlow } from 'imapflow';
import * as z from 'zod';
import { AppError, invalid } from '../../../kernel/errors.ts';
import {
  asSystem,
  currentWorkspaceId,
  execute,
  inWorkspace,
  query,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { notify } from '../../../server/events/bus.ts';
import { defineJob } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { log } from '../../../server/observability/log.ts';
import { MailError, type MailMessage } from '../../../server/providers/mail/port.ts';
import { renderMail } from '../../../server/providers/mail/smtp.ts';
import { suppressionOf } from '../../messaging/index.ts';
import type { MailDraft, MailPerson } from '../contract.ts';
import { parseMail } from './letters/parse.ts';
import { type AccountRow, publishThreads } from './account-rows.ts';
import { push } from './acts.ts';
import { composeDraft } from './compose-draft.ts';
import { MailServerError, openSmtp } from './connect.ts';
import { forgetDraft, OPEN_STATES, publishDrafts, readDraft } from './drafts.ts';
import { learnFromDraft } from './lessons.ts';
import { MAILBOX_CHANNEL } from './sync/channel.ts';
import { storeMails } from './sync/store.ts';
import { openMailbox, withLogin } from './tokens.ts';

/** Seconds in which sending can be undone. */
const UNDO = 10;
const YEAR = 366 * 86_400_000;
const MAX_ATTEMPTS = 6;
const FIRST_PAUSE = 30;
/** A process that sends says so every few seconds; after a longer silence it is dead. */
const ALIVE_EVERY = 5_000;
const LOST_AFTER = '30 seconds';

/** @throws AppError `validation`, `not_found`, `stale`; `conflict` when it is on its way, or an address takes nothing */
export function sendDraft(
  id: string,
  { version, sendAt }: { version: number; sendAt?: string | undefined },
): Promise<MailDraft> {
  return transaction(async () => {
    const draft = await readDraft(id);
    if (draft.version !== version)
      throw new AppError('stale', 'This draft was changed in another window.', { details: draft });
    if (!OPEN_STATES.includes(draft.state)) throw new AppError('conflict', 'This email is on its way already.');
    const recipients = [...draft.to, ...draft.cc, ...draft.bcc];
    if (recipients.length === 0) throw invalid('to', 'Add at least one recipient.');
    if (!draft.text.trim() && draft.attachments.length === 0) throw invalid('text', 'Write the email.');
    if (sendAt !== undefined && (Date.parse(sendAt) <= Date.now() || Date.parse(sendAt) > Date.now() + YEAR))
      throw invalid('sendAt', 'Choose a time within the next year.');
    const blocked = await blockedRecipient(recipients);
    if (blocked) throw new AppError('conflict', blocked);
    const at = sendAt ?? new Date(Date.now() + UNDO * 1_000).toISOString();
    await updateRows(
      'mail_drafts',
      {
        state: 'scheduled',
        why: '',
        sendAt: at,
        attempts: 0,
        version: version + 1,
        updatedAt: new Date().toISOString(),
      },
      { id, version },
    );
    await queueDraft(id, at);
    await publishDrafts();
    return readDraft(id);
  });
}

/** Why a letter must not go to one of its recipients: they bounced, complained, or said stop. */
async function blockedRecipient(people: readonly MailPerson[]): Promise<string | undefined> {
  for (const { address } of people) {
    const why = await suppressionOf('email', address);
    if (why) return `${why} Remove ${address} to send the email.`;
  }
  return undefined;
}

/** Background work stands in nobody's list of jobs; it runs in the author's name. */
export async function queueDraft(id: string, at: string): Promise<void> {
  const delaySeconds = Math.max(Math.ceil((Date.parse(at) - Date.now()) / 1_000), 0);
  // A letter of next month is found by the recurring work.
  if (delaySeconds > 3_600) return;
  await inWorkspace(currentWorkspaceId(), null, () => enqueue(sendMailJob, { draftId: id }, { delaySeconds }));
}

/** @throws AppError `not_found`; `conflict` when it has left */
export function unsendDraft(id: string): Promise<MailDraft> {
  return transaction(async () => {
    await readDraft(id);
    const changed = await execute(
      `update mail_drafts set state = 'draft', send_at = null, why = '', version = version + 1, updated_at = now() where id = $1 and state = 'scheduled'`,
      [id],
    );
    if (changed === 0) throw new AppError('conflict', 'This email has left already.');
    await publishDrafts();
    return readDraft(id);
  });
}

/** @throws AppError `not_found`; `conflict` when its outcome is known */
export function resolveDraft(id: string, as: 'sent' | 'draft'): Promise<MailDraft> {
  return transaction(async () => {
    const draft = await readDraft(id);
    if (draft.state !== 'unknown') throw new AppError('conflict', 'The outcome of this email is known by now.');
    const { account, message } = await composeDraft(id);
    if (as === 'sent') await keepSent(account, await renderMail(message), id);
    else await updateRows('mail_drafts', { state: 'draft', why: '', sendAt: null, version: draft.version + 1 }, { id });
    await publishDrafts();
    return as === 'sent' ? { ...draft, state: 'sent', why: '' } : readDraft(id);
  });
}

export const sendMailJob = defineJob({
  name: 'mail.send',
  title: 'Send an email',
  payload: z.object({ draftId: z.uuid() }),
  concurrency: 4,
  retry: { limit: 3, backoff: 5 },
  handler: async ({ payload: { draftId } }) => {
    const [draft] = await asSystem(() =>
      query<{ workspaceId: string; authorId: string }>(
        'select workspace_id as "workspaceId", author_id as "authorId" from mail_drafts where id = $1',
        [draftId],
      ),
    );
    if (draft) await inWorkspace(draft.workspaceId, draft.authorId, () => deliver(draftId));
  },
});

async function deliver(id: string): Promise<void> {
  const attempts = await transaction(() => claim(id));
  if (attempts === undefined) return;
  let account: AccountRow;
  let message: MailMessage;
  try {
    ({ account, message } = await composeDraft(id));
  } catch (error) {
    await settle(id, 'failed', error instanceof AppError ? error.message : 'The email could not be put together.');
    throw error;
  }
  const alive = setInterval(() => void stillSending(id).catch(() => undefined), ALIVE_EVERY);
  try {
    let refused: string;
    try {
      refused = await handOver(account, message);
    } catch (error) {
      return await noteFailure(id, attempts, error);
    }
    // It has left. What fails from here on is made up for by the recurring work.
    await execute('update mail_drafts set accepted_at = now(), why = $2 where id = $1', [id, refused]);
    await finish(account, message, id, refused);
  } catch (error) {
    log().warn({ err: error, draft: id }, 'an email left, but is not noted yet');
  } finally {
    clearInterval(alive);
  }
}

const stillSending = (id: string) =>
  execute(`update mail_drafts set handed_at = now() where id = $1 and state = 'sending'`, [id]);

/** The letter has left: it goes into the server's folder of sent mail, and becomes a message here. */
async function finish(account: AccountRow, message: MailMessage, id: string, refused: string): Promise<void> {
  const raw = await renderMail(message);
  if (account.kind === 'imap' || account.kind === 'microsoft') await appendToSent(account, message.id ?? '', raw);
  await keepSent(account, raw, id, refused);
}

/** Notes the attempt. @returns how many there were; undefined when it is not to be sent now */
async function claim(id: string): Promise<number | undefined> {
  const [row] = await query<{ to: MailPerson[]; cc: MailPerson[]; bcc: MailPerson[]; attempts: number }>(
    `select to_list as "to", cc_list as cc, bcc_list as bcc, attempts from mail_drafts
      where id = $1 and state = 'scheduled' and send_at <= now() + interval '1 second' for update`,
    [id],
  );
  if (!row) return undefined;
  // Somebody may have said stop since it was scheduled.
  const blocked = await blockedRecipient([...row.to, ...row.cc, ...row.bcc]);
  if (blocked) {
    await settle(id, 'refused', blocked);
    return undefined;
  }
  await execute(
    `update mail_drafts set state = 'sending', handed_at = now(), accepted_at = null, attempts = attempts + 1 where id = $1`,
    [id],
  );
  await publishDrafts();
  return row.attempts + 1;
}

/** @returns what the server said of recipients that it refused @throws MailError, MailServerError */
async function handOver(account: AccountRow, message: MailMessage): Promise<string> {
  // Sample data has no server: the letter is kept, and the page says so.
  if (account.kind === 'sample') return '';
  return withLogin(account, account.smtp!, async (login) => {
    const mail = await openSmtp(login);
    try {
      const { refused } = await mail.send(message);
      return refused.map(({ address, reason }) => `${address} was refused: ${reason}`).join(' ');
    } finally {
      await mail.close();
    }
  });
}

/** The letter becomes a message of its conversation. */
async function keepSent(account: AccountRow, raw: Buffer, draftId: string, refused = ''): Promise<void> {
  const parsed = await parseMail(raw, { receivedAt: new Date().toISOString() });
  const remark = account.kind === 'sample' ? 'kept' : refused ? 'refused' : parsed.remark;
  await transaction(async () => {
    const [{ answersId } = { answersId: null }] = await query<{ answersId: string | null }>(
      'select answers_id as "answersId" from mail_drafts where id = $1',
      [draftId],
    );
    await storeMails(account, [
      {
        parsed: { ...parsed, remark },
        place: 'sent',
        isRead: true,
        isStarred: false,
        isAnswered: false,
        size: raw.length,
      },
    ]);
    await learnFromDraft(draftId, account.signature);
    await forgetDraft(draftId);
    await notify(MAILBOX_CHANNEL, account.id);
    if (answersId) await markAnswered(answersId, account.id);
    await publishDrafts();
    await publishThreads();
  });
}

async function markAnswered(id: string, accountId: string): Promise<void> {
  await execute('update mail_messages set is_answered = true where id = $1', [id]);
  await execute(
    `update mail_threads t set triage = 'waiting', triage_why = 'You wrote last.' from mail_messages m where m.id = $1 and t.id = m.thread_id and t.triage = 'needs_reply'`,
    [id],
  );
  await push([{ id, accountId }], 'answered');
}

/**
 * Puts the letter into the server's folder of sent mail, unless it is there: Gmail and some others do that themselves.
 * It has left, so failing is no error.
 */
async function appendToSent(account: AccountRow, messageId: string, raw: Buffer): Promise<void> {
  try {
    await inSentFolder(account, async (client, path) => {
      if (await isInFolder(client, path, messageId)) return;
      await client.append(path, raw, ['\\Seen']);
    });
  } catch (error) {
    log().warn({ err: error, accountId: account.id }, 'a sent email could not be put into the folder of sent mail');
  }
}

async function inSentFolder<T>(account: AccountRow, work: (client: ImapFlow, path: string) => Promise<T>): Promise<T> {
  const [folder] = await query<{ path: string }>(
    `select path from mail_folders where account_id = $1 and place = 'sent' order by length(path) limit 1`,
    [account.id],
  );
  const client = await openMailbox(account);
  try {
    return await work(client, folder?.path ?? (await client.mailboxCreate(['Sent'])).path);
  } finally {
    await client.logout().catch(() => client.close());
  }
}

async function isInFolder(client: ImapFlow, path: string, messageId: string): Promise<boolean> {
  const lock = await client.getMailboxLock(path);
  try {
    const found = await client.search({ header: { 'message-id': `<${messageId}>` } }, { uid: true });
    return found ? found.length > 0 : false;
  } finally {
    lock.release();
  }
}

async function settle(id: string, state: 'refused' | 'failed' | 'unknown', why: string): Promise<void> {
  await transaction(async () => {
    await updateRows('mail_drafts', { state, why, updatedAt: new Date().toISOString() }, { id });
    await publishDrafts();
  });
}

async function noteFailure(id: string, attempts: number, error: unknown): Promise<void> {
  const known = error instanceof AppError ? error.message : 'Something went wrong on our end.';
  if (!(error instanceof AppError)) log().error({ err: error, draft: id }, 'an email could not be sent');
  // The server may have taken it before the connection broke, or before it was noted here.
  const isUncertain =
    error instanceof MailError
      ? error.isUncertain
      : !(error instanceof MailServerError) && !(error instanceof AppError);
  if (isUncertain) return settle(id, 'unknown', `${known} It may have arrived.`);
  const isTemporary =
    error instanceof MailServerError ? !error.isFinal : error instanceof MailError && error.worthRetrying;
  if (!isTemporary || attempts >= MAX_ATTEMPTS) return settle(id, 'failed', known);
  const at = new Date(Date.now() + FIRST_PAUSE * 4 ** (attempts - 1) * 1_000).toISOString();
  await transaction(async () => {
    await updateRows('mail_drafts', { state: 'scheduled', why: known, sendAt: at }, { id, state: 'sending' });
    await queueDraft(id, at);
    await publishDrafts();
  });
}

/** Name of the recurring work, for tests. */
export const SEND_DUE = 'mail.send_due';

/**
 * Settles a letter whose process died while it sent it. Where the server took it, or has it among its sent mail, it has
 * left. Otherwise a person decides: sending it again could bring it twice.
 */
async function recover(id: string, wasAccepted: boolean, refused: string): Promise<void> {
  const { account, message } = await composeDraft(id);
  if (wasAccepted) return finish(account, message, id, refused);
  const isSent = await inSentFolder(account, (client, path) => isInFolder(client, path, message.id ?? '')).catch(
    () => undefined,
  );
  if (isSent) return keepSent(account, await renderMail(message), id);
  await settle(
    id,
    'unknown',
    isSent === undefined
      ? 'The server stopped while it sent this email. It may have arrived.'
      : 'The server stopped while it sent this email. It is not among the sent emails of your mailbox, but it may have arrived.',
  );
}

/** Letters whose time has come, and those whose process died while it sent them. */
export const sendDueRecurring = defineRecurring({
  name: SEND_DUE,
  title: 'Send emails whose time has come',
  every: 15,
  handler: () =>
    asSystem(async () => {
      // Taken as they are read, so that two processes do not settle the same one.
      const lost = await query<{ id: string; workspaceId: string; authorId: string; isAccepted: boolean; why: string }>(
        `update mail_drafts set handed_at = now() where id in (select id from mail_drafts
            where state = 'sending' and handed_at < now() - interval '${LOST_AFTER}' order by handed_at limit 20
            for update skip locked)
          returning id, workspace_id as "workspaceId", author_id as "authorId", accepted_at is not null as "isAccepted", why`,
      );
      for (const { id, workspaceId, authorId, isAccepted, why } of lost)
        await inWorkspace(workspaceId, authorId, () => recover(id, isAccepted, why)).catch((error: unknown) =>
          log().warn({ err: error, draft: id }, 'an interrupted email could not be settled yet'),
        );
      const due = await query<{ id: string; workspaceId: string }>(
        `select d.id, d.workspace_id as "workspaceId" from mail_drafts d where d.state = 'scheduled' and d.send_at <= now() + interval '1 second'
          and not exists (select 1 from jobs j where j.workspace_id = d.workspace_id and j.kind = 'mail.send'
            and j.state in ('queued', 'running') and j.payload ->> 'draftId' = d.id::text) limit 500`,
      );
      for (const { id, workspaceId } of due)
        await inWorkspace(workspaceId, null, () => enqueue(sendMailJob, { draftId: id }));
    }),
});
