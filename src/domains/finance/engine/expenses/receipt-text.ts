/**
 * Reads what matters out of a receipt's text: merchant, day, total, tax, currency, the items' total, the card. Every
 * finding comes with how sure it is, 0 to 1: it is proposed to a person, never applied by itself.
 */
import { addDays, isDay } from '../../../../kernel/days.ts';
import { decimal, type Decimal, sum } from '../../../../kernel/money/index.ts';

export interface Found<T = string> {
  value: T;
  /** 0 to 1. */
  confidence: number;
}

export interface ReceiptProposal {
  merchant: Found | null;
  day: Found | null;
  /** Decimal text. */
  total: Found | null;
  tax: Found | null;
  /** ISO 4217. */
  currency: Found | null;
  itemsTotal: Found | null;
  cardLast4: Found | null;
}

export interface ReadingContext {
  /** The day it is: nothing was bought later. */
  today: string;
  /** The currency of `$`, and the order of day and month. */
  currency: string;
  /** How sure the recognition was of the letters, 0 to 1; 1 for a text layer. */
  certainty?: number;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** How many years back a receipt may be. */
const OLDEST_DAYS = 20 * 366;

/** @param text as recognized, line by line */
export function readReceipt(text: string, { today, currency, certainty = 1 }: ReadingContext): ReceiptProposal {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  const found = readCurrency(text, currency);
  const amounts = readAmounts(lines);
  const sure = <T>(one: Found<T> | null): Found<T> | null =>
    one && { ...one, confidence: Math.round(one.confidence * certainty * 100) / 100 };
  return {
    merchant: sure(readMerchant(lines)),
    day: sure(readDay(lines, today, (found?.value ?? currency) === 'USD')),
    currency: sure(found),
    cardLast4: sure(readCard(lines)),
    total: sure(amounts.total),
    tax: sure(amounts.tax),
    itemsTotal: sure(amounts.itemsTotal),
  };
}

const SYMBOLS: readonly [pattern: RegExp, currency: string][] = [
  [/€|\bEUR\b/, 'EUR'],
  [/£|\bGBP\b/, 'GBP'],
  [/\bUSD\b|US\$/, 'USD'],
  [/\bCAD\b|C\$|CA\$/, 'CAD'],
  [/\bAUD\b|A\$|AU\$/, 'AUD'],
  [/\bNZD\b|NZ\$/, 'NZD'],
  [/\bCHF\b|\bFr\.\s?\d/, 'CHF'],
  [/¥|\bJPY\b/, 'JPY'],
  [/₹|\bINR\b/, 'INR'],
  [/\bSEK\b/, 'SEK'],
  [/\bNOK\b/, 'NOK'],
  [/\bDKK\b/, 'DKK'],
  [/\bPLN\b|\bzł/, 'PLN'],
  [/\bSGD\b|S\$/, 'SGD'],
];
/** Currencies that are written `$`. */
const DOLLARS = new Set(['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN']);

function readCurrency(text: string, own: string): Found | null {
  const named = SYMBOLS.find(([pattern]) => pattern.test(text));
  if (named) return { value: named[1], confidence: 0.95 };
  if (text.includes('$')) return { value: DOLLARS.has(own) ? own : 'USD', confidence: DOLLARS.has(own) ? 0.8 : 0.6 };
  return null;
}

const AMOUNT = /(?<![\d.,:/-])(-?)\s?(\d{1,3}(?:[ ,.'’]\d{3})+|\d+)\s?[.,]\s?(\d{2})(?![\d%]|\s?%|[.,:/]\d)/g;

/** The amounts of a line, in order: `1,234.50`, `1.234,50`, `12 .99`. */
export function amountsOf(line: string): Decimal[] {
  return [...line.matchAll(AMOUNT)].map(([, sign, units, cents]) =>
    decimal(`${sign}${units!.replace(/\D/g, '')}.${cents}`),
  );
}

/** Words before a total, the surest last. */
const TOTALS: readonly RegExp[] = [
  /\b(?:total|summe|gesamt|totale|importe|montant)\b/i,
  /\b(?:total (?:paid|sale|purchase|incl|inc|eur|usd|gbp)|amount paid|card total|charged|zu zahlen|gesamtbetrag)\b/i,
  /\b(?:grand total|total due|amount due|balance due|total to pay|total amount|to pay|total ttc)\b/i,
];
const NOT_TOTAL =
  /sub\s?-?\s?total|zwischensumme|sous-total|total (?:items?|savings?|discount|saved|qty|tax|vat|points)|(?:tax|vat|gst|items?|you saved|tip) total|total number|change|tendered|cash given|excl|before tax|net total/i;
const SUBTOTAL = /\b(?:sub\s?-?\s?total|zwischensumme|sous-total|net total|total excl|before tax)\b/i;
const TAX = /\b(?:sales tax|tax|vat|gst|hst|pst|qst|mwst|ust|tva|iva|btw|moms)\b/i;
const NOT_TAX =
  /tax\s?(?:id|no|number|invoice|reg)|vat\s?(?:id|no|number|reg)|gst\s?(?:no|reg|number|#)|taxable|before tax|excl|incl|tax free/i;
const NOT_ITEM =
  /\b(?:change|cash|tendered|visa|mastercard|amex|card|paid|payment|balance|tip|gratuity|auth|approval|discount|saved|savings)\b/i;

interface Line {
  text: string;
  at: number;
  amounts: Decimal[];
}

function readAmounts(lines: readonly string[]): Pick<ReceiptProposal, 'total' | 'tax' | 'itemsTotal'> {
  const read: Line[] = lines.map((text, at) => ({ text, at, amounts: amountsOf(text) }));
  const subtotal = labelled(read, (text) => SUBTOTAL.test(text));
  const taxes = read.filter(
    ({ text, amounts }) => amounts.length > 0 && TAX.test(text) && !NOT_TAX.test(text) && !SUBTOTAL.test(text),
  );
  // A summing line makes the single ones superfluous.
  const summed = taxes.find(({ text }) => /total/i.test(text));
  const tax =
    taxes.length === 0 ? undefined : summed ? summed.amounts.at(-1)! : sum(taxes.map((one) => one.amounts.at(-1)!));
  const total = readTotal(read, subtotal, tax);
  const items = itemsBefore(read);
  const adds = subtotal && tax && total && subtotal.plus(tax).eq(total.amount);
  return {
    total: total ? { value: total.amount.toFixed(2), confidence: adds ? 0.98 : total.confidence } : null,
    tax: tax && (!total || tax.lt(total.amount)) ? { value: tax.toFixed(2), confidence: adds ? 0.97 : 0.75 } : null,
    itemsTotal: subtotal
      ? { value: subtotal.toFixed(2), confidence: adds || items?.eq(subtotal) ? 0.97 : 0.8 }
      : items
        ? { value: items.toFixed(2), confidence: total && items.eq(total.amount) ? 0.9 : 0.5 }
        : null,
  };
}

/** The last amount on the line with such words, or alone on the next. */
function labelled(read: readonly Line[], wanted: (text: string) => boolean): Decimal | undefined {
  for (const line of read)
    if (wanted(line.text)) {
      const next = read[line.at + 1];
      const amounts = line.amounts.length > 0 ? line.amounts : next && !/[a-z]{3}/i.test(next.text) ? next.amounts : [];
      if (amounts.length > 0) return amounts.at(-1);
    }
  return undefined;
}

function readTotal(
  read: readonly Line[],
  subtotal: Decimal | undefined,
  tax: Decimal | undefined,
): { amount: Decimal; confidence: number } | undefined {
  for (let rank = TOTALS.length - 1; rank >= 0; rank--) {
    const named = read.filter(({ text }) => TOTALS[rank]!.test(text) && !NOT_TOTAL.test(text));
    const amounts = named
      .flatMap(
        (line) =>
          labelled(
            read.slice(line.at, line.at + 2).map((one, at) => ({ ...one, at })),
            (text) => text === line.text,
          ) ?? [],
      )
      .filter((amount) => amount.gt(0n));
    if (amounts.length > 0)
      return {
        amount: amounts.reduce((most, one) => (one.gt(most) ? one : most)),
        confidence: rank === 0 ? 0.85 : 0.92,
      };
  }
  if (subtotal && tax) return { amount: subtotal.plus(tax), confidence: 0.6 };
  const all = read
    .filter(({ text }) => !/change|tendered|cash/i.test(text))
    .flatMap((line) => line.amounts)
    .filter((amount) => amount.gt(0n));
  return all.length === 0
    ? undefined
    : { amount: all.reduce((most, one) => (one.gt(most) ? one : most)), confidence: 0.35 };
}

/** Of the lines above the first sum. */
function itemsBefore(read: readonly Line[]): Decimal | undefined {
  const end = read.findIndex(
    ({ text, amounts }) =>
      amounts.length > 0 &&
      (SUBTOTAL.test(text) || TOTALS.some((pattern) => pattern.test(text)) || (TAX.test(text) && !NOT_TAX.test(text))),
  );
  const items = read
    .slice(0, Math.max(0, end))
    .filter(({ text, amounts }) => amounts.length > 0 && /[a-z]{2}/i.test(text) && !NOT_ITEM.test(text));
  return items.length === 0 ? undefined : sum(items.map((one) => one.amounts.at(-1)!));
}

function readDay(lines: readonly string[], today: string, monthFirst: boolean): Found | null {
  const latest = addDays(today, 1);
  const oldest = addDays(today, -OLDEST_DAYS);
  const candidates = lines.flatMap((line) =>
    daysIn(line, monthFirst).map((found) => ({
      ...found,
      confidence: Math.min(0.98, found.confidence + (/date|datum|issued|paid on/i.test(line) ? 0.05 : 0)),
    })),
  );
  const fitting = candidates.filter(({ value }) => value >= oldest && value <= latest && !/due/i.test(value));
  return fitting.reduce<Found | null>((best, one) => (!best || one.confidence > best.confidence ? one : best), null);
}

function daysIn(line: string, monthFirst: boolean): Found[] {
  const found: Found[] = [];
  const add = (year: string, month: number, day: string, confidence: number): void => {
    const full = year.length === 2 ? `20${year}` : year;
    const value = `${full}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
    if (isDay(value)) found.push({ value, confidence });
  };
  for (const [, year, month, day] of line.matchAll(/\b(20\d{2})[-./](\d{1,2})[-./](\d{1,2})\b/g))
    add(year!, Number(month), day!, 0.95);
  for (const [, day, name, year] of line.matchAll(
    /\b(\d{1,2})(?:st|nd|rd|th)?[ .-]{1,2}([A-Za-z]{3})[a-z]*[ .,-]{1,3}(20\d{2}|\d{2})\b/g,
  ))
    add(year!, monthOf(name!), day!, 0.93);
  for (const [, name, day, year] of line.matchAll(
    /\b([A-Za-z]{3})[a-z]*[ .]{1,2}(\d{1,2})(?:st|nd|rd|th)?,? ?(20\d{2})\b/g,
  ))
    add(year!, monthOf(name!), day!, 0.93);
  for (const [, first, mark, second, year] of line.matchAll(/\b(\d{1,2})([./-])(\d{1,2})\2(20\d{2}|\d{2})\b/g)) {
    // A dot is never American; of two numbers above twelve only one can be the month.
    const american = Number(first) <= 12 && (Number(second) > 12 || (monthFirst && mark !== '.'));
    const clear = Number(first) > 12 || Number(second) > 12 || first === second || mark === '.';
    add(year!, Number(american ? first : second), american ? second! : first!, clear ? 0.92 : 0.72);
  }
  return found;
}

const monthOf = (name: string): number => MONTHS.indexOf(name.toLowerCase()) + 1;

const NO_MERCHANT =
  /receipt|invoice|rechnung|beleg|welcome|thank|tax|vat|gst|tel|phone|www\.|http|@|order|table|server|cashier|date|time|customer|copy|store\s*#|register|terminal|duplicate|reprint/i;
const ADDRESS =
  /\b(?:street|st\.?|avenue|ave\.?|road|rd\.?|blvd|lane|suite|floor|straße|strasse|platz|square|drive|highway|hwy)\b|\b[A-Z]{2} \d{5}\b|\b\d{5}\b/i;
/** The name stands on top. */
const TOP = 6;

function readMerchant(lines: readonly string[]): Found | null {
  const candidates = lines.slice(0, TOP).map((line, at) => ({
    at,
    name: line
      .replace(/[^\p{L}\p{N}&'’.,+ -]/gu, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$/gu, '')
      .trim(),
  }));
  const fitting = candidates.find(
    ({ name }) =>
      (name.match(/\p{L}/gu)?.length ?? 0) >= 3 &&
      !NO_MERCHANT.test(name) &&
      !ADDRESS.test(name) &&
      amountsOf(name).length === 0,
  );
  if (!fitting) return null;
  return {
    value: fitting.name === fitting.name.toUpperCase() ? titleCase(fitting.name) : fitting.name,
    confidence: fitting.at === 0 ? 0.85 : 0.7,
  };
}

function titleCase(name: string): string {
  return name
    .toLowerCase()
    .replace(/(^|[ .&+-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

function readCard(lines: readonly string[]): Found | null {
  for (const line of lines) {
    const masked =
      /(?:[*xX•·#]{2,}[ -]?)+(\d{4})\b/.exec(line) ??
      /\b(?:ending(?: in)?|last 4|acct|card(?: no\.?| number| #)?)[:# ]*(\d{4})\b/i.exec(line);
    if (masked) return { value: masked[1]!, confidence: 0.9 };
    const named = /\b(?:visa|mastercard|amex|american express|discover|maestro)\b\D{0,12}(\d{4})\b/i.exec(line);
    if (named) return { value: named[1]!, confidence: 0.75 };
  }
  return null;
}
