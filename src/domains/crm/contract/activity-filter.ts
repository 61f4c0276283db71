/** The fields that activities can be filtered by; custom fields come from the workspace's definitions. */
import type { FilterField } from '../../../kernel/filter.ts';

const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export const ACTIVITY_FILTER_FIELDS: readonly FilterField[] = [
  { field: 'subject', label: 'Subject', kind: 'text' },
  {
    field: 'type',
    label: 'Type',
    kind: 'select',
    options: options({ task: 'Task', call: 'Call', meeting: 'Meeting', mail: 'Email', note: 'Note' }),
  },
  {
    field: 'status',
    label: 'Status',
    kind: 'select',
    options: options({ open: 'Open', done: 'Done', cancelled: 'Canceled' }),
  },
  { field: 'overdue', label: 'Overdue', kind: 'boolean' },
  { field: 'dueAt', label: 'Due', kind: 'instant' },
  { field: 'doneAt', label: 'Done on', kind: 'instant' },
  {
    field: 'priority',
    label: 'Priority',
    kind: 'select',
    options: options({ high: 'High', normal: 'Normal', low: 'Low' }),
  },
  { field: 'owner', label: 'Owner', kind: 'reference', choices: 'owners' },
  { field: 'contact', label: 'Contact', kind: 'reference', choices: 'contacts' },
  { field: 'company', label: 'Company', kind: 'reference', choices: 'companies' },
  { field: 'lead', label: 'Lead', kind: 'reference', choices: 'leads' },
  { field: 'opportunity', label: 'Opportunity', kind: 'reference', choices: 'opportunities' },
  { field: 'opportunityPipeline', label: 'Opportunity pipeline', kind: 'reference', choices: 'pipelines' },
  { field: 'opportunitySource', label: 'Opportunity source', kind: 'select', choices: 'sources' },
  { field: 'outcome', label: 'Outcome', kind: 'text' },
  { field: 'repeats', label: 'Repeats', kind: 'boolean' },
  { field: 'place', label: 'Location', kind: 'text' },
  { field: 'body', label: 'Notes', kind: 'text' },
  { field: 'tags', label: 'Tags', kind: 'tags', choices: 'tags' },
  { field: 'createdAt', label: 'Created', kind: 'instant' },
  { field: 'updatedAt', label: 'Updated', kind: 'instant' },
];
