/** Which column of a bank's CSV holds what: by its name, in the languages of banks, and by what stands in it. */
import { columnMark, type DecimalMark, groupedMark, parseAmount } from '../amount.ts';
import { type DateOrder, guessDateOrder, parseDay } from '../dates.ts';
import { fold } from '../../../../../kernel/text.ts';

/** What a column can hold. `moneyIn` and `moneyOut` come in pairs of unsigned amounts. */
export type CsvRole = 'day' | 'amount' | 'moneyIn' | 'moneyOut' | 'side' | 'payee' | 'memo' | 'category' | 'currency' | 'bankId' | 'checkNumber' | 'balance' | 'pending';

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
  ['day', ['date', 'transaction date', 'posted date', 'posting date', 'post date', 'booking date', 'value date', 'completed date', 'buchungstag', 'buchungsdatum', 'datum', 'valuta', 'wertstellung', 'fecha', 'fecha valor', 'data', 'data contabile', 'date operation', 'date de valeur', 'date comptable', 'boekdatum', 'rentedatum', 'dato', 'day']],
  ['moneyOut', ['debit', 'debit amount', 'debit amt', 'withdrawal', 'withdrawals', 'withdrawal amount', 'withdrawal amt', 'withdrawals amount', 'payments out', 'money out', 'paid out', 'out', 'outflow', 'spent', 'soll', 'belastung', 'lastschrift', 'ausgabe', 'ausgaben', 'cargo', 'cargos', 'debe', 'uscite', 'addebiti', 'dare', 'debit eur', 'af', 'debito']],
  ['moneyIn', ['credit', 'credit amount', 'credit amt', 'deposit', 'deposits', 'deposit amount', 'deposit amt', 'deposits amount', 'payments in', 'money in', 'paid in', 'in', 'inflow', 'received', 'haben', 'gutschrift', 'einnahme', 'einnahmen', 'abono', 'abonos', 'haber', 'entrate', 'accrediti', 'avere', 'credito', 'bij']],
  ['amount', ['amount', 'transaction amount', 'amount (usd)', 'betrag', 'umsatz', 'montant', 'importe', 'importo', 'bedrag', 'bedrag (eur)', 'belob', 'belopp', 'valor', 'kwota', 'value', 'sum']],
  ['side', ['debit/credit', 'credit/debit', 'dr/cr', 'cr/dr', 'dr / cr', 'cr / dr', 'd/c', 'c/d', 'debit or credit', 'credit or debit', 'af bij', 'soll/haben', 'kennzeichen', 'credit debit indicator', 'type d/c']],
  ['balance', ['balance', 'running balance', 'saldo', 'solde', 'kontostand', 'running bal', 'closing balance', 'available balance']],
  ['currency', ['currency', 'wahrung', 'waehrung', 'devise', 'moneda', 'valuta code', 'ccy', 'munt', 'divisa']],
  ['payee', ['payee', 'merchant', 'merchant name', 'name', 'counterparty', 'counterparty name', 'beneficiary', 'empfanger', 'auftraggeber', 'beguenstigter/zahlungspflichtiger', 'begunstigter/zahlungspflichtiger', 'zahlungsempfanger', 'zahlungsbeteiligter', 'tiers', 'beneficiaire', 'beneficiario', 'naam / omschrijving', 'tegenpartij', 'vendor', 'transaction description', 'original description', 'narration', 'transaction narration', 'description']],
  ['memo', ['memo', 'notes', 'note', 'description', 'details', 'transaction details', 'narrative', 'reference', 'verwendungszweck', 'buchungstext', 'libelle', 'communication', 'concepto', 'descrizione', 'causale', 'mededelingen', 'omschrijving', 'purpose', 'particulars', 'extended details']],
  ['category', ['category', 'kategorie', 'categorie', 'categoria']],
  ['bankId', ['transaction id', 'id', 'reference number', 'fitid', 'transaction number', 'transaktions-id', 'unique id', 'ref']],
  ['checkNumber', ['check number', 'check no', 'check', 'cheque number', 'check or slip #', 'num']],
  ['pending', ['status', 'state', 'pending']],
];

/** The role that a column's name speaks of, or undefined. */
export function roleOf(header: string): CsvRole[] {
  const name = fold(header).replace(/\s*[([](?:eur|usd|gbp|chf|cad|aud)[)\]]$/, '').replace(/[:*.]$/, '').trim();
  const rolesOf = (one: string): CsvRole[] => NAMES.filter(([, names]) => names.includes(one)).map(([role]) => role);
  const whole = rolesOf(name);
  if (whole.length > 0 || !name.includes('/')) return whole;
  // “Empfänger/Auftraggeber”: what all of its words speak of; “Withdrawal/Deposit” speaks of two things.
  const parts = name.split('/').map((part) => rolesOf(part.trim())).filter((roles) => roles.length > 0);
  return parts.reduce((both, roles) => both.filter((role) => roles.includes(role)), parts[0] ?? []);
}

const MOST_PREAMBLE = 25;

/** So many different days tell the order. */
const MOST_DAYS = 5000;

/** The days of a whole file, each once: the first lines may all lie in the first twelve days of a month. */
export function dayTexts(rows: readonly string[][], { headerRow, columns }: Pick<CsvLayout, 'headerRow' | 'columns'>): string[] {
  const { day } = columns;
  const texts = new Set<string>();
  if (day !== undefined) for (let index = headerRow + 1; index < rows.length && texts.size < MOST_DAYS; index++) texts.add((rows[index]![day] ?? '').trim());
  texts.delete('');
  return [...texts];
}

