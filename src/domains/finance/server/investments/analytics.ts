/** A portfolio's allocation, income, costs, and risk. */
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import {
  type Decimal,
  decimal,
  notNegative,
  ONE,
  roundMoney,
  roundParts,
  sumOf,
  ZERO,
} from '../../../../kernel/money/index.ts';
import {
  type AllocationGroup,
  type Analytics,
  DIMENSIONS,
  type Dimension,
  type InvestmentSettings,
  type portfolio,
  type Rebalancing,
} from '../../contract.ts';
import {
  type Activity,
  type AllocatedHolding,
  allocation,
  concentration,
  forwardIncome,
  incomeByMonth,
  rebalance,
  trailingYield,
} from '../../engine/investments/index.ts';
import { addMonths } from '../../engine/transactions/recurrence.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { NO_SECURITY } from './activity-rows.ts';
import { scopeActivities } from './books.ts';
import { type Valued, type ValuedPortfolio, valuedPortfolio } from './holdings.ts';
import { riskOf } from './risk.ts';
import { type PortfolioScope, portfolioScope } from './scope.ts';
import { readSettings } from './settings.ts';

/** Key of what has no sector or region. */
const UNKNOWN = '';
const CASH = 'cash';

const NO_RISK: Analytics['risk'] = {
  reason: 'There is no ledger yet.',
  days: 0,
  from: null,
  to: null,
  riskFreePercent: '0',
  annualReturn: null,
  volatility: null,
  sharpe: null,
  sortino: null,
  maxDrawdown: null,
  valueAtRisk: null,
  valueAtRiskAmount: null,
  expectedShortfall: null,
  benchmark: null,
};
const NOTHING: Omit<Analytics, 'asOf'> = {
  ledgerId: null,
  currency: 'USD',
  allocation: [],
  concentration: null,
  income: {
    months: [],
    trailing: '0',
    yieldOnValue: null,
    yieldOnCost: null,
    forward: [],
    forwardTotal: '0',
    bySecurity: [],
  },
  fees: { trades: '0', account: '0', total: '0', trailing: '0', ratio: null },
  risk: NO_RISK,
};

/** @throws AppError `not_found` */
export async function analytics(question: QueryOf<typeof portfolio.analytics>): Promise<Analytics> {
  const scope = await portfolioScope(question);
  if (!scope) return { ...NOTHING, asOf: await todayHere() };
  const whole = await valuedPortfolio(scope);
  const settings = await readSettings(scope.ledgerId);
  const unclear = new Set(whole.positions.filter((one) => !one.convertible).map((one) => one.securityId));
  const activities = (await scopeActivities(scope)).filter((one) => !unclear.has(one.securityId));
  const spread = whole.holdings
    .filter((one) => one.value)
    .map((one): AllocatedHolding => ({ id: one.security.id, value: one.value!, groups: [] }));
  return {
    ledgerId: scope.ledgerId,
    currency: scope.currency,
    asOf: scope.today,
    allocation: DIMENSIONS.map((dimension) => ({ dimension, groups: groupsFor(dimension, whole, scope, settings) })),
    concentration: spread.length > 0 ? concentration(spread).toNumber() : null,
    income: incomeFigures(activities, whole, scope),
    fees: feeFigures(activities, whole.value, scope),
    risk: await riskOf(scope, question, settings, whole.value),
  };
}

/** The groups of a holding; over several accounts it is divided by quantity. */
function keysOf(dimension: Dimension, holding: Valued): { key: string; share: Decimal }[] {
  const { security, positions, quantity } = holding;
  if (dimension === 'account')
    return positions.map((one) => ({ key: one.account.id, share: one.quantity.div(quantity) }));
  return [{ key: dimension === 'kind' ? security.kind : security[dimension] || UNKNOWN, share: ONE }];
}

/** Cash of accounts as holdings of their own, where it is not negative and a rate is known. */
function cashOf(dimension: Dimension, scope: PortfolioScope): AllocatedHolding[] {
  if (dimension === 'sector' || dimension === 'region') return [];
  return scope.accounts.flatMap((account) => {
    const value = scope.rates.rate(account.currency, scope.currency, scope.today)?.times(account.cash);
    return value?.gt(0n)
      ? [
          {
            id: '',
            value,
            groups: [
              {
                key: dimension === 'kind' ? CASH : dimension === 'currency' ? account.currency : account.id,
                share: ONE,
              },
            ],
          },
        ]
      : [];
  });
}

function groupsFor(
  dimension: Dimension,
  { holdings }: ValuedPortfolio,
  scope: PortfolioScope,
  settings: InvestmentSettings,
): AllocationGroup[] {
  const targets = new Map(
    Object.entries(settings.targets[dimension] ?? {}).map(([key, share]) => [key, decimal(share)]),
  );
  const parts = holdings.flatMap((one): AllocatedHolding[] =>
    one.value ? [{ id: one.security.id, value: one.value, groups: keysOf(dimension, one) }] : [],
  );
  const label = (key: string): string =>
    dimension === 'account' ? (scope.accounts.find((one) => one.id === key)?.name ?? '') : key;
  const cash = cashOf(dimension, scope);
  const rows = allocation([...parts, ...cash], targets);
  // Value and cash stand on the page as two figures.
  const total = roundMoney(
    sumOf(parts, ({ value }) => value),
    scope.currency,
  ).plus(
    roundMoney(
      sumOf(cash, ({ value }) => value),
      scope.currency,
    ),
  );
  const values = roundParts(
    rows.map(({ value }) => value),
    scope.currency,
    total,
  );
  return rows.map((row, index) => ({
    key: row.key,
    label: label(row.key),
    value: values[index]!.toFixed(),
    weight: row.weight.toFixed(6),
    target: row.target?.toFixed() ?? null,
    drift: row.drift?.toFixed(6) ?? null,
    securityIds: [...new Set(row.holdingIds.filter(Boolean))],
  }));
}

