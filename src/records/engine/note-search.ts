/** Notes and comments as a search finds and shows them. Pure. */
import { fold } from '../../kernel/text.ts';

/** As much of a text as is searched. */
const SEARCHED = 2_000;
const BEFORE = 40;
const SHOWN = 140;

/** The part of a text that is searched, folded, with a space before each word. */
export const saidText = (text: string): string => ` ${fold(text.slice(0, SEARCHED))}`;

/**
 * The part of a text around the first of the words that it holds, in one line: whoever reads it sees why it was found.
 * @param words folded
 */
export function excerptOf(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= SHOWN) return line;
  const at = placeOf(line, words);
  const start = at <= BEFORE ? 0 : wordAfter(line, at - BEFORE);
  const end = line.length - start <= SHOWN ? line.length : wordBefore(line, start + SHOWN);
  return `${start > 0 ? '… ' : ''}${line.slice(start, end).trim()}${end < line.length ? ' …' : ''}`;
}

/**
 * Where the first of the words stands. Folding makes some letters longer: then the place is looked for sign by sign.
 */
function placeOf(line: string, words: readonly string[]): number {
  const folded = fold(line);
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const place = places.length > 0 ? Math.min(...places) : 0;
  if (folded.length === line.length) return place;
  let seen = 0;
  let index = 0;
  for (const sign of line) {
    if (seen >= place) break;
    // A blank alone folds to nothing.
    seen += sign === ' ' ? 1 : fold(sign).length;
    index += sign.length;
  }
  return index;
}

const wordAfter = (line: string, at: number): number => {
  const blank = line.indexOf(' ', at);
  return blank < 0 || blank > at + BEFORE ? at : blank + 1;
};
const wordBefore = (line: string, at: number): number => {
  const blank = line.lastIndexOf(' ', at);
  return blank < at - BEFORE ? at : blank;
};
