import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Column, formatLayout, hide, move, parseLayout, resize, show } from './columns.ts';
import { ALL_MATCHING, formatTotal, isSelected, NOTHING, selectedCount, setSelected, toggle } from './selection.ts';
import { formatSorting, parseSorting, toggleSort } from './sorting.ts';

const columns: Column<object>[] = ['name', 'company', 'email', 'phone', 'tags'].map((id) => ({
  id,
  header: id,
  width: 100,
  cell: () => null,
  hideable: id !== 'name',
}));

describe('column layout', () => {
  it('drops unknown and repeated columns, clamps widths, and puts the fixed column first', () => {
    expect(parseLayout('email:5,evil,company:99999,email,name', columns)).toEqual([
      { id: 'name' },
      { id: 'email', width: 64 },
      { id: 'company', width: 800 },
    ]);
  });
  it('reads its own output', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['company', 'email', 'phone', 'tags']),
        fc.integer({ min: 64, max: 800 }),
        (ids, width) => {
          const layout = [{ id: 'name' }, ...ids.map((id, index) => (index % 2 ? { id } : { id, width }))];
          expect(parseLayout(formatLayout(layout), columns)).toEqual(layout);
        },
      ),
    );
  });
  it('moves a column, but never before or out of the fixed ones', () => {
    const layout = parseLayout('name,company,email,phone', columns);
    const ids = (moved: typeof layout) => moved.map((entry) => entry.id).join();
    expect(ids(move(layout, 'phone', 1, 1))).toBe('name,phone,company,email');
    expect(ids(move(layout, 'company', 3, 1))).toBe('name,email,phone,company');
    expect(ids(move(layout, 'email', 0, 1))).toBe('name,email,company,phone');
    expect(ids(move(layout, 'name', 2, 1))).toBe('name,company,email,phone');
  });
  it('hides, shows, and resizes one column', () => {
    const layout = parseLayout('name,company', columns);
    expect(formatLayout(hide(layout, 'company'))).toBe('name');
    expect(formatLayout(show(show(layout, 'tags'), 'tags'))).toBe('name,company,tags');
    expect(formatLayout(resize(layout, 'company', 150.4))).toBe('name,company:150');
  });
});

describe('sorting', () => {
  it('reads only allowed fields, each once', () => {
    expect(parseSorting('company,-createdAt,company,password', ['company', 'createdAt'])).toEqual([
      { field: 'company', direction: 'asc' },
      { field: 'createdAt', direction: 'desc' },
    ]);
  });
  it('cycles through first direction, other direction, off', () => {
    const first = toggleSort([], 'createdAt', false, 'desc');
    const second = toggleSort(first, 'createdAt', false, 'desc');
    expect([
      formatSorting(first),
      formatSorting(second),
      formatSorting(toggleSort(second, 'createdAt', false, 'desc')),
    ]).toEqual(['-createdAt', 'createdAt', '']);
  });
  it('keeps the other levels with Shift', () => {
    const sorting = toggleSort(toggleSort([], 'company', false), 'name', true);
    expect(formatSorting(sorting)).toBe('company,name');
    expect(formatSorting(toggleSort(sorting, 'company', true))).toBe('-company,name');
    expect(formatSorting(toggleSort(sorting, 'name', false))).toBe('-name');
  });
});

describe('selection', () => {
  it('counts all matches minus exceptions', () => {
    const selection = toggle(toggle(ALL_MATCHING, 'a'), 'b');
    expect(isSelected(selection, 'a')).toBe(false);
    expect(isSelected(selection, 'c')).toBe(true);
    expect(selectedCount(selection, { count: 2013, capped: false })).toEqual({ count: 2011, capped: false });
    expect(selectedCount(toggle(selection, 'a'), { count: 10_000, capped: true })).toEqual({
      count: 9_999,
      capped: true,
    });
  });
  it('sets a range in a new value', () => {
    const some = setSelected(NOTHING, ['a', 'b', 'c'], true);
    const fewer = setSelected(some, ['b'], false);
    expect([...(fewer.kind === 'some' ? fewer.ids : [])]).toEqual(['a', 'c']);
    expect(isSelected(some, 'b')).toBe(true);
    expect(isSelected(NOTHING, 'a')).toBe(false);
  });
  it('writes totals exactly or as a lower bound', () => {
    expect(formatTotal({ count: 2013, capped: false }, 'en')).toBe('2,013');
    expect(formatTotal({ count: 10_000, capped: true }, 'en')).toBe('10,000+');
  });
});
