import { expect, it } from 'vitest';
import { mentionAt } from './mention-at.ts';

it('finds the name behind the @ before the caret', () => {
  expect(mentionAt('ask @An', 7)).toEqual({ from: 4, query: 'An' });
  expect(mentionAt('ask @', 5)).toEqual({ from: 4, query: '' });
  expect(mentionAt('ask @Ann Lee', 12)).toEqual({ from: 4, query: 'Ann Lee' });
  for (const [text, caret] of [
    ['a@b', 3],
    ['@ x', 3],
    ['@Ann\nx', 6],
    ['@Ann Lee is here', 16],
    ['no', 2],
  ] as const)
    expect(mentionAt(text, caret)).toBeUndefined();
});
