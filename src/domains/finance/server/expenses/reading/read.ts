/**
 * Reading a receipt's text, from outside of the thread that does it: with progress, a time limit, and an end at any
 * moment.
 */
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../../kernel/errors.ts';
import { MAX_PIXELS, pictureSize } from './picture.ts';

export interface ReadPage {
  text: string;
  /** How sure the recognition is of the letters, 0 to 1. */ certainty: number;
}

export interface ReaderInput {
  bytes: Uint8Array;
  type: string;
  /** Pages that are read at most. */
  most: number;
  /** Pages that are read already. */
  done: number;
}

export type ReaderMessage =
  | { kind: 'share'; share: number }
  | { kind: 'page'; page: ReadPage; at: number; pages: number }
  | { kind: 'end' }
  | { kind: 'failure'; reason: string };

export interface ReadOptions {
  signal?: AbortSignal;
  /** Share of the whole, 0 to 1. */
  onShare?: (share: number) => void;
  /** A page is read: a good moment to remember it. */
  onPage?: (page: ReadPage, at: number, pages: number) => Promise<void>;
  /** Pages that were read before. */
  done?: number;
  timeoutMs?: number;
  /** For tests: options of the thread's Node. */
  execArgv?: string[];
}

const MAX_PAGES = 6;
const TIMEOUT_MS = 90_000;
/** A file that wants more memory than that is made to harm. */
const MEMORY_MB = 512;

/**
 * @returns the pages that were read now
 * @throws AppError `validation` for what cannot be read, takes too long or has too many pixels; the signal's reason
 *   when it fires
 */
export async function readDocument(
  bytes: Buffer,
  type: string,
  { signal, onShare, onPage, done = 0, timeoutMs = TIMEOUT_MS, execArgv }: ReadOptions = {},
): Promise<ReadPage[]> {
  if (type !== 'application/pdf') requireSize(bytes);
  signal?.throwIfAborted();
  const input: ReaderInput = { bytes, type, most: MAX_PAGES, done };
  const worker = new Worker(new URL('reader.ts', import.meta.url), {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    stderr: true,
    stdout: true,
    ...(execArgv && { execArgv }),
  });
  const pages: ReadPage[] = [];
  let remembered = Promise.resolve();
  const stop = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () =>
          reject(
            new AppError('validation', 'Reading took too long. Enter the expense manually, or try a smaller image.'),
          ),
        timeoutMs,
      );
      stop.signal.addEventListener('abort', () => clearTimeout(timer));
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { signal: stop.signal });
      worker.on('message', (message: ReaderMessage) => {
        if (message.kind === 'share') onShare?.(message.share);
        else if (message.kind === 'page') {
          pages.push(message.page);
          remembered = remembered.then(() => onPage?.(message.page, message.at, message.pages));
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

const unreadable = (): AppError =>
  new AppError(
    'validation',
    'The file could not be read and may be damaged. Enter the expense manually. The file stays attached.',
  );

/** @throws AppError `validation` */
export function requireSize(bytes: Buffer): void {
  const size = pictureSize(bytes);
  if (!size || size.width < 1 || size.height < 1) throw unreadable();
  if (size.width * size.height > MAX_PIXELS)
    throw new AppError(
      'validation',
      `The picture has more than ${MAX_PIXELS / 1_000_000} million pixels. Take a smaller one.`,
      { field: 'file' },
    );
}
