import { describe, expect, it } from 'vitest';
import type { Condition, Filter, FilterField } from './filter.ts';
import { matchesFilter } from './filter-match.ts';

const FIELDS = new Map<string, FilterField>(
  [
    ['name', 'text'],
    ['club', 'text'],
    ['email', 'text'],
    ['amount', 'number'],
    ['won', 'boolean'],
    ['stage', 'select'],
    ['tags', 'tags'],
    ['owner', 'reference'],
    ['due', 'day'],
    ['at', 'instant'],
  ].map(([field, kind]) => [field!, { field: field!, label: field!, kind: kind as FilterField['kind'] }]),
);

const RECORD: Record<string, unknown> = {
  name: 'Éloïse Straße',
  club: "O'Neill’s",
  email: ['a@one.example', 'b@two.example'],
  amount: '1200.50',
  won: true,
  stage: 'open',
  tags: ['vip', 'eu'],
  owner: 'u1',
  due: '2026-03-02',
  at: '2026-03-01T23:30:00.000Z',
};
const CONTEXT = { now: new Date('2026-03-02T10:00:00Z'), timeZone: 'Europe/Berlin', userId: 'u1' };

const holds = (filter: Filter, record = RECORD) => matchesFilter(filter, FIELDS, (field) => record[field], CONTEXT);
const one = (field: string, op: Condition['op'], value?: unknown) =>
  holds({ match: 'all', conditions: [{ field, op, ...(value !== undefined && { value }) } as Condition] });

describe('a condition', () => {
  it.each<[string, Condition['op'], unknown, boolean]>([
    ['name', 'contains', 'eloise strasse', true],
    ['name', 'not_contains', 'anna', true],
    ['name', 'starts_with', 'ÉLO', true],
    ['name', 'ends_with', 'asse', true],
    ['club', 'is', "o’neill's", true],
    ['email', 'is', 'B@two.example', true],
    ['email', 'is_not', 'b@two.example', false],
    ['name', 'empty', undefined, false],
    ['amount', 'gt', 1200, true],
    ['amount', 'lte', 1200, false],
    ['amount', 'between', [1300, 1000], true],
    ['amount', 'neq', 1200.5, false],
    ['won', 'true', undefined, true],
    ['won', 'false', undefined, false],
    ['stage', 'any_of', ['open', 'won'], true],
    ['stage', 'none_of', ['open'], false],
    ['tags', 'all_of', ['vip', 'eu'], true],
    ['tags', 'all_of', ['vip', 'us'], false],
    ['owner', 'any_of', ['me'], true],
    ['owner', 'none_of', ['me'], false],
    ['due', 'on', '2026-03-02', true],
    ['due', 'before', '2026-03-02', false],
    ['due', 'within', { range: 'today' }, true],
    // Half past midnight in Berlin.
    ['at', 'on', '2026-03-02', true],
    ['at', 'within', { range: 'yesterday' }, false],
    ['gone', 'empty', undefined, false],
    ['amount', 'contains', 'x', false],
  ])('%s %s %j is %s', (field, op, value, expected) => expect(one(field, op, value)).toBe(expected));

  it('without a value matches only when it asks for none', () => {
    const empty = (op: Condition['op'], field: string, value?: unknown) =>
      holds({ match: 'all', conditions: [{ field, op, ...(value !== undefined && { value }) } as Condition] }, {});
    expect(['name', 'tags', 'amount', 'due'].map((field) => empty('empty', field))).toEqual([true, true, true, true]);
    expect(empty('eq', 'amount', 0)).toBe(false);
    expect(empty('neq', 'amount', 0)).toBe(true);
    expect(empty('within', 'due', { range: 'today' })).toBe(false);
  });
});

it('conditions are joined by all or any, including groups, and an empty filter matches everything', () => {
  const yes: Condition = { field: 'won', op: 'true' };
  const no: Condition = { field: 'won', op: 'false' };
  expect(holds({ match: 'all', conditions: [] })).toBe(true);
  expect(holds({ match: 'all', conditions: [yes, no] })).toBe(false);
  expect(holds({ match: 'any', conditions: [no, yes] })).toBe(true);
  expect(holds({ match: 'all', conditions: [yes, { match: 'any', conditions: [no, yes] }] })).toBe(true);
  expect(holds({ match: 'any', conditions: [no, { match: 'all', conditions: [yes, no] }] })).toBe(false);
});
