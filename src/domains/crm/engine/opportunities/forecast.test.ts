import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAt, monthStart } from '../../../../kernel/days.ts';
import { buildForecast, type ForecastGroup, monthBounds, monthsFrom } from './forecast.ts';

const MONTHS = monthsFrom('2026-11-21', 3);
const options = { months: MONTHS, today: '2026-11-21', currency: 'USD', rates: new Map([['EUR', '1.10']]) };
const group = (part: Partial<ForecastGroup>): ForecastGroup => ({
  ownerId: 'ann',
  month: '2026-11-01',
  category: 'commit',
  currency: 'USD',
  amount: '100',
  weighted: '50',
  count: 1,
  ...part,
});

describe('the forecast', () => {
  it('puts each group into its owner and month, won and open apart', () => {
    const forecast = buildForecast(
      [
        group({ category: 'won', amount: '300', weighted: '300', count: 2 }),
        group({}),
        group({ category: 'best', amount: '40', weighted: '20' }),
        group({ ownerId: null, month: '2026-12-01', category: 'pipeline', amount: '7', weighted: '1' }),
        group({ category: 'omitted', amount: '9999' }),
      ],
      [{ ownerId: 'ann', month: '2026-11-01', amount: '500' }],
      options,
    );
    expect(forecast.months).toEqual(['2026-11-01', '2026-12-01', '2027-01-01']);
    const ann = forecast.owners.find((owner) => owner.ownerId === 'ann')!;
    expect(ann.months[0]).toEqual({
      won: '300.00',
      commit: '100.00',
      best: '40.00',
      pipeline: '0.00',
      weighted: '370.00',
      goal: '500',
      wonCount: 2,
      openCount: 2,
    });
    expect(forecast.total.months[1]).toMatchObject({ pipeline: '7.00', openCount: 1 });
  });

  it('shows what is overdue or undated, and leaves out what lies beyond', () => {
    const forecast = buildForecast(
      [
        group({ month: '2026-09-01' }),
        group({ month: null, amount: '5' }),
        group({ month: '2027-06-01' }),
        group({ month: '2026-09-01', category: 'won' }),
      ],
      [],
      options,
    );
    expect(forecast.total.overdue).toMatchObject({ commit: '100.00', won: '0.00' });
    expect(forecast.total.undated.commit).toBe('5.00');
    expect(forecast.total.months.every((month) => month.commit === '0.00')).toBe(true);
  });

  it('converts what is open at the rate of today and what was won at that of its day, and names what has none', () => {
    const forecast = buildForecast(
      [
        group({ currency: 'EUR', amount: '10', weighted: '10' }),
        group({ category: 'won', currency: 'EUR', amount: '10', weighted: '10', rate: '1.2' }),
        group({ currency: 'CHF', amount: '10', weighted: '1' }),
      ],
      [],
      options,
    );
    expect(forecast.total.months[0]).toMatchObject({ commit: '11.00', won: '12.00', weighted: '23.00' });
    expect(forecast.missing).toEqual(['CHF']);
  });

  it('measures all against the goal of the workspace, or else those of its people together', () => {
    const goals = [
      { ownerId: 'ann', month: '2026-11-01', amount: '500' },
      { ownerId: 'bob', month: '2026-11-01', amount: '250.5' },
    ];
    expect(buildForecast([], goals, options).total.months[0]!.goal).toBe('750.5');
    expect(
      buildForecast([], [...goals, { ownerId: null, month: '2026-11-01', amount: '900' }], options).total.months[0]!
        .goal,
    ).toBe('900');
    expect(buildForecast([], [], options).total.months[0]!.goal).toBeNull();
  });

  it('totals are the sums of the owners, whatever the groups', () => {
    const groups = fc.array(
      fc.record({
        ownerId: fc.constantFrom('ann', 'bob', null),
        month: fc.constantFrom('2026-08-01', '2026-11-01', '2026-12-01', '2027-03-01', null),
        category: fc.constantFrom(
          'won' as const,
          'commit' as const,
          'best' as const,
          'pipeline' as const,
          'omitted' as const,
        ),
        currency: fc.constant('USD'),
        amount: fc.nat({ max: 1e8 }).map((cents) => (cents / 100).toFixed(2)),
        weighted: fc.constant('1'),
        count: fc.nat({ max: 5 }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(groups, (all) => {
        const { owners, total } = buildForecast(all, [], options);
        const cents = (text: string) => Math.round(Number(text) * 100);
        for (const [i] of MONTHS.entries()) {
          for (const field of ['won', 'commit', 'best', 'pipeline', 'weighted'] as const) {
            expect(owners.reduce((sum, owner) => sum + cents(owner.months[i]![field]), 0)).toBe(
              cents(total.months[i]![field]),
            );
          }
        }
      }),
    );
  });
});

describe('monthBounds', () => {
  it('give every instant the month that it is in the zone, across daylight saving and the date line', () => {
    const zones = fc.constantFrom(
      'UTC',
      'America/Los_Angeles',
      'Pacific/Auckland',
      'Pacific/Apia',
      'Asia/Kathmandu',
      'America/Sao_Paulo',
      'Europe/London',
    );
    const months = monthsFrom('2026-01-15', 24);
    fc.assert(
      fc.property(
        zones,
        fc.date({ min: new Date('2026-01-02T12:00:00Z'), max: new Date('2027-12-29T12:00:00Z'), noInvalidDate: true }),
        (zone, at) => {
          const bounds = monthBounds(months, zone);
          const index = bounds.findLastIndex((bound) => bound <= at.toISOString());
          expect(months[index]).toBe(monthStart(dayAt(at, zone)));
        },
      ),
    );
  });
});
