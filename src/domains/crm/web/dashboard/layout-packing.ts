/**
 * Cards of different heights in two columns: each begins where the one above it ends, so that no short one is drawn out
 * beside a long one.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useMediaQuery } from '../../../../web/table/use-environment.ts';

export interface Packed {
  /** First column, from 1. */
  column: 1 | 2;
  /** Distance from the top in pixels. */
  top: number;
}

/**
 * Places each card in the column that ends higher, the left one if both end alike; a wide one below both.
 * @param gap between cards, in pixels
 */
export function pack(cards: readonly { height: number; wide: boolean }[], gap: number): Packed[] {
  const ends: [number, number] = [0, 0];
  return cards.map(({ height, wide }) => {
    const column = wide || ends[0] <= ends[1] ? 1 : 2;
    const top = wide ? Math.max(...ends) : ends[column - 1]!;
    const end = top + height + gap;
    if (wide) ends.fill(end);
    else ends[column - 1] = end;
    return { column, top };
  });
}

const TWO_COLUMNS = '(min-width: 1024px)';
/** As between the page's other cards. */
const GAP = 16;

/**
 * Keeps the items of a grid packed, the wide ones over both columns; on small screens it leaves them alone.
 * @param cards in the items' order
 * @returns the grid's ref
 */
export function usePacked<Grid extends HTMLElement>(
  cards: readonly { id: string; wide: boolean }[],
): RefObject<Grid | null> {
  const list = useRef<Grid>(null);
  const twoColumns = useMediaQuery(TWO_COLUMNS);
  const order = cards.map(({ id, wide }) => (wide ? `${id}:wide` : id)).join(' ');
  useLayoutEffect(() => {
    const grid = list.current;
    if (!grid || !twoColumns) return undefined;
    const items = [...grid.children] as HTMLElement[];
    const wide = order.split(' ').map((card) => card.endsWith(':wide'));
    const place = () => {
      const sizes = items.map((item, index) => ({ height: item.offsetHeight, wide: wide[index]! }));
      pack(sizes, GAP).forEach(({ column, top }, index) => {
        const { style } = items[index]!;
        style.gridRow = `${top + 1} / span ${sizes[index]!.height}`;
        style.gridColumn = wide[index] ? '1 / -1' : String(column);
      });
      grid.style.gridAutoRows = '1px';
      grid.style.rowGap = '0';
    };
    // At once: the first picture is the packed one.
    place();
    const heights = new ResizeObserver(place);
    for (const item of items) heights.observe(item);
    return () => {
      heights.disconnect();
      for (const { style } of [grid, ...items])
        style.gridRow = style.gridColumn = style.gridAutoRows = style.rowGap = '';
    };
  }, [order, twoColumns]);
  return list;
}
