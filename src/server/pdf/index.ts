/** PDF documents, drawn in their own thread: a schedule over thirty years takes half a second. */
import { Thread } from '../threads/thread.ts';
import type { PdfBlock, PdfOptions } from './blocks.ts';
import type { PdfDocument } from './document.ts';

export type { PdfBlock, PdfOptions, PdfTable } from './blocks.ts';

const thread = new Thread<PdfDocument, Uint8Array>({
  file: new URL('worker.ts', import.meta.url),
  busy: 'Many documents are being made. Try again in a moment.',
  interrupted: 'The document was not finished. Try again.',
});

/**
 * @returns the file's bytes
 * @throws AppError `unavailable` when too many documents are queued
 */
export async function makePdf(options: PdfOptions, blocks: readonly PdfBlock[]): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await thread.run({
    options: { ...options, at: options.at ?? new Date() },
    blocks,
  });
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Ends the thread, for a graceful stop. */
export const stopPdf = (): Promise<void> => thread.stop();
