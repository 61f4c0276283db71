/** Where the steps of a workflow stand on the canvas: downwards, the ways of a branch side by side. Pure. */
import type { Step } from '../contract/definition.ts';
import type { Place } from './edit.ts';
import { waysOf } from './step-tree.ts';

export const NODE_WIDTH = 240;
export const NODE_HEIGHT = 64;
const GAP_X = 40;
const GAP_Y = 56;

export interface LaidNode {
  id: string;
  x: number;
  y: number;
  /** Absent for the trigger and the end. */
  step?: Step;
  /** A place at which an empty list waits for its first step. */
  empty?: Place;
}

export interface LaidEdge {
  id: string;
  from: string;
  to: string;
  label?: string;
  port?: string;
  /** Where a step that is put on this edge goes; absent where lines only come together. */
  place?: Place;
}

export interface Layout {
  nodes: LaidNode[];
  edges: LaidEdge[];
  width: number;
  height: number;
}

/** A line that waits for what comes next. */
interface Loose {
  from: string;
  label?: string;
  port?: string;
  place?: Place;
}

interface Block {
  width: number;
  height: number;
}

/** Lays out trigger, steps and end; all x are of the nodes' left edges, the trigger's center is at 0. */
export function layoutOf(steps: readonly Step[]): Layout {
  const nodes: LaidNode[] = [{ id: 'trigger', x: -NODE_WIDTH / 2, y: 0 }];
  const edges: LaidEdge[] = [];
  const join = (loose: readonly Loose[], to: string) => {
    for (const { from, ...rest } of loose) edges.push({ id: `${from}-${rest.port ?? ''}-${to}`, from, to, ...rest });
  };

  /** Places a list below `y` around `centre`, and answers its size and the lines that leave it. */
  const placeList = (
    list: readonly Step[],
    where: { parent?: string; port?: string },
    centre: number,
    top: number,
    incoming: Loose[],
  ): { y: number; loose: Loose[] } => {
    let y = top;
    let loose: Loose[] = incoming.map((line) => ({ ...line, place: { ...where, index: 0 } }));
    list.forEach((step, index) => {
      nodes.push({ id: step.id, x: centre - NODE_WIDTH / 2, y, step });
      join(loose, step.id);
      y += NODE_HEIGHT + GAP_Y;
      const ways = waysOf(step);
      const after = { ...where, index: index + 1 };
      if (ways.length === 0) {
        loose = [{ from: step.id, place: after }];
        return;
      }
      const widths = ways.map((way) => Math.max(sizeOf(way.steps).width, NODE_WIDTH));
      let left = centre - (widths.reduce((sum, width) => sum + width, 0) + GAP_X * (ways.length - 1)) / 2;
      let bottom = y;
      const out: Loose[] = [];
      ways.forEach((way, n) => {
        const placed = placeList(way.steps, { parent: step.id, port: way.port }, left + widths[n]! / 2, y, [
          { from: step.id, label: way.label, port: way.port },
        ]);
        if (way.steps.length === 0) {
          const id = `${step.id}:${way.port}`;
          nodes.push({
            id,
            x: left + widths[n]! / 2 - NODE_WIDTH / 2,
            y,
            empty: { parent: step.id, port: way.port, index: 0 },
          });
          edges.push({ id: `${step.id}-${way.port}-${id}`, from: step.id, to: id, label: way.label, port: way.port });
          out.push({ from: id });
          bottom = Math.max(bottom, y + NODE_HEIGHT + GAP_Y);
        } else {
          out.push(
            ...placed.loose.map(({ from, label, port }): Loose => ({
              from,
              ...(label !== undefined && { label }),
              ...(port !== undefined && { port }),
            })),
          );
          bottom = Math.max(bottom, placed.y);
        }
        left += widths[n]! + GAP_X;
      });
      y = bottom;
      // Several lines meet: only the first of them takes what is put there.
      loose = out.map((line, n) => (n === 0 ? { ...line, place: after } : line));
    });
    return { y, loose };
  };

  const { y, loose } = placeList(steps, {}, 0, NODE_HEIGHT + GAP_Y, [{ from: 'trigger' }]);
  nodes.push({ id: 'end', x: -NODE_WIDTH / 2, y });
  join(loose, 'end');
  return { nodes, edges, width: Math.max(sizeOf(steps).width, NODE_WIDTH), height: y + NODE_HEIGHT };
}

function sizeOf(steps: readonly Step[]): Block {
  let width = NODE_WIDTH;
  let height = 0;
  for (const step of steps) {
    height += NODE_HEIGHT + GAP_Y;
    const ways = waysOf(step).map((way) => sizeOf(way.steps));
    if (ways.length === 0) continue;
    width = Math.max(
      width,
      ways.reduce((sum, way) => sum + Math.max(way.width, NODE_WIDTH), 0) + GAP_X * (ways.length - 1),
    );
    height += Math.max(...ways.map((way) => Math.max(way.height, NODE_HEIGHT + GAP_Y)));
  }
  return { width, height };
}
