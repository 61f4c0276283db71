import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../../kernel/days.ts';
import type { PERIODS } from '../../contract/reports.ts';
import { comparedWith, length, monthsOf, periodOf } from './period.ts';

const ask = (period: (typeof PERIODS)[number], today: string, more: object = {}) =>
  periodOf({ period, compare: 'none', ...more }, today);

describe('periods', () => {
  it('begin and end where the calendar says', () => {
    expect(ask('last_month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(ask('last_quarter', '2026-01-15')).toEqual({ from: '2025-10-01', to: '2025-12-31' });
    expect(ask('this_quarter', '2026-06-30')).toEqual({ from: '2026-04-01', to: '2026-06-30' });
    expect(ask('last_year', '2024-02-29')).toEqual({ from: '2023-01-01', to: '2023-12-31' });
    expect(ask('last_12_months', '2026-11-21')).toEqual({ from: '2025-12-01', to: '2026-11-21' });
    expect(ask('last_30_days', '2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
  });
  it("of one's own need both days in order and within reason", () => {
    expect(ask('custom', '2026-01-01')).toMatchObject({ field: 'from' });
    expect(ask('custom', '2026-01-01', { from: '2026-01-02', to: '2026-01-01' })).toMatchObject({ field: 'to' });
    expect(ask('custom', '2026-01-01', { from: '2020-01-01', to: '2026-01-01' })).toMatchObject({ field: 'to' });
    expect(ask('custom', '2026-01-01', { from: '2026-01-01', to: '2026-01-01' })).toEqual({
      from: '2026-01-01',
      to: '2026-01-01',
    });
  });
});

describe('comparison', () => {
  it('takes as many days right before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 900 }), (start, days) => {
        const from = addDays('2020-01-01', start);
        const span = { from, to: addDays(from, days) };
        const before = comparedWith(span, 'previous')!;
        expect(addDays(before.to, 1)).toBe(span.from);
        expect(length(before)).toBe(length(span));
      }),
    );
  });
  it('a year ago knows leap days', () => {
    expect(comparedWith({ from: '2024-02-29', to: '2024-03-31' }, 'year')).toEqual({
      from: '2023-02-28',
      to: '2023-03-31',
    });
    expect(comparedWith({ from: '2024-01-01', to: '2024-01-02' }, 'none')).toBeNull();
  });
});

describe('months of a span', () => {
  it('are all that it touches', () => {
    expect(monthsOf({ from: '2025-12-31', to: '2026-02-01' })).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
    expect(monthsOf({ from: '2026-02-10', to: '2026-02-10' })).toEqual(['2026-02-01']);
  });
});
