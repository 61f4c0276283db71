import { FORECAST_LABELS } from '../../contract/opportunity-filter.ts';
import type { KindWords } from '../../../../records/web/field-labels.ts';
import { choiceWords, dayWords, decimalWords, type ValueWords } from '../../../../records/web/value-text.ts';
import { counted } from '../../../../records/web/format.ts';

/** Labels of opportunity fields. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  amount: 'Amount',
  currency: 'Currency',
  stage: 'Stage',
  stageId: 'Stage',
  pipeline: 'Pipeline',
  probability: 'Probability',
  forecast: 'Forecast',
  expectedClose: 'Expected close',
  ownerId: 'Owner',
  contactId: 'Contact',
  contact: 'Contact',
  companyId: 'Company',
  company: 'Company',
  businessLicenseId: 'Business license',
  source: 'Source',
  nextStep: 'Next step',
  description: 'Description',
  lines: 'Products',
  people: 'People',
  closeReasonId: 'Reason',
  closeReason: 'Reason',
  closeNote: 'Close note',
  tags: 'Tags',
};

const numbered =
  (words: (count: number) => string) =>
  (value: unknown): string =>
    typeof value === 'number' ? words(value) : '';

const VALUES: ValueWords = {
  amount: decimalWords,
  expectedClose: dayWords,
  probability: numbered((percent) => `${percent}%`),
  lines: numbered((count) => counted(count, 'line')),
  people: numbered((count) => counted(count, 'person', 'people')),
  // Without one of its own it has that of its stage.
  forecast: (value) => choiceWords(FORECAST_LABELS)(value) || 'from stage',
};

/** The same in the middle of a sentence, for timelines and conflicts. */
export const OPPORTUNITY_WORDS: KindWords = {
  labels: Object.fromEntries(Object.entries(FIELD_LABELS).map(([field, label]) => [field, label.toLowerCase()])),
  values: VALUES,
};
