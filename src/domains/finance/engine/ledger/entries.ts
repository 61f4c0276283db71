/**
 * Journal entries: what is written into the ledger. Whatever is posted balances, to the cent, in the ledger's currency.
 */
import { isDay } from '../../../../kernel/days.ts';
import { AppError, type FieldError } from '../../../../kernel/errors.ts';
import { type Decimal, minorUnits, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import type { LedgerAccount } from './accounts.ts';
import { assertOpen, type Periods } from './periods.ts';

export interface EntryLine {
  accountId: string;
  /** In the ledger's currency: debits positive, credits negative. */
  amount: Decimal;
  memo?: string;
  /** The amount as it was agreed on, when that was in another currency; `amount` is its value at the day's rate. */
  foreign?: { amount: Decimal; currency: string };
}

export interface Entry {
  id: string;
  day: string;
  description: string;
  lines: readonly EntryLine[];
  /**
   * `closing` entries move a year's result into retained earnings, and are left out of the profit and loss statement.
   */
  kind?: 'closing';
  /** The entry that this one undoes. */
  reverses?: string;
}

export interface Ledger {
  /** ISO 4217. */
  currency: string;
  accounts: ReadonlyMap<string, LedgerAccount>;
  periods: Periods;
}

/**
 * Checks an entry against the ledger that it is to be posted to.
 * @throws AppError `validation` naming the lines, `conflict` for a closed period
 */
export function assertPostable(entry: Entry, ledger: Ledger): void {
  if (!isDay(entry.day)) throw new AppError('validation', 'The day does not exist.', { field: 'day' });
  const fields = [...lineErrors(entry, ledger), ...balanceErrors(entry)];
  if (fields.length > 0) throw new AppError('validation', fields[0]!.message, { fields });
  assertOpen(entry.day, ledger.periods);
}

function lineErrors(entry: Entry, ledger: Ledger): FieldError[] {
  const digits = minorUnits(ledger.currency);
  return entry.lines.flatMap((line, index) => {
    const account = ledger.accounts.get(line.accountId);
    const errors: FieldError[] = [];
    if (!account) errors.push({ field: `lines.${index}.accountId`, message: 'This account is not in the ledger.' });
    else if (account.archived)
      errors.push({
        field: `lines.${index}.accountId`,
        message: `${account.name} is archived; choose another account.`,
      });
    if (line.amount.isZero()) errors.push({ field: `lines.${index}.amount`, message: 'A line needs an amount.' });
    if (line.amount.decimalPlaces() > digits)
      errors.push({ field: `lines.${index}.amount`, message: `${ledger.currency} has ${digits} decimals.` });
    return errors;
  });
}

function balanceErrors(entry: Entry): FieldError[] {
  if (entry.lines.length < 2) return [{ field: 'lines', message: 'An entry needs at least two lines.' }];
  const difference = imbalance(entry.lines);
  if (difference.isZero()) return [];
  const side = difference.gt(0n) ? 'Debits' : 'Credits';
  return [
    {
      field: 'lines',
      message: `${side} are ${difference.abs().toFixed()} more than ${side === 'Debits' ? 'credits' : 'debits'}.`,
    },
  ];
}

/** Debits less credits; zero for every posted entry. */
export function imbalance(lines: readonly EntryLine[]): Decimal {
  return sumOf(lines, (line) => line.amount);
}

/**
 * The entry that undoes another: the same lines with their sides changed, on a day of its own. Nothing posted is ever
 * rewritten.
 */
export function reversal(entry: Entry, id: string, day: string): Entry {
  return {
    id,
    day,
    description: `Reversal: ${entry.description}`,
    reverses: entry.id,
    lines: entry.lines.map((line) => ({
      ...line,
      amount: ZERO.minus(line.amount),
      ...(line.foreign ? { foreign: { ...line.foreign, amount: ZERO.minus(line.foreign.amount) } } : {}),
    })),
    ...(entry.kind ? { kind: entry.kind } : {}),
  };
}
