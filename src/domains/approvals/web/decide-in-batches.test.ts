import { describe, expect, it } from 'vitest';
import { inParts, PART } from './decide-in-batches.ts';

const ids = Array.from({ length: 2 * PART + 1 }, (_, n) => `id-${n}`);
const all = (part: string[]) => Promise.resolve({ done: part, skipped: [] });

describe('deciding on many', () => {
  it('goes through all of them in order, part by part', async () => {
    const through: number[] = [];
    const sizes: number[] = [];
    const outcome = await inParts(
      ids,
      (part) => {
        sizes.push(part.length);
        return Promise.resolve({ done: part.slice(1), skipped: [{ id: part[0]!, why: 'Decided on already.' }] });
      },
      (count) => through.push(count) > 0,
    );
    expect([sizes, through]).toEqual([
      [PART, PART, 1],
      [0, PART, 2 * PART],
    ]);
    expect([...outcome.done, ...outcome.skipped.map(({ id }) => id)].toSorted()).toEqual(ids.toSorted());
    expect([outcome.skipped.length, outcome.left, outcome.error]).toEqual([3, [], undefined]);
  });

  it('stops between two parts, and knows what is left', async () => {
    const outcome = await inParts(ids, all, (through) => through < PART);
    expect([outcome.done, outcome.left]).toEqual([ids.slice(0, PART), ids.slice(PART)]);
  });

  it('keeps what was decided when a call fails', async () => {
    const fault = new Error('gone');
    let calls = 0;
    const outcome = await inParts(
      ids,
      (part) => (++calls === 2 ? Promise.reject(fault) : all(part)),
      () => true,
    );
    expect(outcome).toEqual({ done: ids.slice(0, PART), skipped: [], left: ids.slice(PART), error: fault });
  });
});
