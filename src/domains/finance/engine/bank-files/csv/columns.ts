/** Which column of a bank's CSV holds what: by its name, in the languages of banks, and by what stands in it. */
import { type Decimal, ZERO } from '../../../../../kernel/money/index.ts';
import { type DecimalMark, markOfFile, parseAmount } from '../amount.ts';
import { type DateOrder, guessDateOrder, parseDay, serialDay } from '../dates.ts';
import { writtenCurrency } from '../written-currency.ts';
import { fold } from '../../../../../kernel/text.ts';

/**
 * Roles of columns. `moneyIn` and `moneyOut` come in pairs of unsigned amounts; `fee` was charged on top of the amount.
 */
export type CsvRole =
  | 'day'
  | 'valueDay'
  | 'amount'
  | 'moneyIn'
  | 'moneyOut'
  | 'fee'
  | 'side'
  | 'payee'
  | 'memo'
  | 'category'
  | 'currency'
  | 'bankId'
  | 'checkNumber'
  | 'balance'
  | 'pending'
  | 'originalAmount'
  | 'originalCurrency';

/** How a file is to be read; every part can be corrected by a person. */
export interface CsvLayout {
  delimiter: string;
  /** Index of the row that names the columns, or −1; what stands before it is no data. */
  headerRow: number;
  /** Column index by role. */
  columns: Partial<Record<CsvRole, number>>;
  dateOrder: DateOrder;
  decimalMark: DecimalMark | undefined;
  /** The file counts money out as positive, as card statements do. */
  inverted: boolean;
}

