/**
 * Draws a document: a head with the brand, headings, paragraphs, key figures, tables across pages, page numbers. The
 * embedded typeface (Inter) has Latin, Greek, and Cyrillic script and currency signs; other scripts do not show.
 */
import { fileURLToPath } from 'node:url';
// oxlint-disable-next-line import/no-named-as-default -- its types know the default alone
import PDFDocument from 'pdfkit';
import type { PdfBlock, PdfOptions } from './blocks.ts';
import { draw, FOOT, INK, MARGIN, MUTED, widthOf } from './layout.ts';

export interface PdfDocument {
  options: PdfOptions;
  blocks: readonly PdfBlock[];
}

const typeface = (file: string): string => fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${file}`));

/** @returns the file's bytes */
export function drawDocument(
  { title, subtitle, brand, footer = '', at = new Date() }: PdfOptions,
  blocks: readonly PdfBlock[],
): Promise<Buffer> {
  const paper = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: brand.name, CreationDate: at, ModDate: at },
  });
  paper.registerFont('body', typeface('400Regular/Inter_400Regular.ttf'));
  paper.registerFont('strong', typeface('600SemiBold/Inter_600SemiBold.ttf'));
  const pieces: Buffer[] = [];
  paper.on('data', (piece: Buffer) => pieces.push(piece));
  return new Promise((resolve, reject) => {
    paper.on('end', () => resolve(Buffer.concat(pieces)));
    paper.on('error', reject);
    try {
      head(paper, title, subtitle, brand);
      for (const block of blocks) draw(paper, block);
      number(paper, footer);
      paper.end();
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

function head(
  paper: InstanceType<typeof PDFDocument>,
  title: string,
  subtitle: string | undefined,
  { name, logo }: PdfOptions['brand'],
): void {
  const top = MARGIN;
  const beside = logo ? 44 : 0;
  if (logo) paper.image(Buffer.from(logo), MARGIN, top, { fit: [36, 36] });
  paper
    .font('strong')
    .fontSize(10)
    .fillColor(MUTED)
    .text(name, MARGIN + beside, top + (logo ? 11 : 0), { width: widthOf(paper) - beside });
  paper
    .font('strong')
    .fontSize(20)
    .fillColor(INK)
    .text(title, MARGIN, Math.max(paper.y, top + (logo ? 40 : 0)) + 8, { width: widthOf(paper) });
  if (subtitle)
    paper
      .font('body')
      .fontSize(10)
      .fillColor(MUTED)
      .text(subtitle, MARGIN, paper.y + 2, { width: widthOf(paper) });
  paper.y += 14;
}

function number(paper: InstanceType<typeof PDFDocument>, footer: string): void {
  const { start, count } = paper.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    paper.switchToPage(page);
    // Below the margin pdfkit would start another page.
    paper.page.margins.bottom = 0;
    const y = paper.page.height - MARGIN - FOOT / 2;
    paper.font('body').fontSize(8).fillColor(MUTED);
    paper.text(footer, MARGIN, y, { width: widthOf(paper) - 90, height: 10, ellipsis: true });
    paper.text(`Page ${page + 1} of ${count}`, MARGIN + widthOf(paper) - 80, y, { width: 80, align: 'right' });
  }
}
