/** Activity plans are workflows of a simple shape: a start, and tasks that it creates. Pure. */
import {
  TemplatePlan as Plan,
  type TemplatePlan,
  type WorkflowDefinition as Definition,
  type WorkflowDraft as Draft,
} from '../contract/content.ts';

/** The workflow that a plan is stamped as; its tasks fall to the record's owner. */
export function workflowOfPlan({ record, on, tasks }: TemplatePlan): Draft {
  return {
    trigger: on === undefined ? { kind: 'manual', record } : { kind: 'event', types: [on], changed: [] },
    steps: tasks.map(({ type, subject, dueInDays, priority }, n) => ({
      id: `t${n + 1}`,
      name: '',
      kind: 'create',
      record: 'activity',
      fields: { type, subject, dueInDays: String(dueInDays), priority, ownerId: '{{record.ownerId}}' },
    })),
  };
}

const FIELDS = ['dueInDays', 'ownerId', 'priority', 'subject', 'type'];

/** The plan that a workflow is; undefined when it is more than one. */
export function planOfWorkflow(
  name: string,
  description: string,
  { trigger, steps }: Definition,
): TemplatePlan | undefined {
  const start = startOf(trigger);
  if (!start) return undefined;
  const tasks: unknown[] = [];
  for (const step of steps) {
    if (
      step.kind !== 'create' ||
      step.record !== 'activity' ||
      Object.keys(step.fields).sort().join() !== FIELDS.join()
    )
      return undefined;
    const { type, subject, dueInDays, priority, ownerId } = step.fields;
    if (ownerId !== '{{record.ownerId}}') return undefined;
    tasks.push({ type, subject, dueInDays: Number(dueInDays), priority });
  }
  const parsed = Plan.safeParse({ name, description, ...start, tasks });
  return parsed.success ? parsed.data : undefined;
}

function startOf(trigger: Definition['trigger']): Pick<TemplatePlan, 'record' | 'on'> | undefined {
  if (trigger.kind === 'manual') return trigger.record === null ? undefined : { record: trigger.record };
  if (trigger.kind !== 'event' || trigger.filter || trigger.changed.length > 0 || trigger.types.length !== 1)
    return undefined;
  const [on] = trigger.types;
  const record = /^(contact|company|lead|opportunity|activity)\./.exec(on!)?.[1] as TemplatePlan['record'] | undefined;
  return record && { record, on: on! };
}
