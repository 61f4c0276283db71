/** How sums of money read on screen. */
import type { MoneySum } from '../../contract/dashboard.ts';

/** A decimal text as money of its currency in the person's locale, without cents: figures to see at a glance. */
export function money({ amount, currency }: MoneySum): string {
  // Intl takes the decimal text as it is, so no digit goes through a floating-point number.
  return new Intl.NumberFormat(undefined, { style: 'currency', currency, maximumFractionDigits: 0 }).format(
    amount as Intl.StringNumericLiteral,
  );
}

/** Sums of several currencies side by side, not added up. */
export function moneyList(sums: readonly MoneySum[], none = '–'): string {
  return sums.length === 0 ? none : sums.map(money).join(' + ');
}
