/** A bank's CSV, read by a layout that was guessed or chosen. */
import { CsvParser } from '../../../../../kernel/csv.ts';
import { guessDelimiter } from '../../../../../kernel/dialect.ts';
import { type Decimal, isCurrency, minorUnits, ZERO } from '../../../../../kernel/money/index.ts';
import { markOfFile, parseAmount, THOUSANDS_ASSUMED } from '../amount.ts';
import { AMBIGUOUS_DAYS, type DateOrder, isAmbiguous, parseDay, serialDay } from '../dates.ts';
import { currencyBeside, unknownCurrency, writtenCurrency } from '../written-currency.ts';
import { given } from '../optional-field.ts';
import type { BankFile, BankLine, FileProblem, Statement } from '../statement.ts';
import { type CsvLayout, type CsvRole, dayTexts, guessLayout, meansOut, moneyTexts } from './columns.ts';

export interface CsvOptions {
  /** Parts of the layout that a person chose; the rest is guessed. */
  layout?: Partial<CsvLayout>;
  likelyOrder?: DateOrder;
  /** ISO 4217 code of the account: its decimals are evidence, and signs that several currencies share mean it. */
  currency?: string;
}

export interface CsvBankFile extends Omit<BankFile, 'encoding'> {
  /** How the file was read, for the mapping screen. */
  layout: CsvLayout;
  /** Names of the columns, or `Column 1` and so on. */
  columnNames: string[];
}

const SAMPLE_CHARS = 65_536;

/** @param text the whole file, decoded */
export function readCsv(
  text: string,
  { layout: chosen = {}, likelyOrder = 'mdy', currency }: CsvOptions = {},
): CsvBankFile {
  const separator = /^sep=(.)\r?\n/i.exec(text);
  const body = separator ? text.slice(separator[0].length) : text;
  const delimiter =
    chosen.delimiter ?? separator?.[1] ?? guessDelimiter(body.slice(0, SAMPLE_CHARS), body.length <= SAMPLE_CHARS);
  const parser = new CsvParser(delimiter);
  const rows = [...parser.push(body), ...parser.end()];
  const decimals = currency && isCurrency(currency) ? minorUnits(currency) : undefined;
  const layout = laidOut(rows, guessLayout(rows, delimiter, likelyOrder, decimals), chosen, decimals);
  const problems: FileProblem[] = [];
  const statement = readRows(rows, layout, problems, currency);
  if (!chosen.decimalMark && layout.decimalMark && markOfFile(moneyTexts(rows, layout), [], decimals).isAssumed)
    problems.push({ kind: 'warning', message: THOUSANDS_ASSUMED });
  const days = dayTexts(rows, layout);
  if (!chosen.dateOrder && days.length > 0 && isAmbiguous(days, layout.dateOrder))
    problems.push({ kind: 'warning', message: AMBIGUOUS_DAYS(days[0]!, layout.dateOrder) });
  const names = rows[layout.headerRow] ?? rows[0]?.map((_cell, index) => `Column ${index + 1}`) ?? [];
  return { format: 'csv', statements: [statement], securities: [], problems, layout, columnNames: names };
}

/** Columns that a person chose hold other amounts than the guessed ones, which then tell the mark. */
function laidOut(
  rows: readonly string[][],
  guessed: CsvLayout,
  chosen: Partial<CsvLayout>,
  decimals: number | undefined,
): CsvLayout {
  const layout = { ...guessed, ...chosen };
  if (!chosen.columns || chosen.decimalMark) return layout;
  return { ...layout, decimalMark: markOfFile(moneyTexts(rows, layout), [], decimals).mark ?? guessed.decimalMark };
}

