/** Reads documents in a thread, one after another, with a limit of time. */
import { AppError } from '../../../../kernel/errors.ts';
import { Thread } from '../../../../server/threads/thread.ts';
import type { Parsed } from './parsed.ts';

const TIMEOUT = 120_000;

const thread = new Thread<{ bytes: Uint8Array; type: string }, Parsed>({
  file: new URL('./worker.ts', import.meta.url),
  busy: 'Too many documents are being read. Try again in a moment.',
  interrupted: 'Reading was interrupted.',
  mostWaiting: 50,
  failure: () => new AppError('validation', 'This file is damaged or of another kind than its name says.'),
});

export const stopReading = (): Promise<void> => thread.stop();

/** @throws AppError `validation` for what cannot be read; the signal's reason when it fires */
export async function readDocument(bytes: Uint8Array, type: string, signal: AbortSignal): Promise<Parsed> {
  const limit = AbortSignal.timeout(TIMEOUT);
  try {
    return await thread.run({ bytes, type }, AbortSignal.any([signal, limit]));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (limit.aborted) throw new AppError('validation', 'Reading took longer than 2 minutes, so it was stopped.');
    // The thread ran out of memory: the next try would, too.
    if (!(error instanceof AppError)) throw new AppError('validation', 'This file takes too much memory to read.');
    throw error;
  }
}
