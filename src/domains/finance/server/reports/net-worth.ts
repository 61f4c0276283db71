/**
 * Net worth over time: what the accounts hold and what the holdings in them are worth, converted at the rate of each
 * day. A debt is the balance of its card or loan account; the terms of a liability add nothing to it.
 */
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { type Decimal, type RateTable, roundMoney, roundParts, sum, ZERO } from '../../../../kernel/money/index.ts';
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import type { financeReports, NetWorth } from '../../contract.ts';
import { daysBetween } from '../../engine/transactions/index.ts';
import { requireLedger } from '../ledgers/access.ts';
import { firstActivityDay, heldWorth } from '../investments/held-worth.ts';
import { rateTable } from '../rates/rates.ts';
import { type AccountBase, accountBases, balancesAt, firstDay } from './balances.ts';

/** Up to so many days the series has a point for each day; beyond that, for each end of a month. */
const BY_DAY = 93;
/** Points of the longest series: fifty years of months. */
const MAX_POINTS = 600;

/** @throws AppError `not_found`, `validation` */
export async function netWorth({
  ledgerId,
  from,
  to,
  currency,
}: QueryOf<typeof financeReports.netWorth>): Promise<NetWorth> {
  await requireLedger(ledgerId);
  const accounts = await accountBases(ledgerId);
  const first =
    from ??
    [await firstDay(ledgerId, accounts), await firstActivityDay(ledgerId)]
      .filter((day) => day !== undefined)
      .sort()[0] ??
    to;
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
    const [has, owes] = [roundMoney(assets, currency), roundMoney(debts, currency)];
    return {
      day,
      assets: has.toFixed(),
      debts: owes.toFixed(),
      investments: roundMoney(investments, currency).toFixed(),
      net: has.plus(owes).toFixed(),
    };
  });
  const worths = accounts.map((account) => ({
    value: converted(account, balances.get(account.id)!.at(-1)!, to, currency, rates, missing),
    investments: held.accounts.get(account.id)?.at(-1),
  }));
  const amounts = shownOf(worths, currency);
  const shown = accounts.map((account, index) => ({
    accountId: account.id,
    balance: balances.get(account.id)!.at(-1)!.toFixed(),
    converted: amounts[index]!.value?.toFixed() ?? null,
    investments: amounts[index]!.investments?.toFixed() ?? null,
  }));
  return {
    currency,
    points,
    accounts: shown,
    missing: [...missing].sort(),
    prices: {
      from: held.pricedFrom ?? null,
      to: held.pricedTo ?? null,
      unpriced: held.unpriced,
      exampleData: held.exampleData,
    },
  };
}

interface Worth {
  /** Of the balance; undefined without a rate. */ value: Decimal | undefined;
  /** What is held in it, if ever anything was. */ investments: Decimal | undefined;
}

/**
 * Accounts as they are shown beside the last point: debts add up to its debts, holdings to its investments, and both
 * with money to its assets.
 */
function shownOf(worths: readonly Worth[], currency: string): Worth[] {
  const pick = (read: (worth: Worth) => Decimal | undefined): Decimal[] => worths.map((worth) => read(worth) ?? ZERO);
  const money = pick(({ value }) => (value?.gt(0n) ? value : undefined));
  const debts = roundParts(
    pick(({ value }) => (value?.lt(0n) ? value : undefined)),
    currency,
  );
  const exact = pick(({ investments }) => investments);
  const held = roundParts(exact, currency);
  const has = roundParts(money, currency, roundMoney(sum([...money, ...exact]), currency).minus(sum(held)));
  return worths.map(({ value, investments }, index) => ({
    value: value && has[index]!.plus(debts[index]!),
    investments: investments && held[index]!,
  }));
}

/** Undefined without a rate, which is then missing; nothing needs none. */
function converted(
  account: AccountBase,
  balance: Decimal,
  day: string,
  currency: string,
  rates: RateTable,
  missing: Set<string>,
): Decimal | undefined {
  if (balance.isZero()) return ZERO;
  const rate = rates.rate(account.currency, currency, day);
  if (!rate) missing.add(account.currency);
  return rate && balance.times(rate);
}

/** Days of the series, the last day always among them. */
export function pointsOf(from: string, to: string): string[] {
  if (daysBetween(from, to) < BY_DAY)
    return Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n));
  const days: string[] = [];
  for (let month = monthStart(to); month > from && days.length < MAX_POINTS; month = monthStart(month, -1))
    days.unshift(addDays(month, -1));
  return [...days, to].filter((day) => day >= from);
}
