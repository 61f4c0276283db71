import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, type Decimal, sum, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { usTaxYear } from '../tax/us/index.ts';
import {
  bonusShare,
  conventionOf,
  decliningBalance,
  macrsPercentages,
  macrsSchedule,
  type PlacedAsset,
  type RecoveryPeriod,
  section179Allowed,
  straightLine,
  unitsOfProduction,
} from './index.ts';

const d = (value: number | string): Decimal => decimal(String(value));
const text = (values: readonly Decimal[]): string[] => values.map((one) => one.toFixed());

describe('for the books', () => {
  const asset = { cost: d(10000), salvage: d(1000), lifeMonths: 60, currency: 'USD', firstYearMonths: 3 };

  it('straight line, from the month of first use', () => {
    const years = straightLine(asset);
    expect(text(years.map((one) => one.amount))).toEqual(['450', '1800', '1800', '1800', '1800', '1350']);
    expect(years.at(-1)!.bookValue.toFixed()).toBe('1000');
  });

  it('double declining, changing to straight line', () => {
    const years = decliningBalance({ ...asset, salvage: ZERO, firstYearMonths: 12 }, d(2));
    expect(text(years.map((one) => one.amount))).toEqual(['4000', '2400', '1440', '1080', '1080']);
  });

  it('by use, and never below what is left at the end', () => {
    expect(text(unitsOfProduction(asset, d(90), [d(30), d(50), d(20)]).map((one) => one.amount))).toEqual([
      '3000',
      '5000',
      '1000',
    ]);
  });

  it('refuses what cannot be', () => {
    expect(() => straightLine({ ...asset, salvage: d(20000) })).toThrow(/cost/);
    expect(() => straightLine({ ...asset, firstYearMonths: 13 })).toThrow(/months/);
  });

  it('always comes to the cost less the value at the end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 9_999_999 }),
        fc.integer({ min: 1, max: 240 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 3 }),
        (cents, lifeMonths, firstYearMonths, factor) => {
          const one = {
            ...asset,
            cost: d(cents).div(100n),
            salvage: d(cents).div(1000n).floor().div(10n),
            lifeMonths,
            firstYearMonths,
          };
          for (const years of [straightLine(one), decliningBalance(one, d(factor))]) {
            expect(sumOf(years, (year) => year.amount).eq(one.cost.minus(one.salvage))).toBe(true);
            expect(years.every((year) => !year.amount.lt(0n))).toBe(true);
          }
        },
      ),
    );
  });
});

/** Pub. 946 as it prints: table A-1, half-year convention. */
const HALF_YEAR: Readonly<Partial<Record<RecoveryPeriod, readonly string[]>>> = {
  3: ['33.33', '44.45', '14.81', '7.41'],
  5: ['20', '32', '19.2', '11.52', '11.52', '5.76'],
  7: ['14.29', '24.49', '17.49', '12.49', '8.93', '8.92', '8.93', '4.46'],
  10: ['10', '18', '14.4', '11.52', '9.22', '7.37', '6.55', '6.55', '6.56', '6.55', '3.28'],
  15: [
    '5',
    '9.5',
    '8.55',
    '7.7',
    '6.93',
    '6.23',
    '5.9',
    '5.9',
    '5.91',
    '5.9',
    '5.91',
    '5.9',
    '5.91',
    '5.9',
    '5.91',
    '2.95',
  ],
  20: [
    '3.75',
    '7.219',
    '6.677',
    '6.177',
    '5.713',
    '5.285',
    '4.888',
    '4.522',
    '4.462',
    '4.461',
    '4.462',
    '4.461',
    '4.462',
    '4.461',
    '4.462',
    '4.461',
    '4.462',
    '4.461',
    '4.462',
    '4.461',
    '2.231',
  ],
};

