/** Reads Word, Excel, and PowerPoint files (Office Open XML): headings, tables, cells, slides, and speaker notes. */
import { Parser } from 'htmlparser2';
import { strFromU8, unzipSync } from 'fflate';
import { AppError } from '../../../../kernel/errors.ts';
import type { Section } from '../../engine/passages.ts';
import { Outline } from './outline.ts';
import { tableSections } from './text.ts';

/** Bytes that a file may unpack to; more is made to harm. */
const MOST_BYTES = 120_000_000;
const MOST_CELLS = 2_000_000;

type Parts = Record<string, string>;

/** The XML parts whose names match, unpacked. @throws AppError `validation` */
function unpack(bytes: Uint8Array, wanted: RegExp): Parts {
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!wanted.test(name)) return false;
        total += originalSize;
        if (total > MOST_BYTES)
          throw new AppError('validation', 'This file unpacks to more than 120 MB, so it was not read.');
        return true;
      },
    });
    return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strFromU8(content)]));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('validation', 'This file is damaged or protected by a password.');
  }
}

interface XmlHandler {
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

function readXml(xml: string, { open, close, text }: XmlHandler): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.(name, attributes),
      onclosetag: (name) => close?.(name),
      ontext: (data) => text?.(data),
    },
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
}

/** By number: `slide2` before `slide10`. */
const numbered = (parts: Parts, pattern: RegExp) =>
  Object.keys(parts)
    .flatMap((name) => {
      const number = pattern.exec(name)?.[1];
      return number ? [{ name, number: Number(number) }] : [];
    })
    .sort((a, z) => a.number - z.number);

/** Heading levels of the paragraph styles, by id: `Heading1`, or a style that is based on one. */
function headingStyles(xml: string | undefined): Map<string, number> {
  const levels = new Map<string, number>();
  if (!xml) return levels;
  let style = '';
  readXml(xml, {
    open(name, attributes) {
      if (name === 'w:style') style = attributes['w:styleId'] ?? '';
      else if (name === 'w:name') {
        const level = /^(?:heading ([1-6])|title)$/i.exec(attributes['w:val'] ?? '');
        if (level) levels.set(style, Number(level[1] ?? 1));
      } else if (name === 'w:outlineLvl' && !levels.has(style)) {
        const level = Number(attributes['w:val']);
        if (level >= 0 && level < 6) levels.set(style, level + 1);
      }
    },
  });
  return levels;
}

export function parseDocx(bytes: Uint8Array): Section[] {
  const parts = unpack(bytes, /^word\/(?:document|styles|footnotes)\.xml$/);
  const styles = headingStyles(parts['word/styles.xml']);
  const outline = new Outline();
  let paragraph = '';
  let level = 0;
  let isText = false;
  let row: string[] | undefined;
  let cell = '';
  const read = (xml: string) =>
    readXml(xml, {
      open(name, attributes) {
        if (name === 'w:t') isText = true;
        else if (name === 'w:tab') paragraph += '\t';
        else if (name === 'w:br' || name === 'w:cr') paragraph += '\n';
        else if (name === 'w:pStyle') level = styles.get(attributes['w:val'] ?? '') ?? 0;
        else if (name === 'w:tr') row = [];
        else if (name === 'w:tc') cell = '';
      },
      text(text) {
        if (isText) paragraph += text;
      },
      close(name) {
        if (name === 'w:t') isText = false;
        else if (name === 'w:p') {
          if (row) cell += `${cell ? ' ' : ''}${paragraph}`;
          else if (level > 0) outline.heading(paragraph, level);
          else outline.add(paragraph);
          paragraph = '';
          level = 0;
        } else if (name === 'w:tc') row?.push(cell.trim());
        else if (name === 'w:tr') {
          outline.add((row ?? []).join(' | '));
          row = undefined;
        }
      },
    });
  if (!parts['word/document.xml']) throw new AppError('validation', 'This Word file has no document in it.');
  read(parts['word/document.xml']);
  if (parts['word/footnotes.xml']) read(parts['word/footnotes.xml']);
  return outline.end();
}

export function parsePptx(bytes: Uint8Array): { sections: Section[]; pages: number } {
  const parts = unpack(bytes, /^ppt\/(?:slides|notesSlides)\/(?:_rels\/)?(?:slide|notesSlide)\d+\.xml(?:\.rels)?$/);
  const slides = numbered(parts, /^ppt\/slides\/slide(\d+)\.xml$/);
  const sections = slides.flatMap(({ name, number }, at) => {
    const notes = /notesSlides\/(notesSlide\d+\.xml)/.exec(
      parts[`ppt/slides/_rels/slide${number}.xml.rels`] ?? '',
    )?.[1];
    const { title, lines } = readSlide(parts[name]!);
    const spoken = notes ? readSlide(parts[`ppt/notesSlides/${notes}`] ?? '').lines : [];
    const text = [...lines, ...(spoken.length > 0 ? [`Notes: ${spoken.join(' ')}`] : [])].join('\n') || title;
    return [{ heading: title, place: `Slide ${at + 1}`, page: at + 1, text }];
  });
  return { sections, pages: slides.length };
}

