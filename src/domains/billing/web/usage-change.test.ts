import { expect, it } from 'vitest';
import { usageChange } from './usage-change.ts';

it.each([
  ['10', '0', ''],
  ['12', '10', ', 20% more than all of last month'],
  ['5', '10', ', 50% less than all of last month'],
  ['10', '10', ', the same as last month'],
])('compares %s with %s', (now, before, text) => expect(usageChange(now, before)).toBe(text));
