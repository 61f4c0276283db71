/** What is wrong with a workflow that only its workspace can tell: fields of one's own, conditions and stages that are not there. */
import { AppError } from '../../../kernel/errors.ts';
import type { Filter } from '../../../kernel/filter.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, query, savepoint } from '../../../server/db/index.ts';
import { CUSTOM_FIELD_KINDS } from '../../crm/contract.ts';
import { listPipelines, recordMatches } from '../../crm/index.ts';
import type { Definition, RecordName, Step, Trigger } from '../contract/definition.ts';
import type { Problem } from '../contract/workflows.ts';
import { allSteps } from '../engine/tree.ts';
import { eventType } from './events-catalogue.ts';

const OWN = 'custom.';

/** The kind of record that runs are about; undefined for none. */
function subjectOf(trigger: Trigger): RecordName | undefined {
  return (trigger.kind === 'event' ? eventType(trigger.types[0]!)?.record : trigger.kind === 'manual' ? trigger.record : undefined) ?? undefined;
}

/** Everything that has to be mended in this workspace before it can run. */
export async function problemsHere(definition: Definition): Promise<Problem[]> {
  const subject = subjectOf(definition.trigger);
  const steps = allSteps(definition.steps);
  return [...await problemsOfConditions(definition, subject, steps), ...await problemsOfFields(definition, subject, steps), ...await problemsOfStages(steps)];
}

/** A condition is tried as it will be when it counts, on a record that is not there. */
async function problemsOfConditions({ trigger }: Definition, subject: RecordName | undefined, steps: readonly Step[]): Promise<Problem[]> {
  const conditions: { filter: Filter | undefined; place: Omit<Problem, 'message'> }[] = [
    ...(trigger.kind === 'event' ? [{ filter: trigger.filter, place: { field: 'trigger.filter' } }] : []),
    ...steps.flatMap((step) => (step.kind === 'branch' ? step.paths.map(({ when }, n) => ({ filter: when.record, place: { stepId: step.id, field: `paths.${n}.when` } })) : [])),
  ];
  const problems: Problem[] = [];
  for (const { filter, place } of conditions) {
    if (!filter || filter.conditions.length === 0) continue;
    if (!subject) {
      problems.push({ ...place, message: 'What starts this workflow is about no record.' });
      continue;
    }
    try {
      await savepoint(() => recordMatches(subject, newId(), filter));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ ...place, message: error.message });
    }
  }
  return problems;
}

/** Fields of one's own that steps fill in and that triggers wait for; what is calculated nobody fills in. */
async function problemsOfFields({ trigger }: Definition, subject: RecordName | undefined, steps: readonly Step[]): Promise<Problem[]> {
  const made = new Map<string, RecordName>(steps.flatMap((step): [string, RecordName][] => (step.kind === 'create' ? [[step.id, step.record]] : [])));
  const named = steps.flatMap((step) => {
    if (step.kind !== 'create' && step.kind !== 'update') return [];
    const record = step.kind === 'create' ? step.record : step.target === 'trigger' ? subject : made.get(step.target);
    return Object.keys(step.fields).filter((key) => key.startsWith(OWN)).map((key) => ({ record, key, filled: true, place: { stepId: step.id, field: `fields.${key}` } }));
  });
  const awaited = trigger.kind === 'event' ? trigger.changed.filter((key) => key.startsWith(OWN)).map((key) => ({ record: subject, key, filled: false, place: { field: 'trigger.changed' } })) : [];
  if (named.length + awaited.length === 0) return [];
  const rows = await query<{ object: string; key: string; kind: string }>('select object, key, kind from custom_fields where workspace_id = $1', [currentWorkspaceId()]);
  const enterable: readonly string[] = CUSTOM_FIELD_KINDS;
  return [...awaited, ...named].flatMap(({ record, key, filled, place }) => {
    const field = rows.find((row) => row.object === record && `${OWN}${row.key}` === key);
    if (!field) return [{ ...place, message: `There is no field “${key.slice(OWN.length)}” any more.` }];
    return filled && !enterable.includes(field.kind) ? [{ ...place, message: `The field “${key.slice(OWN.length)}” is calculated and cannot be filled in.` }] : [];
  });
}

async function problemsOfStages(steps: readonly Step[]): Promise<Problem[]> {
  const moves = steps.filter((step) => step.kind === 'stage');
  if (moves.length === 0) return [];
  const here = new Set((await listPipelines()).flatMap(({ stages }) => stages.map(({ id }) => id)));
  return moves.filter(({ stageId }) => !here.has(stageId)).map(({ id }) => ({ stepId: id, field: 'stageId', message: 'This stage no longer exists. Choose another one.' }));
}
