import { describe, expect, it } from 'vitest';
import { labelledFirms, labelledPeople } from '../../../../testing/labeled-duplicates.ts';
import { firmKeys, personKeys, toFirm, toPerson } from './candidates.ts';
import { findPairs, type Pair } from './find.ts';
import { CERTAIN, scoreFirms, scorePeople } from './score.ts';
import { jaroWinkler, oneSlip } from './similarity.ts';

interface Measured {
  /** Share of the true pairs that are found. */
  recall: number;
  /** Share of the found pairs that are true. */
  precision: number;
  /** The same among those that may be merged without a look. */
  certainPrecision: number;
}

function measure(records: readonly { who: number }[], pairs: readonly Pair[]): Measured {
  const same = ({ a, b }: Pair) => records[a]!.who === records[b]!.who;
  const sizes = new Map<number, number>();
  for (const { who } of records) sizes.set(who, (sizes.get(who) ?? 0) + 1);
  const truth = [...sizes.values()].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
  const certain = pairs.filter(({ score }) => score >= CERTAIN);
  const right = pairs.filter(same).length;
  const sure = certain.filter(same).length;
  return { recall: right / truth, precision: right / pairs.length, certainPrecision: sure / certain.length };
}

describe('finding duplicates', () => {
  // Decision 29 quotes these bars. Change both together.
  it.each([7, 8, 9])('finds people by the bar, seed %i', async (seed) => {
    const { records } = labelledPeople(4_000, seed);
    const found = await findPairs({ records: records.map(toPerson), keysOf: personKeys, score: scorePeople });
    const { recall, precision, certainPrecision } = measure(records, found);
    expect({ recall, precision, certainPrecision }).toEqual({
      recall: expect.toSatisfy((share: number) => share >= 0.975),
      precision: expect.toSatisfy((share: number) => share >= 0.97),
      certainPrecision: expect.toSatisfy((share: number) => share >= 0.998),
    });
  });

  it.each([11, 12, 13])('finds companies by the bar, seed %i', async (seed) => {
    const { records } = labelledFirms(2_000, seed);
    const found = await findPairs({ records: records.map(toFirm), keysOf: firmKeys, score: scoreFirms });
    const { recall, precision, certainPrecision } = measure(records, found);
    expect({ recall, precision, certainPrecision }).toEqual({
      recall: expect.toSatisfy((share: number) => share >= 0.98),
      precision: expect.toSatisfy((share: number) => share >= 0.93),
      certainPrecision: expect.toSatisfy((share: number) => share >= 0.995),
    });
  });
});

describe('two texts', () => {
  it('are one slip apart by a letter more, less, another, or two swapped, and by nothing else', () => {
    expect(['mart', 'mara', 'mrata', 'xarta', 'martta'].map((other) => oneSlip('marta', other))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(['marta', 'martin', 'tarma', 'ma'].map((other) => oneSlip('marta', other))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('are alike as Jaro and Winkler have it', () => {
    // The examples of Winkler (1990).
    expect(jaroWinkler('MARTHA', 'MARHTA')).toBeCloseTo(0.9611, 4);
    expect(jaroWinkler('DWAYNE', 'DUANE')).toBeCloseTo(0.84, 4);
    expect(jaroWinkler('DIXON', 'DICKSONX')).toBeCloseTo(0.8133, 4);
  });
});
