/** The forecast as bars. Their heights are for the eye: the table says the amounts exactly. */
import type { Series } from '../../../../../web/charts/index.ts';
import type { Forecast } from '../../../contract/forecast.ts';
import { figureOf, type Measure } from './measures.ts';

/** People beyond these share a color: more are not told apart. */
const MAX_OWNERS = 7;
const FIGURES: readonly [Measure, string][] = [
  ['won', 'Won'],
  ['commit', 'Commit'],
  ['weighted', 'Weighted'],
];

export function chartSeries(
  { total, owners, months }: Pick<Forecast, 'total' | 'owners' | 'months'>,
  bars: 'figures' | 'owners',
  measure: Measure,
  nameOf: (id: string) => string,
): Series[] {
  if (bars === 'figures')
    return FIGURES.map(([key, label]) => ({
      key,
      label,
      values: total.months.map((cell) => Number(figureOf(cell, key))),
    }));
  const all = owners
    .map((owner) => {
      const values = owner.months.map((cell) => Number(figureOf(cell, measure)));
      return {
        key: owner.ownerId ?? 'nobody',
        label: owner.ownerId === null ? 'No owner' : nameOf(owner.ownerId),
        values,
        sum: values.reduce((sum, value) => sum + value, 0),
      };
    })
    .filter(({ sum }) => sum > 0)
    .sort((one, other) => other.sum - one.sum);
  const shown: Series[] = all.slice(0, MAX_OWNERS).map(({ key, label, values }) => ({ key, label, values }));
  const rest = all.slice(MAX_OWNERS);
  if (rest.length > 0)
    shown.push({
      key: 'others',
      label: 'Other',
      values: months.map((_, i) => rest.reduce((sum, one) => sum + one.values[i]!, 0)),
    });
  return shown;
}
