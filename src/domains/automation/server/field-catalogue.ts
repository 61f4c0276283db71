/** The fields that steps can fill in, with what each of them takes: its choices, or where they come from. */
import type { FilterField } from '../../../kernel/filter.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { ACTIVITY_FILTER_FIELDS, FORECAST_LABELS, LEAD_STATUS_LABELS } from '../../crm/contract.ts';
import { CUSTOM_FIELD_KINDS, type CustomField, customFilterField } from '../../../records/contract.ts';
import {
  type DefinedField,
  fieldsOf,
  isEditedInBulk,
  pathOf,
  type RecordDefinition,
} from '../../../records/define-record.ts';
import { companyDefinition } from '../../crm/kinds/company.ts';
import { listPipelines } from '../../crm/index.ts';
import type { RecordName } from '../contract/definition.ts';
import type { SetField } from '../contract/workflows.ts';

const text = (key: string, label: string): SetField => ({ key, label, kind: 'text' });
const words = (key: string, label: string): SetField => ({ key, label, kind: 'text', rows: 4 });
/** A text of which records hold some already: those are offered, and others may be typed. */
const known = (key: string, label: string, choices: string): SetField => ({
  key,
  label,
  kind: 'select',
  choices,
  free: true,
});
const tags: SetField = { key: 'tags', label: 'Tags', kind: 'tags', choices: 'tags', free: true };
const owner: SetField = { key: 'ownerId', label: 'Owner', kind: 'reference', choices: 'owners' };
const company: SetField = { key: 'companyId', label: 'Company', kind: 'reference', choices: 'companies' };
const contact: SetField = { key: 'contactId', label: 'Contact', kind: 'reference', choices: 'contacts' };
const companyByName: SetField = {
  key: 'companyName',
  label: 'Company by name',
  kind: 'text',
  hint: 'Matched by name, or created.',
};

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const activityOptions = (field: string) => [
  ...(ACTIVITY_FILTER_FIELDS.find((one) => one.field === field)?.options ?? []),
];

const activityType: SetField = {
  key: 'type',
  label: 'Type',
  kind: 'select',
  options: activityOptions('type'),
  required: true,
};
const priority: SetField = {
  key: 'priority',
  label: 'Priority',
  kind: 'select',
  options: activityOptions('priority'),
  required: true,
};
const forecast: SetField = {
  key: 'forecast',
  label: 'Forecast',
  kind: 'select',
  options: optionsOf(FORECAST_LABELS),
  hint: 'Blank: from the stage.',
};
const expectedClose: SetField = { key: 'expectedClose', label: 'Expected close', kind: 'day' };
const { converted: _, ...OPEN_STATUSES } = LEAD_STATUS_LABELS;
const leadStatus: SetField = {
  key: 'status',
  label: 'Status',
  kind: 'select',
  options: optionsOf(OPEN_STATUSES),
  required: true,
};
const place: readonly SetField[] = [known('city', 'City', 'cities'), known('country', 'Country', 'countries')];

const person: readonly SetField[] = [
  text('firstName', 'First name'),
  text('lastName', 'Last name'),
  text('email', 'Email'),
  text('phone', 'Phone'),
];
const aboutPerson: readonly SetField[] = [
  text('title', 'Title'),
  known('source', 'Source', 'sources'),
  tags,
  owner,
  words('about', 'About'),
];

/** Fields of a definition as steps fill them in. */
const definedSteps = (definition: RecordDefinition, holds: (field: DefinedField) => boolean): SetField[] =>
  fieldsOf(definition)
    .filter(holds)
    .map(({ name, label, choices, format }) =>
      choices === undefined ? (format === 'long' ? words : text)(name, label) : known(name, label, choices),
    );

const CREATABLE: Partial<Record<RecordName, readonly SetField[]>> = {
  contact: [...person, companyByName, ...aboutPerson],
  company: [...definedSteps(companyDefinition, ({ form, group }) => form !== undefined && !group), tags, owner],
  opportunity: [
    text('name', 'Name'),
    { key: 'amount', label: 'Amount', kind: 'number' },
    contact,
    companyByName,
    company,
    expectedClose,
    forecast,
    known('source', 'Source', 'sources'),
    text('nextStep', 'Next step'),
    tags,
    owner,
  ],
  lead: [...person, text('companyName', 'Company'), ...aboutPerson, leadStatus],
  activity: [
    activityType,
    text('subject', 'Subject'),
    words('body', 'Text'),
    { key: 'dueInDays', label: 'Due in days', kind: 'number' },
    priority,
    contact,
    company,
    owner,
  ],
};

