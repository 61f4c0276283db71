/**
 * Net worth over time: what the accounts hold and what the holdings in them are worth, converted at the rate of each day.
 * A debt is the balance of its card or loan account; the terms of a liability add nothing to it.
 */
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { type Decimal, type RateTable, roundMoney, ZERO } from '../../../../kernel/money/index.ts';
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import type { financeReports, NetWorth } from '../../contract.ts';
import { daysBetween } from '../../engine/transactions/index.ts';
import { requireLedger } from '../access.ts';
import { firstActivityDay, heldWorth } from '../investments/held.ts';
import { rateTable } from '../rates.ts';
import { type AccountBase, accountBases, balancesAt, firstDay } from './balances.ts';

/** Up to so many days the series has a point for each day; beyond that, for each end of a month. */
const BY_DAY = 93;
/** Points of the longest series: fifty years of months. */
const MOST_POINTS = 600;

/** @throws AppError `not_found`, `validation` */
export async function netWorth({ ledgerId, from, to, currency }: QueryOf<typeof financeReports.netWorth>): Promise<NetWorth> {
  await requireLedger(ledgerId);
  const accounts = await accountBases(ledgerId);
  const first = from ?? [await firstDay(ledgerId, accounts), await firstActivityDay(ledgerId)].filter((day) => day !== undefined).sort()[0] ?? to;
  const days = pointsOf(first > to ? to : first, to);
  const balances = await balancesAt(ledgerId, accounts, days);
  const rates = await rateTable([currency, ...accounts.map((account) => account.currency)], days[0]!);
  const held = await heldWorth(ledgerId, days, currency);
  const missing = new Set(held.missing);
  const points = days.map((day, index) => {
    const investments = held.days[index]!;
    let [assets, debts] = [investments, ZERO];
    for (const account of accounts) {
      const value = converted(account, balances.get(account.id)![index]!, day, currency, rates, missing);
      if (value?.gt(0n)) assets = assets.plus(value);
      else if (value) debts = debts.plus(value);
    }
    return { day, assets: text(assets, currency), debts: text(debts, currency), investments: text(investments, currency), net: text(assets.plus(debts), currency) };
  });
  const shown = accounts.map((account) => {
    const balance = balances.get(account.id)!.at(-1)!;
    const value = converted(account, balance, to, currency, rates, missing);
    const investments = held.accounts.get(account.id);
    return { accountId: account.id, balance: balance.toFixed(), converted: value ? text(value, currency) : null, investments: investments ? text(investments, currency) : null };
  });
  return {
    currency, points, accounts: shown, missing: [...missing].sort(),
    prices: { from: held.pricedFrom ?? null, to: held.pricedTo ?? null, unpriced: held.unpriced, exampleData: held.exampleData },
  };
}

const text = (value: Decimal, currency: string): string => roundMoney(value, currency).toFixed();

/** Undefined without a rate, which is then missing; nothing needs none. */
function converted(account: AccountBase, balance: Decimal, day: string, currency: string, rates: RateTable, missing: Set<string>): Decimal | undefined {
  if (balance.isZero()) return ZERO;
  const rate = rates.rate(account.currency, currency, day);
  if (!rate) missing.add(account.currency);
  return rate && balance.times(rate);
}

/** Days of the series, the last day always among them. */
export function pointsOf(from: string, to: string): string[] {
  if (daysBetween(from, to) < BY_DAY) return Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n));
  const days: string[] = [];
  for (let month = monthStart(to); month > from && days.length < MOST_POINTS; month = monthStart(month, -1)) days.unshift(addDays(month, -1));
  return [...days, to].filter((day) => day >= from);
}
