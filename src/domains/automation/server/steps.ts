/** Implementation of each type of step. `input` only reads, so that a dry run can show it; `run` acts. */
import { dayAt } from '../../../kernel/days.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import type { Filter, FilterField } from '../../../kernel/filter.ts';
import { allConditions } from '../../../kernel/filter.ts';
import { matchesFilter } from '../../../kernel/filter-match.ts';
import { cut } from '../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { requestApproval } from '../../approvals/index.ts';
import {
  aimAtStage,
  changeRecords,
  createRecord,
  followAim,
  isRecordKind,
  readRecord,
  recordMatches,
  type StageAim,
} from '../../crm/index.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';
import type { RecordName, Step, StepKind, When } from '../contract/definition.ts';
import { render, valueAt } from '../engine/template.ts';
import { waitEnd } from '../engine/wait-until.ts';
import { callKind, mailKind, questionKind, sendApprovedMail } from './approval-kinds.ts';
import { createInput, setInput } from './fields.ts';
import { callOutside } from './http-call.ts';
import { openHeader, originOf, sealHeaders } from './sealed-headers.ts';

/** Data that a step can read. */
export interface StepContext {
  run: { id: string; workflowId: string; workflowName: string; subject: { type: string; id: string } | undefined };
  /** Data for templates: trigger, record, steps, workspace, run, today. */
  data: Record<string, unknown>;
  timeZone: string;
  now: Date;
}

export type Outcome =
  | { done: unknown; port?: string }
  | { waitUntil: Date }
  /** Goes on when this approval is closed. */
  | { awaits: string }
  /** To be done outside of the transaction. A repetition gets the same key. */
  | { outside: (key: string, signal: AbortSignal) => Promise<unknown> }
  | { stop: true };

type Input = Record<string, unknown>;
type Of<K extends StepKind> = Extract<Step, { kind: K }>;

interface Executor<K extends StepKind> {
  input: (step: Of<K>, context: StepContext) => Promise<Input> | Input;
  run: (step: Of<K>, input: Input, context: StepContext) => Promise<Outcome> | Outcome;
}

export const NEWS = defineNotificationKind({
  name: 'workflow_news',
  group: 'Automation',
  label: 'Workflow messages',
  hint: 'A workflow in your workspace sent you a message.',
  ways: { inApp: true, email: false },
});

const text = (input: Input, key: string): string => {
  const value = input[key];
  return typeof value === 'string' ? value : '';
};

/** Placeholder for a record that a dry run does not create. */
export interface Planned {
  id: string;
  kind: RecordName;
  planned: true;
}

/** The record that a step works on. @throws AppError when there is none. */
function targetOf(target: string, { run, data }: StepContext): { kind: RecordName; id: string } | Planned {
  if (target !== 'trigger') {
    const made = valueAt(data, `steps.${target}`) as Partial<Record<keyof Planned, unknown>> | undefined;
    if (typeof made?.id === 'string' && typeof made.kind === 'string' && isRecordKind(made.kind))
      return { kind: made.kind, id: made.id, ...(made.planned === true && { planned: true }) };
    throw invalid('target', 'The step that should have created the record did not run.');
  }
  if (!run.subject || !isRecordKind(run.subject.type))
    throw invalid('target', 'The trigger of this run has no record.');
  return { kind: run.subject.type, id: run.subject.id };
}

const change = async (
  target: { kind: RecordName; id: string },
  action: Parameters<typeof changeRecords>[2],
): Promise<number> => {
  const batch = await changeRecords(target.kind, [target.id], action);
  if (batch.count === 0) throw new AppError('not_found', 'The record was deleted.');
  return batch.changed;
};

/** Whether the condition of a path matches. */
export async function conditionMatches(when: When, context: StepContext): Promise<boolean> {
  const { subject } = context.run;
  if (
    when.record &&
    !(subject && isRecordKind(subject.type) && (await recordMatches(subject.type, subject.id, when.record)))
  )
    return false;
  return (
    !when.data ||
    matchesFilter(when.data, dataFields(when.data), (path) => valueAt(context.data, path), {
      now: context.now,
      timeZone: context.timeZone,
      userId: null,
    })
  );
}

const NUMERIC = new Set(['eq', 'neq', 'lt', 'lte', 'gt', 'gte']);

/** Paths have no declared kind: the operator says how they are meant. */
function dataFields(filter: Filter): Map<string, FilterField> {
  return new Map(
    allConditions(filter).map(({ field, op, value }) => {
      const kind =
        op === 'all_of'
          ? 'tags'
          : NUMERIC.has(op) || (op === 'between' && Array.isArray(value) && typeof value[0] === 'number')
            ? 'number'
            : op === 'true' || op === 'false'
              ? 'boolean'
              : op === 'on' || op === 'before' || op === 'after' || op === 'within'
                ? 'instant'
                : Array.isArray(value)
                  ? 'select'
                  : 'text';
      return [field, { field, label: field, kind }];
    }),
  );
}

