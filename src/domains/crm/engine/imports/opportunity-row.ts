/** A row of a file as an opportunity. What it refers to stands by name until the server has looked it up. */
import { isCurrency } from '../../../../kernel/money/currencies.ts';
import { fold } from '../../../../kernel/text.ts';
import { FORECAST_LABELS } from '../../contract/opportunity-filter.ts';
import type { CustomValues } from '../../../../records/contract/field-values.ts';
import type { ImportOptions } from '../../contract/imports.ts';
import type { ForecastCategory } from '../../contract/pipelines.ts';
import { parseEmail } from '../../../../records/engine/email.ts';
import type { NamedOpportunity } from '../opportunities/opportunity-data.ts';
import { parseNumber } from '../../../../records/engine/cell-values.ts';
import { dayCell, notAnEmail, privateCell, show, textCell } from './cells.ts';
import { mergeShared } from './contact-row.ts';
import { parseMoney } from './money-cell.ts';
import type { CellReader } from './row.ts';
import type { RowKind } from './row-reader.ts';

export interface OpportunityEntry {
  name: string;
  /** Decimal text; blank: none was named. */
  amount: string;
  /** Blank: that of the options. */
  currency: string;
  pipelineName: string;
  stageName: string;
  probability: number | null;
  forecast: ForecastCategory | null;
  expectedClose: string | null;
  closedOn: string | null;
  /** The moment, where the file names it. Its day in the workspace is `closedOn` once the server has looked. */
  closedAt: string | null;
  closeReason: string;
  closeNote: string;
  companyName: string;
  contactEmail: string;
  contactName: string;
  ownerId: string | null;
  source: string;
  nextStep: string;
  description: string;
  tags: string[];
  custom: CustomValues;
  private?: boolean;
  /** Set by the server once it has looked up what the names mean. */
  contactId: string | null;
  closeReasonId: string | null;
}

export const opportunityRows: RowKind<OpportunityEntry> = {
  kind: 'opportunity',
  blank: () => ({
    name: '',
    amount: '',
    currency: '',
    pipelineName: '',
    stageName: '',
    probability: null,
    forecast: null,
    expectedClose: null,
    closedOn: null,
    closedAt: null,
    closeReason: '',
    closeNote: '',
    companyName: '',
    contactEmail: '',
    contactName: '',
    ownerId: null,
    source: '',
    nextStep: '',
    description: '',
    tags: [],
    custom: {},
    contactId: null,
    closeReasonId: null,
  }),
  cell: cellReader,
  lack: (entry) => (entry.name ? undefined : 'Name is missing.'),
};

function cellReader(target: string, options: ImportOptions): CellReader<OpportunityEntry> {
  switch (target) {
    case 'name':
      return textCell('name', 200, 'name');
    case 'pipeline':
      return textCell('pipelineName', 60, 'name of the pipeline');
    case 'stage':
      return textCell('stageName', 60, 'name of the stage');
    case 'company':
      return textCell('companyName', 200, 'company name');
    case 'contactName':
      return textCell('contactName', 250, 'name of the contact');
    case 'closeReason':
      return textCell('closeReason', 100, 'reason');
    case 'closeNote':
      return textCell('closeNote', 2_000, 'note on the closing');
    case 'source':
      return textCell('source', 120, 'source');
    case 'nextStep':
      return textCell('nextStep', 200, 'next step');
    case 'description':
      return textCell('description', 10_000, 'description');
    case 'expectedClose':
      return dayCell('expectedClose', 'the expected closing day', options);
    case 'closedOn':
      return closedCell(options);
    case 'amount':
      return amountCell;
    case 'currency':
      return currencyCell;
    case 'probability':
      return probabilityCell;
    case 'forecast':
      return forecastCell;
    case 'contactEmail':
      return contactEmailCell;
    case 'private':
      return privateCell;
    default:
      return () => undefined;
  }
}

/** A moment in a zone, as programs write it: which day that was is told where the workspace is. */
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

