import { expect, it } from 'vitest';
import { targetOf } from './routing.ts';

const A = { typeId: 'a' };
const B = { typeId: 'b' };
const NONE = { message: 'Not yet' };
const route = {
  rules: [
    { answers: ['Large', 'Now'], target: A },
    { answers: [null, 'Now'], target: B },
    { answers: ['Small'], target: NONE },
  ],
  fallback: B,
};

it('leads to the target of the first rule that fits', () => {
  expect(targetOf(route, ['Large', 'Now'])).toBe(A);
  expect(targetOf(route, ['Small', 'Now'])).toBe(B);
  expect(targetOf(route, ['Small', 'Later'])).toBe(NONE);
});

it('leads everyone else to the fallback', () => {
  expect(targetOf(route, ['Large', 'Later'])).toBe(B);
  expect(targetOf({ rules: [], fallback: NONE }, [])).toBe(NONE);
});
