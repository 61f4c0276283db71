/** Numbers that look like chance and are the same for the same key, on every machine and every day. */
import { createHash } from 'node:crypto';

export interface Chance {
  /** From 0 up to 1. */
  share(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
}

/** @param key whatever the numbers belong to: `seed/2026-11-21/groceries` */
export function chanceOf(key: string): Chance {
  let block = createHash('sha256').update(key).digest();
  let at = 0;
  const share = (): number => {
    if (at + 4 > block.length) {
      block = createHash('sha256').update(block).digest();
      at = 0;
    }
    const value = block.readUInt32BE(at) / 2 ** 32;
    at += 4;
    return value;
  };
  const between = (low: number, high: number): number => low + Math.floor(share() * (high - low + 1));
  return { share, between, pick: (items) => items[between(0, items.length - 1)]! };
}
