/** An opportunity as the server holds it between reading and writing, and all that is derived from it. */
import { fold } from '../../../../kernel/text.ts';
import type { CustomValues, FieldChange } from '../../../../records/contract/field-values.ts';
import type { ForecastCategory } from '../../contract/pipelines.ts';
import { sameJson } from '../../../../records/engine/same-json.ts';
import { furtherWords } from '../../../../records/engine/search-text.ts';

/** The columns that people fill. Blank text is `''`. */
export interface OpportunityData {
  name: string;
  /** Decimal text. */
  amount: string;
  currency: string;
  probability: number;
  /** Null: as its stage says. */
  forecast: ForecastCategory | null;
  expectedClose: string | null;
  ownerId: string | null;
  contactId: string | null;
  companyId: string | null;
  businessLicenseId: string | null;
  source: string;
  nextStep: string;
  description: string;
  closeReasonId: string | null;
  closeNote: string;
  tags: string[];
  custom: CustomValues;
  /** The amount is the sum of its lines. */
  hasLines: boolean;
}

/** Names of its references. Searches and timelines use names, which outlive the records. */
export interface OpportunityNames {
  stage: string;
  company: string;
  contact: string;
  closeReason: string;
}

export interface NamedOpportunity {
  data: OpportunityData;
  names: OpportunityNames;
}

export const NO_NAMES: OpportunityNames = { stage: '', company: '', contact: '', closeReason: '' };

export const BLANK_OPPORTUNITY: OpportunityData = {
  name: '',
  amount: '0',
  currency: 'USD',
  probability: 0,
  forecast: null,
  expectedClose: null,
  ownerId: null,
  contactId: null,
  companyId: null,
  businessLicenseId: null,
  source: '',
  nextStep: '',
  description: '',
  closeReasonId: null,
  closeNote: '',
  tags: [],
  custom: {},
  hasLines: false,
};

/** The most that a sort key keeps: an index entry has a limit. */
const KEY_LENGTH = 200;

export function deriveOpportunity({ data, names }: NamedOpportunity): { nameKey: string; searchText: string } {
  const words = [
    ...[data.name, names.company, names.contact].map(fold).filter(Boolean),
    ...furtherWords(
      [data.source, data.nextStep, ...data.tags, names.closeReason, data.description, data.closeNote],
      data.custom,
    ),
  ];
  return { nameKey: fold(data.name).slice(0, KEY_LENGTH), searchText: ` ${words.join(' ')}` };
}

const SIMPLE = [
  'name',
  'currency',
  'probability',
  'forecast',
  'expectedClose',
  'ownerId',
  'businessLicenseId',
  'source',
  'nextStep',
  'description',
  'closeNote',
  'tags',
] as const satisfies readonly (keyof OpportunityData)[];
const NAMED = [
  ['stage', 'stage'],
  ['company', 'companyId'],
  ['contact', 'contactId'],
  ['closeReason', 'closeReasonId'],
] as const;

/** Differences between two states by field, as timelines and conflict messages show them. */
export function opportunityChanges(before: NamedOpportunity, after: NamedOpportunity): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of SIMPLE) {
    if (!sameJson(before.data[field], after.data[field]))
      changes.push({ field, from: before.data[field], to: after.data[field] });
  }
  // 100 and 100.0000 are the same money.
  if (plainDecimal(before.data.amount) !== plainDecimal(after.data.amount))
    changes.push({ field: 'amount', from: before.data.amount, to: after.data.amount });
  for (const [field, reference] of NAMED) {
    const isSame =
      reference === 'stage'
        ? before.names.stage === after.names.stage
        : before.data[reference] === after.data[reference];
    if (!isSame) changes.push({ field, from: before.names[field], to: after.names[field] });
  }
  for (const key of new Set([...Object.keys(before.data.custom), ...Object.keys(after.data.custom)])) {
    const [from, to] = [before.data.custom[key] ?? null, after.data.custom[key] ?? null];
    if (!sameJson(from, to)) changes.push({ field: `custom.${key}`, from, to });
  }
  return changes;
}

/** Decimal text without zeros that say nothing. */
function plainDecimal(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Which of the fields that a stage demands are not there. */
export function missingFields(required: readonly string[], data: OpportunityData): string[] {
  return required.filter((field) => {
    if (field.startsWith('custom.')) return data.custom[field.slice('custom.'.length)] === undefined;
    if (field === 'lines') return !data.hasLines;
    if (field === 'amount') return /^0*(?:\.0*)?$/.test(data.amount);
    const value = data[field as keyof OpportunityData];
    return value === null || value === undefined || value === '';
  });
}
