/**
 * Reads the text of a receipt in a thread of its own: of a picture by recognition, of a PDF from its text layer or else
 * from the pictures of its pages. Everything that it needs lies in the installed packages; it asks nothing of the
 * network.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createWorker, OEM } from 'tesseract.js';
import type { getDocumentProxy } from 'unpdf';
import type { ReaderInput, ReaderMessage } from './read.ts';

const require = createRequire(import.meta.url);
/** Integer models: a quarter of the size of the others and as good on print. */
const LANGUAGE_DATA = path.join(path.dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int');
const CORE = path.dirname(require.resolve('tesseract.js-core/package.json'));

/** As unpdf opens it; the library itself is loaded when a PDF comes. */
type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Fewer letters than that are no text layer: a scanner's stamp. */
const TEXT_LAYER = 20;
/** Less sure than that, of 100, and the picture may lie askew. */
const POOR = 60;

const { bytes, type, most, done } = workerData as ReaderInput;
const say = (message: ReaderMessage): void => parentPort!.postMessage(message);

interface Page {
  text: string;
  certainty: number;
}

async function recogniser(onShare: (share: number) => void): Promise<(picture: Buffer) => Promise<Page>> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: LANGUAGE_DATA,
    corePath: CORE,
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => undefined,
    logger: ({ status, progress }) => {
      if (status === 'recognizing text') onShare(progress);
    },
  });
  return async (picture) => {
    const { data } = await worker.recognize(picture);
    // Turning doubles the time, so it is tried only where nothing could be made of it as it lies.
    const better = data.confidence < POOR ? (await worker.recognize(picture, { rotateAuto: true })).data : data;
    const { text, confidence } = better.confidence > data.confidence ? better : data;
    return { text, certainty: confidence / 100 };
  };
}

async function readPicture(): Promise<void> {
  const recognise = await recogniser((share) => say({ kind: 'share', share }));
  say({ kind: 'page', page: await recognise(Buffer.from(bytes)), at: 0, pages: 1 });
}

async function readPdf(): Promise<void> {
  const { extractText, getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages = Math.min(pdf.numPages, most);
  const { text } = await extractText(pdf, { mergePages: false });
  let recognise: Awaited<ReturnType<typeof recogniser>> | undefined;
  for (let at = done; at < pages; at++) {
    const layer = text[at] ?? '';
    if (layer.replace(/\s/g, '').length >= TEXT_LAYER) {
      say({ kind: 'page', page: { text: layer, certainty: 1 }, at, pages });
      continue;
    }
    recognise ??= await recogniser((share) => say({ kind: 'share', share: (at + share) / pages }));
    const picture = await largestPicture(pdf, at + 1);
    say({ kind: 'page', page: picture ? await recognise(picture) : { text: layer, certainty: 0 }, at, pages });
  }
}

/** The largest picture on a page of a scan, as a portable pixmap. */
async function largestPicture(pdf: Pdf, page: number): Promise<Buffer | undefined> {
  const { extractImages } = await import('unpdf');
  const pictures = await extractImages(pdf, page);
  const largest = pictures.sort((a, b) => b.width * b.height - a.width * a.height)[0];
  if (!largest) return undefined;
  const { width, height, channels, data } = largest;
  const kind = channels === 1 ? 'P5' : 'P6';
  const pixels = channels === 4 ? withoutAlpha(data) : new Uint8Array(data);
  return Buffer.concat([Buffer.from(`${kind}\n${width} ${height}\n255\n`), pixels]);
}

function withoutAlpha(data: Uint8ClampedArray): Uint8Array {
  const pixels = new Uint8Array((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4) {
    pixels[to++] = data[from]!;
    pixels[to++] = data[from + 1]!;
    pixels[to++] = data[from + 2]!;
  }
  return pixels;
}

try {
  await (type === 'application/pdf' ? readPdf() : readPicture());
  say({ kind: 'end' });
} catch (error) {
  say({ kind: 'failure', reason: error instanceof Error ? error.message : String(error) });
}
