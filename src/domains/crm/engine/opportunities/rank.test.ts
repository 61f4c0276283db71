import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONG_RANK, rankBetween, ranksBetween } from './rank.ts';

describe('rankBetween', () => {
  it('begins at a0 and counts on at either end', () => {
    expect(rankBetween(null, null)).toBe('a0');
    expect(rankBetween('a0', null)).toBe('a1');
    expect(rankBetween('az', null)).toBe('b00');
    expect(rankBetween(null, 'a0')).toBe('Zz');
    expect(rankBetween(null, 'Z0')).toBe('Yzz');
    expect(rankBetween('Zz', null)).toBe('a0');
  });

  it('halves a gap', () => {
    const middle = rankBetween('a0', 'a1');
    expect('a0' < middle && middle < 'a1').toBe(true);
    expect(rankBetween('a0', 'a2')).toBe('a1');
  });

  it('refuses an order that is none', () => {
    expect(() => rankBetween('a1', 'a0')).toThrow(RangeError);
    expect(() => rankBetween('a0', 'a0')).toThrow(RangeError);
    expect(() => rankBetween('?', null)).toThrow(RangeError);
    expect(() => rankBetween('b0', null)).toThrow(RangeError);
  });

  it('keeps the order of a board through any moves', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 300 }), (moves) => {
        const list = Array.from({ length: 5 }, (_, i) => `card ${i}`);
        const ranks = new Map<string, string>();
        for (const [i, rank] of ranksBetween(null, null, list.length).entries()) ranks.set(list[i]!, rank);
        for (const [from, to] of moves) {
          const [card] = list.splice(from % list.length, 1);
          const at = to % (list.length + 1);
          const [before, after] = [list[at - 1], list[at]];
          ranks.set(card!, rankBetween(before ? ranks.get(before)! : null, after ? ranks.get(after)! : null));
          list.splice(at, 0, card!);
        }
        const sorted = list.toSorted((one, other) => (ranks.get(one)! < ranks.get(other)! ? -1 : 1));
        expect(sorted).toEqual(list);
        expect(new Set(ranks.values()).size).toBe(list.length);
      }),
    );
  });

  it('stays short when a list grows at its ends', () => {
    let [first, last] = ['a0', 'a0'];
    for (let n = 0; n < 20_000; n++) [first, last] = [rankBetween(null, first), rankBetween(last, null)];
    expect(Math.max(first.length, last.length)).toBeLessThanOrEqual(4);
  });

  it('is merely long after halving one gap two hundred times', () => {
    let after = 'a1';
    for (let n = 0; n < 200; n++) after = rankBetween('a0', after);
    expect(after.length).toBeLessThan(LONG_RANK);
  });
});

describe('ranksBetween', () => {
  it('gives many places in order, all inside the gap', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 400 }),
        fc.constantFrom<[string | null, string | null]>(
          [null, null],
          ['a0', null],
          [null, 'a0'],
          ['a0', 'a1'],
          ['a0V', 'a1'],
        ),
        (count, [before, after]) => {
          const ranks = ranksBetween(before, after, count);
          expect(ranks).toHaveLength(count);
          const all = [...(before ? [before] : []), ...ranks, ...(after ? [after] : [])];
          expect(all.every((rank, i) => i === 0 || all[i - 1]! < rank)).toBe(true);
        },
      ),
    );
  });
});
