import { describe, expect, it } from 'vitest';
import { periodBefore } from './statements.ts';

describe('the period before', () => {
  it.each([
    ['2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
    ['2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
    ['2025-12-01', '2026-11-22', '2024-12-01', '2025-11-22'],
    ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2026-03-10', '2026-03-19', '2026-02-28', '2026-03-09'],
  ])('of %s to %s is %s to %s', (from, to, first, last) => {
    expect(periodBefore({ from, to }, 'before')).toEqual({ from: first, to: last });
  });

  it('is the same days of the year before where that is asked, and none where there is no beginning', () => {
    expect(periodBefore({ from: '2024-02-01', to: '2024-02-29' }, 'year')).toEqual({
      from: '2023-02-01',
      to: '2023-02-28',
    });
    expect(periodBefore({ from: null, to: '2024-02-29' }, 'before')).toBeUndefined();
  });
});
