/** Published results: portfolio.json, xirr-irr-npv.json and risk-metrics.json, to the tolerance that each states. */
import { describe, expect, it } from 'vitest';
import { decimal, type Decimal, RateTable } from '../../../../kernel/money/index.ts';
import { addDays } from '../../../../kernel/days.ts';
import portfolio from '../vectors/portfolio.json' with { type: 'json' };
import risk from '../vectors/risk-metrics.json' with { type: 'json' };
import rates from '../vectors/xirr-irr-npv.json' with { type: 'json' };
import {
  type Activity,
  annualised,
  annualReturn,
  cumulative,
  downsideRisk,
  gainBetween,
  holdingPerformance,
  informationRatio,
  irr,
  LotBook,
  type LotMethod,
  marketModel,
  maxDrawdown,
  mirr,
  moneyWeightedReturn,
  npv,
  portfolioTimeline,
  PriceSeries,
  sharpe,
  simpleReturn,
  sortino,
  timeWeightedReturn,
  volatility,
  xirr,
} from './index.ts';

const exact = (value: number | string): Decimal => decimal(String(value));

type Case = (typeof portfolio.cases)[number];
type Expected = Record<string, unknown>;

function activitiesOf({ activities, currency, symbol }: Case): Activity[] {
  return activities.map((one, index): Activity => {
    const common = { id: String(index), day: one.date, securityId: symbol, currency };
    if (one.type === 'FEE') return { ...common, kind: 'fee', amount: exact(one.fee) };
    return {
      ...common,
      kind: one.type === 'BUY' ? 'buy' : 'sell',
      quantity: exact(one.quantity),
      price: exact(one.unit_price),
      fee: exact(one.fee),
    };
  });
}

function ratesOf(one: Case): RateTable {
  const quoted = 'fx_usdchf' in one ? Object.entries(one.fx_usdchf as Record<string, number>) : [];
  return new RateTable(quoted.map(([day, rate]) => ({ from: 'USD', to: 'CHF', day, rate: exact(rate) })));
}

describe('performance of a holding', () => {
  for (const one of portfolio.cases) {
    const prices = new PriceSeries(
      Object.entries(one.market_prices).map(([day, price]) => [day, exact(price as number)]),
    );
    const input = {
      accounts: [activitiesOf(one)],
      prices,
      currency: one.currency,
      baseCurrency: one.base_currency,
      rates: ratesOf(one),
    };
    const result = holdingPerformance({ ...input, asOf: one.as_of });
    /** Each figure of the vectors, and where it stands with us. */
    const figures: Record<string, Decimal | undefined> = {
      quantity: result.quantity,
      average_price: result.averagePrice,
      average_price_in_asset_currency: result.averagePrice,
      investment: result.local.investment,
      total_investment: result.local.investment,
      market_value: result.local.marketValue,
      market_value_base: result.base.marketValue,
      fees: result.local.fees,
      total_fees: result.local.fees,
      fee_base: result.base.fees,
      gross_performance: result.local.grossPerformance,
      gross_performance_pct: result.local.grossReturn,
      net_performance: result.local.netPerformance,
      net_performance_pct: result.local.netReturn,
      time_weighted_investment: result.local.averageInvestment,
      investment_base_with_currency_effect: result.base.investment,
      gross_performance_base_with_currency_effect: result.base.grossPerformance,
      gross_performance_pct_with_currency_effect: result.base.grossReturn,
      net_performance_base_with_currency_effect: result.base.netPerformance,
      net_performance_pct_with_currency_effect: result.base.netReturn,
      positions: exact(result.quantity.isZero() ? 0 : 1),
    };
    it.each(Object.entries(one.expected as Expected).filter(([, value]) => typeof value !== 'object'))(
      `${one.id}: %s is %s`,
      (name, value) => {
        const places = typeof value === 'string' ? (value.split('.')[1]?.length ?? 0) : 9;
        expect(figures[name]!.toFixed(Math.min(places, 18))).toBe(exact(value as string).toFixed(Math.min(places, 18)));
      },
    );
    const within = (name: string): [string, unknown][] => Object.entries((one.expected as Expected)[name] ?? {});
    const from: Record<string, string> = {
      '1d': '2021-12-17',
      wtd: '2021-12-12',
      mtd: '2021-11-30',
      ytd: '2020-12-31',
      '1y': '2020-12-18',
      max: '2000-01-01',
    };
    it.each(within('investment_timeline'))(`${one.id}: invested on %s is %s`, (day, value) =>
      expect(result.investmentByDay.find((each) => each.day === day)!.investment.toNumber()).toBe(value),
    );
    it.each(within('net_performance_by_range'))(`${one.id}: net performance %s is %s`, (range, value) =>
      expect(gainBetween(input, from[range]!, one.as_of).toNumber()).toBeCloseTo(value as number, 9),
    );
    it.each(within('investment_by_month'))(`${one.id}: invested in %s is %s`, (month, value) => {
      const until = (end: string): number =>
        result.investmentByDay.findLast((each) => each.day.slice(0, 7) <= end)?.investment.toNumber() ?? 0;
      expect(until(month) - until(addDays(`${month}-01`, -1).slice(0, 7))).toBeCloseTo(value as number, 9);
    });
    it.each(within('history'))(`${one.id}: as of %s`, (asOf, value) => {
      const then = value as { value: number; net_performance: number; net_performance_pct: number };
      const { local } = holdingPerformance({ ...input, asOf });
      expect(local.marketValue.toNumber()).toBe(then.value);
      expect(local.netPerformance.toNumber()).toBeCloseTo(then.net_performance, 9);
      expect(local.netReturn!.toNumber()).toBeCloseTo(then.net_performance_pct, 12);
    });
  }
});

