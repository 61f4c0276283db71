/** MP3: frames of MPEG layer III, which decoders take from any frame on. */
import { type Piece, type Source, SplitError } from './piece.ts';

/** Kilobits a second by the index in a frame’s header, of MPEG 1 and of MPEG 2 and 2.5. */
const BITRATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const RATES = [44_100, 48_000, 32_000] as const;

/** A frame’s length in bytes and in milliseconds; undefined where no frame begins. */
function frameAt(bytes: Uint8Array, at: number): { length: number; ms: number } | undefined {
  const [sync, kind, sizes] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (sync !== 0xff || kind === undefined || sizes === undefined || (kind & 0xe6) !== 0xe2) return undefined;
  const version = (kind >> 3) & 3;
  const kbits = BITRATES[version === 3 ? 0 : 1]?.[sizes >> 4];
  const base = RATES[(sizes >> 2) & 3];
  if (version === 1 || !kbits || base === undefined) return undefined;
  const rate = version === 3 ? base : version === 2 ? base / 2 : base / 4;
  const samples = version === 3 ? 1_152 : 576;
  const length = Math.floor((samples / 8) * ((kbits * 1_000) / rate)) + ((sizes >> 1) & 1);
  return { length, ms: (samples / rate) * 1_000 };
}

/** Where the sound begins, behind the tags of version 2. */
async function tagEnd({ read }: Source): Promise<number> {
  const head = await read(0, 10);
  if (head.length < 10 || head[0] !== 0x49 || head[1] !== 0x44 || head[2] !== 0x33) return 0;
  return 10 + (((head[6]! & 127) << 21) | ((head[7]! & 127) << 14) | ((head[8]! & 127) << 7) | (head[9]! & 127));
}

export async function* splitMp3(source: Source, maxBytes: number): AsyncGenerator<Piece> {
  let from = await tagEnd(source);
  let elapsed = 0;
  while (from < source.size) {
    const window = await source.read(from, maxBytes);
    const isRest = from + window.length >= source.size;
    const startMs = Math.round(elapsed);
    let at = 0;
    while (at + 4 <= window.length) {
      const frame = frameAt(window, at);
      // Two frames in a row are sound; one alone may be chance.
      if (!frame || !(at + frame.length + 4 > window.length || frameAt(window, at + frame.length))) {
        at += 1;
        continue;
      }
      if (at + frame.length > window.length) break;
      elapsed += frame.ms;
      at += frame.length;
    }
    if (isRest) {
      if (window.length > 0) yield { startMs, content: window };
      return;
    }
    if (elapsed === startMs || at === 0) throw new SplitError('This MP3 file cannot be read.');
    yield { startMs, content: window.subarray(0, at) };
    from += at;
  }
}
