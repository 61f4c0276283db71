/** A small seeded random source: the same seed gives the same sequence on every machine. */

export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `low` to `high`, inclusive. */
  int(low: number, high: number): number;
  /** True with probability `share`. */
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Several different items, in the order of `items`. */
  some<T>(items: readonly T[], count: number): T[];
  /** A weighted choice: `{ call: 3, meeting: 1 }` gives `call` three times as often. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

/** FNV-1a, 32 bits: a number from a text. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Mulberry32 by Tommy Ettinger (public domain): 32 bits of state, plenty for sample data, unfit for secrets. */
export function createRandom(seed: string): Random {
  let state = seedOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: (items) => items[int(0, items.length - 1)]!,
    some(items, count) {
      const left = Math.min(count, items.length);
      const chosen = new Set<number>();
      while (chosen.size < left) chosen.add(int(0, items.length - 1));
      return items.filter((_, i) => chosen.has(i));
    },
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key;
      }
      return entries.at(-1)![0];
    },
  };
}
