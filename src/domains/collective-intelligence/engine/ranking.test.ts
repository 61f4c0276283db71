import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byPlace, meanPlaces } from './ranking.ts';

const ABC = ['A', 'B', 'C'];

describe('mean places', () => {
  it('average over the rankings', () => {
    const places = meanPlaces(ABC, [
      ['B', 'A', 'C'],
      ['B', 'C', 'A'],
    ]);
    expect(Object.fromEntries(places)).toEqual({ A: 2.5, B: 1, C: 2.5 });
    expect(byPlace(places)).toEqual(['B', 'A', 'C']);
  });
  it('let answers that were left out share the places that are left', () => {
    expect(Object.fromEntries(meanPlaces(ABC, [['C']]))).toEqual({ A: 2.5, B: 2.5, C: 1 });
  });
  it('ignore letters that are unknown or repeated', () => {
    expect(Object.fromEntries(meanPlaces(ABC, [['Z', 'A', 'A', 'B', 'C']]))).toEqual({ A: 1, B: 2, C: 3 });
  });
  it('always add up to the same sum', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.constantFrom('A', 'B', 'C', 'Z')), { minLength: 1 }), (rankings) => {
        const sum = [...meanPlaces(ABC, rankings).values()].reduce((total, place) => total + place, 0);
        expect(sum).toBeCloseTo(6, 9);
      }),
    );
  });
});
