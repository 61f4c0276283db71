import { describe, expect, it } from 'vitest';
import { gather, layoutFlow } from './flow-layout.ts';

const source = (key: string, value: number) => ({ key, label: key, value });

describe('a diagram of flows', () => {
  it('draws both sides to one scale, stacked to the height of the pot', () => {
    const { left, right, pot } = layoutFlow([source('pay', 100)], [source('rent', 60), source('rest', 40)], 210, 10);
    expect(pot).toEqual({ y: 5, height: 200 });
    expect(left).toMatchObject([{ y: 5, height: 200, potY: 5 }]);
    expect(right).toMatchObject([
      { y: 0, height: 120, potY: 5 },
      { y: 130, height: 80, potY: 125 },
    ]);
  });
  it('combines small flows, and omits missing ones', () => {
    expect(gather([source('a', 1), source('b', 5), source('c', 2), source('d', 0)], 2, 'Other')).toEqual([
      source('b', 5),
      { key: 'rest', label: 'Other (2)', value: 3 },
    ]);
    expect(layoutFlow([], [], 100, 10).left).toEqual([]);
  });
});
