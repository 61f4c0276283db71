import { fillOf } from './palette.ts';
import { type Area, Plot } from './plot.tsx';
import { type ChartProps, extent, type Series } from './series.ts';

const GAP = 0.24;
const WIDEST = 56;

interface Bar {
  key: string;
  x: number;
  y: number;
  width: number;
  height: number;
  fill: string;
}

/** Bars side by side, or stacked with `stacked`: positive values upward, negative ones downward. */
export function BarChart({ stacked = false, ...chart }: ChartProps & { stacked?: boolean }) {
  return (
    <Plot {...chart} extent={extent(chart.series, stacked)}>
      {(area) =>
        (stacked ? stackedBars : groupedBars)(chart.series, area).map(({ key, fill, ...bar }) => (
          <rect key={key} {...bar} rx="2" className={fill} />
        ))
      }
    </Plot>
  );
}

function groupedBars(series: readonly Series[], { left, band, y }: Area): Bar[] {
  const width = Math.min(WIDEST, (band * (1 - GAP)) / Math.max(1, series.length));
  const start = (band - width * series.length) / 2;
  return series.flatMap((one, place) =>
    one.values.flatMap((value, i) =>
      value === null
        ? []
        : [
            {
              key: `${one.key}-${i}`,
              x: left(i) + start + place * width,
              width: Math.max(1, width - 1),
              fill: fillOf(place, one.key),
              y: Math.min(y(0), y(value)),
              height: Math.abs(y(value) - y(0)),
            },
          ],
    ),
  );
}

function stackedBars(series: readonly Series[], { left, band, y }: Area): Bar[] {
  const width = Math.min(WIDEST, band * (1 - GAP));
  const [above, below] = [new Map<number, number>(), new Map<number, number>()];
  return series.flatMap((one, place) =>
    one.values.flatMap((value, i) => {
      if (value === null || value === 0) return [];
      const stack = value > 0 ? above : below;
      const from = stack.get(i) ?? 0;
      stack.set(i, from + value);
      return [
        {
          key: `${one.key}-${i}`,
          x: left(i) + (band - width) / 2,
          width,
          fill: fillOf(place, one.key),
          y: Math.min(y(from), y(from + value)),
          height: Math.abs(y(from + value) - y(from)),
        },
      ];
    }),
  );
}
