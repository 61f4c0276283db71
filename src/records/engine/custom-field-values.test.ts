import { expect, it } from 'vitest';
import { checkCustomValue, type CustomDefinition } from './custom-field-values.ts';

const check = (kind: CustomDefinition['kind'], value: unknown, options: string[] = []) =>
  checkCustomValue({ key: 'k', label: 'Field', kind, options }, value as never, 'US');

it.each([
  ['text', 'x'.repeat(1000), 'x'.repeat(1000)],
  ['number', 0, 0],
  ['boolean', false, false],
  ['day', '2026-02-28', '2026-02-28'],
  ['select', 'a', 'a'],
  ['url', 'example.com', 'https://example.com/'],
  ['email', 'Ada <a@B.cd>', 'a@b.cd'],
  ['phone', '(415) 555-0100', '+14155550100'],
] as const)('takes a value of kind %s as it is stored', (kind, value, stored) =>
  expect(check(kind, value, ['a'])).toEqual({ value: stored }),
);

it.each([
  ['text', 'x'.repeat(1001)],
  ['text', 5],
  ['number', '5'],
  ['number', Number.NaN],
  ['boolean', 'yes'],
  ['day', '2026-02-29'],
  ['select', 'b'],
  ['url', 'ftp://x.example'],
  ['email', 'none'],
  ['phone', '12'],
  ['formula', 1],
  ['rollup', 1],
] as const)('refuses what kind %s cannot hold, in words', (kind, value) =>
  expect(check(kind, value, ['a'])).toEqual({ problem: expect.stringMatching(/^Field .+\.$/) }),
);

it('takes of many choices each once, a single one as a list, and names the one that is not offered', () => {
  expect(check('multi', ['a', 'b', 'a'], ['a', 'b'])).toEqual({ value: ['a', 'b'] });
  expect(check('multi', 'a', ['a'])).toEqual({ value: ['a'] });
  expect(check('multi', ['a', 'c'], ['a'])).toEqual({ problem: 'Field does not offer "c".' });
});

it.each(['text', 'number', 'multi', 'formula'] as const)('blank is blank in kind %s', (kind) =>
  expect([check(kind, null), check(kind, ''), check(kind, [])]).toEqual([
    { value: null },
    { value: null },
    { value: null },
  ]),
);
