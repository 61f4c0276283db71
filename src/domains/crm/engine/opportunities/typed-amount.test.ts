import { describe, expect, it } from 'vitest';
import { parseAmount } from './typed-amount.ts';

describe('parseAmount', () => {
  it.each([
    ['12500', '12500'],
    ['12,500.50', '12500.50'],
    ['12.500,50', '12500.50'],
    ['12 500', '12500'],
    ["€ 1'000", '1000'],
    ['1,5', '1.5'],
    ['1.5', '1.5'],
    ['1,500', '1500'],
    ['1.234.567', '1234567'],
    ['0.125', '0.125'],
    ['$99.9', '99.9'],
    ['.5', '0.5'],
    ['007', '7'],
    ['12.', '12'],
    ['1234.5678', '1234.5678'],
    ['12 USD', '12'],
    ['CHF 12', '12'],
  ])('reads %s', (typed, amount) => expect(parseAmount(typed)).toBe(amount));
  it.each([
    '',
    'abc',
    '1e5',
    '-5',
    '−5',
    '12x',
    '5k',
    '1.5m',
    '(12)',
    '12 million',
    '5-',
    '1.2.3,4,5',
    '1234567890123456',
    '1.23456',
  ])('refuses %j', (typed) => expect(parseAmount(typed)).toBeUndefined());
});
