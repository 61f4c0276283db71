/**
 * Sends broadcasts: first the recipients are written down, then they become messages a few at a time, at the pace at
 * which messaging sends. A recipient gets its message in the transaction that notes it, so whatever happens to the
 * worker, nobody gets two and nobody is left out.
 */
import * as z from 'zod';
import { newId } from '../../../kernel/ids.ts';
import {
  asSystem,
  currentWorkspaceId,
  execute,
  inWorkspace,
  query,
  transaction,
  updateRows,
  withAllRecords,
} from '../../../server/db/index.ts';
import { subscribe } from '../../../server/events/subscribers.ts';
import { AGAIN, defineJob, type JobContext } from '../../../server/jobs/define.ts';
import { enqueueUnlessQueued } from '../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import {
  messageSettings,
  normalizeAddress,
  pauseMessages,
  people,
  sendMessage,
  withdrawMessages,
} from '../../messaging/index.ts';
import type { BroadcastAudience, BroadcastState } from '../contract/broadcasts.ts';
import { fillText } from '../engine/template-text.ts';
import {
  audienceFilter,
  broadcastOrigin,
  PAUSED,
  publishBroadcasts,
  segmentsFor,
  STOPPED,
} from './broadcast-messages.ts';

/** Recipients in one transaction. */
const BATCH = 25;

interface Plan {
  name: string;
  text: string;
  purpose: 'service' | 'marketing' | 'newsletter';
  audience: BroadcastAudience;
  state: BroadcastState;
  isPrepared: boolean;
  createdBy: string | null;
}

const readPlan = async (id: string, lock = ''): Promise<Plan | undefined> =>
  (
    await query<Plan>(
      `select name, text, purpose, audience, state, is_prepared as "isPrepared", created_by as "createdBy"
        from text_broadcasts where id = $1 and workspace_id = $2 ${lock}`,
      [id, currentWorkspaceId()],
    )
  )[0];

type Context = JobContext<{ broadcastId: string }, { taken: number }>;

/** It stands in nobody's list of jobs: the page shows its progress. It works in the name of whoever started it. */
export const broadcastJob = defineJob({
  name: 'texting.broadcast',
  title: 'Send a broadcast',
  payload: z.object({ broadcastId: z.uuid() }),
  retry: { limit: 3, backoff: 2 },
  handler: async (job: Context) => {
    const id = job.payload.broadcastId;
    const plan = await readPlan(id);
    if (plan?.state !== 'sending') return undefined;
    return inWorkspace(currentWorkspaceId(), plan.createdBy, async () => {
      if (!plan.isPrepared) await prepare(id, plan.audience, job);
      return withAllRecords(() => sendRest(id, job));
    });
  },
  ended: async ({ broadcastId: id }, { error }) => {
    const isSending = { id, workspaceId: currentWorkspaceId(), state: 'sending' } as const;
    if ((await updateRows('text_broadcasts', { state: 'paused', problem: error }, isSending)) === 0) return;
    await pauseMessages(broadcastOrigin(id), PAUSED);
    await publishBroadcasts();
  },
});

/** Writes down who gets it, each number once, as far as its author sees them. Repeated after a crash, it adds nothing. */
async function prepare(id: string, audience: BroadcastAudience, { signal, checkpoint }: Context): Promise<void> {
  const workspaceId = currentWorkspaceId();
  let withoutPhone = 0;
  for await (const page of people().pages('sms', audienceFilter(audience))) {
    signal.throwIfAborted();
    const numbers = page.flatMap((one) => (one === null ? [] : (normalizeAddress('sms', one) ?? [])));
    withoutPhone += page.length - numbers.length;
    await transaction(async () => {
      await checkpoint({ taken: 0 });
      await execute(
        `insert into text_broadcast_recipients (id, workspace_id, broadcast_id, address)
          select r.id, $1, $2, r.address from unnest($3::uuid[], $4::text[]) as r(id, address)
          on conflict (broadcast_id, address) do nothing`,
        [workspaceId, id, numbers.map(() => newId()), numbers],
      );
    });
  }
  await transaction(async () => {
    await checkpoint({ taken: 0 });
    await updateRows('text_broadcasts', { isPrepared: true, withoutPhone }, { id, workspaceId });
    await publishBroadcasts();
  });
}

async function sendRest(id: string, job: Context): Promise<typeof AGAIN | undefined> {
  for (let taken = job.state?.taken ?? 0; ;) {
    job.signal.throwIfAborted();
    if (job.turnIsOver()) return AGAIN;
    const more = await transaction(() => takeNext(id, taken, job));
    if (more === 0) return undefined;
    taken += more;
  }
}

/**
 * Texts of one broadcast that may wait for the throttle: enough until the worker looks again, and so few that a reply
 * to a person does not wait behind thousands.
 */
const windowOf = (perMinute: number) => Math.min(500, Math.max(20, Math.ceil(perMinute / 4)));

