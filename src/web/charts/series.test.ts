import { describe, expect, it } from 'vitest';
import { extent, labelStep } from './series.ts';

const series = (...values: (number | null)[]) => ({ key: '', label: '', values });

describe('extent', () => {
  it('holds zero, and ignores what is not there', () => {
    expect(extent([series(3, null, 9)], false)).toEqual([0, 9]);
    expect(extent([series(-4, -2)], false)).toEqual([-4, 0]);
    expect(extent([], false)).toEqual([0, 0]);
  });
  it('of a stack is the sum of what points the same way', () => {
    expect(extent([series(3, -1), series(4, -2), series(-5, null)], true)).toEqual([-5, 7]);
  });
});

describe('labels of the axis', () => {
  it('are thinned out until they fit', () => {
    expect(labelStep(12, 600, 50)).toBe(1);
    expect(labelStep(12, 300, 50)).toBe(2);
    expect(labelStep(90, 300, 50)).toBe(15);
    expect(labelStep(3, 0, 50)).toBeGreaterThan(0);
  });
});
