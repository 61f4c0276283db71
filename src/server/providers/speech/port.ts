/** The port for speech to text: a recording in; what was said, and when, out. */

/** Types of recordings, told from their bytes, with the file endings by which services tell them. */
export const SPEECH_TYPES = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
} as const;
export type SpeechType = keyof typeof SPEECH_TYPES;

export interface SpokenSound {
  type: SpeechType;
  content: Uint8Array;
}

export interface SpokenPart {
  /** Milliseconds from the beginning; null where the service gives no times. */
  startMs: number | null;
  endMs: number | null;
  text: string;
  /** Blank where the service tells no speakers apart. */
  speaker: string;
}

export interface Spoken {
  /** In order; none where no one spoke. */
  parts: SpokenPart[];
}

export interface SpeechClient {
  readonly model: string;
  /** Bytes of the largest file that the service accepts. */
  readonly maxBytes: number;
  /** @throws ProviderError with the service's own words, also when `signal` is aborted */
  transcribe(sound: SpokenSound, signal?: AbortSignal): Promise<Spoken>;
}

declare module '../define.ts' {
  interface PortClient {
    speech: SpeechClient;
  }
}
