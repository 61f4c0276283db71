/** Places blocks on pages and starts a new page when one does not fit. */
import type PDFDocument from 'pdfkit';
import type { PdfBlock, PdfCell, PdfRanges, PdfTable } from './blocks.ts';
import { drawRanges, rangesHeight } from './ranges.ts';

type Paper = InstanceType<typeof PDFDocument>;

export const MARGIN = 48;
/** Space at the bottom for the page number. */
export const FOOT = 40;
export const INK = '#16181d';
export const MUTED = '#5b6270';
const RULE = '#d9dce3';
const SHADE = '#f4f5f8';
const CELL = { x: 5, y: 4 };
// Tabular figures, so that columns of money line up.
const FIGURES_OF_EQUAL_WIDTH: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];

/** Width of a block. */
export function widthOf(paper: Paper): number {
  return paper.page.width - 2 * MARGIN;
}

function bottomOf(paper: Paper): number {
  return paper.page.height - MARGIN - FOOT;
}

function makeRoom(paper: Paper, height: number): boolean {
  if (paper.y + height <= bottomOf(paper)) return false;
  paper.addPage();
  return true;
}

/** Draws one block below the previous one. */
export function draw(paper: Paper, block: PdfBlock): void {
  paper.x = MARGIN;
  switch (block.type) {
    case 'heading':
      return heading(paper, block.text);
    case 'paragraph':
      return paragraph(paper, block.text, block.small ?? false);
    case 'parties':
      return parties(paper, block.columns);
    case 'figures':
      return figures(paper, block.items);
    case 'table':
      return table(paper, block);
    case 'ranges':
      return ranges(paper, block);
    case 'space':
      paper.y += block.height ?? 12;
  }
}

function heading(paper: Paper, text: string): void {
  // A heading is never alone at the bottom of a page.
  makeRoom(paper, 64);
  paper
    .font('strong')
    .fontSize(12)
    .fillColor(INK)
    .text(text, MARGIN, paper.y + 10, { width: widthOf(paper) });
  paper.y += 4;
}

function paragraph(paper: Paper, text: string, small: boolean): void {
  paper
    .font('body')
    .fontSize(small ? 8 : 9.5)
    .fillColor(small ? MUTED : INK);
  makeRoom(paper, Math.min(paper.heightOfString(text, { width: widthOf(paper) }), 60));
  paper.text(text, MARGIN, paper.y, { width: widthOf(paper), lineGap: 2 });
  paper.y += 6;
}

function parties(paper: Paper, columns: readonly { label: string; lines: readonly string[] }[]): void {
  const width = widthOf(paper) / columns.length;
  const height =
    16 +
    Math.max(
      ...columns.map(({ lines }) =>
        paper
          .font('body')
          .fontSize(9.5)
          .heightOfString(lines.join('\n') || ' ', { width: width - 12, lineGap: 2 }),
      ),
    );
  makeRoom(paper, height);
  const top = paper.y;
  for (const [index, { label, lines }] of columns.entries()) {
    const x = MARGIN + index * width;
    paper
      .font('body')
      .fontSize(8)
      .fillColor(MUTED)
      .text(label, x, top, { width: width - 12 });
    paper
      .fontSize(9.5)
      .fillColor(INK)
      .text(lines.join('\n'), x, top + 13, { width: width - 12, lineGap: 2, features: FIGURES_OF_EQUAL_WIDTH });
  }
  paper.y = top + height + 8;
}

