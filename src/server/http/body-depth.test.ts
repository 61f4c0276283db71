import { expect, it } from 'vitest';
import { isTooDeep, MAX_LEVELS } from './body-depth.ts';

const nested = (levels: number, inner: string, open = '{"a":', close = '}') =>
  open.repeat(levels) + inner + close.repeat(levels);
const long = `"${'x'.repeat(500)}"`;

it.each([
  ['as many levels as are allowed', nested(MAX_LEVELS, long), false],
  ['one more', nested(MAX_LEVELS + 1, '1'), true],
  ['lists', nested(MAX_LEVELS + 1, '', '[', ']'), true],
  ['brackets in texts', JSON.stringify({ a: '[{'.repeat(500), b: '"[\\"{'.repeat(500), c: '\\' }), false],
  ['levels behind a text that ends in a backslash', `["${'\\\\'.repeat(3)}",${nested(MAX_LEVELS, '1')}]`, true],
  ['many things beside each other', `[${Array.from({ length: 1_000 }, () => '{"a":[1]}').join()}]`, false],
  ['a text without an end', `"${'['.repeat(1_000)}`, false],
])('judges %s', (_, json, tooDeep) => {
  expect(isTooDeep(json)).toBe(tooDeep);
});
