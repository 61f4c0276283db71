import { describe, expect, it } from 'vitest';
import { allConditions, filterFrom } from '../../../../../kernel/filter-terms.ts';
import { listBehind } from './forecast-records.ts';
import { figureOf, measureOf, shareOfGoal } from './measures.ts';

const cell = {
  won: '100.00',
  commit: '50.10',
  best: '0.20',
  pipeline: '9.00',
  weighted: '120.00',
  goal: '200',
  wonCount: 1,
  openCount: 3,
};

describe('figures of the forecast', () => {
  it('build on each other: what is won counts in each', () => {
    expect(
      [figureOf(cell, 'won'), figureOf(cell, 'commit'), figureOf(cell, 'best'), figureOf(cell, 'weighted')].map(Number),
    ).toEqual([100, 150.1, 150.3, 120]);
    expect(shareOfGoal(cell, 'weighted')).toBe(60);
    expect(shareOfGoal({ ...cell, goal: null }, 'won')).toBeNull();
  });

  it('take an unknown measure for the usual one', () => {
    expect(measureOf('toString')).toBe('weighted');
    expect(measureOf('best')).toBe('best');
  });
});

it('opens what is in the figure: what is left out of the forecast is in none', () => {
  const asked = (
    measure: 'weighted' | 'commit' | 'best' | 'won',
    span: { from?: string; until?: string } = { from: '2026-11-01', until: '2026-12-01' },
  ) =>
    allConditions(filterFrom(listBehind({ pipelineId: undefined, span, measure })['filter']))
      .filter(({ field }) => field === 'forecast')
      .map(({ op, value }) => [op, value]);
  expect(asked('weighted')).toEqual([['none_of', ['omitted']]]);
  expect([asked('commit'), asked('best')]).toEqual([[['any_of', ['commit']]], [['any_of', ['commit', 'best']]]]);
  expect([asked('won'), asked('won', {})]).toEqual([[], [['none_of', ['omitted']]]]);
});