/** Tables, mid-quarter convention, by quarter. */
const MID_QUARTER: Readonly<Partial<Record<RecoveryPeriod, readonly (readonly string[])[]>>> = {
  3: [
    ['58.33', '27.78', '12.35', '1.54'],
    ['41.67', '38.89', '14.14', '5.3'],
    ['25', '50', '16.67', '8.33'],
    ['8.33', '61.11', '20.37', '10.19'],
  ],
  5: [
    ['35', '26', '15.6', '11.01', '11.01', '1.38'],
    ['25', '30', '18', '11.37', '11.37', '4.26'],
    ['15', '34', '20.4', '12.24', '11.3', '7.06'],
    ['5', '38', '22.8', '13.68', '10.94', '9.58'],
  ],
  7: [
    ['25', '21.43', '15.31', '10.93', '8.75', '8.74', '8.75', '1.09'],
    ['17.85', '23.47', '16.76', '11.97', '8.87', '8.87', '8.87', '3.34'],
    ['10.71', '25.51', '18.22', '13.02', '9.3', '8.85', '8.86', '5.53'],
    ['3.57', '27.55', '19.68', '14.06', '10.04', '8.73', '8.73', '7.64'],
  ],
  10: [
    ['17.5', '16.5', '13.2', '10.56', '8.45', '6.76', '6.55', '6.55', '6.56', '6.55', '0.82'],
    ['12.5', '17.5', '14', '11.2', '8.96', '7.17', '6.55', '6.55', '6.56', '6.55', '2.46'],
    ['7.5', '18.5', '14.8', '11.84', '9.47', '7.58', '6.55', '6.55', '6.56', '6.55', '4.1'],
    ['2.5', '19.5', '15.6', '12.48', '9.98', '7.99', '6.55', '6.55', '6.56', '6.55', '5.74'],
  ],
  15: [
    [
      '8.75',
      '9.13',
      '8.21',
      '7.39',
      '6.65',
      '5.99',
      '5.9',
      '5.91',
      '5.9',
      '5.91',
      '5.9',
      '5.91',
      '5.9',
      '5.91',
      '5.9',
      '0.74',
    ],
    [
      '6.25',
      '9.38',
      '8.44',
      '7.59',
      '6.83',
      '6.15',
      '5.91',
      '5.9',
      '5.91',
      '5.9',
      '5.91',
      '5.9',
      '5.91',
      '5.9',
      '5.91',
      '2.21',
    ],
    [
      '3.75',
      '9.63',
      '8.66',
      '7.8',
      '7.02',
      '6.31',
      '5.9',
      '5.9',
      '5.91',
      '5.9',
      '5.91',
      '5.9',
      '5.91',
      '5.9',
      '5.91',
      '3.69',
    ],
    [
      '1.25',
      '9.88',
      '8.89',
      '8',
      '7.2',
      '6.48',
      '5.9',
      '5.9',
      '5.9',
      '5.91',
      '5.9',
      '5.91',
      '5.9',
      '5.91',
      '5.9',
      '5.17',
    ],
  ],
};

