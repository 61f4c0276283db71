/** Variables that a step can use: of what started the run, of the record, and of the steps before. */
import type { FilterField } from '../../../kernel/filter-terms.ts';
import { fieldsOf, isListed } from '../../../records/define-record.ts';
import { companyDefinition } from '../../crm/kinds/company.ts';
import type { RecordName, Step } from '../contract/definition.ts';
import type { Catalogue } from '../contract/workflows.ts';
import { allSteps, stepsBefore, waysOf } from '../engine/step-tree.ts';
import type { LocalDraft } from './use-draft.ts';
import { stepTitle } from './labels.ts';

/** A variable by its path, and what can be asked of it; without a list where its value is free. */
export type Variable = FilterField;

const text = (field: string, label: string): Variable => ({ field, label, kind: 'text' });
const owner: Variable = { field: 'ownerId', label: 'Owner', kind: 'reference', choices: 'owners' };
const created: Variable = { field: 'createdAt', label: 'Created', kind: 'instant' };
const id = text('id', 'ID');
const person = [
  text('name', 'Name'),
  text('firstName', 'First name'),
  text('lastName', 'Last name'),
  text('title', 'Title'),
];
const place = [text('city', 'City'), text('country', 'Country')];
const source = [text('source', 'Source'), text('tags', 'Tags'), owner, created, id];

const OF_RECORD: Partial<Record<RecordName, readonly Variable[]>> = {
  contact: [
    ...person,
    text('company.name', 'Company'),
    text('emails.0.value', 'Email'),
    text('phones.0.value', 'Phone'),
    ...place,
    ...source,
  ],
  company: [
    ...fieldsOf(companyDefinition)
      .filter((field) => !field.group || isListed(field))
      .map(({ name, label }) => text(name, label)),
    text('tags', 'Tags'),
    owner,
    created,
    id,
  ],
  lead: [
    ...person,
    text('companyName', 'Company'),
    text('email', 'Email'),
    text('phone', 'Phone'),
    ...place,
    text('status', 'Status'),
    text('score', 'Score'),
    ...source,
  ],
  opportunity: [
    text('name', 'Name'),
    text('amount', 'Amount'),
    text('currency', 'Currency'),
    text('stage.name', 'Stage'),
    text('company.name', 'Company'),
    text('contact.name', 'Contact'),
    text('expectedClose', 'Expected close'),
    text('nextStep', 'Next step'),
    text('company.id', 'Company ID'),
    text('contact.id', 'Contact ID'),
    ...source,
  ],
  activity: [
    text('subject', 'Subject'),
    text('type', 'Type'),
    text('dueAt', 'Due'),
    text('body', 'Text'),
    text('contact.name', 'Contact'),
    text('company.name', 'Company'),
    text('contact.id', 'Contact ID'),
    owner,
    id,
  ],
};

/** Variables of a step's result. */
function ofStep(step: Step, pipelines: Catalogue['pipelines']): Variable[] {
  switch (step.kind) {
    case 'create':
      return [text('id', `ID of the new ${step.record}`)];
    case 'webhook':
      return [{ field: 'status', label: 'Response status', kind: 'number' }, text('body', 'Response')];
    case 'mail':
      return [{ field: 'approved', label: 'Approved', kind: 'boolean' }];
    case 'approval':
      return [{ field: 'approved', label: 'Approved', kind: 'boolean' }, text('reason', 'Reason')];
    case 'assign':
      return [owner];
    case 'stage':
      return [stageByName('stage', 'Stage', pipelines)];
    case 'branch':
      return [
        {
          field: 'way',
          label: 'Path taken',
          kind: 'select',
          options: waysOf(step).map(({ port, label }) => ({ value: port, label })),
        },
      ];
    default:
      return [];
  }
}

function stageByName(field: string, label: string, pipelines: Catalogue['pipelines']): Variable {
  const names = [...new Set(pipelines.flatMap(({ stages }) => stages.map(({ name }) => name)))];
  return { field, label, kind: 'select', options: names.map((name) => ({ value: name, label: name })) };
}

