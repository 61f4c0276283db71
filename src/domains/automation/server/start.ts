/** Starting runs, and the guards in front of it: no loops, no floods. */
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  currentUserId,
  currentWorkspaceId,
  execute,
  NEXT_VERSION,
  query,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import type { Cause } from '../../../server/events/cause.ts';
import { emit } from '../../../server/events/emit.ts';
import { isRecordKind, readRecord } from '../../crm/index.ts';
import { firstStep } from '../engine/step-tree.ts';
import { AUTOMATION } from '../paths.ts';
import { definitionOf, type TriggerData } from './rows.ts';
import { tellOwner } from './notify.ts';
import { wakeWorker } from './worker.ts';

/** The most workflows that may lead to one another. */
export const MAX_CHAIN = 5;
/** A queue that is longer than this, in hours of work, pauses the workflow. */
const MAX_BACKLOG_HOURS = 24;

export interface Start {
  workflow: { id: string; name: string; published: number; runs_per_minute: number };
  trigger: TriggerData;
  /** The same occasion starts one run. */
  occasion: string;
  subject?: { type: string; id: string } | undefined;
  cause?: Cause | undefined;
  replayOf?: string;
}

/**
 * Starts a run in the ambient transaction; it begins after the commit.
 * @returns its id; undefined when the occasion has started one already, or a guard refused.
 */
export function startRun(start: Start): Promise<string | undefined> {
  return transaction(async () => {
    const { workflow, trigger, subject, cause } = start;
    const chain = cause?.chain ?? [];
    if (chain.includes(workflow.id))
      return block(start, 'This workflow caused the event itself. Running it would create a loop.');
    if (chain.length >= MAX_CHAIN)
      return block(start, `Stopped after a chain of ${MAX_CHAIN} workflows that started each other.`);
    const delay = await nextSlot(workflow);
    if (delay > MAX_BACKLOG_HOURS * 3600) return flood(start);
    const definition = await definitionOf(workflow.id, workflow.published);
    const id = newId();
    const named = await withRecordName(trigger, subject);
    const added = await execute(
      `insert into workflow_runs (id, workspace_id, workflow_id, number, state, started_by, occasion, subject_type,
        subject_id, chain, step_id, wake_at, replay_of, created_by)
       values ($1, $2, $3, $4, 'queued', $5, $6, $7, $8, $9, $10, now() + make_interval(secs => $11), $12, $13)
          on conflict (workflow_id, occasion) do nothing`,
      [
        id,
        currentWorkspaceId(),
        workflow.id,
        workflow.published,
        JSON.stringify(named),
        start.occasion,
        subject?.type ?? null,
        subject?.id ?? null,
        [...chain, workflow.id],
        firstStep(definition) ?? null,
        delay,
        start.replayOf ?? null,
        currentUserId(),
      ],
    );
    if (added === 0) return undefined;
    await emit({
      type: 'workflow_run.started',
      subject: { type: 'workflow_run', id },
      data: { workflowId: workflow.id },
      paths: [AUTOMATION.runs, AUTOMATION.workflows],
    });
    if (delay === 0) await wakeWorker();
    return id;
  });
}

async function withRecordName(trigger: TriggerData, subject: Start['subject']): Promise<TriggerData> {
  if (!subject || !isRecordKind(subject.type)) return trigger;
  const record = await readRecord(subject.type, subject.id);
  return typeof record?.['name'] === 'string'
    ? { ...trigger, data: { ...trigger.data, recordName: record['name'] } }
    : trigger;
}

/**
 * Seconds until a run may start: so many a minute, a minute's worth at once, the others one after another (GCRA: the
 * next arrival moves on by an interval with every run, and may lie a minute ahead).
 */
async function nextSlot({ id, runs_per_minute: perMinute }: Start['workflow']): Promise<number> {
  const interval = 60 / perMinute;
  const [row] = await query<{ ahead: number }>(
    `update workflows set arrival_at = greatest(arrival_at, now()) + make_interval(secs => $3)
     where id = $1 and workspace_id = $2 returning extract(epoch from arrival_at - now())::float8 as ahead`,
    [id, currentWorkspaceId(), interval],
  );
  // Stored times have milliseconds, the clock has more: the second of one transaction would be a fraction ahead.
  return Math.max(0, Math.ceil(Number(((row?.ahead ?? 0) - 60).toFixed(2))));
}

/** Notes that a guard refused; one entry a minute is enough to see it. */
async function block({ workflow, trigger, occasion, subject, cause }: Start, why: string): Promise<undefined> {
  const [noted] = await query<{ first: boolean }>(
    `with before as (select blocked_at from workflows where id = $1 and workspace_id = $2 for update)
     update workflows w set blocked = blocked + 1, blocked_at = case when before.blocked_at > now() - interval
        '1 minute' then before.blocked_at else now() end
     from before where w.id = $1 and w.workspace_id = $2
        returning before.blocked_at is null or before.blocked_at <= now() - interval '1 minute' as first`,
    [workflow.id, currentWorkspaceId()],
  );
  if (!noted?.first) return undefined;
  await execute(
    `insert into workflow_runs (id, workspace_id, workflow_id, number, state, started_by, occasion, subject_type,
      subject_id, chain, error, finished_at)
     values ($1, $2, $3, $4, 'blocked', $5, $6, $7, $8, $9, $10, now()) on conflict (workflow_id, occasion) do nothing`,
    [
      newId(),
      currentWorkspaceId(),
      workflow.id,
      workflow.published,
      JSON.stringify(trigger),
      occasion,
      subject?.type ?? null,
      subject?.id ?? null,
      cause?.chain ?? [],
      why,
    ],
  );
  return undefined;
}

async function flood(start: Start): Promise<undefined> {
  const why = `More than ${MAX_BACKLOG_HOURS} hours of runs were waiting. Check the trigger, then turn the workflow on again.`;
  await pauseWorkflow(start.workflow, why);
  return block(start, why);
}

/** Switches a workflow off that cannot go on by itself, with the reason, and tells whoever published it. */
export async function pauseWorkflow({ id, name }: Pick<Start['workflow'], 'id' | 'name'>, why: string): Promise<void> {
  const paused = await updateRows(
    'workflows',
    { state: 'paused', pausedReason: why, version: NEXT_VERSION },
    { id, workspaceId: currentWorkspaceId(), state: 'on' },
  );
  if (paused === 0) return;
  await emit({
    type: 'workflow.paused',
    subject: { type: 'workflow', id },
    data: { why },
    paths: [AUTOMATION.workflows],
  });
  await tellOwner(id, { title: `The workflow “${name}” was paused`, body: why });
}

/** The published version of a workflow. @throws AppError `conflict` before the first. */
export function requirePublished(row: {
  id: string;
  name: string;
  published: number | null;
  runs_per_minute: number;
}): Start['workflow'] {
  if (row.published === null) throw new AppError('conflict', 'Publish the workflow first.');
  return { id: row.id, name: row.name, published: row.published, runs_per_minute: row.runs_per_minute };
}