/** Column names, folded; the first role whose names hold the whole header wins, then one that holds a word of it. */
const NAMES: readonly [CsvRole, readonly string[]][] = [
  [
    'originalAmount',
    [
      'original amount',
      'foreign amount',
      'foreign currency amount',
      'amount (foreign currency)',
      'amount in foreign currency',
      'transaction currency amount',
      'local amount',
      'originalbetrag',
      'fremdwahrungsbetrag',
      'betrag in fremdwahrung',
      'montant en devise',
      'importe en divisa',
      'importo in valuta',
    ],
  ],
  [
    'originalCurrency',
    [
      'original currency',
      'foreign currency',
      'type foreign currency',
      'transaction currency',
      'local currency',
      'originalwahrung',
      'fremdwahrung',
      "devise d'origine",
    ],
  ],
  [
    'day',
    [
      'date',
      'transaction date',
      'posted date',
      'posting date',
      'post date',
      'booking date',
      'completed date',
      'buchungstag',
      'buchungsdatum',
      'datum',
      'fecha',
      'data',
      'data contabile',
      'date operation',
      'date comptable',
      'boekdatum',
      'dato',
      'day',
      'datetime',
      'bokforingsdag',
      'bokforingsdato',
      'data operacji',
    ],
  ],
  [
    'valueDay',
    [
      'value date',
      'valuta',
      'valutadatum',
      'wertstellung',
      'wert',
      'fecha valor',
      'data valuta',
      'date de valeur',
      'date valeur',
      'rentedatum',
      'val date',
    ],
  ],
  [
    'moneyOut',
    [
      'debit',
      'debit amount',
      'debit amt',
      'withdrawal',
      'withdrawals',
      'withdrawal amount',
      'withdrawal amt',
      'withdrawals amount',
      'payments out',
      'money out',
      'paid out',
      'out',
      'outflow',
      'spent',
      'soll',
      'belastung',
      'lastschrift',
      'ausgabe',
      'ausgaben',
      'cargo',
      'cargos',
      'debe',
      'uscite',
      'addebiti',
      'dare',
      'debit eur',
      'af',
      'debito',
      'ut',
      'ut fra konto',
      'uttag',
    ],
  ],
  [
    'moneyIn',
    [
      'credit',
      'credit amount',
      'credit amt',
      'deposit',
      'deposits',
      'deposit amount',
      'deposit amt',
      'deposits amount',
      'payments in',
      'money in',
      'paid in',
      'in',
      'inflow',
      'received',
      'haben',
      'gutschrift',
      'einnahme',
      'einnahmen',
      'abono',
      'abonos',
      'haber',
      'entrate',
      'accrediti',
      'avere',
      'credito',
      'bij',
      'inn',
      'inn pa konto',
      'insattning',
    ],
  ],
  [
    'amount',
    [
      'net',
      'net amount',
      'amount',
      'transaction amount',
      'amount (usd)',
      'betrag',
      'umsatz',
      'montant',
      'importe',
      'importo',
      'bedrag',
      'bedrag (eur)',
      'belob',
      'belopp',
      'valor',
      'kwota',
      'value',
      'sum',
      'gross',
      'gross amount',
    ],
  ],
  ['fee', ['fee', 'fees', 'gebuhr', 'gebuhren']],
  [
    'side',
    [
      'debit/credit',
      'credit/debit',
      'dr/cr',
      'cr/dr',
      'dr / cr',
      'cr / dr',
      'd/c',
      'c/d',
      'debit or credit',
      'credit or debit',
      'af bij',
      'soll/haben',
      'kennzeichen',
      'credit debit indicator',
      'type d/c',
    ],
  ],
  [
    'balance',
    [
      'balance',
      'running balance',
      'saldo',
      'solde',
      'kontostand',
      'running bal',
      'closing balance',
      'available balance',
    ],
  ],
  [
    'currency',
    ['currency', 'wahrung', 'waehrung', 'devise', 'moneda', 'valuta', 'valuta code', 'ccy', 'munt', 'divisa'],
  ],
  [
    'payee',
    [
      'payee',
      'merchant',
      'merchant name',
      'name',
      'counterparty',
      'counterparty name',
      'beneficiary',
      'empfanger',
      'auftraggeber',
      'beguenstigter/zahlungspflichtiger',
      'begunstigter/zahlungspflichtiger',
      'zahlungsempfanger',
      'zahlungsbeteiligter',
      'tiers',
      'beneficiaire',
      'beneficiario',
      'naam / omschrijving',
      'tegenpartij',
      'vendor',
      'transaction description',
      'original description',
      'narration',
      'transaction narration',
      'description',
    ],
  ],
  [
    'memo',
    [
      'memo',
      'notes',
      'note',
      'verwendungszweck',
      'description',
      'details',
      'transaction details',
      'narrative',
      'reference',
      'buchungstext',
      'libelle',
      'communication',
      'concepto',
      'descrizione',
      'causale',
      'mededelingen',
      'omschrijving',
      'purpose',
      'particulars',
      'extended details',
    ],
  ],
  ['category', ['category', 'kategorie', 'categorie', 'categoria']],
  [
    'bankId',
    ['transaction id', 'id', 'reference number', 'fitid', 'transaction number', 'transaktions-id', 'unique id', 'ref'],
  ],
  ['checkNumber', ['check number', 'check no', 'check', 'cheque number', 'check or slip #', 'num']],
  ['pending', ['status', 'state', 'pending', 'info']],
];

