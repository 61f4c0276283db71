import { describe, expect, it } from 'vitest';
import { type Again, MOST_PAST, pastDays } from './recurring-documents.ts';

describe('days of what comes again that are here already', () => {
  const monthly: Again = { frequency: 'monthly', startDay: '2026-01-31' };

  it.each<[Again, string | null, string, number]>([
    [monthly, '2026-01-31', '2026-01-30', 0],
    [monthly, '2026-01-31', '2026-01-31', 1],
    [monthly, '2026-01-31', '2026-02-28', 2],
    [monthly, '2026-03-31', '2026-05-31', 3],
    [{ ...monthly, until: '2026-04-15' }, '2026-02-28', '2026-12-31', 2],
    [{ ...monthly, frequency: 'quarterly' }, '2026-01-31', '2026-07-31', 3],
    [{ ...monthly, frequency: 'weekly' }, '2026-02-07', '2026-02-21', 3],
    [{ ...monthly, frequency: 'yearly' }, '2026-01-31', '2028-01-30', 2],
    [monthly, null, '2026-12-31', 0],
    [{ frequency: 'weekly', startDay: '0001-01-01' }, '0001-01-01', '2026-01-01', MOST_PAST],
  ])('%o from %s by %s', (again, next, today, count) => {
    expect(pastDays(again, next, today)).toBe(count);
  });
});
