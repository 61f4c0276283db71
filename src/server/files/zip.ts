/**
 * ZIP archives, written as a stream: no entry is ever whole in memory, and an archive may exceed 4 GB (ZIP64). Format:
 * PKWARE APPNOTE 6.3.10, with sizes in data descriptors, UTF-8 names, and deflate.
 */
import { crc32, createDeflateRaw } from 'node:zlib';
import { Readable } from 'node:stream';

export interface ZipEntry {
  /** With folders: `tables/contacts.csv`. */
  name: string;
  content: AsyncIterable<Uint8Array>;
  /** Bytes before compression. */
  size: number;
}

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const MAX_32 = 0xffff_ffff;
/** Entries that may exceed 4 GB say so before their content. Deflate adds far less than the remaining tenth. */
const LARGE = 3_800_000_000;
/** Bit 3: sizes follow the content. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 45;
/** 1980-01-01: entries carry no time, so that equal contents make equal archives. */
const DOS_DATE = 0x0021;

function fixed(length: number, write: (view: Buffer) => void): Buffer {
  const buffer = Buffer.alloc(length);
  write(buffer);
  return buffer;
}

/** 64-bit sizes, in the order of APPNOTE 4.5.3. */
function zip64Extra(...values: number[]): Buffer {
  return fixed(4 + 8 * values.length, (b) => {
    b.writeUInt16LE(1, 0);
    b.writeUInt16LE(8 * values.length, 2);
    values.forEach((value, n) => b.writeBigUInt64LE(BigInt(value), 4 + 8 * n));
  });
}

function localHeader(name: Buffer, isLarge: boolean): Buffer {
  const extra = isLarge ? zip64Extra(0, 0) : Buffer.alloc(0);
  const head = fixed(30, (b) => {
    b.writeUInt32LE(0x04034b50, 0);
    b.writeUInt16LE(VERSION, 4);
    b.writeUInt16LE(FLAGS, 6);
    b.writeUInt16LE(DEFLATE, 8);
    b.writeUInt16LE(DOS_DATE, 12);
    if (isLarge) b.writeUInt32LE(MAX_32, 18);
    if (isLarge) b.writeUInt32LE(MAX_32, 22);
    b.writeUInt16LE(name.length, 26);
    b.writeUInt16LE(extra.length, 28);
  });
  return Buffer.concat([head, name, extra]);
}

function descriptor({ crc, packed, size }: Pick<Written, 'crc' | 'packed' | 'size'>, isLarge: boolean): Buffer {
  return fixed(isLarge ? 24 : 16, (b) => {
    b.writeUInt32LE(0x08074b50, 0);
    b.writeUInt32LE(crc, 4);
    if (isLarge) {
      b.writeBigUInt64LE(BigInt(packed), 8);
      b.writeBigUInt64LE(BigInt(size), 16);
    } else {
      b.writeUInt32LE(packed, 8);
      b.writeUInt32LE(size, 12);
    }
  });
}

const capped = (value: number) => Math.min(value, MAX_32);

function centralRecord({ name, crc, packed, size, offset }: Written): Buffer {
  const beyond = [size, packed, offset].filter((value) => value >= MAX_32);
  const extra = beyond.length > 0 ? zip64Extra(...beyond) : Buffer.alloc(0);
  const head = fixed(46, (b) => {
    b.writeUInt32LE(0x02014b50, 0);
    b.writeUInt16LE(VERSION, 4);
    b.writeUInt16LE(VERSION, 6);
    b.writeUInt16LE(FLAGS, 8);
    b.writeUInt16LE(DEFLATE, 10);
    b.writeUInt16LE(DOS_DATE, 14);
    b.writeUInt32LE(crc, 16);
    b.writeUInt32LE(capped(packed), 20);
    b.writeUInt32LE(capped(size), 24);
    b.writeUInt16LE(name.length, 28);
    b.writeUInt16LE(extra.length, 30);
    b.writeUInt32LE(capped(offset), 42);
  });
  return Buffer.concat([head, name, extra]);
}

/** The two ZIP64 records and the old one, which refers to them wherever a number does not fit. */
function endOfArchive(count: number, length: number, offset: number): Buffer {
  const end64 = fixed(56, (b) => {
    b.writeUInt32LE(0x06064b50, 0);
    b.writeBigUInt64LE(44n, 4);
    b.writeUInt16LE(VERSION, 12);
    b.writeUInt16LE(VERSION, 14);
    b.writeBigUInt64LE(BigInt(count), 24);
    b.writeBigUInt64LE(BigInt(count), 32);
    b.writeBigUInt64LE(BigInt(length), 40);
    b.writeBigUInt64LE(BigInt(offset), 48);
  });
  const locator = fixed(20, (b) => {
    b.writeUInt32LE(0x07064b50, 0);
    b.writeBigUInt64LE(BigInt(offset + length), 8);
    b.writeUInt32LE(1, 16);
  });
  const end = fixed(22, (b) => {
    b.writeUInt32LE(0x06054b50, 0);
    b.writeUInt16LE(Math.min(count, 0xffff), 8);
    b.writeUInt16LE(Math.min(count, 0xffff), 10);
    b.writeUInt32LE(capped(length), 12);
    b.writeUInt32LE(capped(offset), 16);
  });
  return Buffer.concat([end64, locator, end]);
}

/** Pieces of an archive, in the order of its entries; each entry is read when the previous one has been sent. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const entry of entries) {
    const isLarge = entry.size >= LARGE;
    const record: Written = { name: Buffer.from(entry.name, 'utf8'), crc: 0, packed: 0, size: 0, offset: at };
    const head = localHeader(record.name, isLarge);
    yield head;
    for await (const piece of deflated(entry.content, record)) yield piece;
    if (!isLarge && Math.max(record.size, record.packed) >= MAX_32)
      throw new Error(`${entry.name} grew beyond what it was said to be`);
    const tail = descriptor(record, isLarge);
    yield tail;
    at += head.length + record.packed + tail.length;
    written.push(record);
  }
  let length = 0;
  for (const record of written) {
    const central = centralRecord(record);
    length += central.length;
    yield central;
  }
  yield endOfArchive(written.length, length, at);
}

async function* deflated(content: AsyncIterable<Uint8Array>, record: Written): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const chunk of content) {
      record.crc = crc32(chunk, record.crc);
      record.size += chunk.byteLength;
      yield chunk;
    }
  }
  const source = Readable.from(counted());
  const packer = createDeflateRaw();
  source.on('error', (error) => packer.destroy(error));
  source.pipe(packer);
  try {
    for await (const piece of packer as AsyncIterable<Buffer>) {
      record.packed += piece.length;
      yield piece;
    }
  } finally {
    source.destroy();
    packer.destroy();
  }
}