function incomeFigures(
  activities: readonly Activity[],
  { holdings, value }: ValuedPortfolio,
  scope: PortfolioScope,
): Analytics['income'] {
  const { currency, rates, today } = scope;
  const money = (amount: Decimal): string => roundMoney(amount, currency).toFixed();
  const income = activities.filter((one) => one.kind === 'income');
  const yields = trailingYield(
    income,
    value,
    sumOf(
      holdings.filter((one) => one.value),
      (one) => one.cost,
    ),
    today,
    currency,
    rates,
  );
  const bySecurity = Map.groupBy(activities, (one) => one.securityId);
  const forward = new Map<string, Decimal>();
  const rows = [...bySecurity].flatMap(([id, own]) => {
    const holding = holdings.find((one) => one.security.id === id);
    const paid = own.filter((one) => one.kind === 'income');
    if (paid.length === 0) return [];
    const { trailing } = trailingYield(paid, value, ZERO, today, currency, rates);
    const expected = holding?.value ? forwardIncome(own, holding.quantity, today) : [];
    const rate = rates.rate(holding?.security.currency ?? currency, currency, today) ?? ONE;
    for (const { month, amount } of expected) forward.set(month, (forward.get(month) ?? ZERO).plus(amount.times(rate)));
    return [
      {
        securityId: id === NO_SECURITY ? null : id,
        name: scope.securities.get(id)?.name ?? '',
        trailing,
        forward: sumOf(expected, (one) => one.amount.times(rate)),
      },
    ];
  });
  return {
    months: incomeByMonth(income, currency, rates).map((one) => ({
      month: one.month,
      gross: money(one.gross),
      tax: money(one.tax),
    })),
    trailing: money(yields.trailing),
    yieldOnValue: yields.onValue?.toNumber() ?? null,
    yieldOnCost: yields.onCost?.toNumber() ?? null,
    forward: [...forward]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, amount]) => ({ month, amount: money(amount) })),
    forwardTotal: money(sumOf(forward.values(), (amount) => amount)),
    bySecurity: rows
      .sort((a, b) => b.trailing.cmp(a.trailing) || b.forward.cmp(a.forward))
      .map((one) => ({ ...one, trailing: money(one.trailing), forward: money(one.forward) })),
  };
}

function feeFigures(
  activities: readonly Activity[],
  value: Decimal,
  { currency, rates, today }: PortfolioScope,
): Analytics['fees'] {
  const from = addMonths(today, -12);
  const feeOf = (one: Activity): Decimal =>
    'fee' in one && one.fee ? one.fee : one.kind === 'fee' ? one.amount : ZERO;
  const total = (of: readonly Activity[]): Decimal =>
    sumOf(of, (one) => (feeOf(one).isZero() ? ZERO : rates.convert(feeOf(one), one.currency, currency, one.day)));
  const [trades, account] = [
    total(activities.filter((one) => one.kind !== 'fee')),
    total(activities.filter((one) => one.kind === 'fee')),
  ];
  const trailing = total(activities.filter((one) => one.day > from));
  const money = (amount: Decimal): string => roundMoney(amount, currency).toFixed();
  return {
    trades: money(trades),
    account: money(account),
    total: money(trades.plus(account)),
    trailing: money(trailing),
    ratio: value.gt(0n) ? trailing.div(value).toNumber() : null,
  };
}

/** @throws AppError `not_found` */
export async function rebalancing({
  dimension,
  cash,
  newMoneyOnly,
  ...question
}: QueryOf<typeof portfolio.rebalancing>): Promise<Rebalancing> {
  const scope = await portfolioScope(question);
  if (!scope) return { currency: 'USD', reason: 'There is no ledger yet.', trades: [] };
  const whole = await valuedPortfolio(scope);
  const settings = await readSettings(scope.ledgerId);
  const none = (reason: string): Rebalancing => ({ currency: scope.currency, reason, trades: [] });
  if (Object.keys(settings.targets[dimension] ?? {}).length === 0)
    return none('Set targets first: how much of the whole each group is meant to be.');
  const groups = groupsFor(dimension, whole, scope, settings);
  const money = roundMoney(decimal(cash), scope.currency);
  // Groups without a target are not traded: the others share the rest.
  const rows = groups.map((one) => ({
    key: one.key,
    value: decimal(one.value),
    weight: decimal(one.weight),
    holdingIds: one.securityIds,
    ...(one.target === null ? {} : { target: decimal(one.target) }),
  }));
  const available = sumOf(
    rows.filter((one) => one.target),
    (one) => one.value,
  ).plus(money);
  if (!available.gt(0n)) return none('There is nothing to divide among the groups.');
  if (newMoneyOnly === 'true' && !money.gt(0n)) return none('Enter the new money that is to be invested.');
  const trades = rebalance(
    rows,
    newMoneyOnly === 'true' ? notNegative(money) : money,
    scope.currency,
    newMoneyOnly === 'true',
  );
  return {
    currency: scope.currency,
    reason: null,
    trades: trades.map(({ key, amount }) => {
      const group = groups.find((one) => one.key === key)!;
      return {
        key,
        label: group.label,
        value: group.value,
        target: group.target!,
        drift: group.drift!,
        amount: amount.toFixed(),
      };
    }),
  };
}