function readRows(
  rows: readonly string[][],
  layout: CsvLayout,
  problems: FileProblem[],
  home: string | undefined,
): Statement {
  const lines: BankLine[] = [];
  let rawRows = 0;
  const signs = signsOf(rows, layout);
  if (signs.fees === 'unclear')
    problems.push({
      kind: 'warning',
      message:
        'The fees in a column of their own are not counted: no balance shows whether they were taken besides the amounts.',
    });
  for (const [index, row] of rows.entries()) {
    if (index <= layout.headerRow || row.every((cell) => cell.trim() === '')) continue;
    rawRows++;
    const line = readRow(row, layout, signs, home);
    if (typeof line === 'string') problems.push({ kind: 'skipped', message: line, row: index + 1 });
    else lines.push(line);
  }
  const currencies = new Set(lines.map((line) => line.currency));
  const [only] = currencies;
  if (currencies.size === 1) for (const line of lines) delete line.currency;
  return {
    account: { kind: 'bank', type: '' },
    currency: currencies.size === 1 ? (only ?? null) : null,
    lines,
    rawRows,
  };
}

function readRow(row: readonly string[], layout: CsvLayout, signs: Signs, home: string | undefined): BankLine | string {
  const cell = (role: CsvRole): string | undefined => {
    const column = layout.columns[role];
    return column === undefined ? undefined : plain(row[column] ?? '') || undefined;
  };
  const state = cell('pending') ?? '';
  if (NOT_DONE.test(state)) return `It did not go through: ${state}.`;
  const pending = PENDING.test(state);
  // A pending transaction has no booking date, only a start date.
  const written = cell('day') ?? (pending ? row.find((one) => parseDay(one, layout.dateOrder)) : undefined);
  const day = written && (parseDay(written, layout.dateOrder) ?? serialDay(written));
  if (!day) return written ? `“${written}” is not a day.` : 'It has no day.';
  const amount = amountOf(cell, layout, signs);
  if (!amount) return `“${cell('amount') ?? cell('moneyOut') ?? cell('moneyIn') ?? ''}” is not an amount.`;
  const named = cell('currency') ?? besideAmount(cell);
  const currency = named === undefined ? undefined : writtenCurrency(named, home);
  if (named !== undefined && !currency) return unknownCurrency(named);
  const valueDay = parseDay(cell('valueDay') ?? '', layout.dateOrder) ?? serialDay(cell('valueDay') ?? '');
  const original = originalOf(cell, amount, layout, currency?.code ?? home);
  if (typeof original === 'string') return original;
  return {
    day,
    ...given('valueDay', valueDay),
    amount: currency?.quotation ? amount.div(100n) : amount,
    ...given('payee', cell('payee')),
    ...given('memo', cell('memo')),
    ...given('category', cell('category')),
    ...given('bankId', cell('bankId')),
    ...given('checkNumber', cell('checkNumber')),
    ...given('currency', currency?.code),
    ...given('original', original),
    ...(pending ? { pending: true } : {}),
  };
}

/** A currency in a cell of the amount itself, `12.50 USD`. */
function besideAmount(cell: (role: CsvRole) => string | undefined): string | undefined {
  for (const role of ['amount', 'moneyOut', 'moneyIn'] as const) {
    const found = currencyBeside(cell(role) ?? '');
    if (found) return found;
  }
  return undefined;
}

/** The foreign amount, if it has its own columns. */
function originalOf(
  cell: (role: CsvRole) => string | undefined,
  amount: Decimal,
  layout: CsvLayout,
  home: string | undefined,
): BankLine['original'] | string {
  const text = cell('originalAmount');
  const named = text && (cell('originalCurrency') ?? currencyBeside(text));
  const paid = text && parseAmount(text, { ...given('mark', layout.decimalMark), adorned: true })?.abs();
  if (!text || !named || !paid || paid.isZero()) return undefined;
  const currency = writtenCurrency(named, home);
  if (!currency) return unknownCurrency(named);
  if (currency.code === home) return undefined;
  return { amount: amount.lt(0n) ? paid.negated() : paid, currency: currency.code };
}

