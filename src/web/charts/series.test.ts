import { describe, expect, it } from 'vitest';
import { extent, fitted, labelLines, labelStep } from './series.ts';
import { rangeOf } from './use-chart.ts';

const series = (...values: (number | null)[]) => ({ key: '', label: '', values });

describe('extent', () => {
  it('is fitted for lines: without zero where the values are far from it', () => {
    expect(fitted([series(780, 800)])).toEqual([780, 800]);
    expect(fitted([series(-800, null, -780)])).toEqual([-800, -780]);
    expect(fitted([series(10, 30)])).toEqual([0, 30]);
    expect(fitted([series(-5, 30)])).toEqual([-5, 30]);
    expect(fitted([series(5, 5)])).toEqual([0, 5]);
    expect(fitted([])).toEqual([0, 0]);
  });

  it('includes zero, and ignores missing values', () => {
    expect(extent([series(3, null, 9)], false)).toEqual([0, 9]);
    expect(extent([series(-4, -2)], false)).toEqual([-4, 0]);
    expect(extent([], false)).toEqual([0, 0]);
  });
  it('of a stack is the sum per sign', () => {
    expect(extent([series(3, -1), series(4, -2), series(-5, null)], true)).toEqual([-5, 7]);
  });
});

describe('a range of categories', () => {
  it('is chosen in either direction, with more than one category', () => {
    expect(rangeOf(2, 5)).toEqual([2, 5]);
    expect(rangeOf(5, 2)).toEqual([2, 5]);
    expect(rangeOf(2, 2)).toBeUndefined();
    expect(rangeOf(-1, 3)).toBeUndefined();
  });
});

describe('labels of the axis', () => {
  it('are thinned out until they fit', () => {
    expect(labelStep(12, 600, 50)).toBe(1);
    expect(labelStep(12, 300, 50)).toBe(2);
    expect(labelStep(90, 300, 50)).toBe(15);
    expect(labelStep(3, 0, 50)).toBeGreaterThan(0);
  });

  it('of names are all shown, in two lines at most, cut only where a line is too long', () => {
    expect(labelLines('Price', 12)).toEqual(['Price']);
    expect(labelLines('Chose a competitor', 12)).toEqual(['Chose a', 'competitor']);
    expect(labelLines('Kept it in-house', 12)).toEqual(['Kept it in-', 'house']);
    expect(labelLines('A very long reason indeed', 8)).toEqual(['A very', 'long re…']);
    expect(labelLines('Donaudampfschifffahrt', 8)).toEqual(['Donauda…']);
    expect(labelLines('Donaudampf Gesellschaft', 6)).toEqual(['Donau…']);
  });
});
