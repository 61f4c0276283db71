import type { RecordName, Step } from '../contract/definition.ts';
import { checkDraft } from '../engine/validate.ts';
import { allSteps } from '../engine/step-tree.ts';
import { eventType } from './events-catalogue.ts';

const CHANGES = new Set<Step['kind']>(['update', 'assign', 'tag', 'stage']);

/** The kinds of records that a draft writes once it is published; none of one that cannot be. */
export function kindsWritten(draft: unknown): Set<RecordName> {
  const { definition } = checkDraft(draft);
  if (!definition) return new Set();
  const { trigger } = definition;
  const steps = allSteps(definition.steps);
  // Records created by earlier steps are counted with those steps.
  const changesSubject = steps.some((step) => CHANGES.has(step.kind) && 'target' in step && step.target === 'trigger');
  const subjects =
    trigger.kind === 'event'
      ? trigger.types.map((type) => eventType(type)?.record)
      : trigger.kind === 'manual'
        ? [trigger.record]
        : [];
  // A step that names a company creates it if it does not exist.
  const namesCompany = steps.some(
    (step) => step.kind === 'create' && step.record !== 'lead' && 'companyName' in step.fields,
  );
  return new Set(
    [
      ...steps.map((step) => (step.kind === 'create' ? step.record : null)),
      namesCompany ? ('company' as const) : null,
      ...(changesSubject ? subjects : []),
    ].filter((kind) => kind !== null && kind !== undefined),
  );
}