/** Variables of an event by path; unlisted ones are text, named after their path. */
function ofEvent(
  path: string,
  { events, pipelines, records }: Catalogue,
  types: readonly string[],
  record: RecordName | null,
): Variable {
  switch (path) {
    case 'trigger.type':
      return {
        field: path,
        label: 'Event',
        kind: 'select',
        options: types.map((type) => ({
          value: type,
          label: events.find((event) => event.type === type)?.label ?? type,
        })),
      };
    case 'trigger.at':
      return { field: path, label: 'When it happened', kind: 'instant' };
    case 'trigger.actorId':
      return { field: path, label: 'Done by', kind: 'reference', choices: 'owners' };
    case 'trigger.changed':
      return {
        field: path,
        label: 'Changed fields',
        kind: 'tags',
        options: (records.find(({ kind }) => kind === record)?.changes ?? []).map(({ key, label }) => ({
          value: key,
          label,
        })),
      };
    case 'trigger.data.version':
      return { field: path, label: 'Record version', kind: 'number' };
    case 'trigger.data.changes.0.field':
      return text(path, 'First changed field');
    case 'trigger.data.changes.0.from':
      return text(path, 'First change: before');
    case 'trigger.data.changes.0.to':
      return text(path, 'First change: after');
    case 'trigger.data.stage':
      return stageByName(path, 'New stage', pipelines);
    case 'trigger.data.from':
      return stageByName(path, 'Previous stage', pipelines);
    case 'trigger.data.stageId':
      return text(path, 'New stage ID');
    case 'trigger.data.pipelineId':
      return {
        field: path,
        label: 'Pipeline',
        kind: 'select',
        options: pipelines.map(({ id: value, name }) => ({ value, label: name })),
      };
    case 'trigger.data.fileName':
      return text(path, 'File name');
    case 'trigger.data.created':
    case 'trigger.data.updated':
    case 'trigger.data.skipped':
    case 'trigger.data.rejected':
      return { field: path, label: `Records ${path.split('.').at(-1)}`, kind: 'number' };
    case 'trigger.data.title':
      return text(path, 'Request');
    case 'trigger.data.outcome':
      return text(path, 'Decision');
    case 'trigger.data.error':
      return text(path, 'Error');
    default:
      return text(path, path);
  }
}

/** The kind of record that runs are about; null for none. */
export function recordOf({ trigger }: LocalDraft, catalogue: Catalogue): RecordName | null {
  const { kind, types, record } = (trigger ?? {}) as { kind?: string; types?: string[]; record?: RecordName | null };
  if (kind === 'manual') return record ?? null;
  if (kind !== 'event') return null;
  return (
    (types ?? [])
      .map((type) => catalogue.events.find((event) => event.type === type)?.record ?? null)
      .find((one) => one !== null) ?? null
  );
}

/** @param called what the last calls from outside brought, where those start it */
export function variablesFor(
  draft: LocalDraft,
  stepId: string,
  catalogue: Catalogue,
  called: readonly { path: string; kind: 'text' | 'number' | 'boolean' }[] = [],
): Variable[] {
  const record = recordOf(draft, catalogue);
  const { kind, types = [] } = (draft.trigger ?? {}) as { kind?: string; types?: string[] };
  const ofTrigger =
    kind === 'event'
      ? catalogue.events.filter((event) => types.includes(event.type)).flatMap((event) => event.fields)
      : [];
  const ofCall =
    kind === 'hook'
      ? called.map(({ path, kind: of }): Variable => ({
          field: `trigger.data.${path}`,
          label: `Call: ${path}`,
          kind: of,
        }))
      : [];
  const own =
    catalogue.records
      .find((one) => one.kind === record)
      ?.filterFields.filter(({ field }) => field.startsWith('custom.')) ?? [];
  const all: Variable[] = [
    ...(record
      ? [...(OF_RECORD[record] ?? []), ...own].map((field) => ({ ...field, field: `record.${field.field}` }))
      : []),
    ...stepsBefore(draft, stepId).flatMap((step) =>
      ofStep(step, catalogue.pipelines).map((one) => ({
        ...one,
        field: `steps.${step.id}.${one.field}`,
        label: `${stepTitle(step)}: ${one.label}`,
      })),
    ),
    ...ofCall,
    ...[...ofTrigger, 'trigger.at'].map((path) => ofEvent(path, catalogue, types, record)),
    { field: 'today', label: 'Today', kind: 'day' },
    text('workspace.name', 'Workspace name'),
    text('run.id', 'Run ID'),
  ];
  return [...new Map(all.map((one) => [one.field, one])).values()];
}

/** Steps before `stepId` that create a record. */
export function makersBefore(draft: LocalDraft, stepId: string): Extract<Step, { kind: 'create' }>[] {
  const before = allSteps(draft.steps).some((step) => step.id === stepId)
    ? stepsBefore(draft, stepId)
    : allSteps(draft.steps);
  return before.filter((step) => step.kind === 'create');
}
