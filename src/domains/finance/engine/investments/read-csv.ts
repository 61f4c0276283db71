/**
 * Activities and prices as brokers and people write them in CSV: columns found by their names, kinds by their words.
 */
import { CsvParser } from '../../../../kernel/csv.ts';
import { guessDelimiter } from '../../../../kernel/dialect.ts';
import { type Decimal, decimal, isCurrency, minorUnits, ZERO } from '../../../../kernel/money/index.ts';
import { columnMark, type DecimalMark, groupedMark, parseAmount } from '../bank-files/amount.ts';
import { AMBIGUOUS_DAYS, type DateOrder, guessDateOrder, isAmbiguous, parseDay } from '../bank-files/dates.ts';
import { currencyBeside, writtenCurrency } from '../bank-files/written-currency.ts';

export type InvestmentColumn =
  | 'day'
  | 'kind'
  | 'security'
  | 'ticker'
  | 'isin'
  | 'quantity'
  | 'price'
  | 'amount'
  | 'fee'
  | 'tax'
  | 'currency'
  | 'notes'
  | 'ratio'
  | 'newSecurity'
  | 'costShare'
  | 'cashPerUnit'
  | 'newPrice';
export type CsvKind = ActivityWord | 'split' | 'spinOff' | 'merger' | 'returnOfCapital' | 'worthless';
type ActivityWord =
  | 'buy'
  | 'sell'
  | 'sellShort'
  | 'buyToCover'
  | 'dividend'
  | 'interest'
  | 'capitalGain'
  | 'fee'
  | 'transferIn'
  | 'transferOut';

export interface CsvRow {
  /** In the file, counted from 1. */
  row: number;
  day?: string;
  kind?: CsvKind;
  /** As it is written. */
  kindText: string;
  security: string;
  ticker: string;
  isin: string;
  quantity?: Decimal;
  price?: Decimal;
  amount?: Decimal;
  fee: Decimal;
  tax: Decimal;
  /** ISO 4217; empty where the row names none. */
  currency: string;
  /** The code that was written, `GBX`, where prices were in a hundredth of the currency; figures are converted. */
  quotation: string;
  /** The unknown currency as written. */
  unknownCurrency: string;
  notes: string;
  /** Of corporate actions: units that are given for units that are held, `2:1`. */
  ratio?: { newUnits: Decimal; oldUnits: Decimal };
  /** Name, ticker or ISIN of the security that comes out of a spin-off or merger. */
  newSecurity: string;
  /** As a fraction. */
  costShare?: Decimal;
  cashPerUnit?: Decimal;
  newPrice?: Decimal;
}

export interface InvestmentCsv {
  columns: { name: string; role: InvestmentColumn | null }[];
  dateOrder: DateOrder;
  /** Uncertain findings about dates and amounts. */
  warnings: string[];
  /** In the order of their days and of what happened within a day. */
  rows: CsvRow[];
}

/** Names of columns, folded, most telling first. */
const NAMES: readonly [InvestmentColumn, RegExp][] = [
  ['ratio', /ratio|split factor/],
  ['newSecurity', /new (security|name|ticker|symbol|isin|fund)|resulting|^into$/],
  ['costShare', /(cost|basis).*(share|part|alloc|percent|%)|alloc.*(cost|basis)/],
  ['cashPerUnit', /cash.*(unit|share)/],
  ['newPrice', /new.*price|price.*new/],
  ['isin', /isin/],
  ['ticker', /ticker|symbol/],
  ['day', /date|day|datum/],
  ['kind', /type|action|activity|transaction|kind|buy.?sell/],
  ['quantity', /quantity|shares|units|qty/],
  ['price', /price|nav|close|rate/],
  ['fee', /fee|commission|charge/],
  ['tax', /tax|withh/],
  ['currency', /currency|ccy/],
  ['amount', /amount|total|value|proceeds|net/],
  ['security', /security|name|fund|instrument|asset|description/],
  ['notes', /note|memo|comment/],
];

