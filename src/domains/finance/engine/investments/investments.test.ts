import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, type Decimal, RateTable, sumOf } from '../../../../kernel/money/index.ts';
import {
  type Activity,
  allocation,
  annualReturn,
  concentration,
  dailyTimeWeightedReturn,
  drawdowns,
  expectedShortfall,
  holdingsOn,
  incomeByMonth,
  informationRatio,
  inPossibleOrder,
  irr,
  isLongTerm,
  joinTimeline,
  LotBook,
  type LotMethod,
  maxDrawdown,
  modifiedDietz,
  parametricValueAtRisk,
  portfolioTimeline,
  PriceSeries,
  quantile,
  rebalance,
  simpleReturn,
  trackingError,
  trailingYield,
  valueAtRisk,
  xirr,
  xnfv,
  xnpv,
  timelinePart,
} from './index.ts';
import { DaySums } from './day-sums.ts';

const USD = { securityId: 'X', currency: 'USD' };
const METHODS: LotMethod[] = ['fifo', 'lifo', 'hifo', 'average'];
const d = (value: string | number): Decimal => decimal(String(value));

function bookOf(
  activities: readonly Activity[],
  method: LotMethod = 'fifo',
  rates = new RateTable(),
  baseCurrency = 'USD',
): LotBook {
  const book = new LotBook({ method, baseCurrency, rates });
  for (const activity of activities) book.apply(activity);
  return book;
}

const buy = (id: string, day: string, quantity: string, price: string, fee = '0'): Activity => ({
  ...USD,
  kind: 'buy',
  id,
  day,
  quantity: d(quantity),
  price: d(price),
  fee: d(fee),
});
const sell = (id: string, day: string, quantity: string, price: string, fee = '0'): Activity => ({
  ...USD,
  kind: 'sell',
  id,
  day,
  quantity: d(quantity),
  price: d(price),
  fee: d(fee),
});

