/**
 * A mailbox that this process looks after: synchronized once, then at every word of its server, every minute, and when
 * something changed here. It ends when the connection breaks, the mailbox is paused, or the process stops; the next
 * process continues where it was.
 */
import type { ImapFlow } from 'imapflow';
import { inWorkspace, query } from '../../../../server/db/index.ts';
import { bus } from '../../../../server/events/bus.ts';
import { log } from '../../../../server/observability/log.ts';
import { SealError } from '../../../../server/secrets/secrets.ts';
import { type AccountRow, findAccount, publishAccounts } from '../account-rows.ts';
import { MailServerError } from '../connect.ts';
import { openMailbox } from '../tokens.ts';
import { MAILBOX_CHANNEL } from './channel.ts';
import { endLease, type Lease, RENEW_EVERY, renewLease, takeLease } from './lease.ts';
import { syncPass } from './pass.ts';

/** Milliseconds between two looks when the server says nothing. */
const LOOK_EVERY = 60_000;
/** Words of the server that come together are answered by one look. */
const TOGETHER = 150;
/** Mailboxes of one process. */
const MAX_MAILBOXES = 200;
const RETRY = { first: 30, most: 1_800 } as const;

const mailboxes = new Map<string, { stop: () => void; ended: Promise<void> }>();

type OnNew = (account: AccountRow, messageIds: readonly string[]) => Promise<void>;

/** Whether this process can take another mailbox. */
export const hasRoom = (): boolean => mailboxes.size < MAX_MAILBOXES;

/**
 * Looks after a mailbox if nobody does.
 * @param onNew messages that arrived after the first synchronization
 * @returns when its first look is over
 */
export async function attend(accountId: string, onNew: OnNew): Promise<void> {
  if (mailboxes.has(accountId) || !hasRoom()) return;
  const lease = await takeLease(accountId);
  if (!lease || mailboxes.has(accountId)) return;
  const control = new AbortController();
  const looked = Promise.withResolvers<void>();
  const ended = inWorkspace(lease.workspaceId, lease.ownerId, () => lookAfter(lease, control, onNew, looked.resolve))
    .catch((error: unknown) => log().error({ err: error, accountId }, 'a mailbox could not be looked after'))
    .finally(() => {
      mailboxes.delete(accountId);
      looked.resolve();
    });
  mailboxes.set(accountId, { stop: () => control.abort(), ended });
  await looked.promise;
}

/** Lets go of all mailboxes of this process. */
export async function leaveMailboxes(): Promise<void> {
  const all = [...mailboxes.values()];
  for (const { stop } of all) stop();
  await Promise.allSettled(all.map(({ ended }) => ended));
}

async function lookAfter(lease: Lease, control: AbortController, onNew: OnNew, looked: () => void): Promise<void> {
  const { accountId } = lease;
  const { signal } = control;
  let client: ImapFlow | undefined;
  let wake: () => void = () => undefined;
  const renewing = setInterval(() => {
    void renewLease(accountId)
      .then((has) => has || control.abort())
      .catch(() => undefined);
  }, RENEW_EVERY);
  const quiet = bus().listen(MAILBOX_CHANNEL, (id) => id === accountId && wake());
  const onAbort = () => {
    client?.close();
    wake();
  };
  signal.addEventListener('abort', onAbort);
  try {
    const account = await findAccount(accountId);
    client = await openMailbox(account);
    let isAwake = false;
    const note = () => {
      isAwake = true;
    };
    for (const event of ['exists', 'expunge', 'flags', 'close'] as const) client.on(event, () => wake());
    for (;;) {
      isAwake = false;
      wake = note;
      await syncPass({ account, client, signal, onNew: (ids) => onNew(account, ids) });
      looked();
      await rest(
        client,
        accountId,
        signal,
        () => isAwake,
        (fn) => (wake = fn),
      );
      if (signal.aborted || !client.usable) break;
    }
    await endLease(accountId, client.usable ? 0 : 5);
  } catch (error) {
    if (signal.aborted) await endLease(accountId, 1);
    else await noteFailure(accountId, error);
  } finally {
    clearInterval(renewing);
    quiet();
    signal.removeEventListener('abort', onAbort);
    client?.close();
  }
}

/** Waits in the inbox, where the server speaks up, until there is something to do. */
async function rest(
  client: ImapFlow,
  accountId: string,
  signal: AbortSignal,
  isAwake: () => boolean,
  onWake: (fn: () => void) => void,
): Promise<void> {
  if (isAwake() || signal.aborted) return;
  const woken = Promise.withResolvers<void>();
  const timer = setTimeout(() => woken.resolve(), LOOK_EVERY);
  onWake(() => setTimeout(() => woken.resolve(), TOGETHER));
  try {
    // The connection idles by itself in an open folder.
    if (client.usable && (await hasNewMail(client, accountId))) return;
    if (isAwake()) return;
    await woken.promise;
  } finally {
    clearTimeout(timer);
  }
}

/** Opens the inbox. @returns whether something came to it while other folders were looked at */
async function hasNewMail(client: ImapFlow, accountId: string): Promise<boolean> {
  const { uidNext } = await client.mailboxOpen('INBOX');
  const newer = await query(
    `select 1 from mail_folders where account_id = $1 and place = 'inbox' and uid_next < $2 limit 1`,
    [accountId, uidNext],
  );
  return newer.length > 0;
}

async function noteFailure(accountId: string, error: unknown): Promise<void> {
  const isFinal = (error instanceof MailServerError && error.isFinal) || error instanceof SealError;
  if (!(error instanceof MailServerError) && !(error instanceof SealError))
    log().warn({ err: error, accountId }, 'a mailbox could not be synchronized');
  const problem =
    error instanceof MailServerError
      ? error.message
      : error instanceof SealError
        ? 'The stored password cannot be read. Enter it again.'
        : 'The connection to the mail server broke. It is tried again.';
  const failures = await countFailure(accountId, problem, isFinal);
  await endLease(accountId, Math.min(RETRY.first * 2 ** Math.min(failures - 1, 10), RETRY.most));
  await publishAccounts();
}

async function countFailure(accountId: string, problem: string, isFinal: boolean): Promise<number> {
  const [row] = await query<{ failures: number }>(
    `update mail_accounts set failures = failures + 1, problem = $2,
        state = case when $3 and state = 'active' then 'failed' else state end where id = $1 returning failures`,
    [accountId, problem, isFinal],
  );
  return row?.failures ?? 1;
}
