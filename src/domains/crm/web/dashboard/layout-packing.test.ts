import { describe, expect, test } from 'vitest';
import { pack } from './layout-packing.ts';

const narrow = (height: number) => ({ height, wide: false });
const wide = (height: number) => ({ height, wide: true });

describe('cards in two columns', () => {
  test('a card goes where the column ends higher', () => {
    expect(pack([narrow(100), narrow(300), narrow(50), narrow(40)], 10)).toEqual([
      { column: 1, top: 0 },
      { column: 2, top: 0 },
      { column: 1, top: 110 },
      { column: 1, top: 170 },
    ]);
  });

  test('a wide one stands below everything before it, and nothing after it climbs above it', () => {
    expect(pack([narrow(100), narrow(300), wide(20), narrow(5)], 10)).toEqual([
      { column: 1, top: 0 },
      { column: 2, top: 0 },
      { column: 1, top: 310 },
      { column: 1, top: 340 },
    ]);
  });
});
