/** Small documents of every kind that knowledge reads, made as their programs make them. */
import { strToU8, zipSync } from 'fflate';
// oxlint-disable-next-line import/no-named-as-default -- its types know the default alone
import PDFDocument from 'pdfkit';

const zip = (parts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))));

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A PDF with one text a page. */
export function pdfFile(pages: readonly string[]): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const done = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(pieces))));
  for (const text of pages) pdf.addPage().fontSize(12).text(text);
  pdf.end();
  return done;
}

/** A line is a paragraph; one that begins with `# ` is a heading, `| a | b |` a row of a table. */
export function docxFile(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const paragraph = (text: string, style = '') =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${escape(text)}</w:t></w:r></w:p>`;
  const row = (line: string) => {
    const cells = line.split('|').slice(1, -1);
    return `<w:tbl><w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell.trim())}</w:tc>`).join('')}</w:tr></w:tbl>`;
  };
  const body = lines.map((line) =>
    line.startsWith('# ')
      ? paragraph(line.slice(2), 'berschrift1')
      : line.startsWith('|')
        ? row(line)
        : paragraph(line),
  );
  return zip({
    '[Content_Types].xml': '<Types/>',
    'word/styles.xml': '<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
    'word/document.xml': `<w:document><w:body>${body.join('')}</w:body></w:document>`,
  });
}

/** One sheet; texts are shared strings, numbers are values. */
export function xlsxFile(sheet: string, rows: readonly (readonly (string | number)[])[]): Uint8Array<ArrayBuffer> {
  const strings: string[] = [];
  const cell = (value: string | number, column: number, row: number) => {
    const place = `r="${String.fromCharCode(65 + column)}${row}"`;
    return typeof value === 'number'
      ? `<c ${place}><v>${value}</v></c>`
      : `<c ${place} t="s"><v>${strings.push(value) - 1}</v></c>`;
  };
  const data = rows.map(
    (row, at) => `<row r="${at + 1}">${row.map((value, column) => cell(value, column, at + 1)).join('')}</row>`,
  );
  return zip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><sheets><sheet name="${escape(sheet)}" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${data.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${escape(text)}</t></si>`).join('')}</sst>`,
  });
}

interface Slide {
  title: string;
  lines: readonly string[];
  notes?: string;
}

export function pptxFile(slides: readonly Slide[]): Uint8Array<ArrayBuffer> {
  const shape = (text: string, type: string) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${escape(text)}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const parts: Record<string, string> = { '[Content_Types].xml': '<Types/>' };
  for (const [at, { title, lines, notes }] of slides.entries()) {
    const n = at + 1;
    parts[`ppt/slides/slide${n}.xml`] =
      `<p:sld>${shape(title, 'title')}${lines.map((line) => shape(line, 'body')).join('')}${shape(String(n), 'sldNum')}</p:sld>`;
    if (!notes) continue;
    parts[`ppt/slides/_rels/slide${n}.xml.rels`] =
      `<Relationships><Relationship Id="r1" Target="../notesSlides/notesSlide${n}.xml"/></Relationships>`;
    parts[`ppt/notesSlides/notesSlide${n}.xml`] =
      `<p:notes>${shape(notes, 'body')}${shape(String(n), 'sldNum')}</p:notes>`;
  }
  return zip(parts);
}
