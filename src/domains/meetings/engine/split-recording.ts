/**
 * Cuts a recording into files that a speech service accepts. No sound is decoded: WAV is cut between samples, MP3 between
 * frames, WebM between clusters. Each piece plays by itself and begins at 0.
 */
import { splitMp3 } from './split/mp3.ts';
import { type Piece, type Source, SplitError } from './split/piece.ts';
import { splitWav } from './split/wav.ts';
import { splitWebm } from './split/webm.ts';

const SPLITTERS: Readonly<Record<string, (source: Source, maxBytes: number) => AsyncGenerator<Piece>>> = {
  'audio/wav': splitWav,
  'audio/mpeg': splitMp3,
  'video/webm': splitWebm,
};

/** Whether files of a type can be cut. */
export const isSplittable = (type: string): boolean => Object.hasOwn(SPLITTERS, type);

/**
 * The pieces in order, one in memory at a time.
 * @throws SplitError where the file is not as its format says, or has no place to cut
 */
export function splitRecording(type: string, source: Source, maxBytes: number): AsyncGenerator<Piece> {
  const split = SPLITTERS[type];
  if (!split) throw new SplitError('Recordings of this format cannot be split.');
  return split(source, maxBytes);
}