/** A column's name without what banks put around it: `#Kwota`, `Betrag (EUR)`, `Amount (total)`. */
function bareName(header: string): string {
  return fold(header)
    .replace(/\s*[([](?:eur|usd|gbp|chf|cad|aud|total)[)\]]$/, '')
    .replace(/^#|[:*.]$/g, '')
    .trim();
}

/** The roles that a column's name speaks of. */
export function roleOf(header: string): CsvRole[] {
  const name = bareName(header);
  const rolesOf = (one: string): CsvRole[] => NAMES.filter(([, names]) => names.includes(one)).map(([role]) => role);
  const whole = rolesOf(name);
  if (whole.length > 0 || !name.includes('/')) return whole;
  // “Empfänger/Auftraggeber”: what all of its words speak of; “Withdrawal/Deposit” speaks of two things.
  const parts = name
    .split('/')
    .map((part) => rolesOf(part.trim()))
    .filter((roles) => roles.length > 0);
  return parts.reduce((both, roles) => both.filter((role) => roles.includes(role)), parts[0] ?? []);
}

const MAX_PREAMBLE = 25;

/** So many different days tell the order. */
const MAX_DAYS = 5000;

/** The days of a whole file, each once: the first lines may all lie in the first twelve days of a month. */
export function dayTexts(
  rows: readonly string[][],
  { headerRow, columns }: Pick<CsvLayout, 'headerRow' | 'columns'>,
): string[] {
  const texts = new Set<string>();
  // The value date is written as the day is, and may show its order.
  for (const column of [columns.day, columns.valueDay]) {
    if (column === undefined) continue;
    for (let index = headerRow + 1; index < rows.length && texts.size < MAX_DAYS; index++)
      texts.add((rows[index]![column] ?? '').trim());
  }
  texts.delete('');
  return [...texts];
}

/** Columns of money, all in one decimal mark. */
const MONEY = ['amount', 'moneyIn', 'moneyOut', 'balance', 'fee', 'originalAmount'] as const;

/** The cells of all columns of money, of the whole file: a late row may prove the mark of the first. */
export function moneyTexts(
  rows: readonly string[][],
  { headerRow, columns }: Pick<CsvLayout, 'headerRow' | 'columns'>,
): string[] {
  const indexes = MONEY.flatMap((role) => columns[role] ?? []);
  return rows.slice(headerRow + 1).flatMap((row) => indexes.map((index) => row[index] ?? ''));
}

/**
 * Guesses the layout of a table of rows.
 * @param decimals of the account's currency
 */
export function guessLayout(
  rows: readonly string[][],
  delimiter: string,
  likelyOrder: DateOrder = 'mdy',
  decimals?: number,
): CsvLayout {
  const headerRow = findHeader(rows);
  const data = rows.slice(headerRow + 1, headerRow + 201);
  const columns = withSide(
    headerRow < 0 ? columnsByContent(data) : completed(columnsByName(rows[headerRow]!, data), data),
    data,
  );
  const days = dayTexts(rows, { headerRow, columns });
  const amounts = moneyTexts(rows, { headerRow, columns });
  const { mark, isAssumed } = markOfFile(amounts, [], decimals);
  const decimalMark = mark ?? (delimiter === ';' && amounts.every((text) => !text.includes('.')) ? ',' : undefined);
  return {
    delimiter,
    headerRow,
    columns,
    dateOrder: guessDateOrder(days, decimalMark === ',' && !isAssumed ? 'dmy' : likelyOrder),
    decimalMark,
    inverted: false,
  };
}

/** The first rows may be titles and account facts: the header is the row that names most columns. */
function findHeader(rows: readonly string[][]): number {
  let best = { row: -1, named: 1 };
  for (const [index, row] of rows.slice(0, MAX_PREAMBLE).entries()) {
    const roles = row.filter((cell) => roleOf(cell).length > 0).length;
    if (roles > best.named) best = { row: index, named: roles };
  }
  if (best.row >= 0 || rows.length < 2) return best.row;
  // Names that no one knows are names all the same when only what stands below them is data.
  return looksLikeData(rows[0]!) || !looksLikeData(rows[1]!) ? -1 : 0;
}

function isDate(cell: string): boolean {
  return (['mdy', 'dmy', 'ymd'] as const).some((order) => parseDay(cell, order) !== undefined);
}

function looksLikeData(row: readonly string[]): boolean {
  return row.some((cell) => isDate(cell) || parseAmount(cell, { adorned: true }) !== undefined);
}

/** Columns whose names are unclear are recognized by their content. */
function completed(byName: CsvLayout['columns'], data: readonly string[][]): CsvLayout['columns'] {
  const byContent = columnsByContent(data, new Set(Object.values(byName)), byName.balance);
  const columns = { ...byName };
  const hasAmount = byName.amount !== undefined || byName.moneyIn !== undefined || byName.moneyOut !== undefined;
  const hasText = byName.payee !== undefined || byName.memo !== undefined;
  const missing: CsvRole[] = [
    'day',
    ...(hasAmount ? [] : (['amount', 'moneyIn', 'moneyOut'] as const)),
    ...(hasText ? [] : ['payee' as const]),
  ];
  for (const role of missing) columns[role] ??= byContent[role];
  return withoutAbsent(columns);
}

function withoutAbsent(columns: { [role in CsvRole]?: number | undefined }): CsvLayout['columns'] {
  return Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== undefined));
}

