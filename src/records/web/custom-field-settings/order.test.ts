import { expect, it } from 'vitest';
import { placesAfter } from './order.ts';

const of = (...positions: number[]) => positions.map((position, at) => ({ id: 'abcd'[at]!, position }));
const written = (...args: Parameters<typeof placesAfter<ReturnType<typeof of>[number]>>) =>
  placesAfter(...args).map(({ field: { id }, position }) => `${id}${position}`);

it('moves a field by writing the two that change places', () => {
  expect(written(of(0, 1, 2), 2, 1)).toEqual(['c1', 'b2']);
  expect(written(of(0, 1, 2), 0, 1)).toEqual(['b0', 'a1']);
});

it('moves one of two that stand at the same place, as they do when a move broke off between them', () => {
  expect(written(of(0, 1, 1), 2, 1)).toEqual(['b2']);
  expect(written(of(3, 3, 7), 1, 0)).toEqual(['b0', 'a1', 'c2']);
});
