/**
 * Finds pairs that may be the same among many records without comparing all with all: records that share a key are in
 * one block, and only pairs within a block are scored. Keys are hashed to 32 bits and sorted together with the record's
 * position in one array of numbers: a million records take a few hundred megabytes less than a map of keys would.
 */
import { Numbers, Stretches } from './numbers.ts';
import { type Judged, POSSIBLE } from './score.ts';

/** A block with more records than this says too little about each of them. */
const LARGEST_BLOCK = 48;
/** Positions take 20 bits beside the hash's 32: together they fit a double exactly. */
const POSITIONS = 2 ** 20;

export const MAX_RECORDS = POSITIONS;

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

export interface Search<Record> {
  records: readonly Record[];
  keysOf: (record: Record) => readonly string[];
  score: (a: Record, b: Record) => Judged;
  /** Whether a pair of these positions is of interest. */
  wanted?: (a: number, b: number) => boolean;
  /** Called now and then with the share that is done: a chance to let others run, and to stop. */
  breathe?: (done: number) => Promise<void>;
}

const HASHES = 2 ** 32;

/** @returns pairs from `POSSIBLE` on, each once, `a` before `b`. @throws RangeError for more than `MAX_RECORDS` */
export async function findPairs<Record>({
  records,
  keysOf,
  score,
  wanted = () => true,
  breathe,
}: Search<Record>): Promise<Pair[]> {
  if (records.length > MAX_RECORDS) throw new RangeError(`At most ${MAX_RECORDS} records can be compared at once.`);
  const stretches = new Stretches(breathe);
  const entries = new Numbers();
  for (const [position, record] of records.entries()) {
    for (const key of keysOf(record)) entries.push(hash(key) * POSITIONS + position);
    if (stretches.isOver()) await stretches.rest((position / records.length) * 0.3);
  }
  const found = await candidatesIn(await entries.sorted(HASHES * POSITIONS, stretches, 0.3), wanted, stretches);
  const candidates = await found.sorted(records.length * POSITIONS, stretches, 0.35);
  const pairs: Pair[] = [];
  let last = -1;
  for (const [i, candidate] of candidates.entries()) {
    if (stretches.isOver()) await stretches.rest(0.35 + (i / candidates.length) * 0.65);
    // Pairs that share several keys stand beside each other.
    if (candidate === last) continue;
    last = candidate;
    const [a, b] = [Math.floor(candidate / POSITIONS), candidate % POSITIONS];
    const judged = score(records[a]!, records[b]!);
    if (judged.score >= POSSIBLE) pairs.push({ a, b, ...judged });
  }
  return pairs;
}

/** All pairs of one block, for every block. */
async function candidatesIn(
  entries: Float64Array,
  wanted: (a: number, b: number) => boolean,
  stretches: Stretches,
): Promise<Numbers> {
  const candidates = new Numbers();
  for (let start = 0, end = 0; start < entries.length; start = end) {
    if (stretches.isOver()) await stretches.rest(0.3);
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
  return candidates;
}