/** Some banks write `="00123"`, so that spreadsheets leave a cell as it is. */
function plain(cell: string): string {
  const trimmed = cell.trim();
  return /^="(.*)"$/.exec(trimmed)?.[1]?.trim() ?? trimmed;
}

const PENDING = /^(?:pending|authori[sz]ed|(?:umsatz )?vorgemerkt|true|yes)$/i;
const NOT_DONE = /^(?:reverted|declined|denied|failed|rejected|voided|cancell?ed|storniert)$/i;

/** Notation of amounts that all rows prove together. */
interface Signs {
  /**
   * Columns of money in or out with amounts on both sides of zero: there the sign turns a movement back, elsewhere it
   * says nothing.
   */
  mixed: ReadonlySet<CsvRole>;
  /** Evidence of balances about a fee column: charged on top of the amounts, or included. */
  fees: 'besides' | 'within' | 'unclear' | 'none';
}

function signsOf(rows: readonly string[][], layout: CsvLayout): Signs {
  const data = rows.slice(layout.headerRow + 1);
  const read = (row: readonly string[], role: CsvRole): Decimal | undefined => {
    const column = layout.columns[role];
    return column === undefined
      ? undefined
      : parseAmount(row[column] ?? '', { ...given('mark', layout.decimalMark), adorned: true });
  };
  const mixed = (['moneyIn', 'moneyOut'] as const).filter(
    (role) =>
      layout.columns[role] !== undefined &&
      data.some((row) => read(row, role)?.lt(0n)) &&
      data.some((row) => read(row, role)?.gt(0n)),
  );
  const isNet = /^net\b/i.test(rows[layout.headerRow]?.[layout.columns.amount ?? -1]?.trim() ?? '');
  return { mixed: new Set(mixed), fees: isNet ? 'within' : feesOf(data, read) };
}

/** By how much the balance moved from the row above or below: by the amount, or by the amount less the fee. */
function feesOf(
  data: readonly string[][],
  read: (row: readonly string[], role: CsvRole) => Decimal | undefined,
): Signs['fees'] {
  let fees: Signs['fees'] = 'none';
  for (const [index, row] of data.entries()) {
    const [amount, fee, balance] = [read(row, 'amount'), read(row, 'fee'), read(row, 'balance')];
    if (!amount || !fee || fee.isZero()) continue;
    const moved = (by: Decimal): boolean =>
      [data[index - 1], data[index + 1]].some((one) => one && balance && read(one, 'balance')?.plus(by).eq(balance));
    if (moved(amount)) return 'within';
    if (moved(amount.minus(fee.abs()))) return 'besides';
    fees = 'unclear';
  }
  return fees;
}

/** In and out columns hold unsigned amounts, whatever sign a bank puts before all of them. */
function amountOf(
  cell: (role: CsvRole) => string | undefined,
  layout: CsvLayout,
  { mixed, fees }: Signs,
): Decimal | undefined {
  const read = (role: CsvRole): Decimal | undefined => {
    const text = cell(role);
    return text === undefined ? undefined : parseAmount(text, { ...given('mark', layout.decimalMark), adorned: true });
  };
  const unsigned = (role: CsvRole): Decimal | undefined => (mixed.has(role) ? read(role) : read(role)?.abs());
  if (layout.columns.moneyIn !== undefined || layout.columns.moneyOut !== undefined) {
    const moneyIn = unsigned('moneyIn');
    const moneyOut = unsigned('moneyOut');
    if (moneyIn || moneyOut) return (moneyIn ?? ZERO).minus(moneyOut ?? ZERO);
  }
  const amount = read('amount');
  if (!amount) return undefined;
  const side = cell('side');
  const signed = side && meansOut(side) && !amount.lt(0n) ? ZERO.minus(amount) : amount;
  const turned = layout.inverted ? ZERO.minus(signed) : signed;
  return fees === 'besides' ? turned.minus(read('fee')?.abs() ?? ZERO) : turned;
}
