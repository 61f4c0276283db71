import { describe, expect, it } from 'vitest';
import { figureOf, measureOf, shareOfGoal } from './measures.ts';

const cell = { won: '100.00', commit: '50.10', best: '0.20', pipeline: '9.00', weighted: '120.00', goal: '200', wonCount: 1, openCount: 3 };

describe('figures of the forecast', () => {
  it('build on each other: what is won counts in each', () => {
    expect([figureOf(cell, 'won'), figureOf(cell, 'commit'), figureOf(cell, 'best'), figureOf(cell, 'weighted')].map(Number)).toEqual([100, 150.1, 150.3, 120]);
    expect(shareOfGoal(cell, 'weighted')).toBe(60);
    expect(shareOfGoal({ ...cell, goal: null }, 'won')).toBeNull();
  });

  it('take an unknown measure for the usual one', () => {
    expect(measureOf('toString')).toBe('weighted');
    expect(measureOf('best')).toBe('best');
  });
});
