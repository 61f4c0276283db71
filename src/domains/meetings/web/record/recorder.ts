/** The browser's recorder: the microphone, and where asked for the sound of a tab, mixed into one. */

import { UserFacingError } from '../../../../web/api/error.ts';

/** Milliseconds after which what was recorded is handed on. */
const SLICE_MS = 5_000;
/** Speech is clear at this rate; an hour is about 22 MB. */
const BITS_A_SECOND = 48_000;
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4'];

export const canRecord = (): boolean => 'MediaRecorder' in window && 'mediaDevices' in navigator;
export const canShareTab = (): boolean => 'getDisplayMedia' in (navigator.mediaDevices ?? {});

export interface Recording {
  /** `webm` or `m4a`. */
  extension: string;
  /** Loudness now, 0 to 1. */
  level(): number;
  pause(): void;
  resume(): void;
  /** Resolves when the last sound was handed on. */
  stop(): Promise<void>;
}

/**
 * Asks for the microphone, and with `withTab` for a tab or screen with its sound, and records.
 * @param onEnd the microphone is gone, or the person stopped sharing it
 * @throws DOMException `NotAllowedError`, `NotFoundError`; UserFacingError where the chosen tab shares no sound
 */
export async function startRecording(options: {
  withTab: boolean;
  onSound: (sound: Blob) => void;
  onEnd: () => void;
}): Promise<Recording> {
  // The tab first: the browser asks for it only right after a click.
  const tab = options.withTab ? await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true }) : undefined;
  const streams: MediaStream[] = tab ? [tab] : [];
  const release = () => {
    for (const stream of streams) for (const track of stream.getTracks()) track.stop();
  };
  try {
    if (tab && tab.getAudioTracks().length === 0)
      throw new UserFacingError('This tab shares no sound. Choose it again, and turn on “Also share tab audio”.');
    const microphone = await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true },
    });
    streams.push(microphone);
    return record(streams, microphone, release, options);
  } catch (error) {
    release();
    throw error;
  }
}

function record(
  streams: readonly MediaStream[],
  microphone: MediaStream,
  release: () => void,
  { onSound, onEnd }: { onSound: (sound: Blob) => void; onEnd: () => void },
): Recording {
  const context = new AudioContext();
  // Some browsers begin it paused, and then it would record silence.
  context.resume().catch(() => undefined);
  const mixed = context.createMediaStreamDestination();
  const meter = context.createAnalyser();
  // 85 ms at 48 kHz: longer than the time between two looks, so that no sound falls in between.
  meter.fftSize = 4_096;
  for (const stream of streams) {
    const source = context.createMediaStreamSource(new MediaStream(stream.getAudioTracks()));
    source.connect(mixed);
    source.connect(meter);
  }
  const type = TYPES.find((one) => MediaRecorder.isTypeSupported(one));
  const recorder = new MediaRecorder(mixed.stream, {
    ...(type && { mimeType: type }),
    audioBitsPerSecond: BITS_A_SECOND,
  });
  recorder.ondataavailable = ({ data }) => onSound(data);
  const samples = new Float32Array(meter.fftSize);
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => {
      release();
      void context.close();
      resolve();
    };
  });
  for (const track of microphone.getTracks()) track.addEventListener('ended', onEnd);
  recorder.start(SLICE_MS);
  return {
    extension: recorder.mimeType.includes('webm') ? 'webm' : 'm4a',
    level() {
      meter.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
      // From −60 dB to full.
      return Math.min(1, Math.max(0, 1 + Math.log10(Math.max(power, 1e-6)) / 6));
    },
    pause: () => recorder.pause(),
    resume: () => recorder.resume(),
    stop() {
      if (recorder.state !== 'inactive') recorder.stop();
      return stopped;
    },
  };
}
