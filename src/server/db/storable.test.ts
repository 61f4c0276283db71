import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { storableJson } from './storable.ts';

const kept = (value: unknown): unknown => JSON.parse(storableJson(value));

describe('JSON that the database can hold', () => {
  it('drops NUL and replaces unpaired surrogates, in names and values', () => {
    expect(kept(['a\0b', { 'k\0': '\ud83d', deep: ['\ude00x', '😀'] }])).toEqual([
      'ab',
      { k: '\ufffd', deep: ['\ufffdx', '😀'] },
    ]);
  });

  it('keeps text that only looks like an escape', () => {
    for (const text of ['\\u0000', '\\\\u0000', 'C:\\ud800\\x', '\\"', '\\u0001\u0001']) expect(kept(text)).toBe(text);
    expect(kept('\\\0')).toBe('\\');
  });

  it('is the text without NUL, well-formed, for any text', () => {
    const signs = fc.constantFrom('\\', '\\\\', '\0', '\ud800', '\udfff', '😀', 'u0000', 'ud800', '"', 'a', '\u0001');
    fc.assert(
      fc.property(
        fc.array(signs).map((parts) => parts.join('')),
        (text) => {
          expect(kept({ text })).toEqual({ text: text.toWellFormed().replaceAll('\0', '') });
        },
      ),
    );
  });
});
