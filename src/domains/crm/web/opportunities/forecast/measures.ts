/** The parts of a forecast figure. */
import type { ForecastCell } from '../../../contract/forecast.ts';
import { addUp, percentOf } from '../../../engine/opportunities/amounts.ts';

export const MEASURES = {
  weighted: { label: 'Weighted', hint: 'Won, plus open amounts × probability' },
  commit: { label: 'Commit', hint: 'Won, plus committed deals' },
  best: { label: 'Best case', hint: 'Won, plus committed and best-case deals' },
  won: { label: 'Won', hint: 'Won so far' },
} as const;
export type Measure = keyof typeof MEASURES;

export function measureOf(value: unknown): Measure {
  return typeof value === 'string' && Object.hasOwn(MEASURES, value) ? (value as Measure) : 'weighted';
}

/** The figure as decimal text in the reporting currency. */
export function figureOf(cell: ForecastCell, measure: Measure): string {
  switch (measure) {
    case 'weighted':
      return cell.weighted;
    case 'won':
      return cell.won;
    case 'commit':
      return addUp([cell.won, cell.commit]);
    case 'best':
      return addUp([cell.won, cell.commit, cell.best]);
  }
}

/** Whole percent of the goal; null without one. */
export function shareOfGoal(cell: ForecastCell, measure: Measure): number | null {
  return cell.goal === null ? null : percentOf(figureOf(cell, measure), cell.goal);
}
