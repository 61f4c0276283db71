/** Sends a recording while it is made. What has not arrived yet is kept, so that neither a break nor a reload loses it. */
import { messageFor, UserFacingError } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { fileSize } from '../../../../web/ui/format.ts';
import { MAX_PART, meetings } from '../../contract.ts';
import { dropParts, keepPart, keptParts } from './pending-parts.ts';
import { forgetRecorder, keepRecorder, type Recorder, recorderOf, unlessRecorded } from './recorder-lock.ts';
import { finishUpload, sendPart, untilReached } from './send-parts.ts';

interface Waiting {
  start: number;
  sound: Blob;
  /** Where the kept part begins, of which this is the end. */
  keptFrom: number;
}

export interface LiveState {
  /** Bytes that have not arrived. */
  waiting: number;
  /** The connection is gone. */
  isBroken: boolean;
  /** Why the last part was refused; it is sent again with the next one. */
  error: string;
}

export class LiveUpload {
  readonly #id: string;
  readonly #recorder: Recorder;
  readonly #onChange: (state: LiveState) => void;
  readonly #stop = new AbortController();
  #waiting: Waiting[] = [];
  #length = 0;
  #isBroken = false;
  #error = '';
  #pump: Promise<void> = Promise.resolve();
  #isPumping = false;

  /** @param recorder the server knows its id */
  constructor(id: string, recorder: Recorder, onChange: (state: LiveState) => void) {
    this.#id = id;
    this.#recorder = recorder;
    this.#onChange = onChange;
    keepRecorder(id, recorder.id);
  }

  /** Bytes recorded so far. */
  get length(): number {
    return this.#length;
  }

  add(sound: Blob): void {
    if (sound.size === 0) return;
    const start = this.#length;
    this.#length += sound.size;
    this.#waiting.push({ start, sound, keptFrom: start });
    void keepPart({ recording: this.#id, start, sound });
    this.#tell();
    this.#begin();
  }

  /** Waits until everything has arrived, then has it transcribed. @throws ApiError, or the reason of `stop` */
  async finish(): Promise<void> {
    this.#begin();
    await this.#pump;
    if (this.#waiting.length > 0) throw new UserFacingError('The recording could not be sent. Try again.');
    const { signal } = this.#stop;
    await finishUpload(this.#id, { signal, onBreak: this.#onBreak }, this.#recorder.id);
    await this.#forget();
  }

  /** Stops sending, and deletes the recording here and from the server. @throws ApiError; then it can be deleted later */
  async discard(): Promise<void> {
    this.#stop.abort();
    this.#recorder.release();
    await call(meetings.removeRecording, { params: { id: this.#id }, query: { recorder: this.#recorder.id } });
    await this.#forget();
  }

  async #forget(): Promise<void> {
    this.#recorder.release();
    forgetRecorder(this.#id);
    await dropParts(this.#id);
  }

  readonly #onBreak = (isBroken: boolean) => {
    if (isBroken === this.#isBroken) return;
    this.#isBroken = isBroken;
    this.#tell();
  };

  #tell(): void {
    const waiting = this.#waiting.reduce((sum, { sound }) => sum + sound.size, 0);
    this.#onChange({ waiting, isBroken: this.#isBroken, error: this.#error });
  }

  #begin(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    this.#pump = this.#send().finally(() => {
      this.#isPumping = false;
    });
    this.#pump.catch((error: unknown) => {
      if (this.#stop.signal.aborted) return;
      this.#error = messageFor(error, 'The recording could not be sent.');
      this.#tell();
    });
  }

  async #send(): Promise<void> {
    const { signal } = this.#stop;
    while (this.#waiting.length > 0) {
      const { start } = this.#waiting[0]!;
      const sound = new Blob(this.#waiting.map((part) => part.sound)).slice(0, MAX_PART);
      const { received } = await sendPart(this.#id, start, sound, { signal, onBreak: this.#onBreak });
      this.#waiting = this.#waiting.flatMap((part) => {
        const arrived = Math.min(part.sound.size, Math.max(0, received - part.start));
        if (arrived === part.sound.size) return [];
        return [{ ...part, start: part.start + arrived, sound: part.sound.slice(arrived) }];
      });
      this.#error = '';
      // A part of which the end is missing is kept whole.
      await dropParts(this.#id, this.#waiting[0]?.keptFrom ?? this.#length);
      this.#tell();
    }
  }
}

/** Sound in the middle of a recording is neither in this browser nor on the server. */
export class GapError extends UserFacingError {
  constructor(received: number, keptFrom: number) {
    super(
      `${fileSize(keptFrom - received)} of this recording, after the first ${fileSize(received)}, are neither in this browser nor on the server.`,
    );
  }
}

/**
 * Sends what a page that is gone had kept of a recording, and has it transcribed.
 * @param options.upToGap leaves out what follows a gap, instead of failing
 * @throws ApiError; GapError; UserFacingError while another tab still records
 */
export function recoverRecording(id: string, signal: AbortSignal, options: { upToGap?: boolean } = {}): Promise<void> {
  return unlessRecorded(id, async () => {
    let { received } = await untilReached(() => call(meetings.upload, { params: { id } }), signal);
    for (const { start, sound } of await keptParts(id)) {
      if (start + sound.size <= received) continue;
      if (start > received) {
        if (options.upToGap) break;
        throw new GapError(received, start);
      }
      ({ received } = await sendPart(id, received, sound.slice(received - start), { signal }));
    }
    await finishUpload(id, { signal }, recorderOf(id));
    forgetRecorder(id);
    await dropParts(id);
  });
}
