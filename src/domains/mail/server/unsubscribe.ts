/** Leaves lists by one click (RFC 8058), through the guarded client. */
import { notFound } from '../../../kernel/errors.ts';
import { NOW, query, currentWorkspaceId, transaction, updateRows } from '../../../server/db/index.ts';
import { OutgoingError, sendOutgoing } from '../../../server/http-client/client.ts';
import { publishThreads } from './account-rows.ts';

interface ListMail {
  id: string;
  subject: string;
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
    `select distinct on (m.thread_id) m.id, m.subject, coalesce(nullif(m.from_name, ''), m.from_address) as "from", m.unsubscribe, m.unsubscribe_one_click as "oneClick"
      from mail_messages m where m.thread_id = any($1) and m.workspace_id = $2 and m.unsubscribe <> '' order by m.thread_id, m.at desc`,
    [threadIds, currentWorkspaceId()],
  );
  if (mails.length === 0) throw notFound('A way to unsubscribe');
  const byLink = [...new Map(mails.map((mail) => [mail.unsubscribe, mail])).values()];
  const result: UnsubscribeResult = { done: 0, left: [] };
  for (let at = 0; at < byLink.length; at += MAX_AT_ONCE)
    await Promise.all(
      byLink.slice(at, at + MAX_AT_ONCE).map(async (mail) => {
        const problem = await leave(mail);
        if (problem === undefined) result.done++;
        else
          result.left.push({
            from: mail.from,
            why: problem,
            link: /^https?:/i.test(mail.unsubscribe) ? mail.unsubscribe : null,
          });
      }),
    );
  return result;
}

/** @returns why it did not work; undefined when it did */
async function leave({ unsubscribe: url, oneClick }: ListMail): Promise<string | undefined> {
  if (!oneClick)
    return url.startsWith('mailto:')
      ? `This list wants an email to ${url.slice(7).split('?', 1)[0]}.`
      : 'This list wants you to visit its page.';
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
  await transaction(async () => {
    await updateRows('mail_messages', { unsubscribedAt: NOW }, { unsubscribe: url, workspaceId: currentWorkspaceId() });
    await publishThreads();
  });
  return undefined;
}
