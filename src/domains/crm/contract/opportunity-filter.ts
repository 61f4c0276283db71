/** The fields that opportunities can be filtered by; custom fields come from the workspace's definitions. */
import type { FilterField } from '../../../kernel/filter.ts';

export const FORECAST_LABELS = {
  commit: 'Commit',
  best: 'Best case',
  pipeline: 'Pipeline',
  omitted: 'Omitted',
} as const;
export const STATE_LABELS = { open: 'Open', won: 'Won', lost: 'Lost' } as const;

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const OPPORTUNITY_FILTER_FIELDS: readonly FilterField[] = [
  { field: 'name', label: 'Name', kind: 'text' },
  { field: 'state', label: 'State', kind: 'select', options: optionsOf(STATE_LABELS) },
  { field: 'pipeline', label: 'Pipeline', kind: 'reference', choices: 'pipelines' },
  { field: 'stage', label: 'Stage', kind: 'reference', choices: 'stages' },
  { field: 'reached', label: 'Reached stage', kind: 'reference', choices: 'stages' },
  { field: 'lostFrom', label: 'Lost from stage', kind: 'reference', choices: 'stages' },
  { field: 'owner', label: 'Owner', kind: 'reference', choices: 'owners' },
  { field: 'amount', label: 'Amount', kind: 'number' },
  { field: 'currency', label: 'Currency', kind: 'select', choices: 'currencies' },
  { field: 'probability', label: 'Probability', kind: 'number' },
  { field: 'forecast', label: 'Forecast', kind: 'select', options: optionsOf(FORECAST_LABELS) },
  { field: 'expectedClose', label: 'Expected close', kind: 'day' },
  { field: 'overdue', label: 'Past expected close', kind: 'boolean' },
  { field: 'rotting', label: 'Stuck in stage', kind: 'boolean' },
  { field: 'contact', label: 'Contact', kind: 'reference', choices: 'contacts' },
  { field: 'company', label: 'Company', kind: 'reference', choices: 'companies' },
  { field: 'companyIndustry', label: 'Company industry', kind: 'text' },
  { field: 'companyCity', label: 'Company city', kind: 'text' },
  { field: 'companyCountry', label: 'Company country', kind: 'text' },
  { field: 'contactTitle', label: 'Contact title', kind: 'text' },
  { field: 'tags', label: 'Tags', kind: 'tags', choices: 'tags' },
  { field: 'source', label: 'Source', kind: 'select', choices: 'sources' },
  { field: 'nextStep', label: 'Next step', kind: 'text' },
  { field: 'description', label: 'Description', kind: 'text' },
  { field: 'businessLicense', label: 'Business license', kind: 'reference', choices: 'businessLicenses' },
  { field: 'closeReason', label: 'Close reason', kind: 'reference', choices: 'closeReasons' },
  { field: 'hasLines', label: 'Has products', kind: 'boolean' },
  { field: 'private', label: 'Private', kind: 'boolean' },
  { field: 'import', label: 'Import', kind: 'reference', choices: 'imports' },
  { field: 'stageEnteredAt', label: 'In stage since', kind: 'instant' },
  { field: 'closedAt', label: 'Closed on', kind: 'instant' },
  { field: 'lastActivityAt', label: 'Last activity', kind: 'instant' },
  { field: 'createdAt', label: 'Created', kind: 'instant' },
  { field: 'updatedAt', label: 'Updated', kind: 'instant' },
];
