/**
 * Layout of a Sankey diagram with three columns: sources, one pot, and destinations. Three columns need no iteration,
 * which is what d3-sankey would add, with older copies of d3-array and d3-shape.
 */

export interface FlowSource {
  key: string;
  label: string;
  /** Above zero. For drawing only. */
  value: number;
}

export interface FlowNode extends FlowSource {
  y: number;
  height: number;
  /** Where its ribbon meets the pot. */
  potY: number;
}

export interface FlowLayout {
  left: FlowNode[];
  right: FlowNode[];
  pot: { y: number; height: number };
}

/** Minimum height of a node in pixels, so that every node is visible. */
const LEAST = 2;

/** Combines everything beyond `most` into one; the largest come first. */
export function gather(sources: readonly FlowSource[], most: number, other: string): FlowSource[] {
  const sorted = sources.filter((source) => source.value > 0).sort((a, b) => b.value - a.value);
  if (sorted.length <= most) return sorted;
  const rest = sorted.slice(most - 1);
  return [
    ...sorted.slice(0, most - 1),
    { key: 'rest', label: `${other} (${rest.length})`, value: rest.reduce((sum, source) => sum + source.value, 0) },
  ];
}

/** Both sides use one scale, and each is centered vertically. */
export function layoutFlow(
  left: readonly FlowSource[],
  right: readonly FlowSource[],
  height: number,
  gap: number,
): FlowLayout {
  const total = (sources: readonly FlowSource[]) => sources.reduce((sum, source) => sum + source.value, 0);
  const room = (sources: readonly FlowSource[]) =>
    sources.length === 0 ? Infinity : (height - gap * (sources.length - 1)) / total(sources);
  const scale = Math.min(room(left), room(right));
  if (!Number.isFinite(scale)) return { left: [], right: [], pot: { y: 0, height: 0 } };
  const potHeight = Math.max(total(left), total(right)) * scale;
  const pot = { y: (height - potHeight) / 2, height: potHeight };
  const place = (sources: readonly FlowSource[]): FlowNode[] => {
    let y = (height - total(sources) * scale - gap * Math.max(0, sources.length - 1)) / 2;
    let potY = pot.y;
    return sources.map((source) => {
      const node = { ...source, y, height: Math.max(LEAST, source.value * scale), potY };
      y += source.value * scale + gap;
      potY += source.value * scale;
      return node;
    });
  };
  return { left: place(left), right: place(right), pot };
}