/** Content checks for roles that a name alone does not settle. */
const HOLDS: Partial<Record<CsvRole, (cell: string) => boolean>> = {
  day: (cell) => isDate(cell) || serialDay(cell) !== undefined,
  valueDay: (cell) => isDate(cell) || serialDay(cell) !== undefined,
  originalAmount: (cell) => parseAmount(cell, { adorned: true }) !== undefined,
  originalCurrency: (cell) => writtenCurrency(cell) !== undefined,
  currency: (cell) => /^(?:[a-z]{3}|\p{Sc})$/iu.test(cell) || writtenCurrency(cell) !== undefined,
};

/** Roles whose names stand in the order of how much they say: “Net” is what came in, “Gross” is not. */
const RANKED: ReadonlySet<CsvRole> = new Set(['amount', 'memo']);

function rankOf(role: CsvRole, header: string): number {
  const names = NAMES.find(([one]) => one === role)![1];
  const rank = names.indexOf(bareName(header));
  return rank < 0 ? names.length : rank;
}

function columnsByName(header: readonly string[], data: readonly string[][]): CsvLayout['columns'] {
  const columns: CsvLayout['columns'] = {};
  for (const [role] of NAMES) {
    const named = header.flatMap((cell, index) =>
      roleOf(cell).includes(role) && !Object.values(columns).includes(index) ? [index] : [],
    );
    const candidates = RANKED.has(role)
      ? named.sort((a, b) => rankOf(role, header[a]!) - rankOf(role, header[b]!))
      : named;
    // Of several with a fitting name, the first that holds something of the kind: “Valuta” is a day in German and a
    // currency in Swedish.
    const holds = HOLDS[role] ?? (() => true);
    const full = candidates.filter((index) => data.some((row) => (row[index] ?? '').trim() !== ''));
    const column =
      full.find((index) => data.some((row) => holds((row[index] ?? '').trim()))) ??
      (role in HOLDS ? candidates.find((index) => !full.includes(index)) : candidates[0]);
    if (column !== undefined) columns[role] = column;
  }
  // The value date is the day where no day of booking is told.
  if (columns.day === undefined && columns.valueDay !== undefined) {
    columns.day = columns.valueDay;
    delete columns.valueDay;
  }
  // A lone debit or credit column beside an amount is the word for the side, not a second amount.
  if (columns.amount !== undefined && (columns.moneyIn === undefined) !== (columns.moneyOut === undefined)) {
    delete columns.moneyIn;
    delete columns.moneyOut;
  }
  return columns;
}

const OUT_WORD =
  /^(?:d|dr|db|deb|debit|deb[ií]to|debet|soll|s|af|out|belastung|withdrawals?|ausgang|expense|spent)\.?$/i;
const IN_WORD =
  /^(?:c|cr|cred|credit|cr[eé]dito|kredit|haben|h|bij|in|gutschrift|deposits?|eingang|income|received)\.?$/i;

/** Whether a word for the side of a movement says that money went out. */
export function meansOut(word: string): boolean {
  return OUT_WORD.test(word.trim()) || /^(?:d(?!ep)|s|af|soll|out)/i.test(word.trim());
}

/**
 * Where no amount is below zero, a column that says nothing but “debit” and “credit” is their sign, whatever its name.
 * It is then no text.
 */
function withSide(columns: CsvLayout['columns'], data: readonly string[][]): CsvLayout['columns'] {
  const { amount } = columns;
  if (
    amount === undefined ||
    columns.side !== undefined ||
    columns.moneyIn !== undefined ||
    columns.moneyOut !== undefined ||
    data.some((row) => parseAmount(row[amount] ?? '', { adorned: true })?.lt(0n))
  )
    return columns;
  const width = Math.max(0, ...data.map((row) => row.length));
  for (let index = 0; index < width; index++) {
    const words = data.map((row) => (row[index] ?? '').trim()).filter(Boolean);
    if (
      index === amount ||
      words.length === 0 ||
      !words.every((word) => OUT_WORD.test(word) || IN_WORD.test(word)) ||
      !words.some(meansOut)
    )
      continue;
    const others = Object.entries(columns).filter(([, column]) => column !== index);
    return { ...Object.fromEntries(others), side: index };
  }
  return columns;
}

