/**
 * Finds pairs that may be the same among many records without comparing all with all: records that share a key are in one
 * block, and only pairs within a block are scored. Keys are hashed to 32 bits and sorted together with the record's
 * position in one array of numbers: a million records take a few hundred megabytes less than a map of keys would.
 */
import { type Judged, POSSIBLE } from './score.ts';

/** A block with more records than this says too little about each of them. */
const LARGEST_BLOCK = 48;
/** Positions take 20 bits beside the hash's 32: together they fit a double exactly. */
const POSITIONS = 2 ** 20;

export const MOST_RECORDS = POSITIONS;

export interface Pair extends Judged {
  a: number;
  b: number;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

class Numbers {
  #values = new Float64Array(1 << 16);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  sorted(): Float64Array {
    return this.#values.subarray(0, this.length).sort();
  }
}

export interface Search<Record> {
  records: readonly Record[];
  keysOf: (record: Record) => readonly string[];
  score: (a: Record, b: Record) => Judged;
  /** Whether a pair of these positions is of interest. */
  wanted?: (a: number, b: number) => boolean;
  /** Called now and then with the share that is done: a chance to let others run, and to stop. */
  breathe?: (done: number) => Promise<void>;
}

const BREATH = 20_000;

/** @returns pairs from `POSSIBLE` on, each once, `a` before `b`. @throws RangeError for more than `MOST_RECORDS` */
export async function findPairs<Record>({ records, keysOf, score, wanted = () => true, breathe }: Search<Record>): Promise<Pair[]> {
  if (records.length > MOST_RECORDS) throw new RangeError(`At most ${MOST_RECORDS} records can be compared at once.`);
  const entries = new Numbers();
  for (const [position, record] of records.entries()) {
    for (const key of keysOf(record)) entries.push(hash(key) * POSITIONS + position);
    if (position % BREATH === BREATH - 1) await breathe?.((position / records.length) * 0.3);
  }
  const candidates = candidatesIn(entries.sorted(), wanted);
  const pairs: Pair[] = [];
  let last = -1;
  for (const [i, candidate] of candidates.entries()) {
    if (i % BREATH === BREATH - 1) await breathe?.(0.3 + (i / candidates.length) * 0.7);
    // Pairs that share several keys stand beside each other.
    if (candidate === last) continue;
    last = candidate;
    const [a, b] = [Math.floor(candidate / POSITIONS), candidate % POSITIONS];
    const found = score(records[a]!, records[b]!);
    if (found.score >= POSSIBLE) pairs.push({ a, b, ...found });
  }
  return pairs;
}

/** All pairs of one block, for every block; sorted. */
function candidatesIn(entries: Float64Array, wanted: (a: number, b: number) => boolean): Float64Array {
  const candidates = new Numbers();
  for (let start = 0, end = 0; start < entries.length; start = end) {
    const block = Math.floor(entries[start]! / POSITIONS);
    while (end < entries.length && Math.floor(entries[end]! / POSITIONS) === block) end += 1;
    if (end - start > LARGEST_BLOCK) continue;
    for (let i = start; i < end; i++) {
      for (let j = i + 1; j < end; j++) {
        const [a, b] = [entries[i]! % POSITIONS, entries[j]! % POSITIONS];
        if (a !== b && wanted(a, b)) candidates.push(a * POSITIONS + b);
      }
    }
  }
  return candidates.sorted();
}
