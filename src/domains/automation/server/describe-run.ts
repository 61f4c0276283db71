/** Describes a run: the same sentences as a dry run, from each step's actual input. */
import { query } from '../../../server/db/index.ts';
import { isRecordKind } from '../../crm/index.ts';
import { KINDS } from '../../../records/contract.ts';
import type { Definition } from '../contract/definition.ts';
import type { DryField, RunStep } from '../contract/workflows.ts';
import { findStep } from '../engine/step-tree.ts';
import { eventType } from './events-catalogue.ts';
import { knownOf } from './value-problems.ts';
import { type RunRow, toRunSummary } from './rows.ts';
import { type Naming, namingHere, shown, wordsFor } from './describe-step.ts';

type Kept = Omit<RunStep, 'did' | 'fields' | 'came'>;
type Output = Readonly<Record<string, unknown>>;

/** The steps with their words, and what started the run. */
export async function runInWords(
  row: RunRow,
  definition: Definition,
  steps: readonly Kept[],
): Promise<{ started: DryField[]; steps: RunStep[] }> {
  const naming = await namingHere();
  const [workspace] = await query<{ time_zone: string }>('select time_zone from present_workspace');
  const { title, subject } = toRunSummary(row);
  const about = {
    timeZone: workspace?.time_zone ?? 'UTC',
    subject: subject && title ? { id: subject.id, name: title } : undefined,
  };
  const told: RunStep[] = [];
  for (const kept of steps) {
    const step = findStep(definition, kept.stepId);
    const output = (typeof kept.output === 'object' && kept.output !== null ? kept.output : {}) as Output;
    // A step that failed while its input was made was given nothing.
    const isGiven = step?.kind === 'stop' || Object.keys(kept.input).length > 0;
    const { would: did, fields } =
      step && isGiven ? await wordsFor(step, kept.input, about, naming) : { would: '', fields: [] };
    told.push({ ...kept, did, fields, came: cameOf(kept, output) });
    if (step?.kind === 'create' && typeof output['id'] === 'string')
      naming.made.set(output['id'], `the new ${KINDS[step.record].one}${step.name === '' ? '' : ` of “${step.name}”`}`);
  }
  return { started: await startedIn(row, naming), steps: told };
}

/** The result of a step if its sentence does not show it. */
function cameOf({ kind, state, output: whole }: Kept, output: Output): string {
  if (state !== 'done' || whole === null) return '';
  if (typeof output['status'] === 'number') return `Answered ${output['status']}.`;
  if (typeof output['approved'] === 'boolean')
    return output['approved']
      ? 'Approved.'
      : `Not approved${typeof output['reason'] === 'string' && output['reason'] ? `: ${output['reason']}` : '.'}`;
  if (output['changed'] === 0 && kind !== 'create') return 'No change needed.';
  return output['delivered'] === 'kept'
    ? 'Email not sent: no mail server is connected. Administrators can read it.'
    : '';
}

const MAX_CHANGES = 20;

/** The trigger: the event with its record and changes, or the data of an incoming call. */
async function startedIn(
  { started_by: trigger, subject_type: type, subject_id: id }: RunRow,
  naming: Naming,
): Promise<DryField[]> {
  const line = (label: string, value: string): DryField => ({ label, value, kind: 'text' });
  const { data } = trigger;
  const fields: DryField[] = [{ label: 'When', value: trigger.at, kind: 'instant' }];
  if (trigger.type) fields.unshift(line('Event', eventType(trigger.type)?.label ?? trigger.type));
  if (type && id && isRecordKind(type) && typeof data['recordName'] === 'string')
    fields.push(line(capital(KINDS[type].one), data['recordName']));
  if (trigger.actorId)
    fields.push(
      line('By', (await knownOf('owners', [trigger.actorId]))?.get(trigger.actorId)?.name ?? 'a former member'),
    );
  if (trigger.kind === 'hook')
    fields.push(
      ...Object.entries(data)
        .filter(([key]) => key !== 'recordName')
        .slice(0, MAX_CHANGES)
        .map(([key, value]) => line(key, typeof value === 'string' ? value : JSON.stringify(value))),
    );
  const changes = Array.isArray(data['changes'])
    ? (data['changes'] as { field?: unknown; from?: unknown; to?: unknown }[])
    : [];
  if (type && isRecordKind(type)) {
    const offered = naming.fieldsOf(type);
    for (const { field, from, to } of changes.slice(0, MAX_CHANGES)) {
      const key = String(field);
      const known = [...offered.changeFields, ...offered.createFields].find((one) => one.key === key);
      const label = offered.changes.find((one) => one.key === key)?.label ?? known?.label ?? key;
      const [before, after] = [
        await shown({ ...(known ?? { key, kind: 'text' }), label }, from, type, naming),
        await shown({ ...(known ?? { key, kind: 'text' }), label }, to, type, naming),
      ];
      fields.push(line(label, `${before.value || 'blank'} → ${after.value || 'blank'}`));
    }
  }
  return fields;
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
