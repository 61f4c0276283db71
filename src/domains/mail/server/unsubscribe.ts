/** Mailing lists, and the way out of them: with one click (RFC 8058), or by the email that the list asks for (RFC 2369). */
import { notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, execute, insertRow, query, transaction } from '../../../server/db/index.ts';
import { OutgoingError, sendOutgoing } from '../../../server/http-client/client.ts';
import type { MailingList } from '../contract.ts';
import { unsubscribeEmail } from '../engine/unsubscribe.ts';
import { findAccount, publishThreads } from './account-rows.ts';
import { queueDraft } from './deliver.ts';
import { publishDrafts } from './drafts.ts';

/** Name of a list: its List-Id, or the sender. */
const LIST = `coalesce(nullif(m.list_id, ''), m.from_address)`;
const MAX_LISTS = 200;
const RECENT = '1 year';

/** Lists that wrote to the caller's mailboxes in the last year, those that write most first. */
export function listMailingLists(): Promise<{ items: MailingList[] }> {
  return query<MailingList>(
    `select l.*, a.name as account from mail_accounts a cross join lateral (
        select ${LIST} as id, a.id as "accountId", count(*)::int as emails, count(*) filter (where not m.is_read)::int as unread,
          max(m.at) as "lastAt", (array_agg(m.thread_id order by m.at desc))[1] as "threadId",
          (array_agg(coalesce(nullif(m.from_name, ''), m.from_address) order by m.at desc))[1] as name,
          (array_agg(m.from_address order by m.at desc))[1] as address,
          (array_agg(case when m.unsubscribe_one_click then 'one_click' when m.unsubscribe ilike 'mailto:%' then 'email'
            else 'link' end order by m.at desc))[1] as way,
          (array_agg(m.unsubscribed_at order by m.at desc))[1] as "unsubscribedAt"
        from mail_messages m where m.account_id = a.id and m.unsubscribe <> '' and m.direction = 'in'
          and m.place not in ('trash', 'junk') and m.at > now() - interval '${RECENT}'
        group by 1 order by count(*) desc, 1 limit ${MAX_LISTS}) l
      where a.workspace_id = $1 order by l.emails desc, l.id limit ${MAX_LISTS}`,
    [currentWorkspaceId()],
  ).then((items) => ({ items }));
}

interface ListMail {
  id: string;
  accountId: string;
  kind: string;
  list: string;
  from: string;
  unsubscribe: string;
  oneClick: boolean;
}

export interface UnsubscribeResult {
  done: number;
  /** Lists that want a visit to their page, or did not answer. */
  left: { from: string; why: string; link: string | null }[];
}

const MAX_AT_ONCE = 4;

/** Leaves the lists of these conversations, each once. @throws AppError `not_found` where none names a way out */
export async function unsubscribe(threadIds: readonly string[]): Promise<UnsubscribeResult> {
  const mails = await query<ListMail>(
    `select distinct on (m.account_id, ${LIST}) m.id, m.account_id as "accountId", a.kind, ${LIST} as list,
        coalesce(nullif(m.from_name, ''), m.from_address) as "from", m.unsubscribe, m.unsubscribe_one_click as "oneClick"
      from mail_messages m join mail_accounts a on a.id = m.account_id
      where m.thread_id = any($1) and m.workspace_id = $2 and m.unsubscribe <> '' order by m.account_id, ${LIST}, m.at desc`,
    [threadIds, currentWorkspaceId()],
  );
  if (mails.length === 0) throw notFound('A way to unsubscribe');
  const result: UnsubscribeResult = { done: 0, left: [] };
  for (let at = 0; at < mails.length; at += MAX_AT_ONCE)
    await Promise.all(
      mails.slice(at, at + MAX_AT_ONCE).map(async (mail) => {
        const problem = await leave(mail);
        if (problem === undefined) result.done++;
        else
          result.left.push({
            from: mail.from,
            why: problem,
            link: mail.kind !== 'sample' && /^https?:/i.test(mail.unsubscribe) ? mail.unsubscribe : null,
          });
      }),
    );
  return result;
}

/** @returns why it did not work; undefined when it did */
async function leave(mail: ListMail): Promise<string | undefined> {
  const { kind, unsubscribe: url, oneClick } = mail;
  if (kind === 'sample') return 'This mailbox holds sample data, so no one is asked.';
  if (!oneClick) return leaveByEmail(mail);
  try {
    const { status } = await sendOutgoing({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    if (status >= 400) return `The list answered with an error (${status}).`;
  } catch (error) {
    if (error instanceof OutgoingError) return error.message;
    throw error;
  }
  await transaction(() => noteLeft(mail));
  return undefined;
}

/** The email leaves over the mailbox's own server, as every other one does. */
async function leaveByEmail(mail: ListMail): Promise<string | undefined> {
  const email = unsubscribeEmail(mail.unsubscribe);
  if (!email) return 'This list wants you to visit its page.';
  await transaction(async () => {
    const account = await findAccount(mail.accountId);
    const id = newId();
    const now = new Date().toISOString();
    await insertRow('mail_drafts', {
      id,
      workspaceId: account.workspaceId,
      accountId: account.id,
      authorId: currentUserId()!,
      mode: 'new',
      toList: [{ name: '', address: email.address }],
      subject: email.subject,
      text: email.text,
      state: 'scheduled',
      sendAt: now,
      messageKey: `${id}@${account.address.split('@')[1]}`,
    });
    await queueDraft(id, now);
    await noteLeft(mail);
    await publishDrafts();
  });
  return undefined;
}

/** Every message of the list says so, whatever conversation it is in. */
async function noteLeft({ accountId, list }: ListMail): Promise<void> {
  await execute(
    `update mail_messages m set unsubscribed_at = now() where m.account_id = $1 and m.unsubscribe <> '' and ${LIST} = $2`,
    [accountId, list],
  );
  await publishThreads();
}
