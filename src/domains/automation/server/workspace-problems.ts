/** Problems that only the workspace can detect: custom fields, conditions, and stages that do not exist. */
import { AppError } from '../../../kernel/errors.ts';
import type { Filter } from '../../../kernel/filter.ts';
import { newId } from '../../../kernel/ids.ts';
import { savepoint } from '../../../server/db/index.ts';
import { listPipelines, recordFields, recordMatches } from '../../crm/index.ts';
import type { Definition, RecordName, Step, Trigger } from '../contract/definition.ts';
import type { Problem, SetField } from '../contract/workflows.ts';
import { allSteps } from '../engine/step-tree.ts';
import { eventType } from './events-catalogue.ts';
import { fieldsHere } from './field-catalogue.ts';
import { type Given, givenInFilter, givenText, problemsOfValues } from './value-problems.ts';

const OWN = 'custom.';

/** The kind of record that runs are about; undefined for none. */
function subjectOf(trigger: Trigger): RecordName | undefined {
  return (
    (trigger.kind === 'event'
      ? eventType(trigger.types[0]!)?.record
      : trigger.kind === 'manual'
        ? trigger.record
        : undefined) ?? undefined
  );
}

/** Everything that has to be fixed in this workspace before it can run. */
export async function problemsHere(definition: Definition): Promise<Problem[]> {
  const here: Here = {
    subject: subjectOf(definition.trigger),
    steps: allSteps(definition.steps),
    fieldsOf: await fieldsHere(),
  };
  const conditions = conditionsOf(definition, here);
  const filled = filledIn(here);
  return [
    ...(await problemsOfConditions(conditions, here)),
    ...problemsOfFields(definition, here, filled),
    ...(await problemsOfStages(here.steps)),
    ...(await problemsOfValues([
      ...filled.flatMap(({ given }) => given ?? []),
      ...peopleOf(here.steps),
      ...chosenIn(conditions, here),
    ])),
  ];
}

interface Here {
  /** The kind of record that runs are about. */
  subject: RecordName | undefined;
  steps: readonly Step[];
  fieldsOf: Awaited<ReturnType<typeof fieldsHere>>;
}

type Place = Omit<Problem, 'message'>;

function conditionsOf({ trigger }: Definition, { steps }: Here): { filter: Filter; place: Place }[] {
  const conditions: { filter: Filter | undefined; place: Place }[] = [
    ...(trigger.kind === 'event' ? [{ filter: trigger.filter, place: { field: 'trigger.filter' } }] : []),
    ...steps.flatMap((step) =>
      step.kind === 'branch'
        ? step.paths.map(({ when }, n) => ({
            filter: when.record,
            place: { stepId: step.id, field: `paths.${n}.when` },
          }))
        : [],
    ),
  ];
  return conditions.flatMap(({ filter, place }) => (filter && filter.conditions.length > 0 ? [{ filter, place }] : []));
}

/** A condition is tried as it will be when it counts, on a record that is not there. */
async function problemsOfConditions(
  conditions: ReturnType<typeof conditionsOf>,
  { subject }: Here,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { filter, place } of conditions) {
    if (!subject) {
      problems.push({ ...place, message: 'The trigger has no record.' });
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

function chosenIn(conditions: ReturnType<typeof conditionsOf>, { subject, fieldsOf }: Here): Given[] {
  if (!subject) return [];
  const fields = [...recordFields(subject), ...fieldsOf(subject).ownFilters];
  return conditions.flatMap(({ filter, place }) => givenInFilter(filter, fields, place));
}

const PEOPLE = { label: 'People', kind: 'reference', choices: 'owners' } as const;

function peopleOf(steps: readonly Step[]): Given[] {
  return steps.flatMap((step) => {
    if (step.kind === 'assign')
      return [{ field: PEOPLE, values: step.owners, place: { stepId: step.id, field: 'owners' } }];
    return step.kind === 'notify' && Array.isArray(step.to)
      ? [{ field: PEOPLE, values: step.to, place: { stepId: step.id, field: 'to' } }]
      : [];
  });
}

interface Filled {
  record: RecordName | undefined;
  key: string;
  /** The field, as far as it can be filled in by this step. */
  field: SetField | undefined;
  changes: boolean;
  place: Place;
  given: Given | undefined;
}

/** Each field that a step fills in. */
function filledIn({ subject, steps, fieldsOf }: Here): Filled[] {
  const made = new Map<string, RecordName>(
    steps.flatMap((step): [string, RecordName][] => (step.kind === 'create' ? [[step.id, step.record]] : [])),
  );
  return steps.flatMap((step) => {
    if (step.kind !== 'create' && step.kind !== 'update') return [];
    const record = step.kind === 'create' ? step.record : step.target === 'trigger' ? subject : made.get(step.target);
    const offered = record && fieldsOf(record)[step.kind === 'create' ? 'createFields' : 'changeFields'];
    return Object.entries(step.fields).map(([key, text]) => {
      const found = offered?.find((one) => one.key === key);
      // Blank, a new record begins as it would without the step; a change empties the field.
      const field = found && (step.kind === 'create' ? { ...found, required: false } : found);
      const place = { stepId: step.id, field: `fields.${key}` };
      return {
        record,
        key,
        field,
        changes: step.kind === 'update',
        place,
        given: field && givenText(field, text, place),
      };
    });
  });
}

/** Fields that the API accepts in a bulk change besides those that steps offer. */
const BESIDE: ReadonlySet<string> = new Set(['ownerId', 'businessLicenseId']);

/**
 * Fields that are not there, or that a step cannot fill in: those of one's own that were deleted or are calculated, and
 * those of another kind of record.
 */
function problemsOfFields({ trigger }: Definition, { subject, fieldsOf }: Here, filled: readonly Filled[]): Problem[] {
  const ownOf = (record: RecordName | undefined) => (record ? fieldsOf(record).ownFilters : []);
  const gone = (key: string, place: Place) => ({
    ...place,
    message: `The field “${key.slice(OWN.length)}” no longer exists.`,
  });
  const awaited =
    trigger.kind === 'event'
      ? trigger.changed.filter((key) => key.startsWith(OWN) && !ownOf(subject).some(({ field }) => field === key))
      : [];
  return [
    ...awaited.map((key) => gone(key, { field: 'trigger.changed' })),
    ...filled.flatMap(({ record, key, field, changes, place }) => {
      if (field) return [];
      if (!key.startsWith(OWN))
        return changes && record && !BESIDE.has(key)
          ? [
              {
                ...place,
                message: `A step can’t change the field “${key}” of ${record === 'opportunity' || record === 'activity' ? 'an' : 'a'} ${record}.`,
              },
            ]
          : [];
      const own = ownOf(record).find((one) => one.field === key);
      return [
        own ? { ...place, message: `The field “${own.label}” is calculated and can’t be set.` } : gone(key, place),
      ];
    }),
  ];
}

async function problemsOfStages(steps: readonly Step[]): Promise<Problem[]> {
  const moves = steps.filter((step) => step.kind === 'stage');
  if (moves.length === 0) return [];
  const here = new Set((await listPipelines()).flatMap(({ stages }) => stages.map(({ id }) => id)));
  return moves
    .filter(({ stageId }) => !here.has(stageId))
    .map(({ id }) => ({ stepId: id, field: 'stageId', message: 'This stage no longer exists. Choose another one.' }));
}