describe('lots', () => {
  const common = { securityId: 'X', currency: 'USD' };
  const buys = (list: number[][]): Activity[] =>
    list.map(([quantity, price], index) => ({
      ...common,
      kind: 'buy',
      id: `b${index}`,
      day: `2025-01-0${index + 1}`,
      quantity: exact(quantity!),
      price: exact(price!),
    }));
  const book = (method: LotMethod, activities: readonly Activity[]): LotBook => {
    const made = new LotBook({ method, baseCurrency: 'USD' });
    for (const activity of activities) made.apply(activity);
    return made;
  };

  it.each(Object.entries(portfolio.cost_basis_methods.expected))('%s', (name, { basis, gain }) => {
    const { sell } = portfolio.cost_basis_methods;
    const method = name.startsWith('SPECIFIC') ? 'specific' : (name.toLowerCase() as LotMethod);
    const sale: Activity = {
      ...common,
      kind: 'sell',
      id: 's',
      day: '2025-02-01',
      quantity: exact(sell[0]!),
      price: exact(sell[1]!),
      lots: [{ lotId: 'b1', quantity: exact(sell[0]!) }],
    };
    const { realised } = book(method, [...buys(portfolio.cost_basis_methods.buys), sale]);
    const total = (of: (gain: (typeof realised)[number]) => Decimal): number =>
      realised.reduce((all, one) => all.plus(of(one)), decimal(0n)).toNumber();
    expect([total((one) => one.cost), total((one) => one.gain)]).toEqual([basis, gain]);
  });

  it.each(portfolio.stock_splits.cases)('split $id', ({ buy, splits, then_sell, expected }) => {
    const [newUnits, oldUnits] = splits[0]!.split(':') as [string, string];
    const activities: Activity[] = [
      ...buys([buy]),
      { ...common, kind: 'split', id: 'x', day: '2025-01-10', newUnits: exact(newUnits), oldUnits: exact(oldUnits) },
    ];
    if (then_sell)
      activities.push({
        ...common,
        kind: 'sell',
        id: 's',
        day: '2025-02-01',
        quantity: exact(then_sell[0]!),
        price: exact(then_sell[1]!),
      });
    const result = holdingPerformance({
      accounts: [activities],
      prices: new PriceSeries(),
      currency: 'USD',
      baseCurrency: 'USD',
      rates: new RateTable(),
      asOf: '2025-03-01',
    });
    expect(result.quantity.toNumber()).toBe(expected.quantity);
    expect(result.local.investment.toNumber()).toBe(expected.investment);
    if (expected.average_price) expect(result.averagePrice.toNumber()).toBe(expected.average_price);
    expect(book('fifo', activities).quantity('X').toNumber()).toBe(expected.quantity);
  });

  it('changes what its own account holds, at a price from before it, too', () => {
    const own: Activity[] = [
      ...buys([[10, 100]]),
      { ...common, kind: 'split', id: 'x', day: '2025-01-10', newUnits: exact('2'), oldUnits: exact('1') },
      {
        ...common,
        kind: 'spinOff',
        id: 'y',
        day: '2025-01-20',
        newSecurityId: 'Y',
        unitsPerUnit: exact('1'),
        costShare: exact('0.5'),
      },
    ];
    const result = holdingPerformance({
      accounts: [own, own],
      prices: new PriceSeries([['2025-01-05', exact('110')]]),
      currency: 'USD',
      baseCurrency: 'USD',
      rates: new RateTable(),
      asOf: '2025-01-21',
    });
    expect([result.quantity.toFixed(), result.local.investment.toFixed(), result.local.marketValue.toFixed()]).toEqual([
      '40',
      '1000',
      '2200',
    ]);
    // Ten days of two thousand, the last of half of it: the days are those of both together.
    expect(result.local.averageInvestment.toFixed()).toBe('1950');
  });

  it('weights the mean price by quantity', () => {
    const { average_cost_trap: trap } = portfolio;
    const mean = (list: number[][]): number =>
      holdingPerformance({
        accounts: [buys(list)],
        prices: new PriceSeries(),
        currency: 'USD',
        baseCurrency: 'USD',
        rates: new RateTable(),
        asOf: '2025-03-01',
      }).averagePrice.toNumber();
    expect(mean(trap.buys)).toBeCloseTo(trap.expected_weighted, 12);
    expect(mean(trap.buys_2)).toBeCloseTo(trap.expected_weighted_2, 12);
  });
});

