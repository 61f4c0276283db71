/**
 * Activities and prices as brokers and people write them in CSV: columns found by their names, kinds by their words.
 */
import { CsvParser } from '../../../../kernel/csv.ts';
import { guessDelimiter } from '../../../../kernel/dialect.ts';
import { type Decimal, decimal, ZERO } from '../../../../kernel/money/index.ts';
import { columnMark, parseAmount } from '../bank-files/amount.ts';
import { type DateOrder, guessDateOrder, parseDay } from '../bank-files/dates.ts';

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
type ActivityWord = 'buy' | 'sell' | 'dividend' | 'interest' | 'capitalGain' | 'fee' | 'transferIn' | 'transferOut';

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
  currency: string;
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
  ['buy', /buy|bought|purchase|reinvest|subscri/],
  ['sell', /sell|sold|sale|redempt/],
];

/** @param chosen columns by what they hold; the others are guessed from their names */
export function readInvestmentCsv(
  text: string,
  chosen: Partial<Record<InvestmentColumn, number>> | undefined,
  order: DateOrder | undefined,
): InvestmentCsv {
  const body = text.replace(/^\uFEFF/, '');
  const parser = new CsvParser(guessDelimiter(body.slice(0, 65_536), body.length <= 65_536));
  const [header = [], ...rows] = [...parser.push(body), ...parser.end()];
  const columns = chosen && Object.keys(chosen).length > 0 ? chosen : guessColumns(header);
  const cellsOf = (role: InvestmentColumn): string[] =>
    rows.map((row) => (columns[role] === undefined ? '' : (row[columns[role]] ?? '').trim()));
  const dateOrder = order ?? guessDateOrder(cellsOf('day').filter(Boolean).slice(0, 500));
  const mark = columnMark((['quantity', 'price', 'amount'] as const).flatMap((role) => cellsOf(role).slice(0, 500)));
  const read = (cell: string): Decimal | undefined => parseAmount(cell, { adorned: true, ...(mark ? { mark } : {}) });
  return {
    columns: header.map((name, index) => ({
      name: name.trim(),
      role: (Object.keys(columns) as InvestmentColumn[]).find((role) => columns[role] === index) ?? null,
    })),
    dateOrder,
    rows: rows.flatMap((row, index) => {
      if (row.every((cell) => cell.trim() === '')) return [];
      const cell = (role: InvestmentColumn): string =>
        columns[role] === undefined ? '' : (row[columns[role]] ?? '').trim();
      const kind = kindOf(cell('kind'), read(cell('quantity')));
      const day = parseDay(cell('day'), dateOrder);
      const figure = (role: 'quantity' | 'price' | 'amount'): Partial<Record<typeof role, Decimal>> => {
        const value = read(cell(role))?.abs();
        return value ? { [role]: value } : {};
      };
      return [
        withPrice({
          row: index + 2,
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
          currency: cell('currency').toUpperCase(),
          notes: cell('notes').slice(0, 2000),
        }),
      ];
    }),
  };
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

/** What corporate actions have besides. */
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
  if ((row.kind !== 'buy' && row.kind !== 'sell') || row.price || !row.amount || !row.quantity?.gt(0n)) return row;
  const bare = row.kind === 'buy' ? row.amount.minus(row.fee) : row.amount.plus(row.fee);
  return { ...row, price: bare.div(row.quantity) };
}