/** Guesses the layout of a table of rows. */
export function guessLayout(rows: readonly string[][], delimiter: string, likelyOrder: DateOrder = 'mdy'): CsvLayout {
  const headerRow = findHeader(rows);
  const data = rows.slice(headerRow + 1, headerRow + 201);
  const columns = withSide(headerRow < 0 ? columnsByContent(data) : completed(columnsByName(rows[headerRow]!, data), columnsByContent(data)), data);
  const days = dayTexts(rows, { headerRow, columns });
  const amounts = (['amount', 'moneyIn', 'moneyOut', 'balance'] as const).flatMap((role) => (columns[role] === undefined ? [] : data.map((row) => row[columns[role]!] ?? '')));
  const decimalMark = columnMark(amounts) ?? (delimiter === ';' && amounts.every((text) => !text.includes('.')) ? ',' : groupedMark(amounts));
  return { delimiter, headerRow, columns, dateOrder: guessDateOrder(days, decimalMark === ',' ? 'dmy' : likelyOrder), decimalMark, inverted: false };
}

/** The first rows may be titles and account facts: the header is the row that names most columns. */
function findHeader(rows: readonly string[][]): number {
  let best = { row: -1, named: 1 };
  for (const [index, row] of rows.slice(0, MOST_PREAMBLE).entries()) {
    const roles = row.filter((cell) => roleOf(cell).length > 0).length;
    if (roles > best.named) best = { row: index, named: roles };
  }
  if (best.row >= 0 || rows.length < 2) return best.row;
  // Names that nobody knows are names all the same when only what stands below them is data.
  return looksLikeData(rows[0]!) || !looksLikeData(rows[1]!) ? -1 : 0;
}

function isDate(cell: string): boolean {
  return (['mdy', 'dmy', 'ymd'] as const).some((order) => parseDay(cell, order) !== undefined);
}

function looksLikeData(row: readonly string[]): boolean {
  return row.some((cell) => isDate(cell) || parseAmount(cell, { adorned: true }) !== undefined);
}

/** What the names leave open, the contents may tell. */
function completed(byName: CsvLayout['columns'], byContent: CsvLayout['columns']): CsvLayout['columns'] {
  const columns = { ...byName };
  const taken = new Set(Object.values(byName));
  const hasAmount = byName.amount !== undefined || byName.moneyIn !== undefined || byName.moneyOut !== undefined;
  const hasText = byName.payee !== undefined || byName.memo !== undefined;
  const missing: CsvRole[] = ['day', ...(hasAmount ? [] : ['amount' as const]), ...(hasText ? [] : ['payee' as const])];
  for (const role of missing) {
    const column = byContent[role];
    if (columns[role] === undefined && column !== undefined && !taken.has(column)) columns[role] = column;
  }
  return columns;
}

function columnsByName(header: readonly string[], data: readonly string[][]): CsvLayout['columns'] {
  const columns: CsvLayout['columns'] = {};
  for (const [role] of NAMES) {
    const candidates = header.flatMap((cell, index) => (roleOf(cell).includes(role) && !Object.values(columns).includes(index) ? [index] : []));
    // Of several with a fitting name, the first that holds something.
    const column = candidates.find((index) => data.some((row) => (row[index] ?? '').trim() !== '')) ?? candidates[0];
    if (column !== undefined) columns[role] = column;
  }
  // A lone debit or credit column beside an amount is the word for the side, not a second amount.
  if (columns.amount !== undefined && (columns.moneyIn === undefined) !== (columns.moneyOut === undefined)) {
    delete columns.moneyIn;
    delete columns.moneyOut;
  }
  return columns;
}

const SIDE_WORD = /^(?:d|c|dr|cr|db|deb|cred|debit|credit|deb[ií]to|cr[eé]dito|soll|haben|s|h|af|bij|out|in)\.?$/i;

/** Where no amount is below zero, a column that says nothing but “debit” and “credit” is their sign, whatever its name. It is then no text. */
function withSide(columns: CsvLayout['columns'], data: readonly string[][]): CsvLayout['columns'] {
  const { amount } = columns;
  if (amount === undefined || columns.side !== undefined || columns.moneyIn !== undefined || columns.moneyOut !== undefined || data.some((row) => parseAmount(row[amount] ?? '', { adorned: true })?.lt(0n))) return columns;
  const width = Math.max(0, ...data.map((row) => row.length));
  for (let index = 0; index < width; index++) {
    const words = data.map((row) => (row[index] ?? '').trim()).filter(Boolean);
    if (index === amount || words.length === 0 || !words.every((word) => SIDE_WORD.test(word)) || !words.some((word) => /^[ds]|^af|^out/i.test(word))) continue;
    const others = Object.entries(columns).filter(([, column]) => column !== index);
    return { ...Object.fromEntries(others), side: index };
  }
  return columns;
}

/** Without names: the first column of days, the first of amounts, the longest texts. */
function columnsByContent(data: readonly string[][]): CsvLayout['columns'] {
  const width = Math.max(0, ...data.map((row) => row.length));
  const share = (index: number, fits: (cell: string) => boolean): number => {
    const cells = data.map((row) => (row[index] ?? '').trim()).filter(Boolean);
    return cells.length === 0 ? 0 : cells.filter(fits).length / cells.length;
  };
  const columns: CsvLayout['columns'] = {};
  const texts: number[] = [];
  for (let index = 0; index < width; index++) {
    if (share(index, isDate) > 0.9) columns.day ??= index;
    else if (share(index, (cell) => parseAmount(cell, { adorned: true }) !== undefined) > 0.9) {
      if (columns.amount === undefined) columns.amount = index;
      else columns.balance ??= index;
    } else if (share(index, (cell) => /\p{L}/u.test(cell)) > 0.5) texts.push(index);
  }
  if (texts[0] !== undefined) columns.payee = texts[0];
  if (texts[1] !== undefined) columns.memo = texts[1];
  return columns;
}