const KINDS: readonly [CsvKind, RegExp][] = [
  ['spinOff', /spin.?off|demerger/],
  ['split', /split|consolidation/],
  ['merger', /merger|takeover|acqui|exchange of/],
  ['returnOfCapital', /return of (capital|principal)|capital return/],
  ['worthless', /worthless|delist|bankrupt|write.?off/],
  ['capitalGain', /capital gain/],
  ['dividend', /div/],
  ['interest', /interest/],
  ['transferIn', /transfer.*in|deposit of|received|journal.*in/],
  ['transferOut', /transfer.*out|delivered/],
  ['fee', /fee|charge|commission/],
  ['buyToCover', /cover|buy.?(to.?)?(close|back)|cvrshrt|short.?(buy|close)|close.?short/],
  ['sellShort', /short|sell.?to.?open|shtsell/],
  ['buy', /buy|bought|purchase|reinvest|subscri/],
  ['sell', /sell|sold|sale|redempt/],
];

export interface InvestmentCsvOptions {
  /** The order of days where a row leaves it open. */
  likelyOrder?: DateOrder;
  /** ISO 4217 code of the account, or of the ledger. */
  currency?: string;
}

type Cells = (role: InvestmentColumn) => string[];

/** @param chosen columns by what they hold; the others are guessed from their names */
export function readInvestmentCsv(
  text: string,
  chosen: Partial<Record<InvestmentColumn, number>> | undefined,
  order: DateOrder | undefined,
  { likelyOrder = 'mdy', currency: home }: InvestmentCsvOptions = {},
): InvestmentCsv {
  const body = text.replace(/^\uFEFF/, '');
  const parser = new CsvParser(guessDelimiter(body.slice(0, 65_536), body.length <= 65_536));
  const [header = [], ...rows] = [...parser.push(body), ...parser.end()];
  const columns = chosen && Object.keys(chosen).length > 0 ? chosen : guessColumns(header);
  const cellsOf: Cells = (role) =>
    rows.map((row) => (columns[role] === undefined ? '' : (row[columns[role]] ?? '').trim()));
  const mark = markOf(cellsOf, home);
  const days = cellsOf('day').filter(Boolean);
  const dateOrder =
    order ?? guessDateOrder([...new Set(days)], mark.isProven && mark.mark === ',' ? 'dmy' : likelyOrder);
  const warnings =
    !order && days.length > 0 && isAmbiguous(days, dateOrder) ? [AMBIGUOUS_DAYS(days[0]!, dateOrder)] : [];
  const read = (cell: string): Decimal | undefined =>
    parseAmount(cell, { adorned: true, ...(mark.mark ? { mark: mark.mark } : {}) });
  return {
    columns: header.map((name, index) => ({
      name: name.trim(),
      role: (Object.keys(columns) as InvestmentColumn[]).find((role) => columns[role] === index) ?? null,
    })),
    dateOrder,
    warnings,
    rows: inOrderOfTime(
      rows.flatMap((row, index) => {
        if (row.every((cell) => cell.trim() === '')) return [];
        const cell = (role: InvestmentColumn): string =>
          columns[role] === undefined ? '' : (row[columns[role]] ?? '').trim();
        return [{ time: timeIn(cell('day')), one: readRow(cell, index + 2, { read, dateOrder, home }) }];
      }),
    ),
  };
}

/** How figures and days of the file are written. */
interface RowStyle {
  read: (cell: string) => Decimal | undefined;
  dateOrder: DateOrder;
  home: string | undefined;
}

function readRow(cell: (role: InvestmentColumn) => string, row: number, { read, dateOrder, home }: RowStyle): CsvRow {
  const kind = kindOf(cell('kind'), read(cell('quantity')));
  const day = parseDay(cell('day'), dateOrder);
  const figure = (role: 'quantity' | 'price' | 'amount'): Partial<Record<typeof role, Decimal>> => {
    const value = read(cell(role))?.abs();
    return value ? { [role]: value } : {};
  };
  const named = cell('currency') || currencyBeside(cell('price')) || currencyBeside(cell('amount')) || '';
  const written = named ? writtenCurrency(named, home) : undefined;
  return withPrice(
    inWholeUnits({
      row,
      ...(day ? { day } : {}),
      ...(kind ? { kind } : {}),
      kindText: cell('kind'),
      security: cell('security'),
      ticker: cell('ticker').toUpperCase(),
      isin: cell('isin').toUpperCase(),
      ...figure('quantity'),
      ...figure('price'),
      ...figure('amount'),
      ...corporate(cell, read),
      fee: read(cell('fee'))?.abs() ?? ZERO,
      tax: read(cell('tax'))?.abs() ?? ZERO,
      currency: written?.code ?? '',
      quotation: written?.quotation ?? '',
      unknownCurrency: named && !written ? named : '',
      notes: cell('notes').slice(0, 2000),
    }),
  );
}

