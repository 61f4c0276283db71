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
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
    for (let from = 0; from + ENTRY <= row.byteLength; from += ENTRY, at++) {
      postings.numbers[at] = view.getUint32(from, true);
      postings.sources[at] = view.getUint32(from + 4, true);
      postings.counts[at] = view.getUint16(from + 8, true);
      postings.lengths[at] = view.getUint16(from + 10, true);
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
