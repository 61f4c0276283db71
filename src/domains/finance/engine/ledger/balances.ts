/** Balances of accounts, computed from entries: no balance is kept that entries do not explain. */
import { type Decimal, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { byCode, isNominal, type LedgerAccount } from './accounts.ts';
import type { Entry } from './entries.ts';

/** Balance by account id: debits less credits. */
export type Balances = ReadonlyMap<string, Decimal>;

export interface DayRange {
  /** First day; from the beginning when absent. */
  from?: string;
  to: string;
}

/** Balances of the entries in a range. @param includeClosing whether closing entries count */
export function balances(entries: Iterable<Entry>, { from, to }: DayRange, includeClosing = true): Balances {
  const totals = new Map<string, Decimal>();
  for (const entry of entries) {
    if (entry.day > to || (from && entry.day < from) || (!includeClosing && entry.kind === 'closing')) continue;
    for (const line of entry.lines) totals.set(line.accountId, (totals.get(line.accountId) ?? ZERO).plus(line.amount));
  }
  return totals;
}

export interface TrialBalanceRow {
  account: LedgerAccount;
  debit: Decimal;
  credit: Decimal;
}

export interface TrialBalance {
  rows: TrialBalanceRow[];
  debit: Decimal;
  credit: Decimal;
}

/** Every account with a balance, each on its side. The two sums are equal, or the ledger is broken. */
export function trialBalance(accounts: Iterable<LedgerAccount>, of: Balances): TrialBalance {
  const rows = [...accounts].sort(byCode).flatMap((account): TrialBalanceRow[] => {
    const balance = of.get(account.id) ?? ZERO;
    if (balance.isZero()) return [];
    return [{ account, debit: balance.gt(0n) ? balance : ZERO, credit: balance.lt(0n) ? balance.abs() : ZERO }];
  });
  return { rows, debit: sumOf(rows, (row) => row.debit), credit: sumOf(rows, (row) => row.credit) };
}

/**
 * The entry that closes a business year: every income and expense account is brought to zero against retained earnings.
 * @returns undefined when there is nothing to close
 */
export function closingEntry(
  id: string,
  day: string,
  accounts: Iterable<LedgerAccount>,
  of: Balances,
  retainedEarningsId: string,
): Entry | undefined {
  const lines = [...accounts]
    .filter(isNominal)
    .sort(byCode)
    .flatMap((account) => {
      const balance = of.get(account.id) ?? ZERO;
      return balance.isZero() ? [] : [{ accountId: account.id, amount: ZERO.minus(balance) }];
    });
  if (lines.length === 0) return undefined;
  const result = ZERO.minus(sumOf(lines, (line) => line.amount));
  const rest = result.isZero() ? [] : [{ accountId: retainedEarningsId, amount: result }];
  return { id, day, description: `Closing of the year to ${day}`, kind: 'closing', lines: [...lines, ...rest] };
}
