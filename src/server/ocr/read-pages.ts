/**
 * Reading the text of pictures and scans (OCR), from outside of the thread that does it: with progress, a time limit,
 * and an end at any moment.
 */
import { Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/errors.ts';
import { MAX_PIXELS, pictureSize } from './picture.ts';

export interface ReadPage {
  text: string;
  /** How sure the recognition is of the letters, 0 to 1; 1 for text of its own. */
  certainty: number;
  /** It had no text of its own. */
  isRecognized: boolean;
}

/** Which pages of a PDF: some of the first, or exactly these, from 1, which are known to have no text of their own. */
type Wanted = { most: number; done: number } | { numbers: readonly number[] };

export interface ReaderInput {
  bytes: Uint8Array;
  type: string;
  pages: Wanted;
}

export type ReaderMessage =
  | { kind: 'share'; share: number }
  | { kind: 'page'; page: ReadPage; number: number; at: number; of: number }
  | { kind: 'end' }
  | { kind: 'failure'; reason: string };

export interface ReadOptions {
  pages: Wanted;
  signal?: AbortSignal;
  /** Share of the page that is being recognized, 0 to 1. */
  onShare?: (share: number) => void;
  /** A page is read: a good moment to remember it. An error ends the reading. */
  onPage?: (page: ReadPage, at: number, of: number, number: number) => Promise<void>;
  /** Milliseconds for the whole, or for each page. */
  timeoutMs: number;
  timeoutPer: 'whole' | 'page';
  /** For tests: options of the thread's Node. */
  execArgv?: string[];
}

/** A file that wants more memory than that is made to harm. */
const MEMORY_MB = 512;
/** The same for what counts as no heap of the thread: pixels. A picture of the largest size takes about 1,900 MB. */
const GROWTH = 2_500 * 1024 * 1024;
const LOOK_AT_MEMORY_EVERY = 100;

/**
 * @returns the pages that were read now
 * @throws AppError `validation` for what cannot be read, takes too long, or has too many pixels; the signal's reason
 *   when it fires
 */
export async function readPages(bytes: Uint8Array, type: string, options: ReadOptions): Promise<ReadPage[]> {
  const { pages: wanted, signal, onShare, onPage, timeoutMs, timeoutPer, execArgv } = options;
  if (type !== 'application/pdf') requirePictureSize(bytes);
  signal?.throwIfAborted();
  const worker = new Worker(new URL('reader.ts', import.meta.url), {
    workerData: { bytes, type, pages: wanted } satisfies ReaderInput,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    stderr: true,
    stdout: true,
    ...(execArgv && { execArgv }),
  });
  const pages: ReadPage[] = [];
  let remembered = Promise.resolve();
  const stop = new AbortController();
  const before = process.memoryUsage.rss();
  try {
    await new Promise<void>((resolve, reject) => {
      const memory = setInterval(() => {
        if (process.memoryUsage.rss() - before > GROWTH) reject(unreadable());
      }, LOOK_AT_MEMORY_EVERY);
      stop.signal.addEventListener('abort', () => clearInterval(memory));
      const late = () => reject(new AppError('validation', 'Reading took too long.'));
      let timer = setTimeout(late, timeoutMs);
      stop.signal.addEventListener('abort', () => clearTimeout(timer));
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { signal: stop.signal });
      worker.on('message', (message: ReaderMessage) => {
        if (message.kind === 'share') onShare?.(message.share);
        else if (message.kind === 'page') {
          if (timeoutPer === 'page') {
            clearTimeout(timer);
            timer = setTimeout(late, timeoutMs);
          }
          pages.push(message.page);
          remembered = remembered.then(() => onPage?.(message.page, message.at, message.of, message.number));
          remembered.catch(reject);
        } else if (message.kind === 'end') resolve();
        else reject(unreadable());
      });
      worker.on('error', () => reject(unreadable()));
      worker.on('exit', () => reject(unreadable()));
    });
    await remembered;
    return pages;
  } finally {
    stop.abort();
    await worker.terminate();
  }
}

const unreadable = (): AppError => new AppError('validation', 'The file could not be read and may be damaged.');

/** @throws AppError `validation`, on `file` */
export function requirePictureSize(bytes: Uint8Array): void {
  const size = pictureSize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!size || size.width < 1 || size.height < 1) throw unreadable();
  if (size.width * size.height > MAX_PIXELS)
    throw new AppError(
      'validation',
      `The picture has more than ${MAX_PIXELS / 1_000_000} million pixels. Use a smaller one.`,
      { field: 'file' },
    );
}
