/** Triggers of runs: events, schedules, incoming calls, decided approvals, and people. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, execute, inWorkspace, query, savepoint, transaction, updateRows } from '../../../server/db/index.ts';
import { storableJson } from '../../../server/db/storable.ts';
import { type RecordedEvent, subscribe } from '../../../server/events/subscribers.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { nextTime } from '../../../server/jobs/schedule.ts';
import { log } from '../../../server/observability/log.ts';
import { hashToken } from '../../../server/secrets/secrets.ts';
import { isRecordKind, readRecord, recordMatches } from '../../crm/index.ts';
import type { RecordName, Trigger } from '../contract/definition.ts';
import type { RunSummary } from '../contract/workflows.ts';
import { eventType } from './events-catalogue.ts';
import { definitionOf, readRunRow, readWorkflowRow, toRunSummary, type TriggerData } from './rows.ts';
import { endRuns } from './cancel-runs.ts';
import { pauseWorkflow, requirePublished, type Start, startRun } from './start.ts';
import { wakeWorker } from './worker.ts';

type Startable = Start['workflow'];

/** Events of automation itself start no workflow, to prevent endless chains. */
const SILENT = /^(?:workflow|webhook|notification)/;

async function onEvent(event: RecordedEvent): Promise<void> {
  if (event.type === 'approval.closed') await onApprovalClosed(event);
  if (event.cause?.quiet) return;
  if (SILENT.test(event.type) && event.type !== 'workflow_run.failed') return;
  const found = await query<Startable>(
    `select id, name, published, runs_per_minute from workflows
      where workspace_id = $1 and state = 'on' and deleted_at is null and trigger_types @> array[$2::text]
       and app_is_on(workspace_id, 'automation')`,
    [event.workspaceId, event.type],
  );
  for (const workflow of found) {
    const { trigger } = await definitionOf(workflow.id, workflow.published);
    if (trigger.kind !== 'event' || !(await applies(trigger, event, workflow))) continue;
    await startRun({
      workflow,
      trigger: triggerOf(event),
      occasion: `event:${event.id}`,
      subject: event.subject,
      cause: event.cause,
    });
  }
}

export function triggerOf(event: Pick<RecordedEvent, 'id' | 'type' | 'at' | 'actorId' | 'data'>): TriggerData {
  return {
    kind: 'event',
    type: event.type,
    at: event.at,
    actorId: event.actorId ?? null,
    eventId: event.id,
    changed: changedFields(event.data),
    data: event.data,
  };
}

function changedFields(data: Record<string, unknown>): string[] {
  const changes = data['changes'];
  return Array.isArray(changes)
    ? changes.flatMap((change: { field?: unknown; from?: unknown; to?: unknown }) =>
        typeof change.field === 'string' ? [change.field, ...ownFields(change)] : [],
      )
    : [];
}

/** Some kinds tell of all their own fields at once: those of them that really differ. */
function ownFields({ field, from, to }: { field?: unknown; from?: unknown; to?: unknown }): string[] {
  if (field !== 'custom') return [];
  const [before, after] = [from, to].map((part) =>
    typeof part === 'object' && part !== null ? (part as Record<string, unknown>) : {},
  ) as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => `custom.${key}`);
}

/**
 * Whether an event is one that the trigger means. A filter that does not fit the fields means none.
 * @param running paused with the reason when its filter fits no record any more: it would never start again, and no one
 *   would know
 */
export async function applies(
  trigger: Extract<Trigger, { kind: 'event' }>,
  event: Pick<RecordedEvent, 'type' | 'subject' | 'data'>,
  running?: Startable,
): Promise<boolean> {
  if (!trigger.types.includes(event.type)) return false;
  const changed = changedFields(event.data);
  if (
    trigger.changed.length > 0 &&
    event.type.endsWith('.updated') &&
    !trigger.changed.some((field) => changed.includes(field))
  )
    return false;
  const { filter } = trigger;
  const { subject } = event;
  if (!filter || filter.conditions.length === 0) return true;
  if (!subject || !isRecordKind(subject.type)) return false;
  const kind = subject.type;
  try {
    return await savepoint(() => recordMatches(kind, subject.id, filter));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log().warn({ err: error }, 'the filter of a trigger is no longer valid');
    // Of several kinds of records it may fit the others.
    const oneKind = new Set(trigger.types.map((type) => eventType(type)?.record)).size === 1;
    if (running && oneKind)
      await pauseWorkflow(
        running,
        `The trigger condition is no longer valid: ${error.message} Change the condition, then publish again.`,
      );
    return false;
  }
}

/** A refusal is looked at a moment later: until then it may be taken back. */
const RECONSIDER = { rejected: '10 seconds' } as Record<string, string>;

async function onApprovalClosed({ subject, data }: RecordedEvent): Promise<void> {
  const woken = await execute(
    `update workflow_runs set wake_at = now() + $2::interval where approval_id = $1 and state = 'waiting'`,
    [subject?.id ?? null, RECONSIDER[String(data['outcome'])] ?? '0 seconds'],
  );
  if (woken > 0) await wakeWorker();
}

/** Those of which a workflow of their workspace may begin, and those that one waits for. */
async function ofStarting(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
  const rows = await query<{ workspace_id: string; types: string[] }>(
    `select workspace_id, array_agg(distinct t) as types from workflows, unnest(trigger_types) t
      where workspace_id = any($1) and state = 'on' and deleted_at is null group by workspace_id`,
    [[...new Set(events.map(({ workspaceId }) => workspaceId))]],
  );
  const typesOf = new Map(rows.map(({ workspace_id: id, types }) => [id, new Set(types)]));
  return events.filter(({ type, workspaceId }) => type === 'approval.closed' || typesOf.get(workspaceId)?.has(type));
}