/** Fields that bulk edit accepts. Owners and tags have their own steps. */
const CHANGEABLE: Partial<Record<RecordName, readonly SetField[]>> = {
  contact: [text('title', 'Title'), company, known('source', 'Source', 'sources'), ...place],
  company: definedSteps(companyDefinition, isEditedInBulk),
  opportunity: [company, known('source', 'Source', 'sources'), expectedClose, text('nextStep', 'Next step'), forecast],
  lead: [leadStatus, text('statusReason', 'Status reason'), known('source', 'Source', 'sources'), ...place],
  activity: [
    activityType,
    priority,
    {
      key: 'status',
      label: 'Status',
      kind: 'select',
      options: activityOptions('status').filter(({ value }) => value !== 'cancelled'),
      required: true,
    },
  ],
};

const named = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([key, label]) => ({ key, label }));
const IN_COMMON = { ownerId: 'Owner', tags: 'Tags' };

/** Fields named in change events, as each kind's differences name them. A trigger can wait for them. */
const CHANGES: Partial<Record<RecordName, readonly { key: string; label: string }[]>> = {
  contact: named({
    firstName: 'First name',
    lastName: 'Last name',
    title: 'Title',
    company: 'Company',
    emails: 'Email addresses',
    phones: 'Phone numbers',
    city: 'City',
    region: 'Region',
    postalCode: 'Postal code',
    country: 'Country',
    source: 'Source',
    'consent.email': 'Email consent',
    'consent.sms': 'SMS consent',
    'consent.phone': 'Call consent',
    about: 'About',
    ...IN_COMMON,
  }),
  company: named({
    ...Object.fromEntries(fieldsOf(companyDefinition).map((field) => [pathOf(field), field.label])),
    ...IN_COMMON,
  }),
  lead: named({
    firstName: 'First name',
    lastName: 'Last name',
    companyName: 'Company',
    title: 'Title',
    email: 'Email',
    phone: 'Phone',
    website: 'Website',
    city: 'City',
    country: 'Country',
    status: 'Status',
    statusReason: 'Status reason',
    source: 'Source',
    about: 'About',
    ...IN_COMMON,
  }),
  opportunity: named({
    name: 'Name',
    amount: 'Amount',
    currency: 'Currency',
    probability: 'Probability',
    forecast: 'Forecast',
    expectedClose: 'Expected close',
    stage: 'Stage',
    pipeline: 'Pipeline',
    company: 'Company',
    contact: 'Contact',
    source: 'Source',
    nextStep: 'Next step',
    description: 'Description',
    closeReason: 'Close reason',
    ...IN_COMMON,
  }),
  activity: named({
    type: 'Type',
    subject: 'Subject',
    body: 'Text',
    dueAt: 'Due',
    priority: 'Priority',
    outcome: 'Outcome',
    place: 'Place',
    ...IN_COMMON,
  }),
};

type OwnField = Pick<CustomField, 'key' | 'label' | 'kind' | 'options' | 'result'> & { object: string };

export interface FieldsOf {
  createFields: SetField[];
  changeFields: SetField[];
  /** Fields that can trigger a workflow when they change. */
  changes: { key: string; label: string }[];
  /** Filters of the workspace besides the standard fields. */
  ownFilters: FilterField[];
}

/** A field of one's own as steps fill it in; what is calculated no one enters. */
function ownField(field: OwnField): SetField[] {
  if (!(CUSTOM_FIELD_KINDS as readonly string[]).includes(field.kind)) return [];
  const { field: key, label, kind, options } = customFilterField(field);
  return [
    { key, label, kind, ...(options && { options: [...options] }), ...(field.kind === 'long_text' && { rows: 4 }) },
  ];
}

/** Everything that can be filled in and asked for in the present workspace, by kind of record. */
export async function fieldsHere(): Promise<(kind: RecordName) => FieldsOf> {
  const own = await query<OwnField>(
    'select object, key, label, kind, options, result from custom_fields where workspace_id = $1 order by position, label',
    [currentWorkspaceId()],
  );
  const pipelines = await listPipelines();
  const stage: SetField = {
    key: 'stageId',
    label: 'Stage',
    kind: 'select',
    options: pipelines.flatMap(({ name, stages }) =>
      stages.map((one) => ({ value: one.id, label: pipelines.length > 1 ? `${name}: ${one.name}` : one.name })),
    ),
  };
  return (kind) => {
    const ofKind = own.filter(({ object }) => object === kind);
    const entered = ofKind.flatMap(ownField);
    return {
      createFields: [
        ...(CREATABLE[kind] ?? []),
        ...(kind === 'opportunity' && pipelines.length > 0 ? [stage] : []),
        ...entered,
      ],
      changeFields: [...(CHANGEABLE[kind] ?? []), ...entered],
      changes: [...(CHANGES[kind] ?? []), ...entered.map(({ key, label }) => ({ key, label }))],
      ownFilters: ofKind.map(customFilterField),
    };
  };
}

/** Whether steps can create records of this kind. */
export function isCreatable(kind: RecordName): boolean {
  return CREATABLE[kind] !== undefined;
}
