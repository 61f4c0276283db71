/** Sends the parts of a recording in order; after a break it goes on at the first byte that is missing. */
import { connectivity } from '../../../../web/api/connectivity.ts';
import { ApiError } from '../../../../web/api/error.ts';
import { newIntent } from '../../../../web/api/idempotency-key.ts';
import { call } from '../../../../web/api/request.ts';
import { upload } from '../../../../web/api/upload.ts';
import { MAX_PART, type MeetingRecording, meetings } from '../../contract.ts';

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;

/** Whether trying again later may help: the connection broke, or the server is busy. */
const isTemporary = (error: unknown) =>
  error instanceof TypeError || (error instanceof ApiError && (error.status >= 500 || error.status === 429));

/** Waits, or until the connection is back. @returns whether it came back @throws the signal's reason */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const end = (isBack: boolean) => {
      clearTimeout(timer);
      window.removeEventListener('online', back);
      signal.removeEventListener('abort', aborted);
      unsubscribe();
      if (signal.aborted) reject(signal.reason as Error);
      else resolve(isBack);
    };
    const back = () => end(true);
    const aborted = () => end(false);
    const timer = setTimeout(end, ms, false);
    // The browser says that there is a network, or another call got through.
    window.addEventListener('online', back);
    const unsubscribe = connectivity.subscribe(() => {
      if (connectivity.state() === 'online') back();
    });
    signal.addEventListener('abort', aborted);
  });
}

/**
 * Does one call, and again until it succeeds, as long as only the connection stands in its way.
 * @param onBreak told when it waits, and when it goes on
 */
export async function untilReached<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  onBreak: (isBroken: boolean) => void = () => undefined,
): Promise<T> {
  for (let wait = FIRST_PAUSE; ;) {
    try {
      const result = await work();
      onBreak(false);
      return result;
    } catch (error) {
      if (signal.aborted || !isTemporary(error)) throw error;
      onBreak(true);
      // The first try after a break may come too early by a moment.
      wait = (await pause(wait, signal)) ? FIRST_PAUSE : Math.min(wait * 2, LONGEST_PAUSE);
    }
  }
}

export interface SendOptions {
  signal: AbortSignal;
  /** @param bytes that the server has, and those that are on their way */
  onProgress?: (bytes: number) => void;
  onBreak?: (isBroken: boolean) => void;
}

/** Sends one part. @returns the recording as the server has it then */
export function sendPart(
  id: string,
  offset: number,
  sound: Blob,
  { signal, onProgress, onBreak }: SendOptions,
): Promise<MeetingRecording> {
  return untilReached(
    () =>
      upload(meetings.addPart, {
        params: { id },
        query: { offset },
        file: new File([sound], 'part'),
        signal,
        onProgress: (share) => onProgress?.(offset + Math.round(share * sound.size)),
      }),
    signal,
    onBreak,
  );
}

/** Sends what is missing of a file, and has it transcribed. @throws ApiError, DOMException `AbortError` */
export async function sendFile(id: string, file: File, options: SendOptions): Promise<void> {
  const params = { id };
  let { received } = await untilReached(() => call(meetings.upload, { params }), options.signal, options.onBreak);
  while (received < file.size) {
    options.signal.throwIfAborted();
    const part = file.slice(received, received + MAX_PART);
    ({ received } = await sendPart(id, received, part, options));
  }
  await finishUpload(id, options);
}

/** Has a complete upload transcribed. It counts once, also when an answer was lost and it is sent again. @throws ApiError */
export async function finishUpload(id: string, { signal, onBreak }: SendOptions, recorder?: string): Promise<void> {
  const headers = { 'Idempotency-Key': newIntent() };
  await untilReached(
    () => call(meetings.finishUpload, { params: { id }, query: { recorder }, headers }),
    signal,
    onBreak,
  );
}
