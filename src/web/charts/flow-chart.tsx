import { useMemo } from 'react';
import { fillOf } from './palette.ts';
import { type FlowNode, type FlowSource, gather, layoutFlow } from './flow-layout.ts';
import { useWidth } from './use-chart.ts';

interface FlowChartProps {
  /** Title: "Where money comes from and where it goes". */
  label: string;
  from: readonly FlowSource[];
  to: readonly FlowSource[];
  /** Name of the pot in the middle: "Money". */
  pot: string;
  format: (value: number) => string;
}

const NODE = 10;
/** Two lines of text fit beside the smallest node. */
const GAP = 28;
const MOST = 9;
/** Space for text beside the nodes, as a share of the width, and its maximum. */
const WORDS = { share: 0.3, most: 170 };

/** A Sankey diagram: ribbons as wide as the flow of money. Its figures are in a table beside it. */
export function FlowChart({ label, from, to, pot, format }: FlowChartProps) {
  const [ref, width] = useWidth();
  const [left, right] = useMemo(() => [gather(from, MOST, 'Other'), gather(to, MOST, 'Other')], [from, to]);
  const height = Math.max(200, Math.max(left.length, right.length) * 46);
  const layout = layoutFlow(left, right, height, GAP);
  const words = Math.min(WORDS.most, width * WORDS.share);
  const [x0, x1, x2] = [words, width / 2 - NODE / 2, width - words - NODE];
  const said = [
    ...left.map((one) => `${one.label} ${format(one.value)}`),
    'to',
    ...right.map((one) => `${one.label} ${format(one.value)}`),
  ].join(', ');
  return (
    <div ref={ref} style={{ height }} role="img" aria-label={`${label}: ${said}`}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true" className="block overflow-visible">
          {layout.left.map((node, i) => (
            <Ribbon
              key={node.key}
              from={[x0 + NODE, node.y]}
              to={[x1, node.potY]}
              height={node.height}
              fill={fillOf(i)}
            />
          ))}
          {layout.right.map((node, i) => (
            <Ribbon
              key={node.key}
              from={[x1 + NODE, node.potY]}
              to={[x2, node.y]}
              height={node.height}
              fill={fillOf(i + 1)}
            />
          ))}
          <rect x={x1} y={layout.pot.y} width={NODE} height={layout.pot.height} rx="2" className="fill-muted">
            <title>{pot}</title>
          </rect>
          {layout.left.map((node, i) => (
            <Node
              key={node.key}
              node={node}
              x={x0}
              words={x0 - 8}
              anchor="end"
              room={words - 8}
              fill={fillOf(i)}
              format={format}
            />
          ))}
          {layout.right.map((node, i) => (
            <Node
              key={node.key}
              node={node}
              x={x2}
              words={x2 + NODE + 8}
              anchor="start"
              room={words - 8}
              fill={fillOf(i + 1)}
              format={format}
            />
          ))}
        </svg>
      )}
    </div>
  );
}

function Ribbon({
  from: [x0, y0],
  to: [x1, y1],
  height,
  fill,
}: {
  from: [number, number];
  to: [number, number];
  height: number;
  fill: string;
}) {
  const middle = (x0 + x1) / 2;
  return (
    <path
      d={`M${x0},${y0}C${middle},${y0} ${middle},${y1} ${x1},${y1}V${y1 + height}C${middle},${y1 + height} ${middle},${y0 + height} ${x0},${y0 + height}Z`}
      className={fill}
      fillOpacity="0.28"
    />
  );
}

/** Approximate width of a character, in pixels. */
const LETTER = 6.2;

function Node({
  node,
  x,
  words,
  anchor,
  room,
  fill,
  format,
}: {
  node: FlowNode;
  x: number;
  words: number;
  anchor: 'start' | 'end';
  room: number;
  fill: string;
  format: (value: number) => string;
}) {
  const fits = Math.max(4, Math.floor(room / LETTER));
  const name = node.label.length > fits ? `${node.label.slice(0, fits - 1).trimEnd()}…` : node.label;
  const middle = node.y + node.height / 2;
  return (
    <g>
      <title>{`${node.label}: ${format(node.value)}`}</title>
      <rect x={x} y={node.y} width={NODE} height={node.height} rx="2" className={fill} />
      <text x={words} y={middle - 1} textAnchor={anchor} className="fill-ink text-xs">
        {name}
      </text>
      <text x={words} y={middle + 12} textAnchor={anchor} className="tabular fill-muted text-2xs">
        {format(node.value)}
      </text>
    </g>
  );
}
