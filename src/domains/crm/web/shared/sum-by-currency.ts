import type { MoneySum } from '../../contract/dashboard.ts';

/** Digits behind the point that a sum keeps: the most that amounts have. */
const DIGITS = 4;

/** Sums of amounts in each currency, exact to four digits, the currency with the most entries first. */
export function sumByCurrency(items: readonly { amount: string | null; currency: string }[]): MoneySum[] {
  const sums = new Map<string, { units: bigint; count: number }>();
  for (const { amount, currency } of items) {
    if (amount === null) continue;
    const { units, count } = sums.get(currency) ?? { units: 0n, count: 0 };
    sums.set(currency, { units: units + unitsOf(amount), count: count + 1 });
  }
  return [...sums]
    .toSorted(([, one], [, other]) => other.count - one.count)
    .map(([currency, { units }]) => ({ currency, amount: textOf(units) }));
}

function unitsOf(amount: string): bigint {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole + part.slice(0, DIGITS).padEnd(DIGITS, '0'));
  return amount.startsWith('-') ? -units : units;
}

function textOf(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(DIGITS + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`;
}
