/** Sends a recording while it is made. What has not arrived yet is kept, so that neither a break nor a reload loses it. */
import { call } from '../../../../web/api/request.ts';
import { MAX_PART, meetings } from '../../contract.ts';
import { dropParts, keepPart, keptParts } from './pending-parts.ts';
import { finishUpload, sendPart, untilReached } from './send-parts.ts';

interface Waiting {
  start: number;
  sound: Blob;
}

export class LiveUpload {
  readonly #id: string;
  readonly #onChange: (state: { waiting: number; isBroken: boolean }) => void;
  readonly #stop = new AbortController();
  #waiting: Waiting[] = [];
  #length = 0;
  #isBroken = false;
  #pump: Promise<void> = Promise.resolve();
  #isPumping = false;

  /** @param onChange told how many bytes wait, and whether the connection is gone */
  constructor(id: string, onChange: (state: { waiting: number; isBroken: boolean }) => void) {
    this.#id = id;
    this.#onChange = onChange;
  }

  /** Bytes recorded so far. */
  get length(): number {
    return this.#length;
  }

  add(sound: Blob): void {
    if (sound.size === 0) return;
    const part = { start: this.#length, sound };
    this.#length += sound.size;
    this.#waiting.push(part);
    void keepPart({ recording: this.#id, ...part });
    this.#tell();
    this.#begin();
  }

  /** Waits until everything has arrived, then has it transcribed. @throws ApiError, or the reason of `stop` */
  async finish(): Promise<void> {
    this.#begin();
    await this.#pump;
    if (this.#waiting.length > 0) throw new Error('The recording could not be sent.');
    const { signal } = this.#stop;
    await finishUpload(this.#id, { signal, onBreak: this.#onBreak });
    await dropParts(this.#id);
  }

  stop(): void {
    this.#stop.abort();
  }

  readonly #onBreak = (isBroken: boolean) => {
    if (isBroken === this.#isBroken) return;
    this.#isBroken = isBroken;
    this.#tell();
  };

  #tell(): void {
    const waiting = this.#waiting.reduce((sum, { sound }) => sum + sound.size, 0);
    this.#onChange({ waiting, isBroken: this.#isBroken });
  }

  #begin(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    this.#pump = this.#send().finally(() => {
      this.#isPumping = false;
    });
    this.#pump.catch(() => undefined);
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
        return [{ start: part.start + arrived, sound: part.sound.slice(arrived) }];
      });
      await dropParts(this.#id, start + sound.size);
      this.#tell();
    }
  }
}

/** Sends what a page that is gone had kept of a recording, and has it transcribed. @throws ApiError */
export async function recoverRecording(id: string, signal: AbortSignal): Promise<void> {
  const params = { id };
  let { received } = await untilReached(() => call(meetings.upload, { params }), signal);
  for (const { start, sound } of await keptParts(id)) {
    if (start + sound.size <= received || start > received) continue;
    ({ received } = await sendPart(id, received, sound.slice(received - start), { signal }));
  }
  await finishUpload(id, { signal });
  await dropParts(id);
}
