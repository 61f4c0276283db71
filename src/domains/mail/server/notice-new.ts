/** What follows when messages arrive. */
import type { AccountRow } from './account-rows.ts';

/** Called after messages were stored that arrived after the first synchronization, in the name of the mailbox's owner. */
export async function noticeNew(_account: AccountRow, _messageIds: readonly string[]): Promise<void> {}
