/** Currencies as files write them: codes, signs, and quotations in a hundredth of a currency, such as pence. */
import { HUNDREDTHS } from '../../contract/shared.ts';
import { isCurrency } from '../../../../kernel/money/index.ts';

/** Codes in a case of their own: `GBp` differs from `GBP` by it alone. */
const MIXED_CASE: Readonly<Record<string, string>> = { GBp: 'GBX', ZAc: 'ZAC', ILa: 'ILA', USx: 'USX' };

/** Signs that several currencies share stand for the account's own, or else for the first. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN', 'ARS', 'CLP', 'COP', 'BSD', 'BBD', 'BMD', 'FJD', 'JMD'],
  US$: ['USD'],
  CA$: ['CAD'],
  C$: ['CAD'],
  AU$: ['AUD'],
  A$: ['AUD'],
  NZ$: ['NZD'],
  HK$: ['HKD'],
  SG$: ['SGD'],
  R$: ['BRL'],
  '£': ['GBP', 'EGP', 'GIP', 'FKP', 'SHP', 'LBP', 'SYP', 'SSP'],
  '¥': ['JPY', 'CNY'],
  '￥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₽': ['RUB'],
  '₩': ['KRW'],
  '₺': ['TRY'],
  '₪': ['ILS'],
  '₫': ['VND'],
  '₱': ['PHP'],
  '฿': ['THB'],
  '₴': ['UAH'],
  '₦': ['NGN'],
  zł: ['PLN'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  Fr: ['CHF'],
  SFr: ['CHF'],
  RMB: ['CNY'],
};

export interface WrittenCurrency {
  /** ISO 4217. */
  code: string;
  /** The code that was written, where amounts and prices are in a hundredth of the currency; empty elsewhere. */
  quotation: string;
}

/**
 * The currency that a cell names.
 * @param home of the account, for signs that several currencies share
 * @returns undefined for text that names none
 */
export function writtenCurrency(text: string, home?: string): WrittenCurrency | undefined {
  const word = text.trim().replace(/\.$/, '');
  const quotation = MIXED_CASE[word] ?? word.toUpperCase();
  const whole = HUNDREDTHS[quotation];
  if (whole) return { code: whole, quotation };
  const upper = word.toUpperCase();
  if (isCurrency(upper)) return { code: upper, quotation: '' };
  const signed = SIGNS[word] ?? SIGNS[upper];
  const code = signed && (home && signed.includes(home) ? home : signed[0]);
  return code ? { code, quotation: '' } : undefined;
}

/** Words of three letters behind an amount that are no currency. */
const NO_CODE = /^(?:DEB|CRE|TTC|HT)$/i;

/**
 * The currency written next to a number, as in `12.50 USD` or `US$12.50`.
 * @returns undefined if there is none
 */
export function currencyBeside(amount: string): string | undefined {
  const found =
    /(?<![A-Za-z])(?:US|CA|AU|NZ|HK|SG|C|A|R)?\p{Sc}|(?<![A-Za-z])(?:[A-Z]{3}|GBp)(?![A-Za-z])|zł|(?<![A-Za-z])kr(?![A-Za-z])/u.exec(
      amount,
    )?.[0];
  return found && !NO_CODE.test(found) ? found : undefined;
}

/** How a refusal names a code that is no currency. */
export const unknownCurrency = (text: string): string => `“${text.slice(0, 20)}” is not a currency code.`;
