/** Follow-up work for new email. */
import { query } from '../../../server/db/index.ts';
import { publishThreads } from './account-rows.ts';
import type { AccountRow } from './account-rows.ts';
import { applyRules } from './rules.ts';
import { triageThreads } from './triage.ts';

/** Called after messages were stored that arrived after the first synchronization, in the name of the mailbox's owner. */
export async function noticeNew(account: AccountRow, messageIds: readonly string[]): Promise<void> {
  const threads = await query<{ id: string }>('select distinct thread_id as id from mail_messages where id = any($1)', [
    messageIds,
  ]);
  await triageThreads(threads.map(({ id }) => id));
  await applyRules(account.id, messageIds);
  await publishThreads();
}
