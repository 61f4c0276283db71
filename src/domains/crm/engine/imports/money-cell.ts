/** An amount with its currency in one cell, exact. */
import { isCurrency } from '../../../../kernel/money/currencies.ts';
import { parseAmount } from '../opportunities/typed-amount.ts';

/** Signs that mean one currency only; `$` means a dozen. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₴': 'UAH',
  '₪': 'ILS',
  '₫': 'VND',
  '₱': 'PHP',
  '₦': 'NGN',
};
const NAMED: Readonly<Record<string, string>> = {
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  R$: 'BRL',
  CHF: 'CHF',
  Fr: 'CHF',
};

export interface ImportedAmount {
  /** Decimal text. */
  amount: string;
  /** ISO 4217, where the cell says it. */
  currency: string | null;
}

/**
 * `€ 1.234,50`, `USD 12,000`, `12500.00 CHF`; undefined for what is no amount, a negative one and a shortened one
 * (`12k`) included.
 */
export function parseMoney(cell: string): ImportedAmount | undefined {
  const trimmed = cell.trim();
  if (/^\(.*\)$/.test(trimmed)) return undefined;
  const unit =
    /^([^\d.,'’\s+-]+)\s*(?=[\d.,])/.exec(trimmed)?.[1] ?? /(?<=\d)\s*([^\d.,'’\s+-]+)\s*$/.exec(trimmed)?.[1] ?? '';
  const digits = (unit ? trimmed.replace(unit, '') : trimmed).replace(/[.,]-{1,2}$/, '').replace(/^\+/, '');
  if (/[^\d.,'’\s\u00a0\u202f]/.test(digits)) return undefined;
  const amount = parseAmount(digits);
  if (amount === undefined) return undefined;
  if (unit === '' || unit === '$' || unit === '¥') return { amount, currency: null };
  const currency = SIGNS[unit] ?? NAMED[unit] ?? (isCurrency(unit.toUpperCase()) ? unit.toUpperCase() : undefined);
  return currency === undefined ? undefined : { amount, currency };
}
