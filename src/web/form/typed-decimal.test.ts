import { describe, expect, it } from 'vitest';
import { plainDecimal } from './typed-decimal.ts';

describe('typed numbers', () => {
  it.each([
    ['1,250.50', '1250.50'],
    ['1.250,50', '1250.50'],
    ['1 250,5', '1250.5'],
    ["1'250", '1250'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['12,5', '12.5'],
    ['0,125', '0.125'],
    ['1,2345', '1.2345'],
    ['€ 12.50', '12.50'],
    ['12,50 €', '12.50'],
    ['USD 1,250.00', '1250.00'],
    ['12,5 %', '12.5'],
    ['−3.5', '-3.5'],
    ['-1.250,00', '-1250.00'],
    ['-$12', '-12'],
    ['12,34,567.50', '1234567.50'],
    ['US$ 12.50', '12.50'],
    ['12,50 kr', '12.50'],
    ['1 250 zł', '1250'],
    ['Fr. 12.50', '12.50'],
    ['+3', '3'],
  ])('reads %s', (typed, plain) => expect(plainDecimal(typed, false)).toBe(plain));
  it('keep a plain number: three decimals of a rate are no thousands', () => {
    for (const text of ['1250.50', '1.084', '-3', '', '0.5']) expect(plainDecimal(text, true)).toBe(text);
  });
  it("use the reader's language for one comma before three digits", () => {
    expect([plainDecimal('1,250', false), plainDecimal('1,250', true)]).toEqual(['1250', '1.250']);
  });
  it("keep invalid text for the field's own error", () => {
    for (const text of [
      'abc',
      '1e5',
      '12,',
      '1,2,3',
      '1.2,3.4',
      '5 or 6',
      '1-2',
      '--3',
      '31/12/2026',
      '1.25.0',
      '12x',
      '5k',
      '2.5m',
      '(12.50)',
      '12h',
      '3 pcs',
      '12 mi',
    ])
      expect(plainDecimal(text, false)).toBe(text);
  });
});