function closedCell(options: ImportOptions): CellReader<OpportunityEntry> {
  const day = dayCell<OpportunityEntry>('closedOn', 'the closing day', options);
  return (cell, row) => {
    day(cell, row);
    if (MOMENT.test(cell) && !Number.isNaN(Date.parse(cell))) row.entry.closedAt = new Date(cell).toISOString();
  };
}

const amountCell: CellReader<OpportunityEntry> = (cell, { entry, errors }) => {
  const money = parseMoney(cell);
  if (!money) errors.push(`"${show(cell)}" is not an amount.`);
  else if (money.currency && entry.currency && money.currency !== entry.currency)
    errors.push(`The amount is in ${money.currency}, the column of currencies says ${entry.currency}.`);
  else {
    entry.amount = money.amount;
    entry.currency ||= money.currency ?? '';
  }
};

const currencyCell: CellReader<OpportunityEntry> = (cell, { entry, errors }) => {
  const code = cell.trim().toUpperCase();
  if (!isCurrency(code)) errors.push(`"${show(cell)}" is not a currency. Use a three-letter code such as USD.`);
  else if (entry.currency && entry.currency !== code)
    errors.push(`The amount is in ${entry.currency}, the column of currencies says ${code}.`);
  else entry.currency = code;
};

const probabilityCell: CellReader<OpportunityEntry> = (cell, { entry, errors }) => {
  const number = parseNumber(cell);
  // Some programs write 0.75 for 75 %.
  const percent = number !== undefined && number > 0 && number < 1 && !cell.includes('%') ? number * 100 : number;
  const rounded = percent === undefined ? undefined : Math.round(percent);
  if (rounded === undefined || rounded < 0 || rounded > 100)
    errors.push(`"${show(cell)}" is not a probability from 0 to 100%.`);
  else entry.probability = rounded;
};

const FORECASTS = new Map(
  Object.entries(FORECAST_LABELS).flatMap(
    ([value, label]) =>
      [
        [value, value],
        [fold(label), value],
      ] as [string, ForecastCategory][],
  ),
);
FORECASTS.set('committed', 'commit').set('best', 'best').set('upside', 'best');

const forecastCell: CellReader<OpportunityEntry> = (cell, { entry, errors }) => {
  const category = FORECASTS.get(fold(cell));
  if (category) entry.forecast = category;
  else errors.push(`"${show(cell)}" is no forecast: use commit, best case, pipeline or left out.`);
};

const contactEmailCell: CellReader<OpportunityEntry> = (cell, { entry, errors }) => {
  const email = parseEmail(cell);
  if (email === undefined) errors.push(notAnEmail(cell));
  else entry.contactEmail = email;
};

export const opportunityNameKey = (name: string) => `m:${fold(name).slice(0, 200)}`;
export const opportunityCompanyKey = (name: string, company: string) =>
  `n:${fold(name).slice(0, 200)}|${fold(company).slice(0, 200)}`;

/** The keys by which the row may be an opportunity that is there already. */
export function opportunityKeys(entry: OpportunityEntry, matchOn: ImportOptions['matchOn']): string[] {
  const keys: string[] = [];
  if (matchOn.includes('name_company') && entry.companyName)
    keys.push(opportunityCompanyKey(entry.name, entry.companyName));
  if (matchOn.includes('name')) keys.push(opportunityNameKey(entry.name));
  return keys;
}

const TEXTS = ['source', 'nextStep', 'description', 'closeNote', 'expectedClose', 'forecast'] as const;

/**
 * An opportunity with what a row adds to it, stage and names aside. The amount of one with lines is their sum, whatever
 * the row says.
 */
export function mergeOpportunity(
  current: NamedOpportunity['data'],
  row: OpportunityEntry,
  mode: ImportOptions['update'],
): NamedOpportunity['data'] {
  const merged = mergeShared(current, row, mode, TEXTS);
  const isBlank = /^0*(?:\.0*)?$/.test(current.amount);
  if (row.amount && !current.hasLines && (mode === 'replace' || isBlank)) {
    merged.amount = row.amount;
    if (row.currency) merged.currency = row.currency;
  }
  if (row.probability !== null && mode === 'replace') merged.probability = row.probability;
  if (row.contactId && (mode === 'replace' || !current.contactId)) merged.contactId = row.contactId;
  return merged;
}
