import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Numbers, Stretches } from './numbers.ts';

it('sorts whatever stands below the bound, and lets others have their turn', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 2 ** 31 - 1 }), { maxLength: 300 }),
      fc.integer({ min: 0, max: 20 }),
      async (some, shift) => {
        const values = some.map((value) => value * 2 ** shift);
        const numbers = new Numbers();
        for (const value of values) numbers.push(value);
        let rests = 0;
        const sorted = await numbers.sorted(2 ** (31 + shift), new Stretches(async () => void (rests += 1)), 0.5);
        expect([...sorted]).toEqual(values.toSorted((a, b) => a - b));
        expect(rests).toBeGreaterThan(200);
      },
    ),
  );
});
