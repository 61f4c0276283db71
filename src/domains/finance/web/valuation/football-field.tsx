import { scaleLinear } from 'd3-scale';
import { fillOf } from '../../../../web/charts/palette.ts';
import { useWidth } from '../../../../web/charts/use-chart.ts';
import type { ValuationResult } from '../../contract/valuations.ts';

const ROW = 44;
const BAR = 16;
const SIDE = 8;
const FOOT = 22;
const TICKS = 5;
/** Half the width of a figure: nearer to an edge it would be cut off. */
const ROOM = 24;

interface Props {
  methods: ValuationResult['methods'];
  conclusion: ValuationResult['conclusion'];
  format: (amount: string) => string;
  short: (amount: number) => string;
}

/**
 * A football field: each method's range as a bar with its middle, and the conclusion through all of them. Its figures
 * stand in a table beside it.
 */
export function FootballField({ methods, conclusion, format, short }: Props) {
  const [ref, width] = useWidth();
  const values = methods.flatMap((one) => [Number(one.low), Number(one.high)]);
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = scaleLinear([low, high], [SIDE, width - SIDE]);
  const height = methods.length * ROW + FOOT;
  const said = methods
    .map((one) => `${one.label} ${format(one.low)} to ${format(one.high)}, middle ${format(one.mid)}`)
    .join('; ');
  return (
    <div ref={ref} style={{ height }} role="img" aria-label={`Ranges by method: ${said}`}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true" className="block overflow-visible">
          {x.ticks(TICKS).map((tick) => (
            <g key={tick}>
              <line x1={x(tick)} x2={x(tick)} y1={0} y2={height - FOOT} className="stroke-line" />
              <text
                x={x(tick)}
                y={height - 6}
                textAnchor={x(tick) < ROOM ? 'start' : x(tick) > width - ROOM ? 'end' : 'middle'}
                className="tabular fill-muted text-2xs"
              >
                {short(tick)}
              </text>
            </g>
          ))}
          {methods.map((one, i) => (
            <g key={one.label}>
              <text x={SIDE} y={i * ROW + 12} className="fill-ink text-xs">
                {one.label}
              </text>
              <rect
                x={x(Number(one.low))}
                y={i * ROW + 18}
                width={Math.max(2, x(Number(one.high)) - x(Number(one.low)))}
                height={BAR}
                rx="3"
                className={fillOf(i)}
                fillOpacity={one.weightPercent === '0' ? 0.35 : 0.85}
              >
                <title>{`${format(one.low)} to ${format(one.high)}`}</title>
              </rect>
              <line
                x1={x(Number(one.mid))}
                x2={x(Number(one.mid))}
                y1={i * ROW + 15}
                y2={i * ROW + 21 + BAR}
                strokeWidth="2"
                className="stroke-ink"
              />
            </g>
          ))}
          {conclusion && (
            <line
              x1={x(Number(conclusion.mid))}
              x2={x(Number(conclusion.mid))}
              y1={0}
              y2={height - FOOT}
              strokeDasharray="4 3"
              strokeWidth="1.5"
              className="stroke-accent"
            />
          )}
        </svg>
      )}
    </div>
  );
}
