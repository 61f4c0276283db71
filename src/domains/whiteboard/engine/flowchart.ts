/**
 * Reads a flowchart in Mermaid's notation (https://mermaid.js.org/syntax/flowchart.html): boxes, arrows, and labels. What
 * it does not know is reported with its line, so nothing is left out silently.
 */
import { type BoxStyle, Drawing, wrapText } from './shapes.ts';
import type { BoardElement } from './board-document.ts';

export const MAX_NODES = 200;
export const MAX_FLOWCHART = 20_000;
const MAX_EDGES = 400;

type Direction = 'TB' | 'BT' | 'LR' | 'RL';
type Shape = 'box' | 'round' | 'circle' | 'diamond';

export interface FlowNode {
  id: string;
  text: string;
  shape: Shape;
}

export interface FlowEdge {
  from: string;
  to: string;
  label: string;
}

export interface Flowchart {
  direction: Direction;
  nodes: FlowNode[];
  edges: FlowEdge[];
}

/** A line that cannot be read. */
export class FlowchartError extends Error {}

const HEAD = /^(?:flowchart|graph)(?:\s+(TB|TD|BT|LR|RL))?\s*$/i;
/** Lines about looks alone. */
const LOOKS = /^(?:classDef|class|style|linkStyle|click|direction)\b/;
const ID = /^[\p{L}\p{N}_][\p{L}\p{N}_.]*(?:-[\p{L}\p{N}_.]+)*/u;
/** Opening and closing marks of a box, longest first. */
const BOXES: readonly (readonly [open: string, close: string, shape: Shape])[] = [
  ['([', '])', 'round'],
  ['[[', ']]', 'box'],
  ['[(', ')]', 'round'],
  ['((', '))', 'circle'],
  ['{{', '}}', 'diamond'],
  ['[', ']', 'box'],
  ['(', ')', 'round'],
  ['{', '}', 'diamond'],
];
const ARROW = /^(?:-{2,}>|-\.+->|={2,}>|-{3,}|-\.+-|={3,})\s*(?:\|([^|]*)\|)?/;
const LABELED_ARROW = /^(?:--|==|-\.)\s+([^|>]*?)\s+(?:-{2,}>|={2,}>|\.+->|-{3,})/;

/** @throws FlowchartError with a sentence that names the line */
export function readFlowchart(text: string): Flowchart {
  const chart: Flowchart = { direction: 'TB', nodes: [], edges: [] };
  const nodes = new Map<string, FlowNode>();
  let hasHead = false;
  text.split('\n').forEach((whole, index) => {
    for (const part of whole.replace(/%%.*$/, '').split(';')) {
      const line = part.trim();
      if (line === '' || (hasHead && LOOKS.test(line))) continue;
      if (!hasHead) {
        const head = HEAD.exec(line);
        if (!head) throw new FlowchartError('Start with “flowchart TD” or “flowchart LR”.');
        hasHead = true;
        chart.direction = (head[1]?.toUpperCase().replace('TD', 'TB') ?? 'TB') as Direction;
      } else new Line(line, index + 1, nodes, chart.edges).read();
    }
  });
  if (!hasHead) throw new FlowchartError('Start with “flowchart TD” or “flowchart LR”.');
  chart.nodes = [...nodes.values()];
  if (chart.nodes.length === 0) throw new FlowchartError('Add a box, such as “A[Start] --> B[Next step]”.');
  if (chart.nodes.length > MAX_NODES) throw new FlowchartError(`Use at most ${MAX_NODES} boxes.`);
  if (chart.edges.length > MAX_EDGES) throw new FlowchartError(`Use at most ${MAX_EDGES} arrows.`);
  return chart;
}

/** One statement: boxes, and arrows between them. */
class Line {
  #rest: string;
  readonly #number: number;
  readonly #nodes: Map<string, FlowNode>;
  readonly #edges: FlowEdge[];

  constructor(text: string, number: number, nodes: Map<string, FlowNode>, edges: FlowEdge[]) {
    this.#rest = text;
    this.#number = number;
    this.#nodes = nodes;
    this.#edges = edges;
  }

