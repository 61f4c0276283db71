import { expect, it } from 'vitest';
import { framesInOrder } from './frames.ts';

it('presents frames row by row, from left to right', () => {
  const frame = (name: string, x: number, y: number) => ({ type: 'frame', name, x, y, width: 100, height: 100 });
  const elements = [
    frame('last', 0, 400),
    frame('second', 200, 30),
    { type: 'rectangle', x: 0, y: 0, width: 1, height: 1 },
    frame('first', 0, 40),
    frame('third', 400, 0),
  ];
  expect(framesInOrder(elements as never).map(({ name }) => name)).toEqual(['first', 'second', 'third', 'last']);
});