/**
 * Without names: the first column of days, the first of amounts or a pair of which each row has one, the longest texts.
 * @param taken columns whose names said what they hold
 */
function columnsByContent(
  data: readonly string[][],
  taken: ReadonlySet<number> = new Set(),
  balance?: number,
): CsvLayout['columns'] {
  const width = Math.max(0, ...data.map((row) => row.length));
  const share = (index: number, fits: (cell: string) => boolean): number => {
    const cells = data.map((row) => (row[index] ?? '').trim()).filter(Boolean);
    return cells.length === 0 ? 0 : cells.filter(fits).length / cells.length;
  };
  const columns: CsvLayout['columns'] = {};
  const [amounts, texts]: [number[], number[]] = [[], []];
  for (let index = 0; index < width; index++) {
    if (taken.has(index)) continue;
    if (share(index, isDate) > 0.9) columns.day ??= index;
    else if (share(index, (cell) => parseAmount(cell, { adorned: true }) !== undefined) > 0.9) amounts.push(index);
    else if (share(index, (cell) => /\p{L}/u.test(cell)) > 0.5) texts.push(index);
  }
  const pair = pairOf(amounts, data, balance);
  const rest = amounts.filter((index) => !pair || (index !== pair.moneyOut && index !== pair.moneyIn));
  return withoutAbsent({
    ...columns,
    ...(pair ? { ...pair, balance: rest[0] } : { amount: rest[0], balance: rest[1] }),
    payee: texts[0],
    memo: texts[1],
  });
}

/**
 * Two columns of amounts of which each row has just one: money out and money in. Which is which the balance says; where
 * there is none, banks put what went out first.
 */
function pairOf(
  amounts: readonly number[],
  data: readonly string[][],
  balance: number | undefined,
): { moneyOut: number; moneyIn: number } | undefined {
  const read = (row: readonly string[], index: number | undefined): Decimal | undefined =>
    index === undefined ? undefined : parseAmount(row[index] ?? '', { adorned: true });
  const has = (row: readonly string[], index: number): boolean => !(read(row, index) ?? ZERO).isZero();
  for (const [place, first] of amounts.entries()) {
    const second = amounts[place + 1];
    const rows = second === undefined ? [] : data.filter((row) => has(row, first) || has(row, second));
    const isPair =
      rows.length > 1 &&
      rows.every((row) => has(row, first) !== has(row, second!)) &&
      rows.some((row) => has(row, first)) &&
      rows.some((row) => has(row, second!));
    if (!isPair) continue;
    const stands = balance ?? amounts.find((index) => index > second!);
    const rises = (column: number): number =>
      rows.filter(
        (row, index) => index > 0 && has(row, column) && read(row, stands)?.gt(read(rows[index - 1]!, stands) ?? ZERO),
      ).length;
    const falls = (column: number): number =>
      rows.filter(
        (row, index) => index > 0 && has(row, column) && read(row, stands)?.lt(read(rows[index - 1]!, stands) ?? ZERO),
      ).length;
    // A file may begin with its latest row: then the balance of the row above falls by what came in here, and nothing
    // is told.
    const isSwapped =
      stands !== undefined && isOldestFirst(data) && rises(first) + falls(second!) > falls(first) + rises(second!);
    return isSwapped ? { moneyOut: second!, moneyIn: first } : { moneyOut: first, moneyIn: second! };
  }
  return undefined;
}

function isOldestFirst(data: readonly string[][]): boolean {
  const dayOf = (row: readonly string[] | undefined): string =>
    row?.map((cell) => parseDay(cell, 'ymd') ?? parseDay(cell, 'dmy') ?? parseDay(cell, 'mdy')).find(Boolean) ?? '';
  return dayOf(data[0]) <= dayOf(data.at(-1));
}
