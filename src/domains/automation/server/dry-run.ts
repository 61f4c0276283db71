/** Runs a draft against a past event or a record: every step's input is computed, and nothing is executed. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, query, savepoint } from '../../../server/db/index.ts';
import { KINDS } from '../../../records/contract.ts';
import { readRecord } from '../../crm/index.ts';
import type { Definition, RecordName, Step } from '../contract/definition.ts';
import type { DryRun, DryStep } from '../contract/workflows.ts';
import { findStep, firstStep, nextStep } from '../engine/step-tree.ts';
import { readWorkflowRow, type TriggerData, type WorkflowRow } from './rows.ts';
import { withoutSecrets } from './secret-headers.ts';
import { dataFor, executorOf, type Planned } from './steps.ts';
import { applies, triggerOf } from './triggers.ts';
import { checkKept, inStep } from './workflows.ts';
import { type Naming, namingHere, wordsFor } from './describe-step.ts';

export interface DryRunRequest {
  eventId?: number | undefined;
  record?: { kind: RecordName; id: string } | undefined;
  data?: Record<string, unknown> | undefined;
}

interface Beginning {
  trigger: TriggerData;
  subject: { type: string; id: string } | undefined;
  starts: boolean;
  why: string;
}

/**
 * @throws AppError `validation` while the draft is not complete; `not_found` for an event or record that is not there.
 */
export async function dryRun(workflowId: string, request: DryRunRequest): Promise<DryRun> {
  const row = await readWorkflowRow(workflowId);
  const { draft, definition, problems } = await checkKept(row.draft);
  if (!definition)
    throw new AppError('validation', `The draft is not complete. ${problems[0] ? inStep(draft, problems[0]) : ''}`);
  return undone(async () => {
    const beginning = await begin(definition, request);
    if (!beginning.starts) return { starts: false, why: beginning.why, steps: [] };
    return { starts: true, why: beginning.why, steps: await walk(definition, beginning, row) };
  });
}

/** Inputs only read; should one ever write, this takes it back. */
async function undone<T>(fn: () => Promise<T>): Promise<T> {
  const back = new Error('Rolled back');
  let answer: { value: T } | undefined;
  try {
    await savepoint(async () => {
      answer = { value: await fn() };
      throw back;
    });
  } catch (error) {
    if (error !== back) throw error;
  }
  return answer!.value;
}

async function begin({ trigger }: Definition, { eventId, record, data = {} }: DryRunRequest): Promise<Beginning> {
  if (eventId !== undefined) {
    const [event] = await query<{
      id: number;
      type: string;
      subject_type: string | null;
      subject_id: string | null;
      actor_id: string | null;
      at: string;
      data: Record<string, unknown>;
    }>(
      'select id, type, subject_type, subject_id, actor_id, at, data from events where workspace_id = $1 and id = $2',
      [currentWorkspaceId(), eventId],
    );
    if (!event) throw notFound('The event');
    const subject =
      event.subject_type && event.subject_id ? { type: event.subject_type, id: event.subject_id } : undefined;
    const fits = trigger.kind === 'event' && (await applies(trigger, { type: event.type, subject, data: event.data }));
    return {
      trigger: triggerOf({ ...event, actorId: event.actor_id ?? undefined }),
      subject,
      starts: fits,
      why: fits
        ? 'This event would start the workflow.'
        : 'This event would not start the workflow. Its type, changed fields, or record do not match the trigger.',
    };
  }
  if (record && !(await readRecord(record.kind, record.id))) throw notFound('The record');
  const kind = trigger.kind === 'event' ? 'manual' : trigger.kind;
  return {
    trigger: { kind, at: new Date().toISOString(), data },
    subject: record && { type: record.kind, id: record.id },
    starts: true,
    why: 'As if started manually.',
  };
}

/** The run's subject by name. */
function aboutWhom(subject: { id: string } | undefined, record: unknown): { id: string; name: string } | undefined {
  const { name } = (record ?? {}) as { name?: unknown };
  return subject && typeof name === 'string' ? { id: subject.id, name } : undefined;
}

const MAX = 200;

function stepAt(definition: Definition, id: string | undefined): Step | undefined {
  return id === undefined ? undefined : findStep(definition, id);
}

/** Steps take the first way through a question: as if it had been approved. Delays pass at once. */
async function walk(
  definition: Definition,
  { trigger, subject }: Beginning,
  { id: workflowId, name: workflowName }: WorkflowRow,
): Promise<DryStep[]> {
  const steps: DryStep[] = [];
  const outputs: Record<string, unknown> = {};
  const naming = await namingHere();
  const run = { id: 'dry-run', workflowId, workflowName, subject };
  let step = stepAt(definition, firstStep(definition));
  while (step && steps.length < MAX) {
    const { id, kind } = step;
    const { data, timeZone } = await dataFor(run, trigger, outputs);
    const context = { run, data, timeZone, now: new Date() };
    try {
      const input = await executorOf(step).input(step, context);
      const port = step.kind === 'branch' ? String(input['way']) : step.kind === 'approval' ? 'approved' : null;
      steps.push({
        stepId: id,
        kind,
        input: withoutSecrets(input),
        ...(await wordsFor(step, input, { timeZone, subject: aboutWhom(run.subject, data['record']) }, naming)),
        port,
        problem: null,
      });
      outputs[id] = step.kind === 'create' ? { ...input, ...standIn(step, naming) } : input;
      if (kind === 'stop') return steps;
      step = stepAt(definition, nextStep(definition, id, port ?? undefined));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      steps.push({ stepId: id, kind, input: {}, would: '', fields: [], port: null, problem: error.message });
      // Later steps can still be shown.
      step = stepAt(definition, nextStep(definition, id));
    }
  }
  return steps;
}

/** For a record that is not made: steps below may name it. */
function standIn({ name, record }: Extract<Step, { kind: 'create' }>, { made }: Naming): Planned {
  const id = newId();
  made.set(id, `the new ${KINDS[record].one}${name === '' ? '' : ` of “${name}”`}`);
  return { id, kind: record, planned: true };
}
