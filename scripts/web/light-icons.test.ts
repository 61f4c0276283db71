import { describe, expect, it } from 'vitest';
import { joinShapes } from './light-icons.ts';

describe('an icon with several shapes', () => {
  it('becomes one path with each shape in place', () => {
    expect(
      joinShapes(
        'node: [\n  ["path", { d: "m2 3 4 5" }],\n  ["path", { d: "m9.5.5h2" }],\n  ["circle", { cx: "9", cy: "7", r: "4" }],\n  ["line", { x1: "1", y1: "2", x2: "3", y2: "4" }],\n  ["rect", { width: "18", height: "10", x: "3", y: "4", rx: "2" }]\n]',
      ),
    ).toBe(
      'node: [\n  ["path", { d: "M2 3l4 5M9.5 .5h2M5 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM1 2L3 4M5 4h14a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-6a2 2 0 0 1 2 -2z" }]\n]',
    );
  });

  it('stays unchanged when a shape is filled', () => {
    const code = '["path", { d: "M1 1" }], ["circle", { cx: "9", cy: "7", r: "4", fill: "currentColor" }]';
    expect(joinShapes(code)).toBe(code);
  });
});
