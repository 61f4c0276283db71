import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../../testing/properties.ts';
import { updateWith } from './board-document.ts';
import { checkUpdate } from './check-update.ts';
import { drawFlowchart, FlowchartError, ranksOf, readFlowchart } from './flowchart.ts';

const CHART = `flowchart LR
  %% how a lead becomes a client
  A([Website form]) --> B{Qualified?}
  B -->|Yes| C[First call]
  B -- Not yet --> D["Newsletter (monthly)"]; C & D --> E((Client))
  style A fill:#fff`;

describe('a flowchart', () => {
  it('is read with its boxes, labels, and direction', () => {
    expect(readFlowchart(CHART)).toEqual({
      direction: 'LR',
      nodes: [
        { id: 'A', text: 'Website form', shape: 'round' },
        { id: 'B', text: 'Qualified?', shape: 'diamond' },
        { id: 'C', text: 'First call', shape: 'box' },
        { id: 'D', text: 'Newsletter (monthly)', shape: 'box' },
        { id: 'E', text: 'Client', shape: 'circle' },
      ],
      edges: [
        { from: 'A', to: 'B', label: '' },
        { from: 'B', to: 'C', label: 'Yes' },
        { from: 'B', to: 'D', label: 'Not yet' },
        { from: 'C', to: 'E', label: '' },
        { from: 'D', to: 'E', label: '' },
      ],
    });
  });

  it.each([
    ['', 'Start with “flowchart TD”'],
    ['sequenceDiagram\n A->>B: Hi', 'Start with “flowchart TD”'],
    ['flowchart TD', 'Add a box'],
    ['flowchart TD\n A[Start --> B', 'Line 2: “]” is missing'],
    ['flowchart TD\n A B', 'Line 2: an arrow such as “-->” is expected before “B”'],
    ['flowchart TD\n A -->', 'Line 2: a box is expected.'],
    ['flowchart TD\n subgraph one', 'Line 2: groups (subgraph) are not supported'],
  ])('%j is refused with a sentence', (text, message) => {
    expect(() => readFlowchart(text)).toThrow(message);
  });

  it('is drawn with boxes that do not overlap, in the order of the arrows', () => {
    const elements = drawFlowchart(readFlowchart(CHART), 'chart') as unknown as {
      type: string;
      x: number;
      y: number;
      width: number;
      height: number;
    }[];
    const boxes = elements.filter(({ type }) => ['rectangle', 'diamond', 'ellipse'].includes(type));
    expect([boxes.length, elements.filter(({ type }) => type === 'arrow').length]).toEqual([5, 5]);
    boxes.forEach((one, index) => {
      for (const other of boxes.slice(index + 1))
        expect(
          one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y,
        ).toBe(true);
    });
    expect(checkUpdate(updateWith(elements as never))).toBeUndefined();
  });

  it('with any arrows, loops included, is drawn, and arrows lead on except in loops', () => {
    const edges = fc.array(fc.tuple(fc.nat(8), fc.nat(8)), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(edges, (pairs) => {
        const chart = readFlowchart(`graph TD\n${pairs.map(([a, b]) => `n${a} --> n${b}`).join('\n')}`);
        const ranks = ranksOf(chart);
        expect(drawFlowchart(chart, 'c').every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
        const forward = pairs.filter(([a, b]) => a < b);
        const noLoops = readFlowchart(`graph TD\n${forward.map(([a, b]) => `n${a} --> n${b}`).join('\n') || 'n1'}`);
        const straight = ranksOf(noLoops);
        for (const { from, to } of noLoops.edges) expect(straight.get(to)!).toBeGreaterThan(straight.get(from)!);
        expect(ranks.size).toBe(chart.nodes.length);
      }),
    );
  });

  it('any text is read or refused, never anything else', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        try {
          drawFlowchart(readFlowchart(`flowchart TD\n${text}`), 'c');
        } catch (error) {
          expect(error).toBeInstanceOf(FlowchartError);
        }
      }),
    );
  });
});
