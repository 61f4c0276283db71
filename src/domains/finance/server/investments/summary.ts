/** The portfolio in figures: totals, accounts, holdings. */
import { decimal, type Decimal, roundMoney, roundParts, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import type { PortfolioSummary } from '../../contract.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { NO_SECURITY } from './activity-rows.ts';
import type { Position } from './books.ts';
import { toHoldings, type Valued, valuedPortfolio } from './holdings.ts';
import { type PortfolioQuestion, type PortfolioScope, portfolioScope, type ScopeAccount } from './scope.ts';

const EMPTY: Omit<PortfolioSummary, 'asOf'> = {
  ledgerId: null,
  currency: 'USD',
  accounts: [],
  holdings: [],
  missingRates: [],
  exampleData: false,
  problems: [],
  totals: {
    value: '0',
    cost: '0',
    unrealised: '0',
    realised: '0',
    realisedShort: '0',
    realisedLong: '0',
    income: '0',
    taxWithheld: '0',
    fees: '0',
    cash: '0',
    dayChange: '0',
    gainRatio: null,
  },
};
const MAX_PROBLEMS = 50;

/** @throws AppError `not_found` */
export async function portfolioSummary(question: PortfolioQuestion): Promise<PortfolioSummary> {
  const scope = await portfolioScope(question);
  if (!scope) return { ...EMPTY, asOf: await todayHere() };
  const { holdings, positions, value, missingRates } = await valuedPortfolio(scope);
  const money = (amount: Decimal): string => roundMoney(amount, scope.currency).toFixed();
  const counted = holdings.filter((one) => one.value !== undefined);
  const cost = sumOf(counted, (one) => one.cost);
  const total = (read: (position: Position) => Decimal): Decimal =>
    sumOf(
      positions.filter((one) => one.convertible),
      read,
    );
  const cash = sumOf(scope.accounts, (account) => cashOf(account, scope) ?? ZERO);
  return {
    ledgerId: scope.ledgerId,
    currency: scope.currency,
    asOf: scope.today,
    missingRates: missing(missingRates, scope),
    accounts: accountFigures(counted, scope),
    totals: {
      value: money(value),
      cost: money(cost),
      unrealised: roundMoney(value, scope.currency).minus(roundMoney(cost, scope.currency)).toFixed(),
      realised: money(total((one) => one.realised)),
      realisedShort: money(total((one) => one.realisedShort)),
      realisedLong: money(total((one) => one.realisedLong)),
      income: money(total((one) => one.income)),
      taxWithheld: money(total((one) => one.tax)),
      fees: money(total((one) => one.tradeFees.plus(one.ownFees))),
      cash: money(cash),
      dayChange: money(sumOf(counted, (one) => one.dayChange)),
      gainRatio: cost.isZero() ? null : value.minus(cost).div(cost.abs()).toNumber(),
    },
    holdings: toHoldings(holdings, scope, value),
    exampleData: holdings.some((one) => one.priceSource === 'example'),
    problems: problemsOf(positions),
  };
}

/** Cash of an account in the scope's currency; undefined where a rate is missing. */
function cashOf(account: ScopeAccount, scope: PortfolioScope): Decimal | undefined {
  return scope.rates.rate(account.currency, scope.currency, scope.today)?.times(account.cash);
}

function missing(ofHoldings: readonly string[], scope: PortfolioScope): string[] {
  const ofCash = scope.accounts
    .filter((account) => !decimal(account.cash).isZero() && !cashOf(account, scope))
    .map((account) => account.currency);
  return [...new Set([...ofHoldings, ...ofCash])].sort();
}

/** Each account's part of the totals, which they add up to. */
function accountFigures(holdings: readonly Valued[], scope: PortfolioScope): PortfolioSummary['accounts'] {
  const sums = new Map(scope.accounts.map(({ id }) => [id, { value: ZERO, cost: ZERO }]));
  for (const holding of holdings) {
    for (const position of holding.positions) {
      const of = sums.get(position.account.id);
      if (!of) continue;
      of.value = of.value.plus(
        holding.positions.length === 1 || holding.quantity.isZero()
          ? holding.value!
          : holding.value!.times(position.quantity).div(holding.quantity),
      );
      of.cost = of.cost.plus(position.costBase);
    }
  }
  const cash = scope.accounts.map((account) => cashOf(account, scope));
  const shown = (amounts: readonly Decimal[]): string[] =>
    roundParts(amounts, scope.currency).map((amount) => amount.toFixed());
  const exact = [...sums.values()];
  const [values, costs, cashes] = [
    shown(exact.map(({ value }) => value)),
    shown(exact.map(({ cost }) => cost)),
    shown(cash.map((amount) => amount ?? ZERO)),
  ];
  return scope.accounts.map((account, index) => ({
    accountId: account.id,
    name: account.name,
    currency: account.currency,
    institution: account.institution,
    version: account.version,
    lotMethod: account.lotMethod,
    value: values[index]!,
    cost: costs[index]!,
    cash: cash[index] ? cashes[index]! : null,
    cashAccountId: account.cashAccountId,
    cashFrom: account.cashFrom,
    cashTold: account.cashTold,
  }));
}

function problemsOf(positions: readonly Position[]): PortfolioSummary['problems'] {
  const seen = new Set<object>();
  return positions
    .flatMap(({ book, securityId }) => {
      // A book that several securities share tells of its problems once.
      if (seen.has(book)) return [];
      seen.add(book);
      return book.problems.map(({ activityId, message }) => ({
        activityId,
        message,
        securityId: securityId === NO_SECURITY ? null : securityId,
      }));
    })
    .slice(0, MAX_PROBLEMS);
}