const mailInput = (step: Of<'mail'>, { data }: StepContext): Input => ({
  to: render(step.to, data)
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean),
  subject: render(step.subject, data).replace(/\s+/g, ' ').trim(),
  text: render(step.text, data),
  purpose: step.purpose,
  policy: step.policy,
});

const origin = ({ run }: StepContext) => ({
  type: 'workflow_run',
  id: run.id,
  label: `Workflow “${run.workflowName}”`.slice(0, 200),
});

const EXECUTORS: { [K in StepKind]: Executor<K> } = {
  branch: {
    async input(step, context) {
      for (const path of step.paths)
        if (await conditionMatches(path.when, context)) return { way: path.id, name: path.name };
      return { way: 'otherwise', name: 'Otherwise' };
    },
    run: (_, input) => ({ done: { way: input['way'] }, port: text(input, 'way') }),
  },
  delay: {
    input(step, { now, timeZone, data }) {
      const until = waitEnd(step.wait, now, timeZone, (template) => render(template, data));
      if (!until) throw invalid('wait', 'The time to wait for is not valid.');
      return { until: until.toISOString() };
    },
    run: (_, input) => ({ waitUntil: new Date(text(input, 'until')) }),
  },
  create: {
    input: async (step, context) => ({
      record: step.record,
      fields: await createInput(step.record, rendered(step.fields, context), context),
    }),
    async run(step, input) {
      const { id } = await createRecord(step.record, input['fields'] as Input);
      return { done: { id, kind: step.record } };
    },
  },
  update: {
    input: async (step, context) => {
      const target = targetOf(step.target, context);
      return { ...target, set: await setInput(target.kind, rendered(step.fields, context)) };
    },
    run: async (step, input, context) => ({
      done: { changed: await change(targetOf(step.target, context), { kind: 'edit', set: input['set'] as Input }) },
    }),
  },
  assign: {
    input: async (step, context) => ({ ...targetOf(step.target, context), ownerId: await nextOwner(step, context) }),
    run: async (step, input, context) => ({
      done: {
        ownerId: input['ownerId'],
        changed: await change(targetOf(step.target, context), { kind: 'assign', ownerId: text(input, 'ownerId') }),
      },
    }),
  },
  tag: {
    input: (step, context) => ({ ...targetOf(step.target, context), add: step.add, remove: step.remove }),
    async run(step, _, context) {
      const target = targetOf(step.target, context);
      let changed = 0;
      if (step.add.length > 0) changed += await change(target, { kind: 'addTags', tags: step.add });
      if (step.remove.length > 0) changed += await change(target, { kind: 'removeTags', tags: step.remove });
      return { done: { changed } };
    },
  },
  stage: {
    input: async (step, context) => {
      const target = targetOf(step.target, context);
      if (target.kind !== 'opportunity') throw invalid('target', 'Only opportunities have stages.');
      return {
        ...target,
        ...(await aimAtStage('planned' in target ? undefined : target.id, step.stageId, step.reason)),
      };
    },
    async run(step, input, context) {
      const changed = await followAim(targetOf(step.target, context).id, input as unknown as StageAim);
      return {
        done: {
          stage: input['stage'],
          pipeline: input['pipeline'],
          outcome: input['outcome'],
          changed: changed ? 1 : 0,
        },
      };
    },
  },
  notify: {
    input: async (step, context) => ({
      to: await recipients(step.to, context),
      title: render(step.title, context.data),
      body: render(step.body, context.data),
    }),
    async run(step, input, context) {
      const { subject } = context.run;
      for (const userId of input['to'] as string[]) {
        await tellUser(userId, NEWS, {
          title: text(input, 'title') || 'Message from a workflow',
          body: [text(input, 'body'), `From workflow “${context.run.workflowName}”.`].filter(Boolean).join('\n'),
          ...(subject && { subject }),
          ...hrefOf(subject),
          key: `workflow_news:${context.run.id}:${step.id}`,
        });
      }
      return { done: { told: (input['to'] as string[]).length } };
    },
  },
  mail: {
    input: mailInput,
    async run(step, input, context) {
      const content = mailKind.content.safeParse(input);
      if (!content.success) throw invalid('to', content.error.issues[0]!.message);
      if (step.policy === 'direct')
        return { done: await sendApprovedMail(content.data, `${context.run.id}-${step.id}`, origin(context)) };
      const { id } = await requestApproval(mailKind, {
        title: `Email to ${content.data.to.join(', ')}: ${content.data.subject}`,
        content: content.data,
        why: step.name,
        origin: origin(context),
        key: `${context.run.id}:${step.id}`,
        ...subjectOf(context),
      });
      return { awaits: id };
    },
  },
  webhook: {
    input: async (step, { data }) => ({
      url: render(step.url, data).trim(),
      method: step.method,
      headers: await sealHeaders(
        Object.fromEntries(
          step.headers.map(({ name, value }) => [
            name.toLowerCase(),
            render(openHeader(name, value), data).replace(/[\r\n]+/g, ' '),
          ]),
        ),
      ),
      body: render(step.body, data),
      policy: step.policy,
    }),
    async run(step, input, context) {
      const content = callKind.content.parse(input);
      if (step.policy === 'direct') return { outside: (key, signal) => callOutside(content, key, signal) };
      const { id } = await requestApproval(callKind, {
        // Titles travel with events and notices: an address may hold a key in its path or behind it.
        title: `${content.method} ${originOf(content.url)}`,
        content,
        why: step.name,
        origin: origin(context),
        key: `${context.run.id}:${step.id}`,
        ...subjectOf(context),
      });
      return { awaits: id };
    },
  },
  approval: {
    input: (step, { data }) => ({
      title: render(step.title, data),
      why: render(step.why, data),
      expiresAfterHours: step.expiresAfterHours,
    }),
    async run(step, input, context) {
      const record = valueAt(context.data, 'record.name');
      const { id } = await requestApproval(questionKind, {
        title: cut(text(input, 'title'), 300) || 'Question from a workflow',
        why: text(input, 'why'),
        content: { question: text(input, 'title'), ...(typeof record === 'string' && { record }) },
        origin: origin(context),
        key: `${context.run.id}:${step.id}`,
        ...subjectOf(context),
        ...(step.expiresAfterHours !== null && {
          expiresAt: new Date(context.now.getTime() + step.expiresAfterHours * 3_600_000),
        }),
      });
      return { awaits: id };
    },
  },
  stop: { input: () => ({}), run: () => ({ stop: true }) },
};