/**
 * The decimal mark of the file: what a figure proves by itself, then what quantity times price proves, then the
 * currency's decimals, then what is usual where that currency is paid with.
 */
function markOf(cellsOf: Cells, home: string | undefined): { mark: DecimalMark | undefined; isProven: boolean } {
  const money = [...cellsOf('amount'), ...cellsOf('fee'), ...cellsOf('tax')];
  const [quantities, prices] = [cellsOf('quantity'), cellsOf('price')];
  const proven = columnMark([...money, ...quantities, ...prices]) ?? multiplied(quantities, prices, cellsOf('amount'));
  if (proven) return { mark: proven, isProven: true };
  const decimals = home && isCurrency(home) ? minorUnits(home) : undefined;
  const used = [...money, ...quantities, ...prices].find((text) => /[.,]/.test(text));
  return {
    mark: groupedMark(money, decimals) ?? (used && home && POINT_DECIMALS.has(home) ? '.' : undefined),
    isProven: false,
  };
}

/** Currencies of the countries that write decimals behind a point. */
const POINT_DECIMALS: ReadonlySet<string> = new Set(
  'USD GBP CAD AUD NZD INR JPY CNY HKD SGD MXN ILS THB PHP MYR KRW TWD CHF'.split(' '),
);

/** The mark with which quantity times price makes the amount, give or take charges, in more rows than with the other. */
function multiplied(
  quantities: readonly string[],
  prices: readonly string[],
  amounts: readonly string[],
): DecimalMark | undefined {
  const fits = (mark: DecimalMark): number =>
    quantities.filter((text, index) => {
      const [quantity, price, amount] = [text, prices[index]!, amounts[index]!].map((cell) =>
        parseAmount(cell, { adorned: true, mark })?.abs(),
      );
      if (!quantity?.gt(0n) || !price?.gt(0n) || !amount?.gt(0n)) return false;
      return isNear(quantity.times(price), amount) || isNear(quantity.times(price), amount.times(100n));
    }).length;
  const [points, commas] = [fits('.'), fits(',')];
  return points === commas ? undefined : points > commas ? '.' : ',';
}

/** Apart by a twentieth at most: an amount may contain charges. */
const isNear = (a: Decimal, b: Decimal): boolean => a.minus(b).abs().times(20n).lte(b.abs());

/**
 * Figures in the currency where they are quoted in a hundredth of it. Some brokers quote the price alone that way:
 * quantity times price tells it.
 */
function inWholeUnits(row: CsvRow): CsvRow {
  if (!row.quotation) return row;
  const { quantity, price, amount, cashPerUnit, newPrice } = row;
  const isAmountWhole =
    quantity !== undefined && price !== undefined && amount !== undefined
      ? isNear(quantity.times(price).div(100n), amount)
      : false;
  const part = (value: Decimal): Decimal => value.div(100n);
  const total = (value: Decimal): Decimal => (isAmountWhole ? value : part(value));
  return {
    ...row,
    ...(price && { price: part(price) }),
    ...(amount && { amount: total(amount) }),
    ...(cashPerUnit && { cashPerUnit: part(cashPerUnit) }),
    ...(newPrice && { newPrice: part(newPrice) }),
    fee: total(row.fee),
    tax: total(row.tax),
  };
}

/** The time of day beside a date, as text that sorts; empty where there is none. */
function timeIn(cell: string): string {
  const match = /(?:^|[T\s,])(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap])?/i.exec(cell);
  if (!match) return '';
  const [, hour, minute, second = '00', half] = match;
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  return `${String(hours).padStart(2, '0')}${minute}${second}`;
}

