/** Scans as scanners make them: a PDF whose pages are pictures of text. */
import { readFileSync } from 'node:fs';
// oxlint-disable-next-line import/no-named-as-default -- its types know the default alone
import PDFDocument from 'pdfkit';

/** What is on the pictures in `scans/`. */
export const SCANNED_TEXTS = {
  gray: 'Orchard handbook The harvest starts on the second Monday of September. Pickers are paid every Friday.',
  'black-and-white': 'Ladders are kept in the north barn. The deposit for a crate is 12 dollars.',
  'strip-1': 'Visitors park behind the cider barn.',
  'strip-2': 'The gate closes at 6 p.m.',
  /** Hardly to be read. */
  blurred: 'Old frost notes from the pump house hard to read at all',
} as const;
export type ScannedPicture = keyof typeof SCANNED_TEXTS;

export const scannedPicture = (name: ScannedPicture): Buffer<ArrayBuffer> =>
  Buffer.from(readFileSync(new URL(`scans/${name}.png`, import.meta.url)));

/** A PDF: each page has the pictures of a list, one below the other, or text of its own. */
export function scannedPdf(pages: readonly (readonly ScannedPicture[] | string)[]): Promise<Buffer<ArrayBuffer>> {
  const pdf = new PDFDocument({ autoFirstPage: false });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const done = new Promise<Buffer<ArrayBuffer>>((resolve) => pdf.on('end', () => resolve(Buffer.concat(pieces))));
  for (const page of pages) {
    pdf.addPage();
    if (typeof page === 'string') pdf.fontSize(12).text(page);
    else for (const [at, name] of page.entries()) pdf.image(scannedPicture(name), 50, 50 + at * 45, { width: 500 });
  }
  pdf.end();
  return done;
}
