import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Step } from '../contract/definition.ts';
import {
  blankStep,
  freshId,
  insertStep,
  moveStep,
  placeOf,
  relocateStep,
  removeStep,
  replaceStep,
  shiftStep,
} from './edit.ts';
import { layoutOf, NODE_HEIGHT, NODE_WIDTH } from './layout.ts';
import { allSteps } from './step-tree.ts';

const KINDS = ['branch', 'approval', 'tag', 'delay', 'stop'] as const;

/** A tree grown by a series of insertions at places that exist. */
const trees = fc.array(fc.tuple(fc.constantFrom(...KINDS), fc.nat(), fc.nat()), { maxLength: 14 }).map((plan) => {
  let steps: Step[] = [];
  for (const [kind, where, which] of plan) {
    const lists = [
      { place: {}, size: steps.length },
      ...allSteps(steps).flatMap((step) =>
        step.kind === 'branch'
          ? [
              { place: { parent: step.id, port: step.paths[0]!.id }, size: step.paths[0]!.steps.length },
              { place: { parent: step.id, port: 'otherwise' }, size: step.otherwise.length },
            ]
          : step.kind === 'approval'
            ? [{ place: { parent: step.id, port: 'rejected' }, size: step.rejected.length }]
            : [],
      ),
    ];
    const list = lists[where % lists.length]!;
    steps = insertStep(
      steps,
      { ...list.place, index: which % (list.size + 1) },
      blankStep(kind, freshId(steps), { hasRecord: true }),
    );
  }
  return steps;
});
const withStep = trees
  .filter((steps) => steps.length > 0)
  .chain((steps) => fc.tuple(fc.constant(steps), fc.constantFrom(...allSteps(steps).map((step) => step.id))));

describe('changing a tree', () => {
  it('shifts a step through every place, into ways and out of them, and back again', () => {
    fc.assert(
      fc.property(withStep, ([steps, id]) => {
        const on = shiftStep(steps, id, 1);
        expect(
          allSteps(on)
            .map((step) => step.id)
            .toSorted(),
        ).toEqual(
          allSteps(steps)
            .map((step) => step.id)
            .toSorted(),
        );
        if (
          placeOf(on, id)!.index !== placeOf(steps, id)!.index ||
          placeOf(on, id)!.parent !== placeOf(steps, id)!.parent
        )
          expect(shiftStep(on, id, -1)).toEqual(steps);
      }),
    );
    const tag = blankStep('tag', 'tag', { hasRecord: true });
    const ask = blankStep('approval', 'ask', { hasRecord: true });
    const walk = [tag, ask].map((step) => step as Step);
    const places = [1, 2, 3]
      .reduce<Step[][]>((all) => [...all, shiftStep(all.at(-1)!, 'tag', 1)], [walk])
      .map((steps) => placeOf(steps, 'tag'));
    expect(places).toEqual([
      { index: 0 },
      { parent: 'ask', port: 'approved', index: 0 },
      { parent: 'ask', port: 'rejected', index: 0 },
      { index: 1 },
    ]);
  });

  it('never makes two steps of one id', () => {
    fc.assert(
      fc.property(trees, (steps) => {
        const ids = allSteps(steps).map((step) => step.id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('what is removed comes back at its place', () => {
    fc.assert(
      fc.property(withStep, ([steps, id]) => {
        const step = allSteps(steps).find((one) => one.id === id)!;
        expect(insertStep(removeStep(steps, id), placeOf(steps, id)!, step)).toEqual(steps);
      }),
    );
  });

  it('moving down and up again changes nothing, and loses nothing', () => {
    fc.assert(
      fc.property(withStep, ([steps, id]) => {
        const down = moveStep(steps, id, 1);
        expect(allSteps(down)).toHaveLength(allSteps(steps).length);
        if (JSON.stringify(down) !== JSON.stringify(steps)) expect(moveStep(down, id, -1)).toEqual(steps);
      }),
    );
  });

  it('moving elsewhere keeps every step, also when a step should go into itself', () => {
    fc.assert(
      fc.property(withStep, fc.nat(), ([steps, id], which) => {
        const target = allSteps(steps)[which % allSteps(steps).length]!;
        const moved = relocateStep(steps, id, { ...placeOf(steps, target.id)! });
        expect(
          allSteps(moved)
            .map((step) => step.id)
            .sort(),
        ).toEqual(
          allSteps(steps)
            .map((step) => step.id)
            .sort(),
        );
      }),
    );
    const branch = blankStep('branch', 'b', { hasRecord: true });
    expect(relocateStep([branch], 'b', { parent: 'b', port: 'otherwise', index: 0 })).toEqual([branch]);
  });

  it('replacing changes one step alone', () => {
    fc.assert(
      fc.property(withStep, ([steps, id]) => {
        const step = allSteps(steps).find((one) => one.id === id)!;
        const named = replaceStep(steps, { ...step, name: 'New' });
        expect(
          allSteps(named)
            .filter((one) => one.name === 'New')
            .map((one) => one.id),
        ).toEqual([id]);
      }),
    );
  });
});

describe('the layout', () => {
  it('lays every step once, and none over another', () => {
    fc.assert(
      fc.property(trees, (steps) => {
        const { nodes, edges } = layoutOf(steps);
        expect(
          nodes
            .filter((node) => node.step)
            .map((node) => node.id)
            .sort(),
        ).toEqual(
          allSteps(steps)
            .map((step) => step.id)
            .sort(),
        );
        nodes.forEach((one, n) =>
          nodes.slice(n + 1).forEach((other) => {
            const apart = Math.abs(one.x - other.x) >= NODE_WIDTH || Math.abs(one.y - other.y) >= NODE_HEIGHT;
            expect(apart).toBe(true);
          }),
        );
        const ids = new Set(nodes.map((node) => node.id));
        expect(edges.every((edge) => ids.has(edge.from) && ids.has(edge.to))).toBe(true);
        expect(new Set(edges.map((edge) => edge.id)).size).toBe(edges.length);
      }),
    );
  });

  it('a step that is put on a line goes where the line says', () => {
    fc.assert(
      fc.property(trees, (steps) => {
        for (const { place, to } of layoutOf(steps).edges) {
          if (!place || to === 'end') continue;
          const next = insertStep(steps, place, { id: 'new', name: '', kind: 'stop' });
          expect(placeOf(next, 'new')).toEqual(place);
        }
      }),
    );
  });
});