/** Brokers list the latest row first or last: within a day the order of the file counts, turned where it is reversed. */
function inOrderOfTime(rows: readonly { time: string; one: CsvRow }[]): CsvRow[] {
  const days = rows.flatMap(({ one }) => one.day ?? []);
  const steps = days.slice(1).map((day, index) => Number(day > days[index]!) - Number(day < days[index]!));
  const isReversed = steps.reduce((sum, step) => sum + step, 0) < 0;
  const ordered = isReversed ? rows.toReversed() : [...rows];
  return ordered
    .sort((a, b) => {
      const [first, second] = [`${a.one.day ?? ''} ${a.time}`, `${b.one.day ?? ''} ${b.time}`];
      const byDay = (a.one.day ?? '') < (b.one.day ?? '') ? -1 : Number((a.one.day ?? '') > (b.one.day ?? ''));
      return byDay || (a.time && b.time ? (first < second ? -1 : Number(first > second)) : 0);
    })
    .map(({ one }) => one);
}

function guessColumns(header: readonly string[]): Partial<Record<InvestmentColumn, number>> {
  const found: Partial<Record<InvestmentColumn, number>> = {};
  const taken = new Set<number>();
  for (const [role, pattern] of NAMES) {
    const index = header.findIndex((name, place) => !taken.has(place) && pattern.test(name.trim().toLowerCase()));
    if (index < 0) continue;
    found[role] = index;
    taken.add(index);
  }
  return found;
}

/** Extra fields of corporate actions. */
function corporate(
  cell: (role: InvestmentColumn) => string,
  read: (text: string) => Decimal | undefined,
): Pick<CsvRow, 'ratio' | 'newSecurity' | 'costShare' | 'cashPerUnit' | 'newPrice'> {
  const ratio = ratioOf(cell('ratio'));
  const share = read(cell('costShare').replace('%', ''));
  const optional = (role: 'cashPerUnit' | 'newPrice'): Partial<Record<typeof role, Decimal>> => {
    const value = read(cell(role));
    return value?.gt(0n) ? { [role]: value } : {};
  };
  return {
    newSecurity: cell('newSecurity'),
    ...(ratio && { ratio }),
    ...(share && { costShare: cell('costShare').includes('%') ? share.div(100n) : share }),
    ...optional('cashPerUnit'),
    ...optional('newPrice'),
  };
}

/** `2:1`, `2 for 1`, `3-for-2`, `0.5`: what is given for what is held. */
function ratioOf(text: string): CsvRow['ratio'] {
  const found = /^(\d+(?:\.\d+)?)(?:\s*(?::|\/|-?\s*for\s*-?)\s*(\d+(?:\.\d+)?))?$/i.exec(text.trim());
  if (!found) return undefined;
  const [newUnits, oldUnits] = [decimal(found[1]!), decimal(found[2] ?? '1')];
  return newUnits.gt(0n) && oldUnits.gt(0n) ? { newUnits, oldUnits } : undefined;
}

/** Where a file has no word for it, the sign of the quantity says whether units came or went. */
function kindOf(text: string, quantity: Decimal | undefined): CsvKind | undefined {
  const word = text.toLowerCase();
  const named = word === '' ? undefined : KINDS.find(([, pattern]) => pattern.test(word))?.[0];
  if (named || word !== '' || !quantity || quantity.isZero()) return named;
  return quantity.lt(0n) ? 'sell' : 'buy';
}

/**
 * A trade whose price is not written has it from its amount, fees left out: a purchase's amount includes them, a sale's
 * has lost them.
 */
function withPrice(row: CsvRow): CsvRow {
  if (row.kind === 'fee' && !row.amount?.gt(0n) && row.fee.gt(0n)) return { ...row, amount: row.fee, fee: ZERO };
  const isBought = row.kind === 'buy' || row.kind === 'buyToCover';
  const isSold = row.kind === 'sell' || row.kind === 'sellShort';
  if ((!isBought && !isSold) || row.price || !row.amount || !row.quantity?.gt(0n)) return row;
  const charges = row.fee.plus(row.tax);
  return { ...row, price: (isBought ? row.amount.minus(charges) : row.amount.plus(charges)).div(row.quantity) };
}
