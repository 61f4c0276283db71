/** Postings as they are stored: entries of twelve bytes (number, source, count, length), any number in a row. */

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

/** Entries as columns, in the order in which they are stored. */
export interface EntryColumns {
  numbers: Uint32Array;
  sources: Uint32Array;
  counts: Uint16Array;
  lengths: Uint16Array;
}

/** @param rows the data of one or several rows, one after the other */
export function decodeEntries(rows: Uint8Array): EntryColumns {
  const total = Math.floor(rows.byteLength / ENTRY);
  const columns: EntryColumns = {
    numbers: new Uint32Array(total),
    sources: new Uint32Array(total),
    counts: new Uint16Array(total),
    lengths: new Uint16Array(total),
  };
  // A copy is aligned, and may be read as numbers at once. Both are little-endian, as on every processor of Node's.
  const { buffer } = new Uint8Array(rows);
  const wide = new Uint32Array(buffer, 0, total * 3);
  const narrow = new Uint16Array(buffer, 0, total * 6);
  for (let i = 0; i < total; i++) {
    columns.numbers[i] = wide[i * 3]!;
    columns.sources[i] = wide[i * 3 + 1]!;
    columns.counts[i] = narrow[i * 6 + 4]!;
    columns.lengths[i] = narrow[i * 6 + 5]!;
  }
  return columns;
}

/** A row without the entries of these passages. */
export function withoutEntries(row: Uint8Array, numbers: ReadonlySet<number>): Buffer {
  const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
  const kept: Uint8Array[] = [];
  for (let from = 0; from + ENTRY <= row.byteLength; from += ENTRY)
    if (!numbers.has(view.getUint32(from, true))) kept.push(row.subarray(from, from + ENTRY));
  return Buffer.concat(kept);
}
