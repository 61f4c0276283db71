/** WAV (RIFF, PCM and other formats of a fixed number of bytes for each moment). */
import { concat, type Piece, type Source, SplitError } from './piece.ts';

/** Bytes in which the header must end. */
const HEAD = 64 * 1024;
/** Bytes of a piece’s header besides the format. */
const PIECE_HEADER = 20;

interface Wave {
  /** The chunk `fmt `, as it is. */
  format: Uint8Array;
  /** Bytes of one moment of all channels, and moments of a second. */
  block: number;
  rate: number;
  start: number;
  end: number;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

async function readHeader({ size, read }: Source): Promise<Wave> {
  const head = await read(0, HEAD);
  const fields = viewOf(head);
  let format: Uint8Array | undefined;
  for (let at = 12; at + 8 <= head.length;) {
    const id = String.fromCharCode(...head.subarray(at, at + 4));
    const length = fields.getUint32(at + 4, true);
    if (id === 'fmt ') format = head.slice(at, at + 8 + length);
    if (id === 'data') {
      if (!format || format.length < 24) break;
      const [rate, block] = [viewOf(format).getUint32(12, true), viewOf(format).getUint16(20, true)];
      if (rate === 0 || block === 0) break;
      const start = at + 8;
      // A recorder that was cut off never wrote how long it is.
      const end = length === 0 || length === 0xffffffff ? size : Math.min(size, start + length);
      return { format, block, rate, start, end };
    }
    at += 8 + length + (length % 2);
  }
  throw new SplitError('This WAV file cannot be read.');
}

/** A mark of four letters, and a length. */
function mark(letters: string, length: number): Uint8Array {
  const bytes = new Uint8Array(8);
  for (let n = 0; n < 4; n += 1) bytes[n] = letters.charCodeAt(n);
  viewOf(bytes).setUint32(4, length, true);
  return bytes;
}

function withHeader(format: Uint8Array, data: Uint8Array): Uint8Array {
  const wave = mark('WAVE', 0).subarray(0, 4);
  const riff = mark('RIFF', 4 + format.length + 8 + data.length);
  return concat([riff, wave, format, mark('data', data.length), data]);
}

export async function* splitWav(source: Source, maxBytes: number): AsyncGenerator<Piece> {
  const { format, block, rate, start, end } = await readHeader(source);
  const room = maxBytes - PIECE_HEADER - format.length;
  const step = room - (room % block);
  if (step <= 0) throw new SplitError('The speech service accepts files that are too small.');
  for (let at = start; at < end; at += step) {
    const data = await source.read(at, Math.min(step, end - at));
    const startMs = Math.round(((at - start) / block / rate) * 1_000);
    if (data.length > 0) yield { startMs, content: withHeader(format, data) };
  }
}
