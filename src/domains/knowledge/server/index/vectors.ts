/** Vectors in little space: one signed byte for each dimension to compare by, one bit for each to look through all. */

/** @param vector of length 1 */
export function quantize(vector: Float32Array): Buffer {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return Buffer.from(Int8Array.from(vector, (value) => Math.round((value / largest) * 127)).buffer);
}

export function signatureOf(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(Math.ceil(vector.length / 32) * 4);
  for (const [i, value] of vector.entries()) if (value > 0) bytes[i >> 3]! |= 1 << (i & 7);
  return bytes;
}

/** Cosine of a vector with a quantized one. */
export function cosine(vector: Float32Array, quantized: Uint8Array): number {
  const other = new Int8Array(quantized.buffer, quantized.byteOffset, quantized.byteLength);
  let product = 0;
  let square = 0;
  for (let i = 0; i < vector.length; i++) {
    product += vector[i]! * other[i]!;
    square += other[i]! * other[i]!;
  }
  return square > 0 ? product / Math.sqrt(square) : 0;
}

function bitCount(value: number): number {
  let bits = value - ((value >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return (((bits + (bits >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24;
}

/** Signatures of all passages in one piece, to find those whose vectors may be near. */
export class SignatureSet {
  readonly #words: number;
  #bits: Uint32Array<ArrayBuffer>;
  #numbers: Uint32Array<ArrayBuffer>;
  #sources: Uint32Array<ArrayBuffer>;
  #count = 0;

  /** @param bytes of one signature */
  constructor(bytes: number) {
    this.#words = bytes / 4;
    this.#bits = new Uint32Array(this.#words * 64);
    this.#numbers = new Uint32Array(64);
    this.#sources = new Uint32Array(64);
  }

  get count(): number {
    return this.#count;
  }

  get byteLength(): number {
    return this.#bits.byteLength + this.#numbers.byteLength + this.#sources.byteLength;
  }

  add(number: number, source: number, signature: Uint8Array): void {
    if (this.#count === this.#numbers.length) this.#grow();
    const view = new DataView(signature.buffer, signature.byteOffset, signature.byteLength);
    for (let i = 0; i < this.#words; i++) this.#bits[this.#count * this.#words + i] = view.getUint32(i * 4, true);
    this.#numbers[this.#count] = number;
    this.#sources[this.#count] = source;
    this.#count += 1;
  }

  #grow(): void {
    const grown = <T extends Uint32Array<ArrayBuffer>>(old: T) => {
      const next = new Uint32Array(old.length * 2);
      next.set(old);
      return next;
    };
    this.#bits = grown(this.#bits);
    this.#numbers = grown(this.#numbers);
    this.#sources = grown(this.#sources);
  }

  /** Numbers of the passages whose signatures differ least, of the sources that may be found. */
  nearest(signature: Uint8Array, most: number, allowed?: ReadonlySet<number>): number[] {
    const view = new DataView(signature.buffer, signature.byteOffset, signature.byteLength);
    const wanted = Uint32Array.from({ length: this.#words }, (_, i) => view.getUint32(i * 4, true));
    const width = this.#words * 32 + 1;
    const distances = new Uint16Array(this.#count);
    const counts = new Uint32Array(width);
    for (let at = 0; at < this.#count; at++) {
      if (allowed && !allowed.has(this.#sources[at]!)) {
        distances[at] = width;
        continue;
      }
      let distance = 0;
      for (let i = 0; i < this.#words; i++) distance += bitCount(this.#bits[at * this.#words + i]! ^ wanted[i]!);
      distances[at] = distance;
      counts[distance]! += 1;
    }
    let limit = 0;
    for (let sum = 0; limit < width - 1; limit++) {
      sum += counts[limit]!;
      if (sum >= most) break;
    }
    const found: [number, number][] = [];
    for (let at = 0; at < this.#count; at++)
      if (distances[at]! <= limit) found.push([distances[at]!, this.#numbers[at]!]);
    return found
      .sort((a, z) => a[0] - z[0])
      .slice(0, most)
      .map(([, number]) => number);
  }
}
