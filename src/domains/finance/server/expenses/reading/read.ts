/** Reading a receipt's text: the first pages, with advice for the person whose receipt cannot be read. */
import { AppError } from '../../../../../kernel/errors.ts';
import { type ReadOptions, type ReadPage, readPages } from '../../../../../server/ocr/read-pages.ts';

const MAX_PAGES = 6;
const TIMEOUT_MS = 90_000;

export interface ReceiptOptions extends Pick<ReadOptions, 'signal' | 'onShare' | 'onPage' | 'execArgv'> {
  /** Pages that were read before. */
  done?: number;
  timeoutMs?: number;
}

/**
 * @returns the pages that were read now
 * @throws AppError `validation` for what cannot be read, takes too long, or has too many pixels; the signal's reason
 *   when it fires
 */
export async function readDocument(
  bytes: Buffer,
  type: string,
  { done = 0, timeoutMs = TIMEOUT_MS, onShare, ...options }: ReceiptOptions = {},
): Promise<ReadPage[]> {
  let [at, of] = [done, 1];
  return withAdvice(() =>
    readPages(bytes, type, {
      ...options,
      pages: { most: MAX_PAGES, done },
      timeoutMs,
      timeoutPer: 'whole',
      onShare: (share) => onShare?.(Math.min(1, (at + share) / Math.max(of, at + 1))),
      onPage: async (page, index, all, number) => {
        [at, of] = [index + 1, all];
        await options.onPage?.(page, index, all, number);
      },
    }),
  );
}

async function withAdvice<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation') throw error;
    throw new AppError('validation', `${error.message} Enter the expense manually. The file stays attached.`, {
      cause: error,
    });
  }
}