describe('lots', () => {
  it('carry fees into cost and out of proceeds, and know the holding period', () => {
    const { realised } = bookOf([
      buy('1', '2024-01-15', '10', '100', '10'),
      buy('2', '2025-01-15', '10', '120'),
      sell('s', '2025-01-16', '15', '130', '15'),
    ]);
    expect(
      realised.map((one) => [
        one.lotId,
        one.quantity.toFixed(),
        one.proceeds.toFixed(),
        one.cost.toFixed(),
        one.gain.toFixed(),
        one.longTerm,
      ]),
    ).toEqual([
      ['1', '10', '1290', '1010', '280', true],
      ['2', '5', '645', '600', '45', false],
    ]);
    expect(isLongTerm('2024-02-29', '2025-02-28')).toBe(false);
    expect(isLongTerm('2024-02-29', '2025-03-01')).toBe(true);
    // Bought on the last day of a month: from the first of the thirteenth month after (Rev. Rul. 66-7).
    expect([
      isLongTerm('2023-02-28', '2024-02-29'),
      isLongTerm('2023-02-28', '2024-03-01'),
      isLongTerm('2024-02-28', '2025-02-28'),
      isLongTerm('2024-01-31', '2025-02-01'),
    ]).toEqual([false, true, false, true]);
  });

  it('tell what the price and what the exchange rate made, each flow at its own day', () => {
    const rates = new RateTable([
      { from: 'USD', to: 'EUR', day: '2025-01-01', rate: d('0.8') },
      { from: 'USD', to: 'EUR', day: '2025-06-01', rate: d('0.9') },
    ]);
    const [gain] = bookOf(
      [buy('1', '2025-01-01', '10', '100'), sell('s', '2025-06-01', '10', '110')],
      'fifo',
      rates,
      'EUR',
    ).realised;
    expect(
      [gain!.costBase, gain!.proceedsBase, gain!.gainBase, gain!.currencyGainBase].map((one) => one.toFixed()),
    ).toEqual(['800', '990', '190', '100']);
  });

  it('close thirds to nothing, and report what was never bought', () => {
    const thirds = bookOf([
      buy('1', '2024-03-08', '0.3333333333333333', '408'),
      buy('2', '2024-03-13', '0.6666666666666666', '400'),
      sell('s', '2024-03-14', '1', '411'),
    ]);
    expect(thirds.securities).toEqual([]);
    expect(thirds.problems).toEqual([]);
    expect(bookOf([buy('1', '2024-03-08', '1', '1'), sell('s', '2024-03-09', '3', '1')]).problems).toMatchObject([
      {
        activityId: 's',
        message:
          '2 more went out on 2024-03-09 than was held, and count nothing. Enter the missing purchase, or enter this as a short sale.',
      },
    ]);
  });

  it('sell the lots that were named, and object to names that do not fit', () => {
    const named = (quantity: string): Activity =>
      ({ ...sell('s', '2025-01-01', '5', '9'), lots: [{ lotId: '2', quantity: d(quantity) }] }) as Activity;
    const buys = [buy('1', '2024-01-01', '5', '1'), buy('2', '2024-01-02', '5', '2')];
    expect(bookOf([...buys, named('5')], 'specific').realised[0]).toMatchObject({ lotId: '2' });
    expect(bookOf([...buys, named('4')], 'specific').problems[0]!.message).toMatch(/do not make up/);
  });

  it('follow spin-offs, mergers, capital given back, and a delisting', () => {
    const held = buy('1', '2024-01-01', '10', '100');
    const spun = bookOf([
      held,
      {
        ...USD,
        kind: 'spinOff',
        id: 'a',
        day: '2024-06-01',
        newSecurityId: 'Y',
        unitsPerUnit: d('0.5'),
        costShare: d('0.2'),
      },
    ]);
    expect([
      spun.lots('X')[0]!.cost.toFixed(),
      spun.lots('Y')[0]!.cost.toFixed(),
      spun.lots('Y')[0]!.quantity.toFixed(),
      spun.lots('Y')[0]!.acquired,
    ]).toEqual(['800', '200', '5', '2024-01-01']);
    // 10 old at 100 become 5 new at 150 and 300 in cash: gain 50, all of it within the cash.
    const merged = bookOf([
      held,
      {
        ...USD,
        kind: 'merger',
        id: 'm',
        day: '2025-06-01',
        newSecurityId: 'Z',
        unitsPerUnit: d('0.5'),
        cashPerUnit: d('30'),
        newPrice: d('150'),
      },
    ]);
    expect(merged.realised.map((one) => [one.gain.toFixed(), one.longTerm])).toEqual([['50', true]]);
    expect(merged.lots('Z')[0]!.cost.toFixed()).toBe('750');
    const returned = bookOf([held, { ...USD, kind: 'returnOfCapital', id: 'r', day: '2024-06-01', amount: d('1200') }]);
    expect([returned.lots('X')[0]!.cost.toFixed(), returned.realised[0]!.gain.toFixed()]).toEqual(['0', '200']);
    expect(bookOf([held, { ...USD, kind: 'worthless', id: 'w', day: '2024-06-01' }]).realised[0]!.gain.toFixed()).toBe(
      '-1000',
    );
  });

  it('conserve quantity and cost, whatever the method and the history', () => {
    const step = fc.record({
      kind: fc.constantFrom('buy', 'buy', 'sell', 'split', 'spinOff'),
      quantity: fc.integer({ min: 1, max: 500 }),
      price: fc.integer({ min: 1, max: 9999 }),
      fee: fc.integer({ min: 0, max: 99 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.constantFrom(...METHODS), (steps, method) => {
        const book = new LotBook({ method, baseCurrency: 'USD' });
        let paid = d(0);
        let bought = d(0);
        for (const [index, { kind, quantity, price, fee }] of steps.entries()) {
          const common = { ...USD, id: String(index), day: `2025-01-${String((index % 28) + 1).padStart(2, '0')}` };
          if (kind === 'split') {
            book.apply({ ...common, kind: 'split', newUnits: d(2), oldUnits: d(1) });
            bought = bought.times(2n);
          } else if (kind === 'spinOff')
            book.apply({ ...common, kind: 'spinOff', newSecurityId: 'Y', unitsPerUnit: d(1), costShare: d('0.25') });
          else if (kind === 'buy') {
            book.apply({ ...common, kind: 'buy', quantity: d(quantity), price: d(price).div(7n), fee: d(fee) });
            paid = paid.plus(d(quantity).times(d(price).div(7n))).plus(d(fee));
            bought = bought.plus(d(quantity));
          } else {
            const available = book.quantity('X');
            const amount = available.lt(d(quantity)) ? available : d(quantity);
            if (!amount.isZero())
              book.apply({ ...common, kind: 'sell', quantity: amount, price: d(price), fee: d(fee) });
            bought = bought.minus(amount);
          }
        }
        const left = sumOf([...book.lots('X'), ...book.lots('Y')], (lot) => lot.cost.plus(lot.fees));
        const used = sumOf(book.realised, (one) => one.cost);
        expect(left.plus(used).minus(paid).abs().lt('1e-20')).toBe(true);
        expect(book.quantity('X').minus(bought).abs().lt('1e-20')).toBe(true);
        expect(
          sumOf(book.realised, (one) => one.costBase)
            .minus(used)
            .abs()
            .lt('1e-20'),
        ).toBe(true);
      }),
    );
  });

  it('give the same total gain by every method once all is sold', () => {
    const history = [
      buy('1', '2024-01-01', '10', '3', '1'),
      buy('2', '2024-02-01', '7', '5'),
      sell('a', '2024-03-01', '6', '4', '2'),
      buy('3', '2024-04-01', '4', '2'),
      sell('b', '2024-05-01', '15', '6', '1'),
    ];
    const gains = METHODS.map((method) => sumOf(bookOf(history, method).realised, (one) => one.gain).toFixed(6));
    expect(new Set(gains).size).toBe(1);
  });
});

describe('returns', () => {
  it('time-weighted is the same whatever comes and goes', () => {
    const growth = fc.array(fc.integer({ min: -90, max: 110 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        growth,
        fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 20, maxLength: 20 }),
        (percents, flows) => {
          const value = (contributions: number[]): Decimal => {
            let held = d(1000);
            const values = [{ day: '2025-01-01', value: held }];
            const list = percents.map((percent, index) => {
              const day = `2025-02-${String(index + 1).padStart(2, '0')}`;
              held = held
                .plus(d(contributions[index]!))
                .times(d(100 + percent))
                .div(100n);
              values.push({ day, value: held });
              return { day, amount: d(contributions[index]!) };
            });
            return dailyTimeWeightedReturn(values, list).total;
          };
          expect(
            value(flows)
              .minus(value(flows.map(() => 0)))
              .abs()
              .lt('1e-25'),
          ).toBe(true);
        },
      ),
    );
  });

  it('time-weighted is the same whatever is taken out at the end of days', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -90, max: 110 }), { minLength: 1, maxLength: 20 }),
        fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 20, maxLength: 20 }),
        (percents, shares) => {
          let held = d(1000);
          const values = [{ day: '2025-01-01', value: held }];
          const taken = percents.map((percent, index) => {
            const day = `2025-02-${String(index + 1).padStart(2, '0')}`;
            const grown = held.times(d(100 + percent)).div(100n);
            const out = grown.times(d(shares[index]!)).div(100n);
            held = grown.minus(out);
            values.push({ day, value: held });
            return { day, amount: out.negated() };
          });
          const growth = percents.reduce((all, percent) => all.times(d(100 + percent)).div(100n), d(1));
          expect(dailyTimeWeightedReturn(values, taken).total.plus(1n).minus(growth).abs().lt('1e-20')).toBe(true);
        },
      ),
    );
  });

  it('time-weighted counts the day on which everything is sold above the last close, and a dividend on what earned it', () => {
    const total = (start: number, end: number, flow: number): string =>
      dailyTimeWeightedReturn(
        [
          { day: '2025-01-01', value: d(start) },
          { day: '2025-01-02', value: d(end) },
        ],
        [{ day: '2025-01-02', amount: d(flow) }],
      ).total.toFixed();
    expect([
      total(100, 0, -120),
      total(100, 60, -60),
      total(100, 100, -5),
      total(100, 240, 100),
      total(0, 110, 100),
    ]).toEqual(['0.2', '0.2', '0.05', '0.2', '0.1']);
  });

  it.each([
    // Checked with numpy.roots and 50-digit bisection.
    ['a rate that is only touched', [-100, 220, -121], [0.1]],
    ['two of them', [-100, 230, -132], [0.1, 0.2]],
    ['three', [-1000, 3600, -4310, 1716], [0.1, 0.2, 0.3]],
    ['none: always above', [100, -220, '121.1'], []],
    ['no loss to finance', [100, 50], []],
    ['below zero', [-100, 50, 20], [-0.2377]],
  ] as const)('internal rate, %s', (_, flows, roots) =>
    expect(irr(flows.map(d)).roots.map((root) => Number(root.toFixed(4)))).toEqual(roots),
  );

  it('internal rate of flows on one day, a day apart, and under a leap year', () => {
    expect(
      xirr([
        { day: '2025-01-01', amount: d(-100) },
        { day: '2025-01-01', amount: d(100) },
      ]),
    ).toEqual({ rate: null, roots: [] });
    expect(
      xirr([
        { day: '2025-01-02', amount: d(110) },
        { day: '2025-01-01', amount: d(-100) },
      ]).rate! /
        (1.1 ** 365 - 1),
    ).toBeCloseTo(1, 12);
    // 366 days in 2024: a tenth over the year is a little less a year of 365.
    expect(
      xirr([
        { day: '2024-01-01', amount: d(-100) },
        { day: '2025-01-01', amount: d(110) },
      ]).rate,
    ).toBeCloseTo(1.1 ** (365 / 366) - 1, 12);
    expect(
      xirr([
        { day: '2025-01-01', amount: d(-100) },
        { day: '2025-01-01', amount: d(100) },
        { day: '2026-01-01', amount: d(-50) },
        { day: '2027-01-01', amount: d(60) },
      ]).roots.map((one) => Number(one.toFixed(9))),
    ).toEqual([0.2]);
    expect(modifiedDietz({ day: '2025-01-01', value: d(1) }, { day: '2025-01-01', value: d(2) }, [])).toBeUndefined();
  });

  it('money-weighted makes the present value nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: -5000, max: 5000 })), { maxLength: 10 }),
        fc.integer({ min: 1, max: 20_000 }),
        (later, back) => {
          const day = (offset: number): string => new Date(Date.UTC(2020, 0, 1 + offset)).toISOString().slice(0, 10);
          const flows = [
            { day: day(0), amount: d(-10_000) },
            ...later.map(([offset, amount]) => ({ day: day(offset), amount: d(amount) })),
            { day: day(3650), amount: d(back) },
          ];
          for (const root of xirr(flows).roots.filter((rate) => rate > -0.5))
            expect(Math.abs(xnpv(root, flows))).toBeLessThan(1e-5);
        },
      ),
    );
  });

  it('know what they do not know', () => {
    expect(xirr([])).toEqual({ rate: null, roots: [] });
    expect(simpleReturn(d(0), d(10), [])).toBeUndefined();
    expect(
      modifiedDietz({ day: '2025-01-01', value: d(100) }, { day: '2025-01-11', value: d(130) }, [
        { day: '2025-01-06', amount: d(20) },
      ])!.toFixed(6),
    ).toBe('0.090909');
    expect(
      xnfv(0.1, [
        { day: '2024-01-01', amount: d(100) },
        { day: '2024-12-31', amount: d(0) },
      ]),
    ).toBeCloseTo(110, 10);
  });
});

