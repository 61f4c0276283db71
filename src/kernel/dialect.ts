/** The dialect of a text file: its encoding and its delimiter. */
import { CsvParser } from './csv.ts';

/** Encodings that are recognized without being declared. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
type Decoder = InstanceType<typeof TextDecoder>;

/** Bytes from the start of a file used for guessing. */
export const SAMPLE_BYTES = 256 * 1024;

/** Sees all bytes of a file and then decides its encoding. */
export class EncodingDetector {
  #head = new Uint8Array(0);
  #utf8: Decoder | undefined = new TextDecoder('utf-8', { fatal: true });

  push(chunk: Uint8Array): void {
    if (this.#head.length < SAMPLE_BYTES) {
      const head = new Uint8Array(Math.min(this.#head.length + chunk.length, SAMPLE_BYTES));
      head.set(this.#head);
      head.set(chunk.subarray(0, head.length - this.#head.length), this.#head.length);
      this.#head = head;
    }
    this.#decode(chunk, true);
  }

  #decode(chunk: Uint8Array | undefined, stream: boolean): void {
    try {
      this.#utf8?.decode(chunk, { stream });
    } catch {
      this.#utf8 = undefined;
    }
  }

  /** The start of the file. */
  get head(): Uint8Array {
    return this.#head;
  }

  /** UTF-8 when every byte of the file fits it, otherwise Windows-1252, in which every byte is valid. */
  result(): { encoding: Encoding; bom: boolean } {
    const [a, b, c] = this.#head;
    if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', bom: true };
    if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', bom: true };
    if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', bom: true };
    const wide = this.#wideWithoutMark();
    if (wide) return { encoding: wide, bom: false };
    this.#decode(undefined, false);
    return { encoding: this.#utf8 ? 'utf-8' : 'windows-1252', bom: false };
  }

  /** Western text in UTF-16 has a zero in every other byte; other encodings have none. */
  #wideWithoutMark(): Encoding | undefined {
    const zeros = [0, 0];
    const length = Math.min(this.#head.length, 4096);
    for (let i = 0; i < length; i++) if (this.#head[i] === 0) zeros[i % 2]!++;
    if (zeros[1]! > length * 0.3 && zeros[0]! < length * 0.05) return 'utf-16le';
    if (zeros[0]! > length * 0.3 && zeros[1]! < length * 0.05) return 'utf-16be';
    return undefined;
  }
}

/** Decodes a stream of bytes and drops the byte order mark. */
export function textDecoder(encoding: Encoding): Decoder {
  return new TextDecoder(encoding);
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const SAMPLE_ROWS = 200;

/** The delimiter that splits the rows of the sample into the most columns, evenly. */
export function guessDelimiter(sample: string, whole: boolean): string {
  let best = { delimiter: ',' as string, score: 0 };
  for (const delimiter of DELIMITERS) {
    const widths = new Map<number, number>();
    const rows = parseSample(sample, delimiter, whole);
    for (const row of rows) widths.set(row.length, (widths.get(row.length) ?? 0) + 1);
    const [width, count] = [...widths].reduce((most, one) => (one[1] > most[1] ? one : most), [1, 0]);
    const score = width > 1 ? (count / rows.length) ** 2 * Math.log2(width + 1) : 0;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/**
 * The first rows of a text.
 * @param whole the text is complete; otherwise it may be cut anywhere, and its last row is left out
 */
export function parseSample(sample: string, delimiter: string, whole: boolean): string[][] {
  const parser = new CsvParser(delimiter);
  try {
    const rows = parser.push(sample);
    return [...rows, ...(whole || rows.length === 0 ? parser.end() : [])].slice(0, SAMPLE_ROWS);
  } catch {
    return [];
  }
}
