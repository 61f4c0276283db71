import { expect, it } from 'vitest';
import type { ForecastCell } from '../../../contract/forecast.ts';
import { chartSeries } from './chart-series.ts';

const cell = (won: string, commit: string, weighted: string): ForecastCell => ({
  won,
  commit,
  best: '0',
  pipeline: '0',
  weighted,
  goal: null,
  wonCount: 0,
  openCount: 0,
});
const row = (...months: ForecastCell[]) => ({ months, overdue: cell('0', '0', '0'), undated: cell('0', '0', '0') });
const months = ['2026-11-01', '2026-12-01'];

it('shows what is won, sure and weighted beside each other', () => {
  const series = chartSeries(
    { months, owners: [], total: row(cell('10', '5', '12.5'), cell('0', '1', '2')) },
    'figures',
    'weighted',
    String,
  );
  expect(series.map(({ key, values }) => [key, values])).toEqual([
    ['won', [10, 0]],
    ['commit', [15, 1]],
    ['weighted', [12.5, 2]],
  ]);
});

it('shows people with the most first, and puts the others together', () => {
  const owners = Array.from({ length: 9 }, (_, n) => ({
    ownerId: n === 0 ? null : `p${n}`,
    ...row(cell('0', '0', String(n)), cell('0', '0', '1')),
  }));
  const series = chartSeries(
    { months, owners, total: row(cell('0', '0', '0'), cell('0', '0', '0')) },
    'owners',
    'weighted',
    (id) => id.toUpperCase(),
  );
  expect(series.map(({ label }) => label)).toEqual(['P8', 'P7', 'P6', 'P5', 'P4', 'P3', 'P2', 'Other']);
  expect(series.at(-1)!.values).toEqual([1, 2]);
});
