/** Telling people of events by the ways that they chose in their settings. */
import { query, transaction } from '../../../server/db/index.ts';
import type { NotificationEvent } from '../contract/settings.ts';
import { homeWorkspace } from './accounts.ts';
import { queueAccountMail } from './mail-job.ts';
import { readNotifications } from './settings.ts';

/**
 * Queues what the user wants to hear of `event`, in the ambient transaction. Runs as system.
 * @param text the mail's body, without greeting
 */
export async function tellUser(userId: string, event: NotificationEvent, subject: string, text: string): Promise<void> {
  await transaction(async () => {
    const wanted = (await readNotifications(userId))[event];
    const [user] = await query<{ name: string; email: string }>('select name, email from users where id = $1 and active', [userId]);
    if (!wanted.email || !user) return;
    await queueAccountMail(await homeWorkspace(userId), { name: user.name, address: user.email, subject, text: `Hello ${user.name},\n\n${text}\n` });
  });
}
