/**
 * QIF, Quicken's interchange format: records of one-letter fields, ended by `^`. There is no standard; letters as in
 * Intuit's description of 1997 and the files of banks. Days and decimal marks are guessed from the whole file.
 */
import { isCurrency, minorUnits, ZERO } from '../../../../kernel/money/index.ts';
import { type DecimalMark, markOfFile, parseAmount, THOUSANDS_ASSUMED } from './amount.ts';
import { AMBIGUOUS_DAYS, type DateOrder, guessDateOrder, isAmbiguous, parseDay } from './dates.ts';
import { currencyBeside, unknownCurrency, writtenCurrency } from './written-currency.ts';
import { given } from './optional-field.ts';
import type {
  BankFile,
  BankLine,
  FileProblem,
  InvestmentLine,
  SplitLine,
  Statement,
  StatementKind,
} from './statement.ts';

/** Account types whose records are movements, with what kind of account they are. */
const ACCOUNT_TYPES: Readonly<Record<string, StatementKind>> = {
  bank: 'bank',
  cash: 'bank',
  ccard: 'card',
  'oth a': 'bank',
  'oth l': 'bank',
  invst: 'investment',
  port: 'investment',
};

interface QifRecord {
  /** Letter and text of each field, in order. */
  fields: [letter: string, value: string][];
}

interface Section {
  type: string;
  accountName?: string;
  records: QifRecord[];
}

export interface QifOptions {
  /** Order of day and month, where a person chose it. */
  dateOrder?: DateOrder;
  /** The order to assume when the days fit several. */
  likelyOrder?: DateOrder;
  /** ISO 4217 code of the account. */
  currency?: string;
}

/** @param text the whole file, decoded */
export function readQif(text: string, options: QifOptions = {}): Omit<BankFile, 'encoding'> {
  const sections = readSections(text).filter((section) => ACCOUNT_TYPES[section.type]);
  const problems: FileProblem[] = [];
  const style = styleOf(
    sections.flatMap((section) => section.records),
    options,
    problems,
  );
  return {
    format: 'qif',
    statements: sections.map((section) => readStatement(section, style, problems)),
    securities: [],
    problems,
    dateOrder: style.order,
  };
}

/** How the whole file writes days and amounts; what is only likely is said. */
function styleOf(
  records: readonly QifRecord[],
  { dateOrder, likelyOrder = 'mdy', currency }: QifOptions,
  problems: FileProblem[],
): Style {
  const fieldsOf = (letters: string): string[] =>
    records.flatMap(({ fields }) => fields.filter(([letter]) => letters.includes(letter)).map(([, value]) => value));
  const decimals = currency && isCurrency(currency) ? minorUnits(currency) : undefined;
  const { mark, isAssumed } = markOfFile(fieldsOf('TU$O'), fieldsOf('IQ'), decimals);
  const days = fieldsOf('D');
  const order = dateOrder ?? guessDateOrder(days, mark === ',' && !isAssumed ? 'dmy' : likelyOrder);
  if (isAssumed) problems.push({ kind: 'warning', message: THOUSANDS_ASSUMED });
  if (!dateOrder && days.length > 0 && isAmbiguous(days, order))
    problems.push({ kind: 'warning', message: AMBIGUOUS_DAYS(days[0]!, order) });
  return { order, mark, currency };
}

function readSections(text: string): Section[] {
  const sections: Section[] = [];
  let current: Section | undefined = text.trimStart().startsWith('!') ? undefined : { type: 'bank', records: [] };
  if (current) sections.push(current);
  let accountName: string | undefined;
  let record: QifRecord = { fields: [] };
  const finish = (): void => {
    if (record.fields.length > 0) {
      if (current) current.records.push(record);
      else accountName = field(record, 'N') ?? accountName;
    }
    record = { fields: [] };
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const trimmed = line.trim();
    if (trimmed === '' || /^!(option|clear):/i.test(trimmed)) continue;
    if (trimmed.startsWith('!')) {
      finish();
      const type = /^!type:(.*)$/i.exec(trimmed)?.[1]?.trim().toLowerCase();
      current = type === undefined ? undefined : { type, records: [], ...given('accountName', accountName) };
      if (current) sections.push(current);
    } else if (trimmed === '^') finish();
    else record.fields.push([trimmed[0]!.toUpperCase(), trimmed.slice(1).trim()]);
  }
  finish();
  return sections;
}

