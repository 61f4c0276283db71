import { describe, expect, it } from 'vitest';
import { followRow } from './follow-row.ts';
import { gridKey } from './grid-keys.ts';

const size = { first: 100, end: 300, columns: 5, page: 20 };
const press = (
  key: string,
  at = { row: 150, column: -1 },
  held: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
) => gridKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held }, at, size);
const to = (row: number, column = -1, extend = false) => ({ kind: 'go', to: { row, column }, extend });

describe('grid keys', () => {
  it('move by rows and pages and stop at loaded rows', () => {
    expect([press('j'), press('ArrowUp'), press('PageDown'), press('End'), press('Home')]).toEqual([
      to(151),
      to(149),
      to(170),
      to(299),
      to(100),
    ]);
    expect(press('k', { row: 100, column: -1 })).toEqual(to(100));
    expect(press('ArrowDown', { row: 299, column: 2 })).toEqual(to(299, 2));
  });
  it('enter and leave cells sideways', () => {
    expect([
      press('ArrowRight'),
      press('ArrowLeft', { row: 150, column: 0 }),
      press('ArrowRight', { row: 150, column: 4 }),
    ]).toEqual([to(150, 0), to(150, -1), to(150, 4)]);
    expect([press('Home', { row: 150, column: 3 }), press('End', { row: 150, column: 3 })]).toEqual([
      to(150, 0),
      to(150, 4),
    ]);
  });
  it('extend with Shift, and select all loaded rows with Ctrl or ⌘ A', () => {
    expect(press('ArrowDown', undefined, { shiftKey: true })).toEqual(to(151, -1, true));
    expect(press('x', undefined, { shiftKey: true })).toEqual({ kind: 'select', extend: true });
    expect(press('a', undefined, { metaKey: true })).toEqual({ kind: 'selectLoaded' });
  });
  it('preview the row with P', () => {
    expect([press('p'), press('p', undefined, { ctrlKey: true })]).toEqual([{ kind: 'preview' }, undefined]);
  });
  it('ignore other keys', () => {
    expect([
      press('a'),
      press('k', undefined, { ctrlKey: true }),
      press('ArrowDown', undefined, { altKey: true }),
      press('Tab'),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('the current row', () => {
  const of = (first: number, ...ids: string[]) => ({ rows: ids.map((id) => ({ id })), firstIndex: first });
  it('stays current when rows are added or removed above it, or an earlier page loads', () => {
    expect(followRow(of(0, 'a', 'b', 'c'), of(0, 'new', 'a', 'b', 'c'), 1)).toBe(2);
    expect(followRow(of(0, 'a', 'b', 'c'), of(0, 'b', 'c'), 2)).toBe(1);
    expect(
      followRow(of(100, 'a', 'b'), of(0, ...Array.from({ length: 100 }, (_, at) => `e${at}`), 'a', 'b'), 101),
    ).toBe(101);
  });
  it('is none when its row is gone, never another row', () => {
    expect(followRow(of(0, 'a', 'b'), of(0, 'a', 'c'), 1)).toBeUndefined();
    expect(followRow(of(0), of(0, 'a'), 0)).toBeUndefined();
  });
});
