import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculationOrder, compileFormula, type FieldTypes } from '../../../../records/engine/formula/compile.ts';
import { FormulaError } from '../../../../records/engine/formula/parse.ts';

const FIELDS: FieldTypes = new Map([
  ['a', 'number'],
  ['b', 'number'],
  ['name', 'text'],
  ['from', 'day'],
  ['until', 'day'],
  ['vip', 'boolean'],
]);
const value = (source: string, values: Record<string, unknown> = {}) => compileFormula(source, FIELDS).run(values);
const problem = (source: string) => {
  try {
    compileFormula(source, FIELDS);
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
  throw new Error(`${source} was accepted`);
};

describe('a formula', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['-2 * -3', 6],
    ['2 - -1', 3],
    ['0.1 + 0.2', 0.3],
    ['7 / 2', 3.5],
    ['1 / 0', null],
    ['"a" & "b"', 'ab'],
    ['"say \\"hi\\""', 'say "hi"'],
    ['1 < 2', true],
    ['"A" = "a"', true],
    ['1 = 1 & "" <> ""', undefined],
    ['if(1 > 2, "x", "y")', 'y'],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ['max(1, 5, 3)', 5],
    ['first(number("x"), 4)', 4],
    ['upper(left("gauntlet", 3))', 'GAU'],
    ['days(day(2024, 2, 28), day(2024, 3, 1))', 2],
    ['addDays(day(2023, 12, 31), 1)', '2024-01-01'],
    ['day(2023, 2, 30)', null],
    ['weekday(day(2026, 11, 21))', 6],
    ['length("né")', 2],
    ['contains("Ada Lovelace", "LOVE")', true],
  ])('%s', (source, expected) => {
    if (expected === undefined) expect(problem(source)).toBeInstanceOf(FormulaError);
    else expect(value(source)).toBe(expected);
  });

  it('knows the day that its values bring, and says that it is another tomorrow', () => {
    const left = compileFormula('days(TODAY(), {until})', FIELDS);
    expect([left.type, left.daily, left.fields]).toEqual(['number', true, ['until']]);
    expect(left.run({ until: '2026-03-01', '@today': '2026-02-27' })).toBe(2);
    expect([left.run({ until: '2026-03-01' }), left.run({ '@today': '2026-02-27' })]).toEqual([null, null]);
    expect(compileFormula('"today()" & text({until})', FIELDS).daily).toBe(false);
    expect(compileFormula('if({vip}, addDays(today(), 1), {until})', FIELDS)).toMatchObject({
      type: 'day',
      daily: true,
    });
    expect([problem('today(1)').message, problem('{@today}')]).toEqual([
      'Write it as today(): the day that it is.',
      expect.any(FormulaError),
    ]);
  });

  it('reads fields, and is blank where one is', () => {
    expect(value('{a} * {b}', { a: 6, b: 7 })).toBe(42);
    expect(value('{a} * {b}', { a: 6 })).toBeNull();
    expect(value('sum({a}, {b})', { a: 6 })).toBe(6);
    expect(value('{name} & "!"', {})).toBe('!');
    expect(value('blank({name})', { name: '' })).toBe(true);
    expect(value('{from} < {until}', { from: '2026-01-01' })).toBe(false);
    expect(value('if({vip}, 10, 0)', {})).toBe(0);
    // A stored value of another kind, from before the field was changed, counts as blank.
    expect(value('{a} + 1', { a: 'six' })).toBeNull();
  });

  it.each([
    ['', 0],
    ['1 +', 3],
    ['1 2', 2],
    ['{gone}', 0],
    ['amount * 2', 0],
    ['nope(1)', 0],
    ['if(1, 2, 3)', 0],
    ['if({vip}, 1, "x")', 0],
    ['{a} + {name}', 4],
    ['{a} & "x"', 4],
    ['{from} = {a}', 7],
    ['round()', 0],
    ['(1', 2],
    ['1; drop', 1],
    ['constructor(1)', 0],
    ['-"x"', 0],
    ['{vip} < {vip}', 6],
  ])('says where %j is wrong', (source, at) => {
    expect(problem(source).at).toBe(at);
  });

  it('is never run as code, is bounded, and fails only in its own way whatever is written', () => {
    expect(problem('('.repeat(100)).message).toMatch(/deeply/);
    expect(problem(`1${' + 1'.repeat(1000)}`).message).toMatch(/characters/);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 60 }),
          fc
            .array(fc.constantFrom('{a}', '{name}', '+', '-', '(', ')', ',', 'if', 'sum', '"x"', '1', '<', '&'), {
              maxLength: 15,
            })
            .map((parts) => parts.join(' ')),
        ),
        (source) => {
          try {
            compileFormula(source, FIELDS).run({ a: 1, name: 'n' });
          } catch (error) {
            expect(error).toBeInstanceOf(FormulaError);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('calculates as arithmetic does', () => {
    const whole = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(whole, whole, whole, (x, y, z) => {
        expect(value(`${x} + ${y} * ${z}`.replaceAll('+ -', '- ').replaceAll('* -', '* -'))).toBe(x + y * z + 0);
      }),
    );
  });
});

describe('calculated fields that read each other', () => {
  it('come after what they read', () => {
    const result = calculationOrder(
      new Map([
        ['c', ['b', 'x']],
        ['b', ['a']],
        ['a', []],
      ]),
    );
    expect(result).toEqual({ order: ['a', 'b', 'c'] });
  });
  it('may not read themselves, over however many others', () => {
    expect(
      calculationOrder(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['a']],
        ]),
      ),
    ).toEqual({ circle: ['a', 'b', 'c', 'a'] });
    expect(calculationOrder(new Map([['a', ['a']]]))).toEqual({ circle: ['a', 'a'] });
  });
});
