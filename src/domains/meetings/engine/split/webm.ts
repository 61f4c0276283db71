/** WebM (Matroska): an opening that names the tracks, then clusters, each with its time. Browsers record this format. */
import { concat, type Piece, type Source, SplitError } from './piece.ts';

const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIME_SCALE = 0x2ad7b1;
const CLUSTER = 0x1f43b675;
const CLUSTER_TIME = 0xe7;
/** What may follow the last cluster: an index, tags. */
const CLOSING = new Set([0x1c53bb6b, 0x1254c367, 0x114d9b74]);
/** Bytes in which the first cluster must begin. */
const HEAD = 1024 * 1024;

interface Element {
  id: number;
  /** Of the content; null: unknown, as recorders write it. */
  size: number | null;
  /** Where the size is written, and where the content begins. */
  sizeAt: number;
  content: number;
}

/** The element at a position; undefined where its head is not whole. */
function elementAt(bytes: Uint8Array, at: number): Element | undefined {
  const idLength = lengthOf(bytes[at]);
  if (idLength === 0 || idLength > 4) throw new SplitError('This WebM file cannot be read.');
  const sizeAt = at + idLength;
  const sizeLength = lengthOf(bytes[sizeAt]);
  if (sizeAt + sizeLength > bytes.length || bytes[sizeAt] === undefined) return undefined;
  if (sizeLength === 0) throw new SplitError('This WebM file cannot be read.');
  let id = 0;
  for (let n = at; n < sizeAt; n += 1) id = id * 256 + bytes[n]!;
  let size = bytes[sizeAt]! & (0xff >> sizeLength);
  let isUnknown = size === 0xff >> sizeLength;
  for (let n = 1; n < sizeLength; n += 1) {
    size = size * 256 + bytes[sizeAt + n]!;
    isUnknown &&= bytes[sizeAt + n] === 0xff;
  }
  return { id, size: isUnknown ? null : size, sizeAt, content: sizeAt + sizeLength };
}

/** Bytes of a number of variable length, by its first one; 0 for none. */
const lengthOf = (first: number | undefined): number => (first === undefined ? 1 : Math.clz32(first) - 23);

const numberIn = (bytes: Uint8Array, from: number, length: number): number => {
  let value = 0;
  for (let n = 0; n < length; n += 1) value = value * 256 + bytes[from + n]!;
  return value;
};

interface Opening {
  /** Everything before the first cluster, with a segment of unknown length. */
  head: Uint8Array;
  /** Milliseconds of one step of the clusters’ times. */
  scale: number;
}

async function readOpening({ read }: Source): Promise<Opening> {
  const bytes = Uint8Array.from(await read(0, HEAD));
  let scale = 1;
  for (let at = 0; at < bytes.length;) {
    const element = elementAt(bytes, at);
    if (!element) break;
    const { id, size, sizeAt, content } = element;
    if (id === CLUSTER) return { head: bytes.subarray(0, at), scale };
    if (id === SEGMENT) {
      // The pieces are shorter: their length is left open.
      bytes[sizeAt]! |= 0xff >> (content - sizeAt);
      bytes.fill(0xff, sizeAt + 1, content);
    }
    if (id === TIME_SCALE && size !== null) scale = numberIn(bytes, content, size) / 1_000_000;
    // Both are gone into; all else is passed over.
    if (id === SEGMENT || id === INFO) at = content;
    else if (size === null) break;
    else at = content + size;
  }
  throw new SplitError('This WebM file cannot be read.');
}

interface Cluster {
  at: number;
  time: { at: number; length: number; value: number } | undefined;
}

/** The clusters that begin in a window, and where the sound ends in it. */
function clustersIn(window: Uint8Array): { clusters: Cluster[]; end: number } {
  const clusters: Cluster[] = [];
  let at = 0;
  while (at < window.length) {
    const element = elementAt(window, at);
    if (!element) break;
    const { id, size, content } = element;
    if (CLOSING.has(id)) return { clusters, end: at };
    if (id === CLUSTER) {
      clusters.push({ at, time: undefined });
      at = content;
      continue;
    }
    if (size === null) throw new SplitError('This WebM file cannot be read.');
    if (id === CLUSTER_TIME && content + size <= window.length)
      clusters.at(-1)!.time ??= { at: content, length: size, value: numberIn(window, content, size) };
    at = content + size;
  }
  return { clusters, end: window.length };
}

export async function* splitWebm(source: Source, maxBytes: number): AsyncGenerator<Piece> {
  const { head, scale } = await readOpening(source);
  const room = maxBytes - head.length;
  if (room <= 0) throw new SplitError('The speech service accepts files that are too small.');
  let first: number | undefined;
  for (let from = head.length; from < source.size;) {
    const window = Uint8Array.from(await source.read(from, room));
    const { clusters, end: soundEnd } = clustersIn(window);
    const [begin] = clusters;
    if (!begin) return;
    if (begin.at !== 0 || !begin.time) throw new SplitError('This WebM file cannot be read.');
    const isRest = from + window.length >= source.size || soundEnd < window.length;
    const end = isRest ? soundEnd : clusters.at(-1)!.at;
    if (end === 0) throw new SplitError('A part of this recording is larger than the speech service accepts.');
    first ??= begin.time.value;
    // Times of a piece count from its own beginning.
    for (const { at, time } of clusters)
      if (time && at < end) writeNumber(window, time.at, time.length, time.value - begin.time.value);
    yield { startMs: Math.round((begin.time.value - first) * scale), content: concat([head, window.subarray(0, end)]) };
    if (isRest) return;
    from += end;
  }
}

function writeNumber(bytes: Uint8Array, at: number, length: number, value: number): void {
  let rest = Math.max(0, value);
  for (let n = length - 1; n >= 0; n -= 1) {
    bytes[at + n] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}