it('values holdings day by day, carrying prices forward', () => {
  const { trades, prices, expected_value } = portfolio.holdings_timeline;
  const day = (offset: number | string): string => addDays('2025-06-10', Number(offset));
  const activities = Object.entries(trades).flatMap(([securityId, list]) =>
    list.map(([offset, quantity, price], index): Activity => ({
      kind: quantity! > 0 ? 'buy' : 'sell',
      id: `${securityId}${index}`,
      day: day(offset!),
      securityId,
      currency: 'USD',
      quantity: exact(Math.abs(quantity!)),
      price: exact(price!),
    })),
  );
  const series = new Map(
    Object.entries(prices).map(([id, of]) => [
      id,
      new PriceSeries(
        typeof of === 'number'
          ? [[day(-4), exact(of)]]
          : Object.entries(of).map(([offset, price]) => [day(offset), exact(price)]),
      ),
    ]),
  );
  const valuesOf = (own: readonly Activity[]) =>
    portfolioTimeline({
      activities: own,
      prices: series,
      baseCurrency: 'USD',
      rates: new RateTable(),
      from: day(-4),
      to: day(0),
    }).values;
  const bySecurity = new Map(
    Object.keys(trades).map((id) => [id, valuesOf(activities.filter((one) => one.securityId === id))]),
  );
  for (const [offset, expected] of Object.entries(expected_value)) {
    for (const [id, value] of Object.entries(expected))
      expect([
        offset,
        id,
        bySecurity
          .get(id)
          ?.find((one) => one.day === day(offset))
          ?.value.toNumber() ?? 0,
      ]).toEqual([offset, id, value]);
  }
  expect(valuesOf(activities).at(-1)!.value.toNumber()).toBe(15000);
});