  read(): void {
    if (/^(?:subgraph|end)\b/.test(this.#rest)) throw this.#problem('groups (subgraph) are not supported');
    let from = this.#group();
    while (this.#rest !== '') {
      const label = this.#arrow();
      const to = this.#group();
      for (const one of from) for (const other of to) this.#edges.push({ from: one, to: other, label });
      from = to;
    }
  }

  /** `A & B`: several boxes. */
  #group(): string[] {
    const ids = [this.#node()];
    while (this.#take(/^\s*&\s*/)) ids.push(this.#node());
    return ids;
  }

  #node(): string {
    const id = this.#take(ID)?.[0];
    if (!id) throw this.#problem('a box is expected');
    const known = this.#nodes.get(id);
    const box = this.#box();
    if (!known) this.#nodes.set(id, { id, text: box?.text ?? id, shape: box?.shape ?? 'box' });
    else if (box) Object.assign(known, box);
    this.#take(/^:::[\w-]+/);
    this.#take(/^\s+/);
    return id;
  }

  #box(): { text: string; shape: Shape } | undefined {
    for (const [open, close, shape] of BOXES) {
      if (!this.#rest.startsWith(open)) continue;
      const quoted = new RegExp(`^${escaped(open)}\\s*"([^"]*)"\\s*${escaped(close)}`).exec(this.#rest);
      const end = this.#rest.indexOf(close, open.length);
      if (!quoted && end < 0) throw this.#problem(`“${close}” is missing`);
      const text = quoted ? quoted[1]! : this.#rest.slice(open.length, end);
      this.#rest = this.#rest.slice(quoted ? quoted[0].length : end + close.length);
      return { text: shown(text), shape };
    }
    return undefined;
  }

  #arrow(): string {
    const labeled = this.#take(LABELED_ARROW);
    const arrow = labeled ?? this.#take(ARROW);
    if (!arrow) throw this.#problem('an arrow such as “-->” is expected');
    this.#take(/^\s+/);
    return shown(arrow[1] ?? '');
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(this.#rest);
    if (!found) return undefined;
    this.#rest = this.#rest.slice(found[0].length);
    return found;
  }

  #problem(what: string): FlowchartError {
    const near = this.#rest ? ` before “${this.#rest.slice(0, 30)}”` : '';
    return new FlowchartError(`Line ${this.#number}: ${what}${near}.`);
  }
}

const escaped = (text: string): string => text.replace(/[[\](){}]/g, '\\$&');
const shown = (text: string): string =>
  text
    .trim()
    .replace(/^"|"$/g, '')
    .replace(/<br\s*\/?>/gi, '\n');

/**
 * Ranks of the boxes, from 0: each arrow leads to a later rank, unless it closes a loop.
 */
export function ranksOf({ nodes, edges }: Pick<Flowchart, 'nodes' | 'edges'>): Map<string, number> {
  const next = Map.groupBy(edges, ({ from }) => from);
  const ranks = new Map<string, number>();
  const state = new Map<string, 'open' | 'done'>();
  const order: string[] = [];
  const loops = new Set<FlowEdge>();
  for (const { id } of nodes) {
    // Depth first, without recursion: a chain may be long.
    const path: { id: string; at: number }[] = state.has(id) ? [] : [{ id, at: 0 }];
    if (path.length > 0) state.set(id, 'open');
    while (path.length > 0) {
      const here = path.at(-1)!;
      const edge = next.get(here.id)?.[here.at];
      here.at += 1;
      if (!edge) {
        state.set(here.id, 'done');
        order.unshift(here.id);
        path.pop();
      } else if (state.get(edge.to) === 'open') loops.add(edge);
      else if (!state.has(edge.to)) {
        state.set(edge.to, 'open');
        path.push({ id: edge.to, at: 0 });
      }
    }
  }
  for (const id of order) {
    const rank = ranks.get(id) ?? 0;
    ranks.set(id, rank);
    for (const edge of next.get(id) ?? [])
      if (!loops.has(edge)) ranks.set(edge.to, Math.max(ranks.get(edge.to) ?? 0, rank + 1));
  }
  return ranks;
}

/** Rows of boxes by rank, ordered so that few arrows cross: each box stands near the middle of its neighbors. */
function rowsOf(chart: Flowchart): string[][] {
  const ranks = ranksOf(chart);
  const rows: string[][] = [];
  for (const { id } of chart.nodes) (rows[ranks.get(id)!] ??= []).push(id);
  const place = new Map(rows.flatMap((row) => row.map((id, at) => [id, at] as const)));
  const neighbors = new Map<string, string[]>();
  for (const { from, to } of chart.edges) {
    neighbors.set(from, [...(neighbors.get(from) ?? []), to]);
    neighbors.set(to, [...(neighbors.get(to) ?? []), from]);
  }
  for (let sweep = 0; sweep < 6; sweep += 1)
    for (const row of sweep % 2 === 0 ? rows : rows.toReversed()) {
      const middle = new Map(
        row.map((id) => {
          const near = (neighbors.get(id) ?? []).filter((one) => ranks.get(one) !== ranks.get(id));
          const sum = near.reduce((total, one) => total + place.get(one)!, 0);
          return [id, near.length > 0 ? sum / near.length : place.get(id)!] as const;
        }),
      );
      row.sort((one, other) => middle.get(one)! - middle.get(other)!);
      row.forEach((id, at) => place.set(id, at));
    }
  return rows;
}

const STYLES: Readonly<Record<Shape, BoxStyle>> = {
  box: { kind: 'rectangle', rounded: false, fill: '#a5d8ff' },
  round: { kind: 'rectangle', fill: '#b2f2bb' },
  circle: { kind: 'ellipse', fill: '#d0bfff' },
  diamond: { kind: 'diamond', fill: '#ffec99' },
};
const GAP = { across: 60, along: 90 };

function boxSize({ text, shape }: FlowNode): { width: number; height: number } {
  const lines = wrapText(text, 20, 220).split('\n');
  const width = Math.max(80, ...lines.map(({ length }) => length * 12 + 30));
  const height = 40 + lines.length * 25;
  const room = shape === 'diamond' ? 2 : shape === 'circle' ? 1.5 : 1;
  return { width: width * room, height: height * (room === 1 ? 1 : 1.6) };
}

/** Elements that draw a flowchart, from the point 0, 0 on. @param prefix begins the elements' ids */
export function drawFlowchart(chart: Flowchart, prefix: string): BoardElement[] {
  const drawing = new Drawing(prefix);
  const nodes = new Map(chart.nodes.map((node) => [node.id, node]));
  const isAcross = chart.direction === 'LR' || chart.direction === 'RL';
  const sizes = new Map(chart.nodes.map((node) => [node.id, boxSize(node)]));
  const along = (id: string) => (isAcross ? sizes.get(id)!.width : sizes.get(id)!.height);
  const across = (id: string) => (isAcross ? sizes.get(id)!.height : sizes.get(id)!.width);
  const rows = rowsOf(chart);
  if (chart.direction === 'BT' || chart.direction === 'RL') rows.reverse();
  const lengthOf = (row: readonly string[]) =>
    row.reduce((sum, id) => sum + across(id), 0) + GAP.across * (row.length - 1);
  const longest = Math.max(...rows.map(lengthOf));
  const ids = new Map<string, string>();
  let down = 0;
  for (const row of rows) {
    const depth = Math.max(...row.map(along));
    let right = (longest - lengthOf(row)) / 2;
    for (const id of row) {
      const [a, b] = [right, down + (depth - along(id)) / 2];
      const place = { x: isAcross ? b : a, y: isAcross ? a : b, ...sizes.get(id)! };
      ids.set(id, drawing.box(place, nodes.get(id)!.text, STYLES[nodes.get(id)!.shape]));
      right += across(id) + GAP.across;
    }
    down += depth + GAP.along;
  }
  for (const { from, to, label } of chart.edges) if (from !== to) drawing.arrow(ids.get(from)!, ids.get(to)!, label);
  return drawing.elements;
}
