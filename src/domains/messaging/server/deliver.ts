/**
 * Hands messages over, one at a time. The attempt is noted before and its outcome after: when the process dies in
 * between, no one knows whether the message left, so it is shown as such and never sent again by itself.
 */
import * as z from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import {
  asSystem,
  currentWorkspaceId,
  execute,
  inWorkspace,
  NOW,
  query,
  transaction,
  updateRows,
  withAllRecords,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { AGAIN, defineJob, type JobContext } from '../../../server/jobs/define.ts';
import { enqueueUnlessQueued } from '../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { log } from '../../../server/observability/log.ts';
import { MailError } from '../../../server/providers/mail/port.ts';
import { ProviderError } from '../../../server/providers/provider-error.ts';
import type { MessageState } from '../contract.ts';
import { decide, fateOf, REASONS } from '../engine/decide.ts';
import { MESSAGING } from '../paths.ts';
import { composeAndSend, type MessageRow } from './compose.ts';
import { suppress } from './consent.ts';
import { factsOf } from './policy.ts';
import { readSettings } from './settings.ts';

const COLUMNS = `m.id, m.channel, m.purpose, m.address, m.address_id as "addressId", m.destination, m.name, m.subject,
  m.text, m.html, m.calendar, m.is_internal as "isInternal", m.is_reply as "isReply", m.attempts`;
const MAX_ATTEMPTS = 6;
const FIRST_PAUSE = 30;
/** Longer than any provider may take. */
const LOST_AFTER = '3 minutes';
/** Seconds until a throttled message is looked at again. */
const PAUSE = 10;

export const sendJob = defineJob({
  name: 'messaging.send',
  title: 'Send messages',
  payload: z.object({}),
  concurrency: 2,
  retry: { limit: 3, backoff: 5 },
  handler: async (job) => ((await withAllRecords(() => sendAll(job))) ? AGAIN : undefined),
});

/** Sees to it that the present workspace's messages are sent, after the ambient transaction has committed. */
export async function wakeSender(): Promise<void> {
  await enqueueUnlessQueued(sendJob, {});
}

/** @returns whether it left off because its turn was over */
async function sendAll({
  signal,
  turnIsOver,
}: Pick<JobContext<unknown, unknown>, 'signal' | 'turnIsOver'>): Promise<boolean> {
  for (;;) {
    signal.throwIfAborted();
    if (turnIsOver()) return true;
    const claimed = await transaction(claim);
    if (claimed === 'none') return false;
    if (claimed !== 'next') await handOver(claimed);
  }
}

/** Takes the next message that is due and may go. `next`: it did not go, look at the one after it. */
async function claim(): Promise<MessageRow | 'next' | 'none'> {
  const workspaceId = currentWorkspaceId();
  const [row] = await query<MessageRow>(
    `select ${COLUMNS} from messages m where m.workspace_id = $1 and m.state in ('queued', 'held') and m.due_at <= now()
      order by m.due_at, m.id limit 1 for update skip locked`,
    [workspaceId],
    'messaging_claim',
  );
  if (!row) return 'none';
  const settings = await readSettings();
  if (!row.isInternal && !row.isReply) {
    // Someone may have unsubscribed since it was taken.
    const facts = (await factsOf(row.channel, [row.address])).get(row.address)!;
    const decision = decide(facts, { channel: row.channel, purpose: row.purpose, settings, now: new Date() });
    if (!('go' in decision)) {
      await finishMessage(row, fateOf(decision));
      return 'next';
    }
    const [recent] = await query<{ all: number; there: number }>(
      `select count(*)::int as all, count(*) filter (where destination = $2)::int as there
        from messages where workspace_id = $1 and handed_at > now() - interval '1 minute'`,
      [workspaceId, row.destination],
      'messaging_recent',
    );
    if (recent!.all >= settings.throttle.minute || recent!.there >= settings.throttle.destination) {
      await execute(`update messages set due_at = now() + make_interval(secs => $2) where id = $1`, [row.id, PAUSE]);
      return 'next';
    }
  }
  await execute(`update messages set state = 'sending', handed_at = now(), attempts = attempts + 1 where id = $1`, [
    row.id,
  ]);
  return { ...row, attempts: row.attempts + 1 };
}

export type Fate = {
  state: MessageState;
  why: string;
  reason: string;
  dueAt?: string;
  finishedAt?: string;
  providerId?: string;
};

export async function finishMessage({ id }: Pick<MessageRow, 'id'>, fate: Fate): Promise<void> {
  await updateRows('messages', fate, { id, workspaceId: currentWorkspaceId() });
  await emit({
    type: `message.${fate.state}`,
    subject: { type: 'message', id },
    data: { ...(fate.why && { why: fate.why }) },
    paths: [MESSAGING.messages],
  });
}

const now = () => new Date().toISOString();

const KEPT = {
  email: 'No mail server is connected: the message was kept on this server.',
  sms: 'No SMS provider is connected: the message was kept on the simulated handset.',
};

async function handOver(row: MessageRow): Promise<void> {
  let fate: Fate;
  try {
    const sent = await composeAndSend(row);
    fate = {
      state: sent.delivered === 'kept' ? 'kept' : 'sent',
      why: sent.delivered === 'kept' ? KEPT[row.channel] : '',
      reason: '',
      providerId: sent.id,
      finishedAt: now(),
    };
  } catch (error) {
    fate = afterFailure(row, error);
    if (isOptedOut(error) && !row.isReply)
      await suppress('sms', [row.address], 'stopped', { note: 'The provider says that they replied STOP.' });
  }
  await transaction(async () => {
    const present = await query(`select 1 from messages where id = $1 and state = 'sending' for update`, [row.id]);
    if (present.length > 0) await finishMessage(row, fate);
  });
}

/** Twilio's code for a person who replied STOP there. */
const OPTED_OUT = '21610';
const isOptedOut = (error: unknown) => error instanceof ProviderError && error.providerCode === OPTED_OUT;

function afterFailure({ id, attempts, isReply }: MessageRow, error: unknown): Fate {
  if (isOptedOut(error)) {
    const why = isReply ? 'The provider answers this person itself.' : REASONS.stopped;
    return { state: 'refused', why, reason: 'stopped', finishedAt: now() };
  }
  const message = error instanceof AppError ? error.message : 'Something went wrong on our end.';
  if (!(error instanceof AppError)) log().error({ err: error, message: id }, 'a message could not be sent');
  // The server may have taken it before the connection broke.
  if (error instanceof ProviderError && error.isUncertain)
    return { state: 'unknown', why: `${message} It may have arrived.`, reason: 'unknown', finishedAt: now() };
  const isWorthRetrying =
    error instanceof MailError ? error.worthRetrying : !(error instanceof AppError) || error.status >= 500;
  if (!isWorthRetrying || attempts >= MAX_ATTEMPTS)
    return { state: 'failed', why: message, reason: 'failed', finishedAt: now() };
  const pause = FIRST_PAUSE * 4 ** (attempts - 1);
  return { state: 'queued', why: message, reason: 'retry', dueAt: new Date(Date.now() + pause * 1_000).toISOString() };
}

/** Marks messages whose process died while it handed them over. */
async function findLost(): Promise<void> {
  const lost = await asSystem(() =>
    query<{ id: string; workspace: string }>(
      `select id, workspace_id as workspace from messages
        where state = 'sending' and handed_at < now() - interval '${LOST_AFTER}' limit 1000`,
    ),
  );
  for (const { id, workspace } of lost)
    await inWorkspace(workspace, null, () =>
      withAllRecords(() =>
        transaction(() =>
          finishMessage(
            { id },
            {
              state: 'unknown',
              why: 'The server stopped while it sent this message. It may have arrived.',
              reason: 'unknown',
              finishedAt: now(),
            },
          ),
        ),
      ),
    );
}

async function wakeAll(): Promise<void> {
  const due = await asSystem(() =>
    query<{ workspace_id: string }>(
      `select distinct m.workspace_id from messages m join workspaces w on w.id = m.workspace_id
        where m.state in ('queued', 'held') and m.due_at <= now() and w.archived_at is null limit 1000`,
      [],
      'messaging_due',
    ),
  );
  for (const { workspace_id: id } of due) await inWorkspace(id, null, wakeSender);
  await findLost();
}

/** Name of the recurring work, for tests. */
export const WAKE_MESSAGES = 'messaging.wake';
export const wakeMessagesRecurring = defineRecurring({
  name: WAKE_MESSAGES,
  title: 'Send messages whose time has come',
  every: 10,
  handler: wakeAll,
});

const KEEP = '400 days';
export const forgetMessagesRecurring = defineRecurring({
  name: 'messaging.forget',
  title: 'Remove old messages to people outside',
  cron: '20 4 * * *',
  handler: () => asSystem(() => execute(`delete from messages where finished_at < now() - interval '${KEEP}'`)),
});

/** A person's decision about a message whose outcome is unknown. @throws AppError `not_found`, `conflict` */
export function resolveUnknown(id: string, as: 'sent' | 'again'): Promise<void> {
  return transaction(async () => {
    const [row] = await query<{ state: string }>(
      'select state from messages where id = $1 and workspace_id = $2 for update',
      [id, currentWorkspaceId()],
    );
    if (!row) throw new AppError('not_found', 'The message was not found.');
    if (row.state !== 'unknown') throw new AppError('conflict', 'The outcome of this message is known by now.');
    if (as === 'sent')
      await finishMessage({ id }, { state: 'sent', why: 'Marked as sent manually.', reason: '', finishedAt: now() });
    else {
      await updateRows('messages', { state: 'queued', why: '', reason: '', dueAt: NOW, finishedAt: null }, { id });
      await emit({ type: 'message.queued', subject: { type: 'message', id }, paths: [MESSAGING.messages] });
      await wakeSender();
    }
  });
}