export const triggersSubscriber = subscribe('*', 'automation.triggers', onEvent, { sift: ofStarting });

interface DueRow extends Startable {
  workspace_id: string;
  next_at: string;
}

async function runSchedules(): Promise<void> {
  await asSystem(() =>
    transaction(async () => {
      const due = await query<DueRow>(
        `select id, name, published, runs_per_minute, workspace_id, next_at from workflows
       where state = 'on' and deleted_at is null and next_at <= now() and app_is_on(workspace_id, 'automation')
          order by next_at limit 200 for update skip locked`,
      );
      for (const { workspace_id: workspaceId, next_at: at, ...workflow } of due) {
        await inWorkspace(workspaceId, null, async () => {
          const { trigger } = await definitionOf(workflow.id, workflow.published);
          // The database's clock found it due; where this server's is behind, it must not be due at the same time
          // again.
          const next =
            trigger.kind === 'schedule'
              ? nextTime(trigger, new Date(Math.max(Date.now(), Date.parse(at)))).toISOString()
              : null;
          await updateRows('workflows', { nextAt: next }, { id: workflow.id });
          if (trigger.kind === 'schedule')
            await startRun({ workflow, trigger: { kind: 'schedule', at, data: {} }, occasion: `at:${at}` });
        });
      }
    }),
  );
}

/** Name of the recurring work, for tests. */
export const SCHEDULES = 'automation.schedules';
export const schedulesRecurring = defineRecurring({
  name: SCHEDULES,
  title: 'Start workflows that run on a schedule',
  every: 15,
  handler: runSchedules,
});

const HOOKS_PER_MINUTE = 120;
const MAX_HOOK_BODY = 262_144;

/**
 * Starts the workflow whose secret address was called.
 * @throws AppError `not_found` for an unknown address and for a workflow that is off alike.
 */
export async function receiveHook(token: string, body: unknown, key: string | undefined): Promise<void> {
  const hash = hashToken(token);
  const [row] = await asSystem(() =>
    query<Startable & { workspace_id: string }>(
      `select id, name, published, runs_per_minute, workspace_id from workflows
        where hook_hash = $1 and state = 'on' and deleted_at is null and trigger_kind = 'hook'
        and app_is_on(workspace_id, 'automation')`,
      [hash],
    ),
  );
  if (!row) throw notFound('This URL');
  const { count, retryAfter } = await asSystem(() => throttle(`hook:${row.id}`, 60));
  if (count > HOOKS_PER_MINUTE)
    throw new AppError('rate_limited', `The limit is ${HOOKS_PER_MINUTE} calls per minute.`, { retryAfter });
  const text = JSON.stringify(body ?? {});
  if (text.length > MAX_HOOK_BODY) throw new AppError('validation', 'The body is larger than 256 kB.');
  if (storableJson(body ?? {}) !== text)
    throw new AppError('validation', 'The body contains a character that can’t be stored.');
  const data =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : { body };
  await inWorkspace(row.workspace_id, null, () =>
    startRun({
      workflow: row,
      trigger: { kind: 'hook', at: new Date().toISOString(), data },
      occasion: `hook:${key ?? newId()}`,
    }),
  );
}

/**
 * Starts a workflow by hand.
 * @throws AppError `conflict` when it is not published; `validation` when it needs a record.
 */
export async function startByHand(
  workflowId: string,
  record: { kind: RecordName; id: string } | undefined,
  data: Record<string, unknown> = {},
): Promise<RunSummary> {
  const row = await readWorkflowRow(workflowId);
  const workflow = requirePublished(row);
  const { trigger } = await definitionOf(workflow.id, workflow.published);
  const wanted = trigger.kind === 'manual' ? trigger.record : undefined;
  if (trigger.kind === 'manual' && wanted !== null && record?.kind !== wanted)
    throw new AppError('validation', `Choose the ${wanted} to run the workflow on.`, { field: 'record' });
  if (trigger.kind === 'event' && !record)
    throw new AppError('validation', 'Choose the record to run the workflow on.', { field: 'record' });
  if (record && !(await readRecord(record.kind, record.id))) throw notFound('The record');
  const subject = record && { type: record.kind, id: record.id };
  const id = await startRun({
    workflow,
    trigger: { kind: 'manual', at: new Date().toISOString(), data },
    occasion: `manual:${newId()}`,
    subject,
  });
  if (!id) throw new AppError('conflict', 'The run did not start.');
  return toRunSummary(await readRunRow(id));
}

/** Runs again what a run was started with. @throws AppError `not_found`, `conflict`. */
export async function replayRun(runId: string): Promise<RunSummary> {
  const run = await readRunRow(runId);
  if (['queued', 'running', 'waiting'].includes(run.state))
    throw new AppError('conflict', 'This run is still in progress.');
  const row = await readWorkflowRow(run.workflow_id);
  const subject = run.subject_type && run.subject_id ? { type: run.subject_type, id: run.subject_id } : undefined;
  const id = await startRun({
    workflow: requirePublished(row),
    trigger: run.started_by,
    occasion: `replay:${newId()}`,
    subject,
    replayOf: run.id,
  });
  if (!id) throw new AppError('conflict', 'The run did not start.');
  return toRunSummary(await readRunRow(id));
}

/** Ends a run, with what it waits to have let through. @throws AppError `not_found`, `conflict` when it is over. */
export function cancelRun(runId: string): Promise<void> {
  return transaction(async () => {
    if ((await endRuns('r.id = $2', runId)) === 0)
      throw new AppError('conflict', `This run is over: it ${(await readRunRow(runId)).state}.`);
  });
}
