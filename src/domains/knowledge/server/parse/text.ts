/** Reads text: Markdown by its headings, tables by their rows, everything else by paragraphs. */
import { CsvParser } from '../../../../kernel/csv.ts';
import { EncodingDetector, guessDelimiter, textDecoder } from '../../../../kernel/dialect.ts';
import type { Section } from '../../engine/passages.ts';
import { Outline } from './outline.ts';

/** Rows of a table that share a section, each with its column names. */
const ROWS = 20;
const MOST_ROWS = 100_000;

export function decodeText(bytes: Uint8Array): string {
  const detector = new EncodingDetector();
  detector.push(bytes);
  const text = textDecoder(detector.result().encoding).decode(bytes, { stream: false });
  return text
    .replaceAll('\0', '')
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
}

export function parseMarkdown(text: string): { title: string; sections: Section[] } {
  const outline = new Outline();
  let title = '';
  let isCode = false;
  // The head that static sites use is for programs.
  const body = text.replace(/^---\n[\s\S]{0,5000}?\n---\n/, '');
  for (const line of body.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const heading = isCode ? null : /^(#{1,6})\s+(\S.*)$/.exec(line);
    if (!heading) {
      outline.add(plain(line));
      continue;
    }
    const words = plain(heading[2]!).replace(/\s*#+$/, '');
    if (heading[1]!.length === 1 && title === '') title = words;
    outline.heading(words, heading[1]!.length);
  }
  return { title, sections: outline.end() };
}

/** A line of Markdown without its marks. */
const plain = (line: string) =>
  line
    .replace(/!?\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/^\s*\|[\s|:-]+\|\s*$/, '')
    .trimEnd();

export const parsePlain = (text: string): Section[] => [{ heading: '', place: '', page: null, text }];

/** A table as rows of `Column: value`, some to a section. */
export function parseCsv(text: string): Section[] {
  const parser = new CsvParser(guessDelimiter(text.slice(0, 65_536), text.length <= 65_536));
  const rows = [...parser.push(text.endsWith('\n') ? text : `${text}\n`)].slice(0, MOST_ROWS);
  return tableSections(rows, (from, to) => `Rows ${from}–${to}`);
}

/** @param place names rows, counted from 1 */
export function tableSections(
  rows: readonly (readonly string[])[],
  place: (from: number, to: number) => string,
): Section[] {
  const [names = [], ...values] = rows;
  if (values.length === 0)
    return names.some(Boolean) ? [{ heading: '', place: place(1, 1), page: null, text: names.join(' | ') }] : [];
  const sections: Section[] = [];
  for (let from = 0; from < values.length; from += ROWS) {
    const some = values.slice(from, from + ROWS);
    const text = some
      .map((row) =>
        row
          .map((value, i) => (value.trim() === '' ? '' : names[i]?.trim() ? `${names[i].trim()}: ${value}` : value))
          .filter(Boolean)
          .join('; '),
      )
      .filter(Boolean)
      .join('\n');
    if (text) sections.push({ heading: '', place: place(from + 2, from + 1 + some.length), page: null, text });
  }
  return sections;
}
