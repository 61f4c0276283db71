import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEntries, encodeEntries, withoutEntries } from './postings.ts';
import { cosine, quantize, signatureOf, SignatureSet } from './vectors.ts';

const entry = fc.record({
  number: fc.nat(0xffff_ffff),
  source: fc.nat(0xffff_ffff),
  count: fc.nat(0xffff),
  length: fc.nat(0xffff),
});

const unit = (values: readonly number[]) => {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
};

describe('postings', () => {
  it('are read as they were written, over several rows', () => {
    fc.assert(
      fc.property(fc.array(fc.array(entry, { maxLength: 20 }), { maxLength: 5 }), (rows) => {
        const { numbers, sources, counts, lengths } = decodeEntries(
          Buffer.concat(rows.map((row) => encodeEntries(row))),
        );
        const read = Array.from(numbers, (number, i) => ({
          number,
          source: sources[i],
          count: counts[i],
          length: lengths[i],
        }));
        expect(read).toEqual(rows.flat());
      }),
    );
  });

  it('lose exactly the passages that are removed', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), fc.nat(19), (entries, at) => {
        const gone = new Set(entries[at] ? [entries[at].number] : []);
        const left = decodeEntries(withoutEntries(encodeEntries(entries), gone));
        expect([...left.numbers]).toEqual(entries.map(({ number }) => number).filter((number) => !gone.has(number)));
      }),
    );
  });
});

describe('vectors', () => {
  it('keep their cosine in one byte for each dimension', () => {
    const values = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 });
    fc.assert(
      fc.property(values, values, (a, z) => {
        fc.pre(Math.hypot(...a) > 0.1 && Math.hypot(...z) > 0.1);
        const [one, other] = [unit(a), unit(z)];
        const exact = one.reduce((sum, value, i) => sum + value * other[i]!, 0);
        expect(Math.abs(cosine(one, quantize(other)) - exact)).toBeLessThan(0.02);
      }),
    );
  });

  it('are proposed by their signatures, of allowed sources only', () => {
    const set = new SignatureSet(signatureOf(unit(Array.from({ length: 64 }, () => 1))).byteLength);
    const vector = (n: number) => unit(Array.from({ length: 64 }, (_, i) => Math.sin(i * (n + 1))));
    for (let n = 0; n < 200; n++) set.add(n, n % 2, signatureOf(vector(n)));
    expect(set.nearest(signatureOf(vector(70)), 1)).toEqual([70]);
    const odd = set.nearest(signatureOf(vector(70)), 20, new Set([1]));
    expect(odd).toHaveLength(20);
    expect(odd.every((number) => number % 2 === 1)).toBe(true);
  });
});
