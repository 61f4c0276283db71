import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHollow, joinList, parseBoolean, parseDay, splitList, splitName } from './cell-values.ts';

describe('a date', () => {
  it.each([
    ['2026-11-21', '2026-11-21'],
    ['2026/1/2', '2026-01-02'],
    ['2026-11-21T10:00:00Z', '2026-11-21'],
    ['2026-11-21 10:00', '2026-11-21'],
    ['21.11.2026', '2026-11-21'],
    ['21-11-26', '2026-11-21'],
    ['21 11 2026', '2026-11-21'],
    ['21/11/2026, 10:00', '2026-11-21'],
    ['1.2.69', '2069-02-01'],
    ['1.2.70', '1970-02-01'],
    ['21 November 2026', '2026-11-21'],
    ['21. Nov. 2026', '2026-11-21'],
    ['Nov 1st, 2026', '2026-11-01'],
    ['November 23rd 2026', '2026-11-23'],
    ['29/02/2024', '2024-02-29'],
  ])('is read: %s', (text, day) => expect(parseDay(text, 'dmy')).toBe(day));

  it('is read in the order that the file has, and in the other where only that gives a day', () => {
    expect([parseDay('03/04/2026', 'dmy'), parseDay('03/04/2026', 'mdy')]).toEqual(['2026-04-03', '2026-03-04']);
    expect([parseDay('13/04/2026', 'mdy'), parseDay('04/13/2026', 'dmy')]).toEqual(['2026-04-13', '2026-04-13']);
  });

  it.each([
    '',
    '29.02.2023',
    '31/31/2027',
    '2026-13-01',
    '2026-00-10',
    '12.2026',
    '21 Foo 2026',
    'tomorrow',
    '1.2.3',
    '12345678',
  ])('is not guessed at: %s', (text) => expect(parseDay(text, 'dmy')).toBeUndefined());
});

describe('yes and no', () => {
  it.each([
    ['Yes', true],
    ['x', true],
    [' JA ', true],
    ['1', true],
    ['opted in', true],
    ['No', false],
    ['0', false],
    ['nein', false],
    ['unsubscribed', false],
    ['maybe', undefined],
    ['', undefined],
    ['10', undefined],
  ])('%s', (text, expected) => {
    expect(parseBoolean(text)).toBe(expected);
  });
});

describe('a cell', () => {
  it('of several is split by the first sign that parts, and by no other', () => {
    expect(splitList('a, b; c')).toEqual(['a, b', 'c']);
    expect(splitList('a, b | c')).toEqual(['a, b', 'c']);
    expect(splitList('a,\n b')).toEqual(['a,', 'b']);
    expect(splitList('a,, b ,')).toEqual(['a', 'b']);
    expect([splitList('one'), splitList(' ')]).toEqual([['one'], []]);
    expect([splitList('5" pipe, 6" pipe'), splitList('"a; b"; c')]).toEqual([
      ['5" pipe', '6" pipe'],
      ['a; b', 'c'],
    ]);
  });

  it('of several is read as it was written, whatever signs stand in them', () => {
    const member = fc
      .string({ unit: fc.constantFrom('a', ' ', ';', ',', '|', '"', '\n', '='), minLength: 1, maxLength: 5 })
      .map((text) => text.trim())
      .filter(Boolean);
    fc.assert(
      fc.property(fc.array(member, { maxLength: 4 }), (members) => {
        expect(splitList(joinList(members))).toEqual(members);
      }),
    );
    expect([joinList(['VIP', 'a, b']), joinList(['a, b']), joinList(['a; b', '5"'])]).toEqual([
      'VIP; a, b',
      'a, b;',
      '"a; b"; "5"""',
    ]);
  });

  it.each([
    ['', true],
    [' - ', true],
    ['N/A', true],
    ['null', true],
    ['Unknown', true],
    ['none of it', false],
    ['0', false],
    ['no', false],
  ])('that says nothing is known as such: "%s"', (text, expected) => {
    expect(isHollow(text)).toBe(expected);
  });
});

describe('a whole name', () => {
  it.each([
    ['Ada King', 'Ada', 'King'],
    ['King, Ada', 'Ada', 'King'],
    ['  Ada   Augusta  King ', 'Ada Augusta', 'King'],
    ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
    ['Van Morrison', 'Van', 'Morrison'],
    ['Juan de la Cruz', 'Juan', 'de la Cruz'],
    ['Cher', 'Cher', ''],
    ['Vincent van', 'Vincent', 'van'],
    [', Ada', ',', 'Ada'],
  ])('%s', (text, firstName, lastName) => expect(splitName(text)).toEqual({ firstName, lastName }));
});
