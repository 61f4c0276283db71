/** Variables that a step can use: of what started the run, of the record, and of the steps before. */
import type { RecordName, Step } from '../contract/definition.ts';
import type { Catalogue } from '../contract/workflows.ts';
import { allSteps, stepsBefore } from '../engine/tree.ts';
import type { LocalDraft } from './use-draft.ts';

const OF_RECORD: Partial<Record<RecordName, readonly string[]>> = {
  contact: ['name', 'firstName', 'lastName', 'title', 'company.name', 'emails.0.value', 'phones.0.value', 'city', 'country', 'source', 'tags', 'ownerId', 'createdAt', 'id'],
  company: ['name', 'industry', 'website', 'ownerId', 'id'],
  lead: ['name', 'companyName', 'email', 'phone', 'source', 'status', 'score', 'ownerId', 'id'],
  opportunity: ['name', 'amount', 'currency', 'stage.name', 'company.name', 'contact.name', 'closesOn', 'ownerId', 'id'],
  activity: ['subject', 'type', 'dueAt', 'body', 'contact.name', 'company.name', 'ownerId', 'id'],
};

const OF_STEP: Partial<Record<Step['kind'], readonly string[]>> = {
  create: ['id'], webhook: ['status', 'body'], mail: ['approved', 'delivered'], approval: ['approved', 'reason'], assign: ['ownerId'], stage: ['stage', 'changed'], branch: ['way'],
};

/** The kind of record that runs are about; null for none. */
export function recordOf({ trigger }: LocalDraft, catalogue: Catalogue): RecordName | null {
  const { kind, types, record } = (trigger ?? {}) as { kind?: string; types?: string[]; record?: RecordName | null };
  if (kind === 'manual') return record ?? null;
  if (kind !== 'event') return null;
  return (types ?? []).map((type) => catalogue.events.find((event) => event.type === type)?.record ?? null).find((one) => one !== null) ?? null;
}

export function variablesFor(draft: LocalDraft, stepId: string, catalogue: Catalogue): string[] {
  const record = recordOf(draft, catalogue);
  const { kind, types } = (draft.trigger ?? {}) as { kind?: string; types?: string[] };
  const ofTrigger = kind === 'event' ? catalogue.events.filter((event) => types?.includes(event.type)).flatMap((event) => event.fields) : kind === 'hook' ? ['trigger.data'] : [];
  return [...new Set([
    ...(record ? (OF_RECORD[record] ?? []).map((field) => `record.${field}`) : []),
    ...stepsBefore(draft, stepId).flatMap((step) => (OF_STEP[step.kind] ?? []).map((field) => `steps.${step.id}.${field}`)),
    ...ofTrigger, 'trigger.at', 'workspace.name', 'run.id',
  ])];
}

/** Steps before `stepId` that create a record. */
export function makersBefore(draft: LocalDraft, stepId: string): Extract<Step, { kind: 'create' }>[] {
  const before = allSteps(draft.steps).some((step) => step.id === stepId) ? stepsBefore(draft, stepId) : allSteps(draft.steps);
  return before.filter((step) => step.kind === 'create');
}
