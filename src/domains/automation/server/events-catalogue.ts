/** The events that can start a workflow or travel by webhook, with what each of them tells. */
import type { RecordName } from '../contract/definition.ts';

export interface EventType {
  type: string;
  label: string;
  group: string;
  /** The kind of record that it is about. */
  record: RecordName | null;
  /** Variables that it brings, beneath `trigger`. */
  fields: readonly string[];
}

const RECORDS: readonly [RecordName, string, string][] = [
  ['contact', 'Contact', 'Contacts'],
  ['company', 'Company', 'Companies'],
  ['lead', 'Lead', 'Leads'],
  ['opportunity', 'Opportunity', 'Opportunities'],
  ['activity', 'Activity', 'Activities'],
];

const ALWAYS = ['trigger.type', 'trigger.at', 'trigger.actorId'];

const lifeOf = ([record, label, group]: (typeof RECORDS)[number]): EventType[] => [
  { type: `${record}.created`, label: `${label} created`, group, record, fields: [...ALWAYS, 'trigger.data.version'] },
  {
    type: `${record}.updated`,
    label: `${label} updated`,
    group,
    record,
    fields: [
      ...ALWAYS,
      'trigger.changed',
      'trigger.data.changes.0.field',
      'trigger.data.changes.0.from',
      'trigger.data.changes.0.to',
    ],
  },
  { type: `${record}.deleted`, label: `${label} deleted`, group, record, fields: ALWAYS },
  { type: `${record}.restored`, label: `${label} restored`, group, record, fields: ALWAYS },
];

const about = (
  record: RecordName | null,
  group: string,
  entries: readonly [type: string, label: string, ...fields: string[]][],
): EventType[] =>
  entries.map(([type, label, ...fields]) => ({
    type,
    label,
    group,
    record,
    fields: [...ALWAYS, ...fields.map((field) => `trigger.data.${field}`)],
  }));

export const EVENT_TYPES: readonly EventType[] = [
  ...RECORDS.flatMap(lifeOf),
  ...about('contact', 'Contacts', [
    ['contact.merged', 'Contacts merged'],
    ['contact.note_added', 'Note added to a contact'],
    ['contact.file_added', 'File added to a contact'],
  ]),
  ...about('lead', 'Leads', [['lead.converted', 'Lead converted']]),
  ...about('opportunity', 'Opportunities', [
    ['opportunity.stage_changed', 'Opportunity moved to another stage', 'stage', 'stageId', 'from', 'pipelineId'],
    ['opportunity.won', 'Opportunity won'],
    ['opportunity.lost', 'Opportunity lost'],
    ['opportunity.opened_again', 'Opportunity reopened'],
  ]),
  ...about('activity', 'Activities', [
    ['activity.completed', 'Activity completed'],
    ['activity.reopened', 'Activity reopened'],
    ['activity.cancelled', 'Activity canceled'],
  ]),
  ...about(null, 'Imports', [
    ['import.finished', 'Import finished', 'fileName', 'created', 'updated', 'skipped', 'rejected'],
  ]),
  ...about(null, 'Business licenses', [
    ['business_license.created', 'License added'],
    ['business_license.updated', 'License updated'],
    ['business_license.renewed', 'License renewed'],
  ]),
  ...about('contact', 'Website', [
    ['audience.entered', 'Contact entered a website audience', 'audience', 'audienceId', 'website'],
  ]),
  ...about(null, 'Funnels', [
    ['funnel.submitted', 'Funnel form submitted', 'leadId', 'funnel', 'step', 'utm_source', 'utm_campaign'],
    ['funnel.published', 'Funnel published', 'number'],
    ['funnel.unpublished', 'Funnel taken offline'],
  ]),
  ...about(null, 'Approvals', [
    ['approval.requested', 'Approval requested', 'kind', 'title'],
    ['approval.closed', 'Approval closed', 'kind', 'outcome'],
  ]),
  ...about(null, 'Automation', [['workflow_run.failed', 'Workflow run failed', 'workflowId', 'error']]),
];

const BY_TYPE = new Map(EVENT_TYPES.map((event) => [event.type, event]));

export function eventType(type: string): EventType | undefined {
  return BY_TYPE.get(type);
}
