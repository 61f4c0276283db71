import { describe, expect, it } from 'vitest';
import { isOneSlip, respellings, vocabularyOf } from './spelling.ts';

describe('a slip', () => {
  it.each([
    ['ibrahm', 'ibrahim'],
    ['ibrahiim', 'ibrahim'],
    ['ibrahin', 'ibrahim'],
    ['ibrhaim', 'ibrahim'],
    ['brahim', 'ibrahim'],
    ['ibrahi', 'ibrahim'],
  ])('%s is one for %s', (typed, meant) => {
    expect([isOneSlip(typed, meant), isOneSlip(meant, typed)]).toEqual([true, true]);
  });
  it.each([
    ['ibrahim', 'ibrahim'],
    ['ibram', 'ibrahim'],
    ['abcd', 'badc'],
    ['abcd', 'cdab'],
    ['rosa', 'rome'],
  ])('%s is none for %s', (typed, meant) => {
    expect([isOneSlip(typed, meant), isOneSlip(meant, typed)]).toEqual([false, false]);
  });
});

describe('what may have been meant', () => {
  const known = vocabularyOf([
    ['mona', 9],
    ['ibrahim', 5],
    ['berg', 2],
    ['borg', 7],
    ['bergmann', 3],
    ['b4rg', 50],
  ]);
  it('replaces what no one is called by what is, the most frequent first', () => {
    expect(respellings(known, ['mona', 'ibrahm'])).toEqual([['mona', 'ibrahim']]);
    expect(respellings(known, ['burg'])).toEqual([['borg'], ['berg']]);
  });
  it('replaces several that no one is called at once', () => {
    expect(respellings(known, ['moma', 'ibrahm'])).toEqual([['mona', 'ibrahim']]);
    expect(respellings(known, ['moma', 'qqxzzy'])).toEqual([]);
  });
  it('replaces one at a time where all are known but not together', () => {
    expect(respellings(known, ['mona', 'berg'])).toEqual([['mona', 'borg']]);
  });
  it('takes three letters for a word that lacks one, and for nothing else', () => {
    expect(respellings(known, ['brg'])).toEqual([['borg'], ['berg']]);
    expect(
      respellings(
        vocabularyOf([
          ['mon', 9],
          ['ab', 3],
        ]),
        ['man'],
      ),
    ).toEqual([]);
  });
  it('knows a name of several parts by each of them', () => {
    expect(
      respellings(
        vocabularyOf([
          ["o'connor-lukas", 1],
          ['connor', 2],
        ]),
        ['conor'],
      ),
    ).toEqual([['connor']]);
    expect(respellings(vocabularyOf([["o'connor-lukas", 1]]), ['lukass'])).toEqual([['lukas']]);
  });
  it('leaves numbers and shorter words alone', () => {
    expect(respellings(known, ['mo', '4711'])).toEqual([]);
  });
});