/** @returns how many recipients have their message now; 0 when it is over, paused, or enough of them wait */
async function takeNext(id: string, taken: number, { checkpoint }: Context): Promise<number> {
  const workspaceId = currentWorkspaceId();
  // Whoever pauses or stops it waits for this lock, and then finds every message that was taken.
  const plan = await readPlan(id, 'for update');
  if (plan?.state !== 'sending') return 0;
  const { throttle } = await messageSettings();
  const [queued] = await query<{ count: number }>(
    `select count(*)::int as count from messages where workspace_id = $1 and state = 'queued'
        and origin ->> 'type' = 'text_broadcast' and origin ->> 'id' = $2`,
    [workspaceId, id],
  );
  const room = Math.min(BATCH, windowOf(throttle.minute) - queued!.count);
  if (room <= 0) return 0;
  const next = await query<{ id: string; address: string }>(
    `select id, address from text_broadcast_recipients where broadcast_id = $1 and workspace_id = $2
        and message_id is null order by id limit $3 for update`,
    [id, workspaceId, room],
    'texting_broadcast_next',
  );
  if (next.length === 0) {
    await finishIfOver(id);
    return 0;
  }
  await checkpoint({ taken: taken + next.length });
  const found = await people().ofAddresses(
    'sms',
    next.map(({ address }) => address),
  );
  for (const recipient of next) {
    const person = found.get(recipient.address);
    const name = person?.name ?? '';
    const sent = await sendMessage({
      workspaceId,
      channel: 'sms',
      purpose: plan.purpose,
      to: { address: recipient.address, name, ...(person && { contactId: person.contactId }) },
      text: fillText(plan.text, name),
      key: `text_broadcast:${id}:${recipient.address}`,
      origin: { ...broadcastOrigin(id), label: plan.name },
    });
    await updateRows(
      'text_broadcast_recipients',
      { messageId: sent.id, segments: segmentsFor(plan.text, name) },
      { id: recipient.id, workspaceId },
    );
  }
  await publishBroadcasts();
  return next.length;
}

/** It is done when nothing of it waits. */
async function finishIfOver(id: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const open = await query(
    `select 1 from text_broadcast_recipients r join messages m on m.id = r.message_id and m.workspace_id = r.workspace_id
      where r.broadcast_id = $1 and r.workspace_id = $2 and m.state in ('queued', 'held', 'sending') limit 1`,
    [id, workspaceId],
  );
  if (open.length > 0) return;
  await updateRows('text_broadcasts', { state: 'done', finishedAt: new Date().toISOString() }, { id, workspaceId });
  await publishBroadcasts();
}

/** Sees to it that a broadcast of the present workspace goes on, after the ambient transaction has committed. */
export async function wakeBroadcast(broadcastId: string): Promise<void> {
  await enqueueUnlessQueued(broadcastJob, { broadcastId });
}

const MAX_DUE = 200;

async function wakeAll(): Promise<void> {
  const due = await asSystem(() =>
    query<{ id: string; workspaceId: string; state: BroadcastState }>(
      `select b.id, b.workspace_id as "workspaceId", b.state from text_broadcasts b
        join workspaces w on w.id = b.workspace_id and w.archived_at is null
        where (b.state = 'sending' and (not b.is_prepared
            or exists (select 1 from text_broadcast_recipients r where r.broadcast_id = b.id and r.message_id is null)
            or not exists (select 1 from messages m where m.workspace_id = b.workspace_id and m.state in ('queued', 'held')
              and m.origin ->> 'id' = b.id::text))
          and not exists (select 1 from jobs j where j.workspace_id = b.workspace_id and j.kind = $1
            and j.state in ('queued', 'running') and j.payload ->> 'broadcastId' = b.id::text))
        -- A text that failed while it was being handed over waits for its next attempt.
        or (b.state in ('paused', 'stopped') and exists (select 1 from messages m where m.workspace_id = b.workspace_id
          and m.state = 'queued' and m.origin ->> 'id' = b.id::text))
        order by b.id limit ${MAX_DUE}`,
      [broadcastJob.name],
      'texting_broadcasts_due',
    ),
  );
  for (const { id, workspaceId, state } of due)
    await inWorkspace(workspaceId, null, () => {
      if (state === 'sending') return wakeBroadcast(id);
      const origin = broadcastOrigin(id);
      return transaction(() =>
        state === 'paused' ? pauseMessages(origin, PAUSED) : withdrawMessages(origin, STOPPED),
      );
    });
}

/** Name of the recurring work, for tests. */
export const WAKE_BROADCASTS = 'texting.broadcasts';
export const broadcastsRecurring = defineRecurring({
  name: WAKE_BROADCASTS,
  title: 'Go on with broadcasts',
  every: 5,
  handler: wakeAll,
});

/** A little earlier than messaging forgets their texts, without which there are no figures. */
const KEEP = '399 days';
export const forgetBroadcastsRecurring = defineRecurring({
  name: 'texting.forget',
  title: 'Remove old broadcasts',
  cron: '10 4 * * *',
  handler: () => asSystem(() => execute(`delete from text_broadcasts where finished_at < now() - interval '${KEEP}'`)),
});

/** Figures on screen follow what becomes of the texts. */
export const broadcastProgressSubscriber = subscribe(
  ['sent', 'delivered', 'kept', 'failed', 'refused', 'held', 'unknown'].map((state) => `message.${state}`),
  'texting.broadcast_progress',
  ({ subject }) =>
    withAllRecords(async () => {
      if (!subject) return;
      const found = await query(
        `select 1 from messages where id = $1 and workspace_id = $2 and origin ->> 'type' = 'text_broadcast'`,
        [subject.id, currentWorkspaceId()],
      );
      if (found.length > 0) await publishBroadcasts();
    }),
);
