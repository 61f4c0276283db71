import { describe, expect, it } from 'vitest';
import type { Condition, Filter } from '../../../kernel/filter.ts';
import { wordsOf } from './search-prefilter.ts';

const all = (...conditions: Condition[]): Filter => ({ match: 'all', conditions });
const wanted = (filter: Filter) => wordsOf('contact', filter).map(({ alternatives }) => alternatives);

describe('words of a filter that a search text must hold', () => {
  it('are those of conditions on fields that stand in it whole', () => {
    expect(wanted(all({ field: 'city', op: 'is', value: 'New York' }))).toEqual([[['%new york%']]]);
    expect(wanted(all({ field: 'tags', op: 'any_of', value: ['VIP', '50%'] }))).toEqual([[['%vip%'], ['%50\\%%']]]);
    expect(wanted(all({ field: 'tags', op: 'all_of', value: ['vip', 'partner'] }))).toEqual([[['%vip%', '%partner%']]]);
    expect(
      wordsOf(
        'lead',
        all({ field: 'city', op: 'is', value: 'Oslo' }, { field: 'source', op: 'any_of', value: ['Fair'] }),
      ),
    ).toHaveLength(2);
  });

  it('are none where a fitting record may not hold them', () => {
    const none: Condition[] = [
      // Shortened, or not there at all.
      { field: 'about', op: 'contains', value: 'marmalade' },
      { field: 'country', op: 'any_of', value: ['Germany'] },
      { field: 'city', op: 'is_not', value: 'Oslo' },
      { field: 'tags', op: 'none_of', value: ['vip'] },
      { field: 'city', op: 'empty' },
      // Old texts have their accents still; trigrams say nothing about two letters; spaces were collapsed.
      { field: 'city', op: 'is', value: 'Zürich' },
      { field: 'city', op: 'contains', value: 'os' },
      { field: 'city', op: 'is', value: 'New  York' },
      { field: 'name', op: 'contains', value: "O'Neill" },
      { field: 'tags', op: 'any_of', value: ['vip', 'x'] },
      { field: 'tags', op: 'any_of', value: ['one', 'two', 'three', 'four', 'five'] },
    ];
    for (const condition of none) expect([condition, wanted(all(condition))]).toEqual([condition, []]);
    const either: Filter = {
      match: 'any',
      conditions: [
        { field: 'city', op: 'is', value: 'Oslo' },
        { field: 'title', op: 'is', value: 'Owner' },
      ],
    };
    expect(wanted(either)).toEqual([]);
  });

  it('look past one of several that must match, which says nothing', () => {
    // With one of a tag's letters too few, the other still holds.
    expect(wanted(all({ field: 'tags', op: 'all_of', value: ['x', 'partner'] }))).toEqual([[['%partner%']]]);
  });
});
