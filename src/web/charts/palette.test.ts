import { expect, it } from 'vitest';
import { fillOf, strokeOf } from './palette.ts';

it('gives a meaning one color wherever it stands, and no other meaning that color', () => {
  for (const place of [0, 1, 5]) {
    expect(fillOf(place, 'income')).toBe('fill-success');
    expect(fillOf(place, 'lost')).toBe('fill-danger');
    expect(strokeOf(place, 'expenses')).toBe('stroke-chart-2');
  }
  const meanings = ['income', 'lost', 'expenses', 'assets', 'commit', 'debts'];
  expect(new Set(meanings.map((key) => fillOf(0, key))).size).toBe(meanings.length);
});

it('gives eight series without a meaning distinct colors', () => {
  expect(new Set(Array.from({ length: 8 }, (_, i) => fillOf(i, `team-${i}`))).size).toBe(8);
  expect(fillOf(8)).toBe(fillOf(0));
});
