/** Reads banks' files, long ones in a thread of their own: a hundred thousand lines take one to three seconds. */
import { Thread } from '../../../../../server/threads/thread.ts';
import { readBankFile, type ReadOptions } from '../../../engine/bank-files/index.ts';
import { fromPieces, type ReadFile } from './transfer-chunks.ts';

export interface FileToRead {
  bytes: Uint8Array;
  options: ReadOptions;
}

/** Bytes up to which reading takes less than handing it over. */
const SHORT = 65_536;

const thread = new Thread<FileToRead, string[]>({
  file: new URL('worker.ts', import.meta.url),
  busy: 'Many files are being read. Try again in a moment.',
  interrupted: 'Reading the file was interrupted. Try again.',
});

/** @throws AppError as `readBankFile`; `unavailable` when too many files are in line */
export async function readFileBytes(bytes: Uint8Array, options: ReadOptions): Promise<ReadFile> {
  return bytes.byteLength <= SHORT ? readBankFile(bytes, options) : fromPieces(await thread.run({ bytes, options }));
}

/** Ends the thread, for a graceful stop. */
export const stopReading = (): Promise<void> => thread.stop();
