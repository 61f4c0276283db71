import { describe, expect, it } from 'vitest';
import { rangeOf } from './download.ts';

describe('a Range header', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-400', { start: 90, end: 99 }],
    ['bytes=-30', { start: 70, end: 99 }],
    ['bytes=-400', { start: 0, end: 99 }],
    ['bytes=100-', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=20-10', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=-', undefined],
    ['items=0-1', undefined],
    ['', undefined],
  ])('%j of 100 bytes', (header, range) => expect(rangeOf(header, 100)).toEqual(range));
  it('may be absent', () => expect(rangeOf(undefined, 100)).toBeUndefined());
});