describe('the timeline', () => {
  it('counts what was put in at the rate of its day', () => {
    const rates = new RateTable([
      { from: 'USD', to: 'EUR', day: '2025-01-01', rate: d('0.5') },
      { from: 'USD', to: 'EUR', day: '2025-01-03', rate: d('1') },
    ]);
    const { values, contributions } = portfolioTimeline({
      activities: [
        buy('1', '2025-01-01', '10', '10', '2'),
        sell('s', '2025-01-03', '5', '12'),
        { ...USD, kind: 'income', id: 'i', day: '2025-01-03', incomeType: 'dividend', amount: d(3), tax: d(1) },
      ],
      prices: new Map([['X', new PriceSeries([['2025-01-02', d(11)]])]]),
      baseCurrency: 'EUR',
      rates,
      from: '2025-01-01',
      to: '2025-01-03',
    });
    expect(values.map((one) => one.value.toFixed())).toEqual(['50', '55', '55']);
    expect(contributions.map((one) => one.amount.toFixed())).toEqual(['51', '-62']);
  });
});

describe('the timeline, in the quick way', () => {
  it('is what every holding times its price comes to, day by day', () => {
    const SECURITIES = ['A', 'B', 'C'];
    const step = fc.record({
      kind: fc.constantFrom('buy', 'buy', 'sell', 'split', 'transferIn', 'spinOff', 'merger', 'income', 'worthless'),
      security: fc.nat(2),
      offset: fc.nat(30),
      quantity: fc.integer({ min: 1, max: 90 }),
      price: fc.integer({ min: 1, max: 9999 }),
    });
    const priced = fc.record({ security: fc.nat(2), offset: fc.nat(30), price: fc.integer({ min: 1, max: 9999 }) });
    const day = (offset: number): string => `2025-01-${String(offset + 1).padStart(2, '0')}`;
    const currencyOf = (security: string): string => (security === 'C' ? 'USD' : 'EUR');
    const rates = new RateTable(
      [0, 7, 15, 22].map((offset) => ({
        from: 'USD',
        to: 'EUR',
        day: day(offset),
        rate: d('0.9').plus(d(offset).div(1000n)),
      })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.array(priced, { maxLength: 25 }), (steps, told) => {
        const activities = steps.map(({ kind, security, offset, quantity, price }, index): Activity => {
          const securityId = SECURITIES[security]!;
          const common = { id: String(index), day: day(offset), securityId, currency: currencyOf(securityId) };
          // Whole numbers are added up in one way, what never ends in another.
          const [units, each] = [quantity % 3 === 0 ? d(quantity).div(7n) : d(quantity).div(4n), d(price).div(100n)];
          switch (kind) {
            case 'split':
              return { ...common, kind, newUnits: d(3), oldUnits: d(2) };
            case 'transferIn':
              return { ...common, kind, quantity: units, cost: each };
            case 'spinOff':
              return {
                ...common,
                kind,
                newSecurityId: 'B',
                unitsPerUnit: d('0.5'),
                costShare: d('0.1'),
                currency: 'EUR',
                securityId: 'A',
              };
            case 'merger':
              return {
                ...common,
                kind,
                newSecurityId: 'B',
                unitsPerUnit: d('0.7'),
                newPrice: each,
                currency: 'EUR',
                securityId: 'A',
              };
            case 'income':
              return { ...common, kind, incomeType: 'dividend', amount: each };
            case 'worthless':
              return { ...common, kind };
            default:
              return { ...common, kind: kind as 'buy' | 'sell', quantity: units, price: each };
          }
        });
        const prices = new Map(
          SECURITIES.map((id, index) => [
            id,
            new PriceSeries(
              told
                .filter((one) => one.security === index)
                .map((one) => [day(one.offset), d(one.price).div(100n)] as const),
            ),
          ]),
        );
        const days = Array.from({ length: 31 }, (_, offset) => day(offset));
        // A and B are tied; C stands for itself.
        const whole = { from: day(0), to: day(30), baseCurrency: 'EUR', rates };
        const parted = joinTimeline(
          [true, false].map((tied) =>
            timelinePart({ ...whole, prices, sets: [activities.filter((one) => (one.securityId !== 'C') === tied)] }),
          ),
          whole,
        );
        const plainly = portfolioTimeline({ ...whole, activities, prices });
        const { values } = plainly;
        expect(parted.values.map((one) => one.value.toFixed(20))).toEqual(
          plainly.values.map((one) => one.value.toFixed(20)),
        );
        expect(parted.contributions.map((one) => `${one.day} ${one.amount.toFixed(20)}`)).toEqual(
          plainly.contributions.map((one) => `${one.day} ${one.amount.toFixed(20)}`),
        );
        for (const [index, units] of holdingsOn(activities, prices, days).entries()) {
          const plain = sumOf(units, (one) =>
            rates.convert(one.quantity.times(one.price ?? d(0)), one.currency, 'EUR', days[index]!),
          );
          expect(values[index]!.value.minus(plain).abs().lt('1e-25')).toBe(true);
          // Units sold beyond the holdings do not count, the same as in the lots.
          expect(units.every((one) => one.quantity.gt(0n))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('takes no sale for a short sale: beyond what is held nothing goes out, and what is bought back is a purchase', () => {
    const activities = [
      buy('1', '2025-01-01', '1', '10'),
      sell('s', '2025-01-02', '3', '12'),
      buy('2', '2025-01-03', '2', '11'),
    ];
    const book = bookOf(activities);
    const { values, contributions } = portfolioTimeline({
      activities,
      prices: new Map(),
      baseCurrency: 'USD',
      rates: new RateTable(),
      from: '2025-01-01',
      to: '2025-01-03',
    });
    expect([
      book.quantity('X').toFixed(),
      sumOf(book.realised, (one) => one.proceeds).toFixed(),
      values.at(-1)!.value.toFixed(),
    ]).toEqual(['2', '12', '22']);
    expect(contributions.map((one) => one.amount.toFixed())).toEqual(['10', '-12', '22']);
  });

  it('reads prices as databases join them, whatever their digits', () => {
    const told = [
      ['1999-12-31', '12.5'],
      ['2000-02-29', '1'],
      ['2000-03-01', '0.000001'],
      ['2026-11-21', '12.75'],
    ] as const;
    for (const extra of [
      [],
      [['2026-11-22', '-3.2']],
      [['2026-11-22', '123456789.123456789']],
      [['2026-11-22', '0.12345678901234567890']],
    ] as const) {
      const all = [...told, ...extra];
      const read = PriceSeries.fromText(all.map(([day, price]) => `${day} ${price}`).join());
      expect(read.thinned(99).map(([day, price]) => `${day} ${price.toFixed()}`)).toEqual(
        all.map(([day, price]) => `${day} ${d(price).toFixed()}`),
      );
      expect([read.at('1999-12-30'), read.at('2000-02-28')?.toFixed(), read.dayAt('2003-01-01')]).toEqual([
        undefined,
        '12.5',
        '2000-03-01',
      ]);
    }
  });

  it('adds days up exactly where whole numbers no longer do', () => {
    const large = d('9007199254740.993');
    const [sums, others] = [new DaySums(2), new DaySums(2)];
    for (const one of [sums, others])
      for (const amount of [large, d('0.25'), large, large.times(d('1e10')), large.negated()]) one.add(1, amount);
    sums.addAll(others);
    expect(sums.running().map((one) => one.toFixed())).toEqual([
      '0',
      large
        .plus(large.times(d('1e10')))
        .plus(d('0.25'))
        .times(2n)
        .toFixed(),
    ]);
    expect(sums.amounts()[1]!.eq(sums.running()[1]!)).toBe(true);
  });

  it('keeps the order of entry within a day, unless more would be sold than is held', () => {
    const order = (...activities: Activity[]): string[] => inPossibleOrder(activities).map((one) => one.id);
    const [bought, sold] = [buy('b', '2025-01-02', '1', '1'), sell('s', '2025-01-02', '1', '1')];
    expect(order(sold, bought, buy('a', '2025-01-01', '1', '1'))).toEqual(['a', 's', 'b']);
    expect(order(sold, bought)).toEqual(['b', 's']);
    expect(order({ ...sold, quantity: d(2) } as Activity, bought, buy('a', '2025-01-01', '1', '1'))).toEqual([
      'a',
      's',
      'b',
      's',
    ]);
  });
});

describe('allocation', () => {
  const holding = (id: string, value: number, key: string) => ({ id, value: d(value), groups: [{ key, share: d(1) }] });
  const targets = new Map([
    ['stocks', d('0.6')],
    ['bonds', d('0.3')],
    ['cash', d('0.1')],
  ]);
  const rows = allocation(
    [
      holding('1', 700, 'stocks'),
      holding('2', 200, 'bonds'),
      {
        id: '3',
        value: d(100),
        groups: [
          { key: 'stocks', share: d('0.5') },
          { key: 'bonds', share: d('0.5') },
        ],
      },
    ],
    targets,
  );

  it('weighs, and measures drift from the targets', () => {
    expect(rows.map((row) => [row.key, row.weight.toFixed(), row.drift!.toFixed()])).toEqual([
      ['stocks', '0.75', '0.15'],
      ['bonds', '0.25', '-0.05'],
      ['cash', '0', '-0.1'],
    ]);
    expect(concentration([holding('1', 1, 'a'), holding('2', 1, 'a')]).toFixed()).toBe('0.5');
  });

  it('rebalances by trades that sum to the cash, or by new money alone', () => {
    expect(rebalance(rows, d(100), 'USD').map((trade) => [trade.key, trade.amount.toFixed()])).toEqual([
      ['stocks', '-90'],
      ['bonds', '80'],
      ['cash', '110'],
    ]);
    const bought = rebalance(rows, d('100.01'), 'USD', true);
    expect(bought.every((trade) => !trade.amount.lt(0n))).toBe(true);
    expect(sumOf(bought, (trade) => trade.amount).toFixed(2)).toBe('100.01');
  });
});

it('adds income up by month and as a yield', () => {
  const rates = new RateTable();
  const income = ['2024-11-30', '2025-01-15', '2025-01-20', '2025-11-30'].map((day, index) => ({
    ...USD,
    kind: 'income' as const,
    id: String(index),
    day,
    incomeType: 'dividend' as const,
    amount: d(10),
    tax: d(1),
  }));
  expect(incomeByMonth(income, 'USD', rates).map((one) => [one.month, one.gross.toFixed(), one.tax.toFixed()])).toEqual(
    [
      ['2024-11', '10', '1'],
      ['2025-01', '20', '2'],
      ['2025-11', '10', '1'],
    ],
  );
  const yields = trailingYield(income, d(1000), d(500), '2025-11-30', 'USD', rates);
  expect([yields.trailing.toFixed(), yields.onValue?.toFixed(), yields.onCost?.toFixed()]).toEqual([
    '30',
    '0.03',
    '0.06',
  ]);
});

describe('risk', () => {
  const returns = [0.01, -0.02, 0.03, -0.05, 0.02, -0.01, 0.04, 0, 0.01, -0.03];

  it('measures loss at a confidence', () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(valueAtRisk(returns, 0.9)).toBeCloseTo(0.032, 12);
    expect(expectedShortfall(returns, 0.9)).toBeCloseTo(0.05, 12);
    expect(parametricValueAtRisk(returns)).toBeCloseTo(1.6448536269514722 * Math.sqrt(0.007 / 9), 12);
    expect(valueAtRisk([])).toBeNull();
    expect(valueAtRisk([0.01, 0.02])).toBe(0);
  });

  it('dates drawdowns from peak to recovery', () => {
    expect(maxDrawdown([0.1, -0.2, -0.1, 0.5, 0.1])).toMatchObject({ peak: 0, trough: 2, recovered: 3 });
    expect(maxDrawdown([-0.1]).peak).toBe(-1);
    expect(Math.min(...drawdowns(returns))).toBeCloseTo(maxDrawdown(returns).depth, 15);
    expect(trackingError(returns, returns)).toBe(0);
  });

  it('drops what has no counterpart, and knows no rate for more than a total loss', () => {
    expect(trackingError([0.1, 0.2, null, 0.4], [0.05, null, 0.3, 0.2])).toBeCloseTo(
      trackingError([0.1, 0.4], [0.05, 0.2])!,
      15,
    );
    expect(informationRatio([0.1, 0.2], [0.05])).toBeNull();
    expect([annualReturn([-1, 0.5], { periods: 12 }), annualReturn([-1.5, 0.2])]).toEqual([-1, null]);
  });
});