function figures(paper: Paper, items: readonly { label: string; value: string; note?: string }[]): void {
  const each = Math.min(4, Math.max(1, items.length));
  const width = widthOf(paper) / each;
  for (let from = 0; from < items.length; from += each) {
    makeRoom(paper, 54);
    const top = paper.y;
    for (const [index, { label, value, note }] of items.slice(from, from + each).entries()) {
      const x = MARGIN + index * width;
      paper.rect(x, top, width - 8, 46).fill(SHADE);
      paper
        .font('body')
        .fontSize(7.5)
        .fillColor(MUTED)
        .text(label, x + 8, top + 6, { width: width - 24, height: 10, ellipsis: true });
      paper
        .font('strong')
        .fontSize(12)
        .fillColor(INK)
        .text(value, x + 8, top + 17, {
          width: width - 24,
          height: 16,
          ellipsis: true,
          features: FIGURES_OF_EQUAL_WIDTH,
        });
      if (note)
        paper
          .font('body')
          .fontSize(7)
          .fillColor(MUTED)
          .text(note, x + 8, top + 34, { width: width - 24, height: 9, ellipsis: true });
    }
    paper.y = top + 54;
  }
}

function ranges(paper: Paper, block: PdfRanges): void {
  const height = rangesHeight(block);
  makeRoom(paper, height + 8);
  const top = paper.y + 4;
  drawRanges(paper, block, { x: MARGIN, y: top, width: widthOf(paper), ink: INK, muted: MUTED, rule: RULE });
  paper.y = top + height + 4;
}

interface Column {
  x: number;
  width: number;
  right: boolean;
}

function columnsOf(paper: Paper, { columns }: PdfTable): Column[] {
  const whole = columns.reduce((sum, column) => sum + (column.weight ?? 1), 0);
  let x = MARGIN;
  return columns.map((column) => {
    const width = (widthOf(paper) * (column.weight ?? 1)) / whole;
    const made = { x, width, right: column.align === 'right' };
    x += width;
    return made;
  });
}

function table(paper: Paper, block: PdfTable): void {
  const columns = columnsOf(paper, block);
  const head = (): void => {
    const names = block.columns.map((column) => column.label);
    if (names.every((name) => name === '')) return;
    row(paper, columns, names, { head: true });
  };
  makeRoom(paper, 48);
  head();
  for (const one of block.rows) {
    const height = rowHeight(paper, columns, one.cells, one.strong ?? false);
    if (makeRoom(paper, height)) head();
    row(paper, columns, one.cells, { strong: one.strong ?? false, indent: one.indent ?? 0 });
  }
  paper.y += 8;
}

const textOf = (cell: PdfCell | undefined): string => cell ?? '';

function rowHeight(paper: Paper, columns: readonly Column[], cells: readonly PdfCell[], strong: boolean): number {
  paper.font(strong ? 'strong' : 'body').fontSize(9);
  return (
    Math.max(
      ...columns.map((column, index) =>
        paper.heightOfString(textOf(cells[index]) || ' ', { width: column.width - 2 * CELL.x }),
      ),
    ) +
    2 * CELL.y
  );
}

function row(
  paper: Paper,
  columns: readonly Column[],
  cells: readonly PdfCell[],
  { head = false, strong = false, indent = 0 }: { head?: boolean; strong?: boolean; indent?: number },
): void {
  const top = paper.y;
  const height = rowHeight(paper, columns, cells, strong);
  if (head) paper.rect(MARGIN, top, widthOf(paper), height).fill(SHADE);
  paper
    .font(strong ? 'strong' : 'body')
    .fontSize(head ? 8 : 9)
    .fillColor(head ? MUTED : INK);
  for (const [index, column] of columns.entries()) {
    const inset = index === 0 ? indent * 10 : 0;
    paper.text(textOf(cells[index]), column.x + CELL.x + inset, top + CELL.y, {
      width: column.width - 2 * CELL.x - inset,
      align: column.right ? 'right' : 'left',
      features: FIGURES_OF_EQUAL_WIDTH,
    });
  }
  paper
    .moveTo(MARGIN, top + height)
    .lineTo(MARGIN + widthOf(paper), top + height)
    .lineWidth(strong ? 0.8 : 0.4)
    .strokeColor(strong ? MUTED : RULE)
    .stroke();
  paper.y = top + height;
}