/** The first field of a letter; undefined when absent or blank. */
function field(record: QifRecord, letter: string): string | undefined {
  return record.fields.find(([one]) => one === letter)?.[1] || undefined;
}

interface Style {
  order: DateOrder;
  mark: DecimalMark | undefined;
  /** Of the account. */
  currency: string | undefined;
}

function readStatement(section: Section, style: Style, problems: FileProblem[]): Statement {
  const kind = ACCOUNT_TYPES[section.type]!;
  const statement: Statement = {
    account: { kind, type: section.type, ...given('name', section.accountName) },
    currency: null,
    lines: [],
    rawRows: section.records.length,
    ...(kind === 'investment' ? { investments: { lines: [], positions: [], balances: [] } } : {}),
  };
  for (const [index, record] of section.records.entries()) {
    const day = parseDay(field(record, 'D') ?? '', style.order);
    const amount = amountOf(record, style);
    if (kind === 'investment' && day) statement.investments!.lines.push(readTrade(record, day, style));
    else if (day && amount) {
      const line = readLine(record, day, style);
      if (typeof line === 'string') problems.push({ kind: 'skipped', row: index + 1, message: line });
      else statement.lines.push(line);
    } else
      problems.push({
        kind: 'skipped',
        row: index + 1,
        message: day ? 'It has no amount that can be read.' : `“${field(record, 'D') ?? ''}” is not a day.`,
      });
  }
  takeOpening(statement);
  return statement;
}

/** Quicken writes the opening balance as a first movement whose category is the account itself. */
function takeOpening(statement: Statement): void {
  const first = statement.lines[0];
  if (first?.payee !== 'Opening Balance' || !first.transferAccount) return;
  statement.opening = { amount: first.amount, day: first.day };
  statement.account.name ??= first.transferAccount;
  statement.lines.shift();
}

function amountOf(record: QifRecord, { mark }: Style): ReturnType<typeof parseAmount> {
  return parseAmount(field(record, 'T') ?? field(record, 'U') ?? '', { ...given('mark', mark), adorned: true });
}

function readLine(record: QifRecord, day: string, style: Style): BankLine | string {
  const category = field(record, 'L');
  const transfer = category && /^\[(.+)\]/.exec(category)?.[1];
  const splits = readSplits(record, style);
  const beside = currencyBeside(field(record, 'T') ?? field(record, 'U') ?? '');
  const written = beside === undefined ? undefined : writtenCurrency(beside, style.currency);
  if (beside !== undefined && !written) return unknownCurrency(beside);
  return {
    day,
    amount: amountOf(record, style)!,
    ...given('payee', field(record, 'P')),
    ...given('memo', field(record, 'M')),
    ...given('checkNumber', field(record, 'N')),
    ...given('transferAccount', transfer),
    // `Category/Class`: the class is Quicken's second dimension and no part of the category.
    ...given('category', transfer ? undefined : category?.split('/')[0] || undefined),
    ...(splits.length > 0 ? { splits } : {}),
    ...given('currency', written && written.code !== style.currency ? written.code : undefined),
  };
}

/** `S` begins a split, `E` is its memo, `$` its amount. */
function readSplits(record: QifRecord, { mark }: Style): SplitLine[] {
  const splits: SplitLine[] = [];
  for (const [letter, value] of record.fields) {
    const last = splits.at(-1);
    if (letter === 'S') splits.push({ amount: ZERO, ...given('category', value.split('/')[0] || undefined) });
    else if (letter === 'E' && last) last.memo = value;
    else if (letter === '$' && last)
      last.amount = parseAmount(value, { ...given('mark', mark), adorned: true }) ?? ZERO;
  }
  return splits;
}

function readTrade(record: QifRecord, day: string, style: Style): InvestmentLine {
  const number = (letter: string): ReturnType<typeof parseAmount> =>
    parseAmount(field(record, letter) ?? '', { ...given('mark', style.mark), adorned: true });
  return {
    type: (field(record, 'N') ?? 'other').toLowerCase(),
    day,
    ...given('security', field(record, 'Y')),
    ...given('units', number('Q')),
    ...given('unitPrice', number('I')),
    ...given('commission', number('O')),
    total: amountOf(record, style) ?? ZERO,
    ...given('memo', field(record, 'M')),
  };
}
