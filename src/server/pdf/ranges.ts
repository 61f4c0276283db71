/** Ranges on one scale, each with its midpoint: a football field chart. */
import type PDFDocument from 'pdfkit';
import { scaleLinear } from 'd3-scale';
import type { PdfRanges } from './blocks.ts';

type Paper = InstanceType<typeof PDFDocument>;

/** Position and colors. */
interface Place {
  x: number;
  y: number;
  width: number;
  ink: string;
  muted: string;
  rule: string;
}

const NAMES = 0.3;
const ROW = 22;
const BAR = 10;
const FOOT = 20;
const TICKS = 5;
const FILL = '#2a5bd7';
const PALE = '#b9c9f2';
const MARK = '#b8500c';

export const rangesHeight = ({ rows }: PdfRanges): number => rows.length * ROW + FOOT;

/** Draws it; the figures belong in a table beside it. */
export function drawRanges(paper: Paper, { rows, mark }: PdfRanges, { x, y, width, ink, muted, rule }: Place): void {
  const values = rows.flatMap(({ low, high }) => [low, high]);
  const left = x + width * NAMES;
  const at = scaleLinear([Math.min(0, ...values), Math.max(1, ...values)], [left + 8, x + width - 24]);
  const bottom = y + rows.length * ROW;
  for (const tick of at.ticks(TICKS)) {
    paper.moveTo(at(tick), y).lineTo(at(tick), bottom).lineWidth(0.4).strokeColor(rule).stroke();
    paper
      .font('body')
      .fontSize(7)
      .fillColor(muted)
      .text(tick.toLocaleString('en', { notation: 'compact' }), at(tick) - 40, bottom + 4, {
        width: 80,
        align: 'center',
        lineBreak: false,
      });
  }
  for (const [index, { label, low, mid, high, pale = false }] of rows.entries()) {
    const top = y + index * ROW + (ROW - BAR) / 2;
    paper
      .font('body')
      .fontSize(9)
      .fillColor(ink)
      .text(label, x, top, { width: width * NAMES, height: BAR, ellipsis: true, lineBreak: false });
    paper.rect(at(low), top, Math.max(1.5, at(high) - at(low)), BAR).fill(pale ? PALE : FILL);
    paper
      .moveTo(at(mid), top - 2)
      .lineTo(at(mid), top + BAR + 2)
      .lineWidth(1.4)
      .strokeColor(ink)
      .stroke();
  }
  if (mark !== undefined)
    paper
      .moveTo(at(mark), y)
      .lineTo(at(mark), bottom)
      .lineWidth(1)
      .dash(3, { space: 2 })
      .strokeColor(MARK)
      .stroke()
      .undash();
}
