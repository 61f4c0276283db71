/** Postings as they are stored: entries of twelve bytes (number, source, count, length), any number in a row. */
import type { Postings } from '../../engine/rank.ts';

const ENTRY = 12;
/** Passages whose entries share a row. */
const BLOCK = 512;
const MOST = 0xffff;

export const blockOf = (number: number): number => Math.floor(number / BLOCK);

export interface Entry {
  number: number;
  source: number;
  count: number;
  length: number;
}

export function encodeEntries(entries: readonly Entry[]): Buffer {
  const bytes = Buffer.alloc(entries.length * ENTRY);
  for (const [i, { number, source, count, length }] of entries.entries()) {
    bytes.writeUInt32LE(number, i * ENTRY);
    bytes.writeUInt32LE(source, i * ENTRY + 4);
    bytes.writeUInt16LE(Math.min(count, MOST), i * ENTRY + 8);
    bytes.writeUInt16LE(Math.min(length, MOST), i * ENTRY + 10);
  }
  return bytes;
}

/** The entries of several rows together. */
export function decodeEntries(rows: readonly Uint8Array[]): Postings {
  const total = rows.reduce((sum, row) => sum + Math.floor(row.byteLength / ENTRY), 0);
  const postings: Postings = {
    numbers: new Uint32Array(total),
    sources: new Uint32Array(total),
    counts: new Uint16Array(total),
    lengths: new Uint16Array(total),
  };
  let at = 0;
  for (const row of rows) {
    // A copy is aligned, and may be read as numbers at once. Both are little-endian, as on every processor of Node's.
    const { buffer } = new Uint8Array(row);
    const wide = new Uint32Array(buffer);
    const narrow = new Uint16Array(buffer);
    for (let i = 0; i < wide.length / 3; i++, at++) {
      postings.numbers[at] = wide[i * 3]!;
      postings.sources[at] = wide[i * 3 + 1]!;
      postings.counts[at] = narrow[i * 6 + 4]!;
      postings.lengths[at] = narrow[i * 6 + 5]!;
    }
  }
  return postings;
}

/** A row without the entries of these passages. */
export function withoutEntries(row: Uint8Array, numbers: ReadonlySet<number>): Buffer {
  const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
  const kept: Uint8Array[] = [];
  for (let from = 0; from + ENTRY <= row.byteLength; from += ENTRY)
    if (!numbers.has(view.getUint32(from, true))) kept.push(row.subarray(from, from + ENTRY));
  return Buffer.concat(kept);
}