describe('for tax', () => {
  it('follows the tables of Pub. 946', () => {
    expect(text(macrsPercentages(5, 'halfYear'))).toEqual(['20', '32', '19.2', '11.52', '11.52', '5.76']);
    // Tables: five years, first and fourth quarter.
    expect(text(macrsPercentages(5, 'midQuarter', 2))).toEqual(['35', '26', '15.6', '11.01', '11.01', '1.38']);
    expect(text(macrsPercentages(5, 'midQuarter', 11))).toEqual(['5', '38', '22.8', '13.68', '10.94', '9.58']);
    // Table A-3: seven years, second quarter.
    expect(text(macrsPercentages(7, 'midQuarter', 5))).toEqual([
      '17.85',
      '23.47',
      '16.76',
      '11.97',
      '8.87',
      '8.87',
      '8.87',
      '3.34',
    ]);
    // Tables again, ten and fifteen years: the rounded years of straight line are not all the same.
    expect(text(macrsPercentages(10, 'midQuarter', 1)).slice(5)).toEqual([
      '6.76',
      '6.55',
      '6.55',
      '6.56',
      '6.55',
      '0.82',
    ]);
    expect(text(macrsPercentages(15, 'midQuarter', 12)).slice(5, 11)).toEqual([
      '6.48',
      '5.9',
      '5.9',
      '5.9',
      '5.91',
      '5.9',
    ]);
    expect(text(macrsPercentages(27.5, 'midMonth', 1)).slice(0, 2)).toEqual(['3.485', '3.636']);
    // Tables A-6 and A-7a, first and last years of a building placed in service in July.
    expect(
      text(macrsPercentages(39, 'midMonth', 7)).filter((_, index, all) => index < 2 || index === all.length - 1),
    ).toEqual(['1.177', '2.564', '1.391']);
    expect(
      text(macrsPercentages(27.5, 'midMonth', 7))
        .slice(8, 12)
        .concat(text(macrsPercentages(27.5, 'midMonth', 7)).slice(-2)),
    ).toEqual(['3.636', '3.636', '3.637', '3.636', '3.636', '0.152']);
    expect(text(macrsPercentages(27.5, 'midMonth', 1)).slice(-1)).toEqual(['1.97']);
    expect(() => macrsPercentages(5, 'midMonth')).toThrow(/buildings/);
  });

  it.each([3, 5, 7, 10, 15, 20] as RecoveryPeriod[])('spreads the whole basis over %s years', (period) => {
    expect(sum(macrsPercentages(period, 'halfYear')).toFixed()).toBe('100');
    for (const month of [1, 4, 7, 10]) expect(sum(macrsPercentages(period, 'midQuarter', month)).toFixed()).toBe('100');
  });

  it.each([3, 5, 7, 10, 15, 20] as RecoveryPeriod[])(
    'gives the printed percentages of %s years in each convention',
    (period) => {
      expect(text(macrsPercentages(period, 'halfYear'))).toEqual(HALF_YEAR[period]);
      for (const [quarter, printed] of (MID_QUARTER[period] ?? []).entries())
        expect(text(macrsPercentages(period, 'midQuarter', quarter * 3 + 2))).toEqual(printed);
    },
  );

  it('takes section 179 and bonus first, and comes to the cost', () => {
    const asset: PlacedAsset = {
      id: '1',
      cost: d(100000),
      period: 5,
      placedInService: '2024-06-01',
      section179: d(20000),
      bonus: true,
    };
    const schedule = macrsSchedule(asset, 'halfYear', usTaxYear(2024));
    expect([schedule.section179, schedule.bonus, schedule.basis].map(String)).toEqual(['20000', '48000', '32000']);
    expect(schedule.years[0]).toEqual({ year: 2024, amount: d('6400') });
    expect(
      sumOf(schedule.years, (one) => one.amount)
        .plus(schedule.section179)
        .plus(schedule.bonus)
        .eq(asset.cost),
    ).toBe(true);
    const building = macrsSchedule({ ...asset, period: 39 }, 'halfYear', usTaxYear(2024));
    expect([building.convention, building.section179.toFixed(), building.bonus.toFixed()]).toEqual([
      'midMonth',
      '0',
      '0',
    ]);
  });

  it('knows the limits and rates of each year', () => {
    expect(section179Allowed(d(2_000_000), d(1_000_000), d(9e6), usTaxYear(2024)).toFixed()).toBe('1220000');
    expect(section179Allowed(d(2_000_000), d(3_550_000), d(9e6), usTaxYear(2024)).toFixed()).toBe('720000');
    expect(section179Allowed(d(50_000), d(50_000), d(30_000), usTaxYear(2025)).toFixed()).toBe('30000');
    expect(
      [
        bonusShare('2025-01-19', usTaxYear(2025)),
        bonusShare('2025-01-20', usTaxYear(2025)),
        bonusShare('2024-05-01', usTaxYear(2024)),
        bonusShare('2026-05-01', usTaxYear(2026)),
      ].map(String),
    ).toEqual(['0.4', '1', '0.6', '1']);
  });

  it('tells when the last quarter weighs too much', () => {
    const asset = (id: string, day: string, cost: number, period: RecoveryPeriod = 5): PlacedAsset => ({
      id,
      cost: d(cost),
      period,
      placedInService: day,
    });
    expect(conventionOf([asset('1', '2025-03-01', 60), asset('2', '2025-11-01', 40)])).toBe('halfYear');
    expect(conventionOf([asset('1', '2025-03-01', 59), asset('2', '2025-11-01', 41)])).toBe('midQuarter');
    expect(conventionOf([asset('1', '2025-03-01', 59), asset('2', '2025-11-01', 4100, 39)])).toBe('halfYear');
  });
});