function readSlide(xml: string): { title: string; lines: string[] } {
  const lines: string[] = [];
  let title = '';
  let line = '';
  let isTitle = false;
  let isNumber = false;
  let isText = false;
  readXml(xml, {
    open(name, attributes) {
      if (name === 'p:sp') [isTitle, isNumber] = [false, false];
      else if (name === 'p:ph') {
        isTitle = /^(?:title|ctrTitle)$/.test(attributes.type ?? '');
        isNumber = /^(?:sldNum|dt|ftr)$/.test(attributes.type ?? '');
      } else if (name === 'a:t') isText = true;
      else if (name === 'a:br') line += '\n';
    },
    text(text) {
      if (isText) line += text;
    },
    close(name) {
      if (name === 'a:t') isText = false;
      else if (name === 'a:p') {
        if (isTitle) title = `${title} ${line}`.trim();
        else if (!isNumber && line.trim() !== '') lines.push(line.trim());
        line = '';
      }
    },
  });
  return { title, lines };
}

const columnOf = (reference: string) =>
  [...(/^[A-Z]+/.exec(reference)?.[0] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
function columnName(column: number): string {
  return column <= 0 ? '' : columnName(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));
}

export function parseXlsx(bytes: Uint8Array): Section[] {
  const parts = unpack(
    bytes,
    /^xl\/(?:workbook\.xml|sharedStrings\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/,
  );
  const strings = sharedStrings(parts['xl/sharedStrings.xml']);
  return sheets(parts).flatMap(({ name, xml }) => {
    const rows = readSheet(xml, strings);
    const width = rows.reduce((most, { values }) => Math.max(most, values.length), 1);
    const last = columnName(width);
    return tableSections(
      rows.map(({ values }) => values),
      (from, to) => `${name}!A${rows[from - 1]?.number ?? from}:${last}${rows[to - 1]?.number ?? to}`,
    ).map((section) => ({ ...section, heading: name }));
  });
}

function sharedStrings(xml: string | undefined): string[] {
  const strings: string[] = [];
  if (!xml) return strings;
  let text = '';
  let isText = false;
  readXml(xml, {
    open: (name) => void (isText = name === 't'),
    text: (data) => void (isText && (text += data)),
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'si') {
        strings.push(text);
        text = '';
      }
    },
  });
  return strings;
}

function sheets(parts: Parts): { name: string; xml: string }[] {
  const targets = new Map<string, string>();
  readXml(parts['xl/_rels/workbook.xml.rels'] ?? '', {
    open: (name, { Id, Target }) =>
      void (name === 'Relationship' && Id && Target && targets.set(Id, Target.replace(/^\/?(?:xl\/)?/, ''))),
  });
  const found: { name: string; xml: string }[] = [];
  readXml(parts['xl/workbook.xml'] ?? '', {
    open(name, attributes) {
      const xml = parts[`xl/${targets.get(attributes['r:id'] ?? '') ?? ''}`];
      if (name === 'sheet' && xml && attributes.state !== 'veryHidden')
        found.push({ name: attributes.name ?? '', xml });
    },
  });
  return found;
}

function readSheet(xml: string, strings: readonly string[]): { number: number; values: string[] }[] {
  const rows: { number: number; values: string[] }[] = [];
  let cells = 0;
  let cell: { column: number; type: string } | undefined;
  let value = '';
  let isValue = false;
  readXml(xml, {
    open(name, attributes) {
      if (name === 'row') rows.push({ number: Number(attributes.r) || rows.length + 1, values: [] });
      else if (name === 'c') {
        const column = columnOf(attributes.r ?? '') || (rows.at(-1)?.values.length ?? 0) + 1;
        cell = { column: Math.min(column, 1_000), type: attributes.t ?? '' };
        value = '';
      } else if (name === 'v' || (name === 't' && cell?.type === 'inlineStr')) isValue = true;
    },
    text: (data) => void (isValue && (value += data)),
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c' && cell && value !== '' && cells < MOST_CELLS) {
        const values = rows.at(-1)?.values;
        const missing = cell.column - 1 - (values?.length ?? 0);
        if (missing > 0) values?.push(...Array.from({ length: missing }, () => ''));
        values?.push(cell.type === 's' ? (strings[Number(value)] ?? '') : value);
        cells += 1;
      }
    },
  });
  return rows.filter(({ values }) => values.some((one) => one.trim() !== ''));
}