function subjectOf({ run }: StepContext): { subject?: { type: string; id: string } } {
  return run.subject ? { subject: run.subject } : {};
}

/** Fields with their variables filled in. */
export function rendered(fields: Record<string, string>, { data }: Pick<StepContext, 'data'>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([key, template]) => [key, render(template, data)]));
}

const PAGES: Record<string, string> = {
  contact: '/contacts',
  company: '/companies',
  lead: '/leads',
  opportunity: '/opportunities',
};

function hrefOf(subject: { type: string; id: string } | undefined): { href?: string } {
  const page = subject && PAGES[subject.type];
  return page ? { href: `${page}/${subject.id}` } : {};
}

async function recipients(to: 'owner' | 'admins' | string[], { data }: StepContext): Promise<string[]> {
  if (to === 'owner') {
    const owner = valueAt(data, 'record.ownerId') ?? valueAt(data, 'record.owner.id');
    return typeof owner === 'string' ? [owner] : [];
  }
  const rows = await query<{ id: string }>(
    to === 'admins'
      ? `select id from workspace_people where active and role = 'admin' order by id limit 50`
      : 'select id from workspace_people where active and id = any($1)',
    to === 'admins' ? [] : [to],
  );
  return rows.map((row) => row.id);
}

/**
 * The owner whose turn it is: whoever is here and got nothing for the longest time. The lock makes concurrent runs take
 * turns.
 */
async function nextOwner(step: Of<'assign'>, { run }: StepContext): Promise<string> {
  if (step.owners.length === 1) return step.owners[0]!;
  await query('select 1 from workflows where id = $1 and workspace_id = $2 for update', [
    run.workflowId,
    currentWorkspaceId(),
  ]);
  const rows = await query<{ owner: string; last: string }>(
    `select s.output->>'ownerId' as owner, max(s.started_at) as last
      from (select id from workflow_runs where workflow_id = $1 order by id desc limit 500) r
     join workflow_steps s on s.run_id = r.id and s.step_id = $2 and s.output is not null group by 1`,
    [run.workflowId, step.id],
  );
  const last = new Map(rows.map((row) => [row.owner, row.last]));
  // People who have left have waited longest, so every run would choose them and fail.
  const here = new Set(
    (await query<{ id: string }>('select id from workspace_people where active and id = any($1)', [step.owners])).map(
      ({ id }) => id,
    ),
  );
  const able = step.owners.filter((owner) => here.has(owner));
  return (able.length > 0 ? able : step.owners).toSorted((one, other) =>
    (last.get(one) ?? '').localeCompare(last.get(other) ?? ''),
  )[0]!;
}

/** The executor of a step. The step decides its kind, so the pair always fits. */
export function executorOf(step: Step): Executor<StepKind> {
  return EXECUTORS[step.kind] as unknown as Executor<StepKind>;
}

/** A run's data for templates. */
export async function dataFor(
  run: { id: string; subject: { type: string; id: string } | undefined; workflowName: string },
  trigger: unknown,
  outputs: unknown,
): Promise<{ data: Record<string, unknown>; timeZone: string }> {
  const [workspace] = await query<{ name: string; time_zone: string }>('select name, time_zone from present_workspace');
  const record =
    run.subject && isRecordKind(run.subject.type) ? await readRecord(run.subject.type, run.subject.id) : undefined;
  const timeZone = workspace?.time_zone ?? 'UTC';
  return {
    data: {
      trigger,
      record: record ?? {},
      steps: outputs,
      workspace: { name: workspace?.name ?? '' },
      run: { id: run.id, workflow: run.workflowName },
      today: dayAt(new Date(), timeZone),
    },
    timeZone,
  };
}
