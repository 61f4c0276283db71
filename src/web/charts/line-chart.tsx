import { area as areaShape, curveMonotoneX, line as lineShape } from 'd3-shape';
import { fillOf, strokeOf } from './palette.ts';
import { type Area, Plot } from './plot.tsx';
import { type ChartProps, fitted, type Series } from './series.ts';

/** A range around the lines, such as the tenth to the ninetieth percentile. */
export interface Band {
  key: string;
  label: string;
  low: readonly (number | null)[];
  high: readonly (number | null)[];
  /** The series whose color it uses. */
  series?: number;
}

interface LineChartProps extends ChartProps {
  bands?: readonly Band[];
  /** Also fills the area between the first line and the axis. */
  filled?: boolean;
}

const NO_BANDS: readonly Band[] = [];

/** Lines over time; a missing value interrupts a line. */
export function LineChart({ bands = NO_BANDS, filled = false, ...chart }: LineChartProps) {
  const all: Series[] = [
    ...chart.series,
    ...bands.flatMap((band) => [
      { ...band, values: band.low },
      { ...band, values: band.high },
    ]),
  ];
  return (
    <Plot {...chart} extent={fitted(all)}>
      {(area) => (
        <>
          {bands.map((band) => (
            <path
              key={band.key}
              d={bandPath(band, area)}
              className={fillOf(band.series ?? 0, chart.series[band.series ?? 0]?.key)}
              fillOpacity="0.16"
            />
          ))}
          {filled && chart.series[0] && (
            <path
              d={bandPath(
                {
                  low: chart.series[0].values.map((value) => (value === null ? null : base(all))),
                  high: chart.series[0].values,
                },
                area,
              )}
              className={fillOf(0, chart.series[0].key)}
              fillOpacity="0.12"
            />
          )}
          {chart.series.map((one, i) => (
            <path
              key={one.key}
              d={linePath(one, area)}
              fill="none"
              strokeWidth="2"
              strokeLinejoin="round"
              className={strokeOf(i, one.key)}
            />
          ))}
          {chart.series.map((one, i) =>
            dots(one, area).map(({ category, x, y }) => (
              <circle key={`${one.key}-${category}`} cx={x} cy={y} r="3" className={fillOf(i, one.key)} />
            )),
          )}
        </>
      )}
    </Plot>
  );
}

/** Where a filled area ends: at zero, or at the lower end of an axis without it. */
function base(series: readonly Series[]): number {
  const [low, high] = fitted(series);
  return low > 0 ? low : high < 0 ? high : 0;
}

const middle = ({ left, band }: Area, category: number) => left(category) + band / 2;

function linePath({ values }: Series, area: Area): string {
  return (
    lineShape<number | null>()
      .defined((value) => value !== null)
      .curve(curveMonotoneX)
      .x((_, i) => middle(area, i))
      .y((value) => area.y(value!))(values.slice()) ?? ''
  );
}

function bandPath({ low, high }: Pick<Band, 'low' | 'high'>, area: Area): string {
  return (
    areaShape<number | null>()
      .defined((value, i) => value !== null && high[i] !== null && high[i] !== undefined)
      .curve(curveMonotoneX)
      .x((_, i) => middle(area, i))
      .y0((value) => area.y(value!))
      .y1((_, i) => area.y(high[i]!))(low.slice()) ?? ''
  );
}

/** The active point, and isolated points, which have no visible line. */
function dots({ values }: Series, area: Area): { category: number; x: number; y: number }[] {
  return values.flatMap((value, i) => {
    const alone = (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null;
    return value !== null && (alone || i === area.active)
      ? [{ category: i, x: middle(area, i), y: area.y(value) }]
      : [];
  });
}