describe('returns', () => {
  it.each([portfolio.twr_vs_mwr.investor_1, portfolio.twr_vs_mwr.investor_2])(
    'time- and money-weighted',
    ({ start, value_before_flow, flow, end, twr, xirr: mwr }) => {
      const [before, added, last] = [exact(value_before_flow[1]!), exact(flow[1]!), exact(end[1]!)];
      expect(
        timeWeightedReturn([
          { startValue: exact(start[1]!), endValue: before },
          { startValue: before.plus(added), endValue: last },
        ]).toNumber(),
      ).toBeCloseTo(twr, 8);
      const money = moneyWeightedReturn(
        { day: String(start[0]), value: exact(start[1]!) },
        { day: String(end[0]), value: last },
        [{ day: String(flow[0]), amount: added }],
      );
      expect(money.rate).toBeCloseTo(mwr, 8);
      expect(simpleReturn(exact(start[1]!), last, [{ day: String(flow[0]), amount: added }])!.toNumber()).toBeLessThan(
        0.11,
      );
    },
  );

  it.each(portfolio.annualised.cases)('annualised over $days days', ({ days, r, expected }) => {
    expect(Math.abs(annualised(exact(r), days)!.toNumber() - expected)).toBeLessThan(portfolio.annualised.tolerance);
  });
});

describe('internal rates', () => {
  it.each(rates.cases)('$id', ({ flows, expected, expected_multiple, roots_by_50_digit_bisection: roots }) => {
    const result = xirr(flows.map(([day, amount]) => ({ day: String(day), amount: exact(amount!) })));
    if (expected === null) expect(result.rate).toBeNull();
    else expect(Math.abs(result.rate! - expected)).toBeLessThan(rates.tolerance);
    for (const [index, root] of (expected_multiple ?? roots ?? []).entries())
      expect(Math.abs(result.roots[index]! - root)).toBeLessThan(rates.tolerance);
    expect(result.roots.length).toBe((expected_multiple ?? roots ?? []).length);
  });

  it.each(rates.irr)('irr of $values', ({ values, expected }) => {
    const { rate } = irr(values.map(exact));
    if (expected === null) expect(rate).toBeNull();
    else expect(rate).toBeCloseTo(expected, 4);
  });

  it.each(rates.mirr)('mirr of $values', ({ values, finance_rate, reinvest_rate, expected }) =>
    expect(mirr(values, finance_rate, reinvest_rate)).toBeCloseTo(expected, 12),
  );

  it('npv', () => {
    const [first] = rates.xnpv_irr;
    expect(npv(first!.rate, first!.values!)).toBeCloseTo(first!.expected, 9);
  });
});

describe('risk', () => {
  const series = (name: string | undefined) =>
    name === undefined ? undefined : (risk.series as Record<string, (number | null)[]>)[name];

  it.each(risk.cases)('$metric of $series', (one) => {
    const returns = series(one.series) ?? one.returns!;
    const options = { periods: one.periods ?? 252 };
    const close = (actual: number | null, expected = one.expected as number | null): void => {
      if (expected === null) expect(actual).toBeNull();
      else expect(Math.abs(actual! - expected)).toBeLessThan(one.tolerance ?? risk.tolerance);
    };
    switch (one.metric) {
      case 'max_drawdown':
        return close(maxDrawdown(returns).depth);
      case 'cum_return_final':
        return close(cumulative(returns).at(-1)! - 1);
      case 'cum_returns_from_100':
        return cumulative(returns, 100).forEach((value, index) => close(value, (one.expected as number[])[index]));
      case 'annual_return':
        return close(annualReturn(returns, options));
      case 'annual_volatility':
        return close(volatility(returns, options));
      case 'sharpe':
        return close(sharpe(returns, options));
      case 'downside_risk':
        return close(downsideRisk(returns, one.required ?? 0, options));
      case 'sortino':
        return one.expected === 'Infinity'
          ? expect(sortino(returns, 0, options)).toBe(Number.POSITIVE_INFINITY)
          : close(sortino(returns, 0, options));
      case 'alpha_beta': {
        const model = marketModel(returns, series(one.benchmark_series)!, options)!;
        close(model.alpha, one.expected_alpha);
        return close(model.beta, one.expected_beta);
      }
      case 'information_ratio_unannualised':
        return close(
          informationRatio(
            returns,
            returns.map(() => 0),
          ),
        );
      default:
        throw new Error(`Nothing computes ${one.metric}.`);
    }
  });
});
