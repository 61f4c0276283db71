import { describe, expect, it } from 'vitest';
import { compileFormula, type FieldTypes } from './compile.ts';

const FIELDS: FieldTypes = new Map([['n', 'number'], ['t', 'text'], ['d', 'day'], ['b', 'boolean']]);
const value = (source: string, values: Record<string, unknown> = {}) => compileFormula(source, FIELDS).run(values);

describe('functions', () => {
  it.each([
    ['and(true, 1 < 2)', true], ['and(true, 1 > 2)', false], ['or(false, 1 < 2)', true], ['or(false, 1 > 2)', false], ['not(1 > 2)', true], ['not(1 < 2)', false],
    ['floor(-1.5)', -2], ['ceil(-1.5)', -1], ['abs(-3)', 3], ['abs(3)', 3], ['min(3, -1, 2)', -1], ['max(-3, -1)', -1], ['sum(1, 2, 3.5)', 6.5], ['round(2.345, 2)', 2.35], ['round(-2.345, 2)', -2.35], ['round(1234.5, -2)', 1200], ['round(0.5)', 1],
    ['lower("ÀB")', 'àb'], ['trim("  a b ")', 'a b'], ['left("👍👍a", 2)', '👍👍'], ['left("abc", -1)', ''], ['right("abc", 2)', 'bc'], ['right("abc", 0)', ''], ['right("abc", 9)', 'abc'], ['contains("abc", "d")', false],
    ['text(1.5)', '1.5'], ['text(1 < 2)', 'yes'], ['text(1 > 2)', 'no'], ['text(day(2026, 1, 2))', '2026-01-02'], ['number(" 12.5 ")', 12.5], ['number("12x")', null], ['number("")', null], ['number("Infinity")', null],
    ['year(day(2026, 11, 21))', 2026], ['month(day(2026, 11, 21))', 11], ['weekday(day(2026, 11, 23))', 1], ['weekday(day(2026, 11, 22))', 7], ['weekday(day(1969, 12, 31))', 3], ['addDays(day(2024, 2, 28), 2)', '2024-03-01'], ['addDays(day(2024, 3, 1), -1.9)', '2024-02-29'],
    ['addDays(day(2024, 1, 1), 400000)', null], ['days(day(2024, 3, 1), day(2024, 2, 28))', -2], ['day(2026, 13, 1)', null], ['length("👍")', 1], ['if(1 < 2, 5, 6)', 5],
  ])('%s', (source, expected) => expect(value(source)).toBe(expected));

  it.each([
    // Those that know what a blank means to them.
    ['if({b}, 1, 2)', 2], ['and({b}, true)', false], ['or({b}, true)', true], ['not({b})', true], ['blank({n})', true], ['first({t}, "x")', 'x'], ['first({t}, {t})', null], ['min({n}, 2)', 2], ['min({n}, {n})', null], ['max({n}, 2)', 2], ['max({n}, {n})', null],
    ['sum({n}, 2)', 2], ['sum({n}, {n})', 0], ['length({t})', 0],
    // All others are blank of a blank.
    ['round({n})', null], ['floor({n})', null], ['ceil({n})', null], ['abs({n})', null], ['upper({t})', null], ['lower({t})', null], ['trim({t})', null], ['left({t}, 1)', null], ['right({t}, 1)', null], ['contains({t}, "x")', null], ['text({n})', null], ['number({t})', null],
    ['day({n}, 1, 1)', null], ['year({d})', null], ['month({d})', null], ['weekday({d})', null], ['addDays({d}, 1)', null], ['days({d}, {d})', null],
  ])('of blanks: %s', (source, expected) => expect(value(source)).toBe(expected));
});
