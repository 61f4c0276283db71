/**
 * Reads the text of pictures and scanned pages in a thread of its own: of a picture by recognition, of a PDF from its
 * text layer or else from the pictures of its pages. Everything that it needs lies in the installed packages; it asks
 * nothing of the network.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createWorker, OEM } from 'tesseract.js';
import { type getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { MAX_PIXELS } from './picture.ts';
import type { ReaderInput, ReaderMessage, ReadPage } from './read-pages.ts';

const require = createRequire(import.meta.url);
/** Integer models: a quarter of the size of the others and as good on print. */
const LANGUAGE_DATA = path.join(path.dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int');
const CORE = path.dirname(require.resolve('tesseract.js-core/package.json'));

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Fewer letters than that are no text layer: a scanner's stamp. */
const TEXT_LAYER = 20;
/** Less sure than that, of 100, and the picture may lie askew. */
const POOR = 60;

const { bytes, type, pages: wanted } = workerData as ReaderInput;
const say = (message: ReaderMessage): void => parentPort!.postMessage(message);

async function recogniser(onShare: (share: number) => void): Promise<(picture: Buffer) => Promise<ReadPage>> {
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
    return { text, certainty: confidence / 100, isRecognized: true };
  };
}

async function readPicture(): Promise<void> {
  const recognise = await recogniser((share) => say({ kind: 'share', share }));
  say({ kind: 'page', page: await recognise(Buffer.from(bytes)), number: 1, at: 0, of: 1 });
}

async function readPdf(): Promise<void> {
  const { extractText, getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { maxImageSize: MAX_PIXELS });
  const numbers = (
    'numbers' in wanted
      ? wanted.numbers
      : Array.from({ length: Math.min(pdf.numPages, wanted.most) }, (_, at) => at + 1).slice(wanted.done)
  ).filter((number) => number <= pdf.numPages);
  // Whoever names pages knows that they have no text of their own.
  const text = 'numbers' in wanted ? [] : (await extractText(pdf, { mergePages: false })).text;
  const [before, of] = 'numbers' in wanted ? [0, numbers.length] : [wanted.done, numbers.length + wanted.done];
  let recognise: Awaited<ReturnType<typeof recogniser>> | undefined;
  for (const [i, number] of numbers.entries()) {
    const at = before + i;
    const layer = text[number - 1] ?? '';
    if (layer.replace(/\s/g, '').length >= TEXT_LAYER) {
      say({ kind: 'page', page: { text: layer, certainty: 1, isRecognized: false }, number, at, of });
      continue;
    }
    const picture = await pictureOf(pdf, number).catch(() => undefined);
    let page: ReadPage = { text: layer, certainty: 0, isRecognized: false };
    if (picture) {
      recognise ??= await recogniser((share) => say({ kind: 'share', share }));
      // A picture that cannot be opened leaves its page without text.
      page = await recognise(picture).catch(() => ({ text: layer, certainty: 0, isRecognized: true }));
    }
    say({ kind: 'page', page, number, at, of });
  }
}

interface Picture {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

/** The picture that a scan's page consists of, as a portable pixmap; strips of equal width are put together. */
async function pictureOf(pdf: Pdf, number: number): Promise<Buffer | undefined> {
  const { OPS } = await getResolvedPDFJS();
  const page = await pdf.getPage(number);
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures: Picture[] = [];
  let pixels = 0;
  for (const [at, operator] of fnArray.entries()) {
    if (operator !== OPS.paintImageXObject) continue;
    const key = (argsArray[at] as [string])[0];
    const objects = key.startsWith('g_') ? page.commonObjs : page.objs;
    const picture = await new Promise<Picture | null>((resolve) => void objects.get(key, resolve));
    if (!picture?.data || picture.width < 1 || picture.height < 1) continue;
    pixels += picture.width * picture.height;
    if (pixels > MAX_PIXELS) {
      page.cleanup();
      return undefined;
    }
    pictures.push(picture);
  }
  page.cleanup();
  const largest = pictures.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  if (!largest) return undefined;
  const strips = pictures.filter(
    (one) => one.width === largest.width && one.data.length / one.height === largest.data.length / largest.height,
  );
  const pixmap = pixelsOf(largest);
  if (!pixmap) return undefined;
  const parts = strips.flatMap((one) => pixelsOf(one)?.pixels ?? []);
  const height = strips.reduce((sum, one) => sum + one.height, 0);
  return Buffer.concat([Buffer.from(`${pixmap.format}\n${largest.width} ${height}\n${pixmap.end}`), ...parts]);
}

/** Pixels as a portable bitmap, graymap, or pixmap keeps them. */
function pixelsOf({ width, height, data }: Picture): { format: string; end: string; pixels: Uint8Array } | undefined {
  const row = Math.ceil(width / 8);
  // Black and white, as office scanners save it: in a PDF one is white, in a bitmap black.
  if (data.length === row * height && row < width)
    return { format: 'P4', end: '', pixels: Uint8Array.from(data, (byte) => byte ^ 0xff) };
  const channels = data.length / (width * height);
  if (channels === 1) return { format: 'P5', end: '255\n', pixels: new Uint8Array(data) };
  if (channels === 3) return { format: 'P6', end: '255\n', pixels: new Uint8Array(data) };
  if (channels === 4) return { format: 'P6', end: '255\n', pixels: withoutAlpha(data) };
  return undefined;
}

function withoutAlpha(data: Uint8Array | Uint8ClampedArray): Uint8Array {
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
