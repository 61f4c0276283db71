/** Has a stored recording transcribed: at once, or in pieces that the speech service accepts. */
import { buffer } from 'node:stream/consumers';
import { AppError } from '../../../kernel/errors.ts';
import { currentWorkspaceId } from '../../../server/db/index.ts';
import { files } from '../../../server/files/index.ts';
import { formatBytes } from '../../../server/files/port.ts';
import { ProviderError } from '../../../server/providers/provider-error.ts';
import {
  SPEECH_TYPES,
  type SpeechClient,
  type SpeechType,
  type SpokenPart,
  type SpokenSound,
} from '../../../server/providers/speech/port.ts';
import { useProvider } from '../../connections/index.ts';
import { isSplittable, splitRecording } from '../engine/split-recording.ts';
import { type Piece, SplitError } from '../engine/split/piece.ts';
import { readTranscript, type Transcript } from '../engine/transcript.ts';

/** What was heard so far, of so many pieces. It is kept with the job, so that no piece is paid for twice. */
export interface Heard {
  pieces: number;
  parts: SpokenPart[];
  /** Bytes up to which pieces were cut: the others must be cut the same. */
  maxBytes: number;
}

interface StoredSound {
  type: SpeechType;
  size: number;
  storageKey: string;
}

interface Hearing {
  file: StoredSound;
  /** What was heard before the job was interrupted. */
  before: Heard | undefined;
  signal: AbortSignal;
  /** After each piece. @param share of the recording, 0 to 1 */
  onPiece: (soFar: Heard, share: number) => Promise<void>;
}

/** @throws AppError `unsupported_media_type` */
export function requireSpeechType(type: string): SpeechType {
  if (type in SPEECH_TYPES) return type as SpeechType;
  throw new AppError('unsupported_media_type', 'Choose an MP3, M4A, WAV, OGG, WebM, or MP4 file.', { field: 'file' });
}

/** @throws AppError `too_large` for a file that is neither accepted nor can be cut */
export function requireAccepted(type: SpeechType, size: number, { maxBytes }: Pick<SpeechClient, 'maxBytes'>): void {
  if (size <= maxBytes || isSplittable(type)) return;
  throw new AppError(
    'too_large',
    `Your speech service accepts files of at most ${formatBytes(maxBytes)}, and M4A, MP4, and OGG files can’t be split. Convert the recording to MP3, WAV, or WebM.`,
    { field: 'file' },
  );
}

async function* piecesOf({ type, size, storageKey }: StoredSound, maxBytes: number): AsyncGenerator<Piece> {
  const read = async (from: number, length: number) =>
    from >= size
      ? new Uint8Array()
      : buffer(await files().get(storageKey, { start: from, end: Math.min(size, from + length) - 1 }));
  if (size <= maxBytes) yield { startMs: 0, content: await read(0, size) };
  else yield* splitRecording(type, { size, read }, maxBytes);
}

/** @throws AppError `bad_request` or `too_large` where trying again would not help */
export async function hearRecording({
  file,
  before,
  signal,
  onPiece,
}: Hearing): Promise<{ transcript: Transcript; heard: Heard }> {
  const speech = await useProvider('speech', currentWorkspaceId(), { purpose: 'transcript of a meeting' });
  requireAccepted(file.type, file.size, speech);
  // A service that accepts less by now needs smaller pieces, and those begin elsewhere.
  const maxBytes = before && before.maxBytes <= speech.maxBytes ? before.maxBytes : speech.maxBytes;
  const nothing: Heard = { pieces: 0, parts: [], maxBytes };
  let heard = before?.maxBytes === maxBytes ? before : nothing;
  let sent = 0;
  let number = 0;
  try {
    for await (const { startMs, content } of piecesOf(file, maxBytes)) {
      signal.throwIfAborted();
      number += 1;
      sent += content.length;
      if (number <= heard.pieces) continue;
      const { parts } = await transcribe(speech, { type: file.type, content }, signal);
      const isWhole = file.size <= maxBytes;
      heard = {
        pieces: number,
        parts: [...heard.parts, ...parts.map((part) => (isWhole ? part : later(part, startMs)))],
        maxBytes,
      };
      await onPiece(heard, Math.min(1, sent / file.size));
    }
  } catch (error) {
    throw error instanceof SplitError ? new AppError('bad_request', error.message, { cause: error }) : error;
  }
  if (heard.parts.every(({ text }) => text.trim() === '')) {
    // Who tries again wants it to be heard again.
    await onPiece(nothing, 0);
    throw new AppError('bad_request', 'The speech service heard nobody speak.');
  }
  const segments = heard.parts.filter(({ text }) => text.trim() !== '').map(segmentOf);
  return { transcript: readTranscript(JSON.stringify({ segments })), heard };
}

const transcribe = (speech: SpeechClient, sound: SpokenSound, signal: AbortSignal) =>
  speech.transcribe(sound, signal).catch((error: unknown) => {
    if (error instanceof ProviderError && !error.worthRetrying)
      throw new AppError('bad_request', error.message, { cause: error });
    throw error;
  });

/** A part of a piece by the clock of the whole; without times, it began with its piece. */
const later = (part: SpokenPart, byMs: number): SpokenPart => ({
  ...part,
  startMs: (part.startMs ?? 0) + byMs,
  endMs: part.endMs === null ? null : part.endMs + byMs,
});

const seconds = (ms: number | null) => (ms === null ? null : ms / 1_000);
const segmentOf = ({ speaker, startMs, endMs, text }: SpokenPart) => ({
  speaker: speaker || 'Speaker 1',
  start: seconds(startMs),
  end: seconds(endMs),
  text,
});
