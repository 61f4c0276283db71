import { describe, expect, it } from 'vitest';
import { plannedBetween } from './budget.ts';

const PLANS = [
  { month: '2026-02-01', amount: '280' },
  { month: '2026-04-01', amount: '300' },
];
const planned = (from: string, to: string): string => plannedBetween(PLANS, from, to).toFixed();

describe('a plan by month', () => {
  it('stands from its month on, until another one does', () => {
    expect(planned('2026-01-01', '2026-01-31')).toBe('0');
    expect(planned('2026-01-01', '2026-04-30')).toBe('860');
    expect(planned('2027-01-01', '2027-12-31')).toBe('3600');
  });

  it('counts months that are not whole by their days', () => {
    expect(planned('2026-02-15', '2026-02-28')).toBe('140');
    expect(planned('2026-04-10', '2026-04-10')).toBe('10');
    expect(planned('2026-02-15', '2026-04-10')).toBe('520');
  });
});
