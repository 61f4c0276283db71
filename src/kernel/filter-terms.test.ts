import { expect, it } from 'vitest';
import { conditionSpan, type RelativeRange, spanOf } from './filter-terms.ts';

/** A Saturday in the middle of a quarter. */
const TODAY = '2026-11-21';

it.each<[range: RelativeRange['range'], from: string | undefined, until: string | undefined]>([
  ['today', '2026-11-21', '2026-11-22'],
  ['yesterday', '2026-11-20', '2026-11-21'],
  ['tomorrow', '2026-11-22', '2026-11-23'],
  ['this_week', '2026-11-16', '2026-11-23'],
  ['last_week', '2026-11-09', '2026-11-16'],
  ['next_week', '2026-11-23', '2026-11-30'],
  ['this_month', '2026-11-01', '2026-12-01'],
  ['last_month', '2026-10-01', '2026-11-01'],
  ['next_month', '2026-12-01', '2027-01-01'],
  ['this_quarter', '2026-10-01', '2027-01-01'],
  ['last_quarter', '2026-07-01', '2026-10-01'],
  ['next_quarter', '2027-01-01', '2027-04-01'],
  ['this_year', '2026-01-01', '2027-01-01'],
  ['last_year', '2025-01-01', '2026-01-01'],
  ['next_year', '2027-01-01', '2028-01-01'],
  ['last_days', '2026-11-15', '2026-11-22'],
  ['next_days', '2026-11-21', '2026-11-28'],
  ['older_than_days', undefined, '2026-11-15'],
])('%s is from %s until %s', (range, from, until) => {
  expect(spanOf({ range, days: 7 } as RelativeRange, TODAY)).toEqual({ ...(from && { from }), until });
});

it.each(['2026-01-01', '2026-02-28', '2026-03-31'])('%s is in the first quarter', (today) => {
  expect(spanOf({ range: 'this_quarter' }, today)).toEqual({ from: '2026-01-01', until: '2026-04-01' });
  expect(spanOf({ range: 'last_quarter' }, today)).toEqual({ from: '2025-10-01', until: '2026-01-01' });
});

it('reads conditions on a day', () => {
  const spanOfDay = (op: 'before' | 'after' | 'is', value: string) => conditionSpan({ field: 'day', op, value }, TODAY);
  expect(spanOfDay('before', '2026-03-01')).toEqual({ until: '2026-03-01' });
  expect(spanOfDay('after', '2026-02-28')).toEqual({ from: '2026-03-01' });
  expect(spanOfDay('is', '2026-02-28')).toEqual({ from: '2026-02-28', until: '2026-03-01' });
  expect(conditionSpan({ field: 'day', op: 'between', value: ['2026-03-31', '2026-03-01'] }, TODAY)).toEqual({
    from: '2026-03-01',
    until: '2026-04-01',
  });
  expect(() => conditionSpan({ field: 'day', op: 'before', value: 3 }, TODAY)).toThrow(TypeError);
});
