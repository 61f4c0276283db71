/** Labels of workflows, steps, and runs. */
import { STEP_LABELS } from './step-labels.ts';
import type { Definition, Draft, Step } from '../contract/definition.ts';
import type { Catalogue, RunState, RunStep, WorkflowState } from '../contract/workflows.ts';
import { placeOf, sizeOfList } from '../engine/edit.ts';
import { findStep, waysOf } from '../engine/step-tree.ts';

type Tone = 'neutral' | 'info' | 'success' | 'danger' | 'warning';

export const WORKFLOW_STATES: Record<WorkflowState, { text: string; tone: Tone }> = {
  off: { text: 'Off', tone: 'neutral' },
  on: { text: 'On', tone: 'success' },
  paused: { text: 'Paused', tone: 'warning' },
};

export const RUN_STATES: Record<RunState, { text: string; tone: Tone }> = {
  queued: { text: 'Queued', tone: 'info' },
  running: { text: 'Running', tone: 'info' },
  waiting: { text: 'Waiting', tone: 'info' },
  succeeded: { text: 'Done', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
  cancelled: { text: 'Canceled', tone: 'neutral' },
  blocked: { text: 'Not started', tone: 'warning' },
};

export const STEP_STATES: Record<RunStep['state'], { text: string; tone: Tone }> = {
  running: { text: 'Running', tone: 'info' },
  waiting: { text: 'Waiting', tone: 'info' },
  done: { text: 'Done', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
  skipped: { text: 'Skipped', tone: 'neutral' },
};

const UNITS = { minutes: 'minute', hours: 'hour', days: 'day' } as const;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const weekdayName = (day: number): string => WEEKDAYS[day - 1] ?? '';

const listed = (values: readonly string[], none: string) =>
  values.length === 0
    ? none
    : values.length <= 3
      ? values.join(', ')
      : `${values.slice(0, 2).join(', ')} and ${values.length - 2} more`;

/** A step in one line: its own name, or what it does. */
export function stepTitle(step: Step): string {
  return step.name || STEP_LABELS[step.kind].text;
}

const NOTHING_KNOWN = { pipelines: [], records: [] };

/** A field's label, or its key if it no longer exists. */
function labelOf(key: string, records: Catalogue['records']): string {
  return (
    records.flatMap(({ changeFields }) => changeFields).find((field) => field.key === key)?.label ??
    key.replace(/^custom\./, '')
  );
}

/** A step's settings on one line. */
export function stepDetail(
  step: Step,
  { pipelines, records }: Pick<Catalogue, 'pipelines' | 'records'> = NOTHING_KNOWN,
): string {
  switch (step.kind) {
    case 'branch':
      return `${step.paths.length + 1} paths`;
    case 'delay':
      return waitWords(step.wait);
    case 'create':
      return `New ${step.record}${step.fields['subject'] || step.fields['name'] ? `: ${step.fields['subject'] || step.fields['name']}` : ''}`;
    case 'update':
      return `Sets ${listed(
        Object.keys(step.fields).map((key) => labelOf(key, records)),
        'nothing yet',
      )}`;
    case 'assign':
      return step.owners.length > 1
        ? `To ${step.owners.length} people, in turn`
        : step.owners.length === 1
          ? 'To one person'
          : 'No one chosen yet';
    case 'tag':
      return (
        [step.add.length > 0 && `+ ${listed(step.add, '')}`, step.remove.length > 0 && `− ${listed(step.remove, '')}`]
          .filter(Boolean)
          .join('  ') || 'No tags yet'
      );
    case 'stage':
      return stageWords(step, pipelines);
    case 'notify':
      return step.title || 'No message yet';
    case 'mail':
      return `${step.subject || 'No subject yet'}${step.policy === 'approval' ? ' · with approval' : ''}`;
    case 'webhook':
      return `${step.method} ${step.url || 'no URL yet'}${step.policy === 'approval' ? ' · with approval' : ''}`;
    case 'approval':
      return step.title || 'No question yet';
    case 'stop':
      return 'The run ends here';
  }
}

function stageWords({ stageId, reason }: Extract<Step, { kind: 'stage' }>, pipelines: Catalogue['pipelines']): string {
  if (!stageId) return 'No stage yet';
  const pipeline = pipelines.find(({ stages }) => stages.some(({ id }) => id === stageId));
  const stage = pipeline?.stages.find(({ id }) => id === stageId);
  return [stage ? `To ${stage.name}` : 'To a stage', pipeline && pipelines.length > 1 && pipeline.name, reason]
    .filter(Boolean)
    .join(' · ');
}

function waitWords(wait: Extract<Step, { kind: 'delay' }>['wait']): string {
  if (wait.kind === 'for') return `${wait.amount} ${UNITS[wait.unit]}${wait.amount === 1 ? '' : 's'}`;
  if (wait.kind === 'moment') return `Until ${wait.at || '…'}`;
  return `Until ${wait.time}${wait.days.length > 0 ? ` on ${listed(wait.days.map(weekdayName), '')}` : ''}`;
}

/** A kind of record in a sentence: `an opportunity`, `a business license`. */
export function aRecord(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind.replace('business_license', 'business license')}`;
}

/** Schedules that many use, by their expressions. */
export const SCHEDULES: Record<string, string> = {
  '0 9 * * 1-5': 'Every weekday at 9:00',
  '0 9 * * 1': 'Every Monday at 9:00',
  '0 9 1 * *': 'On the first of each month at 9:00',
  '0 * * * *': 'Every hour',
};

/** The trigger on one line. */
export function triggerWords(
  trigger: Draft['trigger'] | Definition['trigger'] | null,
  events: Catalogue['events'] = [],
): string {
  if (!trigger) return 'No trigger yet';
  const { kind, types, cron, zone, record } = trigger as {
    kind: string;
    types?: string[];
    cron?: string;
    zone?: string;
    record?: string | null;
  };
  switch (kind) {
    case 'event':
      return listed(
        (types ?? []).map((type) => events.find((event) => event.type === type)?.label ?? type),
        'No event chosen yet',
      );
    case 'schedule':
      return `${SCHEDULES[cron ?? ''] ?? `Schedule ${cron ?? ''}`} (${(zone ?? '').replaceAll('_', ' ')})`;
    case 'hook':
      return 'Call from another system';
    default:
      return record ? `Manually, on ${aRecord(record)}` : 'Manually';
  }
}

export const TRIGGER_KINDS: Record<string, string> = {
  event: 'When something happens',
  schedule: 'On a schedule',
  hook: 'On a webhook call',
  manual: 'Manually',
};
export const STARTED_BY: Record<string, string> = {
  event: 'Event',
  schedule: 'Schedule',
  hook: 'Webhook call',
  manual: 'Manually',
  replay: 'Replayed',
};

/** Where a step stands, for those who do not see the picture: "Step 2 of 3 on “Approved” of “Ask a person”". */
export function whereWords(steps: readonly Step[], id: string): string {
  const place = placeOf(steps, id);
  if (!place) return '';
  const holder = place.parent === undefined ? undefined : findStep({ steps: [...steps] }, place.parent);
  const way = holder && waysOf(holder).find(({ port }) => port === place.port);
  return `Step ${place.index + 1} of ${sizeOfList(steps, place)}${holder && way ? ` on “${way.label}” of “${stepTitle(holder)}”` : ''}`;
}
