import { describe, expect, it } from 'vitest';
import { changeOf } from './labels.ts';

const change = (
  value: string | number | null,
  previous: string | number | null,
  unit: 'count' | 'money' | 'percent' = 'count',
  better: 'up' | 'down' | null = 'up',
) => changeOf({ value, previous, unit, better });

describe('change of a figure', () => {
  it('is a share of what was, and good or bad as the figure means it', () => {
    expect(change(12, 10)).toEqual({ text: '+20%', good: true });
    expect(change('50.0000', '100.0000', 'money')).toEqual({ text: '−50%', good: false });
    expect(change(5, 10, 'count', 'down')).toEqual({ text: '−50%', good: true });
    expect(change(5, 5)).toEqual({ text: '±0%', good: null });
  });
  it('of percentages is told in points', () => {
    expect(change(33.3, 30, 'percent')).toEqual({ text: '+3.3 points', good: true });
  });
  it('of nothing is no percentage', () => {
    expect(change(5, 0)).toBeUndefined();
    expect(change(0, 0)).toEqual({ text: 'unchanged', good: null });
    expect(change(null, 3)).toBeUndefined();
  });
});
