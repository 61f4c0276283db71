/** What recordings are cut from and into. */

export interface Piece {
  /** Milliseconds from the beginning of the recording. */
  startMs: number;
  content: Uint8Array;
}

/** Bytes from a position on, fewer at the end. */
export type ReadBytes = (from: number, length: number) => Promise<Uint8Array>;

export interface Source {
  size: number;
  read: ReadBytes;
}

/** A file that cannot be cut, with the reason for people. */
export class SplitError extends Error {}

/** Bytes one after another. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
