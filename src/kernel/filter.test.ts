import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Filter } from './filter.ts';
import { COUNTED_RANGES, filterFrom, MAX_CONDITIONS, NAMED_RANGES, NO_FILTER, OPERATORS } from './filter-terms.ts';

const text = fc.string({ maxLength: 20 }).filter((value) => !value.includes('\0'));
const value = fc.oneof(
  text,
  fc.integer(),
  fc.tuple(fc.integer(), fc.integer()),
  fc.array(text, { minLength: 1, maxLength: 3 }),
  fc.record({ range: fc.constantFrom(...NAMED_RANGES) }),
  fc.record({ range: fc.constantFrom(...COUNTED_RANGES), days: fc.integer({ min: 1, max: 3660 }) }),
);
const condition = fc.record(
  { field: fc.string({ minLength: 1, maxLength: 20 }), op: fc.constantFrom(...Object.values(OPERATORS).flat()), value },
  { requiredKeys: ['field', 'op'] },
);
const match = fc.constantFrom('all', 'any');
const group = fc.record({ match, conditions: fc.array(condition, { minLength: 1, maxLength: 3 }) });
const filter = fc.record({ match, conditions: fc.array(fc.oneof(condition, group), { maxLength: 6 }) });

describe('a filter in an address', () => {
  it('is accepted whenever the server accepts it', () => {
    fc.assert(
      fc.property(filter, (raw) => {
        if (Filter.safeParse(raw).success) expect(filterFrom(raw)).toEqual(raw);
      }),
    );
  });
  it.each([
    undefined,
    null,
    'all',
    [],
    {},
    { match: 'some', conditions: [] },
    { match: 'all', conditions: [{ field: 'name', op: 'drop table' }] },
    { match: 'all', conditions: [{ match: 'any', conditions: [] }] },
    { match: 'all', conditions: [{ field: 'name', op: 'is', value: { range: 'ever' } }] },
    { match: 'all', conditions: [{ field: 'at', op: 'within', value: { range: 'last_days' } }] },
    { match: 'all', conditions: Array.from({ length: MAX_CONDITIONS + 1 }, () => ({ field: 'name', op: 'empty' })) },
  ])('is rejected when malformed: %j', (raw) => {
    expect(filterFrom(raw)).toBe(NO_FILTER);
  });
});
