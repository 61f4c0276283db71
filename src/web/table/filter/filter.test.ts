import { describe, expect, it } from 'vitest';
import {
  type Condition,
  type Filter,
  type FilterField,
  Filter as FilterSchema,
  NO_FILTER,
} from '../../../kernel/filter.ts';
import { addCondition, addGroup, removeCondition, replaceCondition, setMatch } from './edit.ts';
import { conditionWords } from './labels.ts';

const name: Condition = { field: 'name', op: 'contains', value: 'ada' };
const owner: Condition = { field: 'owner', op: 'any_of', value: ['me', 'u2', 'u3', 'u4'] };
const fields = new Map<string, FilterField>([
  ['name', { field: 'name', label: 'Name', kind: 'text' }],
  ['owner', { field: 'owner', label: 'Owner', kind: 'reference', choices: 'owners' }],
  ['tags', { field: 'tags', label: 'Tags', kind: 'tags' }],
  ['created', { field: 'created', label: 'Created', kind: 'instant' }],
]);
const words = (condition: Condition) => {
  const { field, operator, value } = conditionWords(condition, fields, (_, id) => (id === 'u2' ? 'Ben' : undefined));
  return [field, operator, value].filter(Boolean).join(' ');
};

describe('editing a filter', () => {
  it('adds a group that matches the other way, and fills it', () => {
    const filter = addCondition(addGroup(addCondition(NO_FILTER, name), owner), name, 1);
    expect(filter).toEqual({ match: 'all', conditions: [name, { match: 'any', conditions: [owner, name] }] });
    expect(FilterSchema.safeParse(filter).success).toBe(true);
  });
  it('removes a group with its last condition, so that no empty group is sent', () => {
    const filter = addGroup(NO_FILTER, name);
    expect(removeCondition(filter, [0, 0])).toEqual(NO_FILTER);
    expect(removeCondition(addCondition(filter, owner, 0), [0, 0])).toEqual({
      match: 'all',
      conditions: [{ match: 'any', conditions: [owner] }],
    });
  });
  it('replaces and rematches in place, leaving the old value alone', () => {
    const filter: Filter = { match: 'all', conditions: [name, { match: 'any', conditions: [owner] }] };
    expect(replaceCondition(filter, [1, 0], name)).toEqual({
      match: 'all',
      conditions: [name, { match: 'any', conditions: [name] }],
    });
    expect(setMatch(filter, 'all', 1).conditions[1]).toEqual({ match: 'all', conditions: [owner] });
    expect(setMatch(filter, 'any').match).toBe('any');
    expect(filter.match).toBe('all');
  });
});

describe('a condition in words', () => {
  it('names references and shortens long lists', () => {
    expect(words(owner)).toBe('Owner is any of Me, Ben and 2 more');
  });
  it('speaks of tags as had', () => {
    expect(words({ field: 'tags', op: 'none_of', value: ['vip'] })).toBe('Tags has none of vip');
  });
  it('says relative ranges', () => {
    expect(words({ field: 'created', op: 'within', value: { range: 'last_days', days: 7 } })).toBe(
      'Created is within the last 7 days',
    );
  });
  it('says when a condition fits no field any more', () => {
    expect(words({ field: 'custom.gone', op: 'is', value: 'x' })).toBe('custom.gone cannot be used here');
    expect(words({ field: 'name', op: 'between', value: [1, 2] })).toBe('Name cannot be used here');
  });
});
