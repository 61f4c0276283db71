/** The frame of a chart: axes, the active category, its values, and the legend. */
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import { fillOf } from './palette.ts';
import { type ChartProps, labelLines, labelStep } from './series.ts';
import { useActiveCategory, useWidth } from './use-chart.ts';

const MARGIN = { top: 12, right: 8, bottom: 24 };
const TICKS = 5;
/** Maximum width of a character in the axes' small type, and the space beside a label; pixels. */
const CHARACTER = 6.2;
const BESIDE = 14;
const LINE = 12;
/** Fewer characters of a name say nothing. */
const FEWEST = 5;

/** Width of the longest label, in pixels. */
const roomFor = (labels: readonly string[]) =>
  Math.ceil(Math.max(0, ...labels.map((label) => label.length)) * CHARACTER) + BESIDE;

/** Input of the drawing. */
export interface Area {
  /** Left edge of each category and its width, in pixels. */
  left: (category: number) => number;
  band: number;
  y: ScaleLinear<number, number>;
  active: number;
}

interface PlotProps extends ChartProps {
  extent: [low: number, high: number];
  children: (area: Area) => ReactNode;
}

/**
 * Draws the axes and lets pointer and arrow keys move between categories, whose values are shown and announced. For
 * assistive technology it is a slider over the categories whose value text holds the figures.
 */
export function Plot({
  label,
  categories,
  named = false,
  series,
  format,
  height = 240,
  onSelect,
  onRange,
  extent,
  children,
}: PlotProps) {
  const [ref, width] = useWidth();
  const values = scaleLinear()
    .domain(extent[0] === extent[1] ? [0, 1] : extent)
    .nice(TICKS);
  const start = roomFor(values.ticks(TICKS).map((tick) => format(tick, true)));
  const plotWidth = Math.max(0, width - start - MARGIN.right);
  const band = categories.length > 0 ? plotWidth / categories.length : 0;
  const most = Math.floor((band - BESIDE / 2) / CHARACTER);
  const isEach = named && most >= FEWEST;
  const labels = categories.map((category) => (isEach ? labelLines(category, most) : [category]));
  const step = isEach ? 1 : labelStep(categories.length, plotWidth, roomFor(categories));
  const bottom = MARGIN.bottom + (labels.some((lines) => lines.length > 1) ? LINE : 0);
  const y = values.range([height - bottom, MARGIN.top]);
  const left = (category: number) => start + category * band;
  const { active, range, handlers } = useActiveCategory(
    categories.length,
    (x) => {
      const category = Math.floor((x - start) / (band || 1));
      return category >= 0 && category < categories.length ? category : -1;
    },
    { onSelect, onRange },
  );
  const shown = series.filter((one) => active >= 0 && one.values[active] !== null && one.values[active] !== undefined);
  const said = range
    ? `${categories[range[0]]} to ${categories[range[1]]}: press Enter to zoom in`
    : active < 0
      ? `Use arrow keys to read values${onRange ? ', with Shift to select a range' : ''}`
      : `${categories[active]}: ${shown.map((one) => `${one.label} ${format(one.values[active]!)}`).join(', ')}`;
  return (
    <figure className="m-0">
      <div
        ref={ref}
        tabIndex={0}
        role="slider"
        aria-roledescription="chart"
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, categories.length - 1)}
        aria-valuenow={Math.max(0, active)}
        aria-valuetext={said}
        {...handlers}
        className={cx(
          'relative rounded-md outline-offset-2',
          onRange && 'touch-pan-y select-none',
          range ? 'cursor-ew-resize' : onSelect && active >= 0 && 'cursor-pointer',
        )}
        style={{ height }}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true" className="block overflow-visible">
            {y.ticks(TICKS).map((tick) => (
              <g key={tick}>
                <line
                  x1={start}
                  x2={width - MARGIN.right}
                  y1={y(tick)}
                  y2={y(tick)}
                  className={tick === 0 ? 'stroke-control' : 'stroke-line'}
                />
                <text x={start - 8} y={y(tick)} dy="0.32em" textAnchor="end" className="tabular fill-muted text-2xs">
                  {format(tick, true)}
                </text>
              </g>
            ))}
            {active >= 0 && !range && (
              <rect
                x={left(active)}
                width={band}
                y={MARGIN.top}
                height={height - MARGIN.top - bottom}
                className="fill-hover"
              />
            )}
            {range && (
              <rect
                x={left(range[0])}
                width={left(range[1] + 1) - left(range[0])}
                y={MARGIN.top}
                height={height - MARGIN.top - bottom}
                className="fill-accent-soft"
              />
            )}
            {children({ left, band, y, active })}
            {categories.map(
              (category, i) =>
                i % step === 0 && (
                  <text
                    key={category}
                    y={height - bottom + MARGIN.bottom - 7}
                    textAnchor="middle"
                    className="fill-muted text-2xs"
                  >
                    {labels[i]!.map((line, nth) => (
                      <tspan key={`${nth} ${line}`} x={left(i) + band / 2} dy={nth === 0 ? 0 : LINE}>
                        {line}
                      </tspan>
                    ))}
                  </text>
                ),
            )}
          </svg>
        )}
        {active >= 0 && (
          <div
            className="pointer-events-none absolute top-0 z-2 rounded-md border border-line bg-raised px-2.5 py-1.5 text-xs whitespace-nowrap shadow-pop"
            style={
              left(active) + band / 2 > width / 2
                ? { right: width - left(active) + 4 }
                : { left: left(active) + band + 4 }
            }
          >
            <p className="font-medium">
              {range ? `${categories[range[0]]} to ${categories[range[1]]}` : categories[active]}
            </p>
            {!range &&
              shown.map((one) => (
                <p key={one.key} className="flex items-center gap-1.5 text-muted">
                  {series.length > 1 && <Dot index={series.indexOf(one)} name={one.key} />}
                  {one.label}
                  <span className="tabular ml-auto pl-3 text-ink">{format(one.values[active]!)}</span>
                </p>
              ))}
          </div>
        )}
      </div>
      {(series.length > 1 || onRange) && (
        <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
          {series.length > 1 &&
            series.map((one, i) => (
              <span key={one.key} className="inline-flex items-center gap-1.5">
                <Dot index={i} name={one.key} />
                {one.label}
              </span>
            ))}
          {onRange && (
            <span aria-hidden="true" className="ml-auto">
              Drag to zoom in
            </span>
          )}
        </figcaption>
      )}
    </figure>
  );
}

function Dot({ index, name }: { index: number; name: string }) {
  return (
    <svg width="10" height="10" aria-hidden="true" className="shrink-0">
      <rect width="10" height="10" rx="2" className={fillOf(index, name)} />
    </svg>
  );
}
