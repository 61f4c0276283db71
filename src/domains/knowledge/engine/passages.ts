/** Cuts what was read of a document into passages: along its own parts, at sentence ends, with some overlap. */

/** A part of a document as its parser found it. */
export interface Section {
  /** Headings above it, outermost first, joined by ` › `. */
  heading: string;
  /** `Page 3`, `Slide 2`, `Sheet1!A2:F20`; blank where there are no such parts. */
  place: string;
  page: number | null;
  text: string;
}

export interface CutPassage extends Section {
  position: number;
}

/** Characters of a passage: about 200 words, which an embedding model reads whole. */
const SIZE = 1_200;
/** Characters that a passage repeats of the one before it. */
const OVERLAP = 160;
/** More passages than that are refused: no document for people is that long. */
export const MAX_PASSAGES = 20_000;

const SENTENCE = /[^.!?\n]*(?:[.!?]+["')\]]*(?=\s|$)|[.!?]+(?=\S)|\n+|$)/g;

/** Pieces of at most {@link SIZE} characters, each ending with a sentence or line where there is one. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (const [sentence] of text.matchAll(SENTENCE)) {
    if (sentence === '') continue;
    for (let from = 0; from < sentence.length; from += SIZE) found.push(sentence.slice(from, from + SIZE));
  }
  return found;
}

function cut(text: string): string[] {
  if (text.length <= SIZE) return [text];
  const cuts: string[] = [];
  let current = '';
  let isFresh = false;
  for (const piece of pieces(text)) {
    if (isFresh && current.length + piece.length > SIZE) {
      cuts.push(current);
      current = overlapOf(current, piece.length);
      isFresh = false;
    }
    current += piece;
    isFresh = true;
  }
  if (isFresh) cuts.push(current);
  return cuts;
}

/** The end of a passage, from the start of a word. */
function overlapOf(passage: string, next: number): string {
  if (next + OVERLAP > SIZE) return '';
  const end = passage.slice(-OVERLAP);
  const space = end.search(/\s/);
  return space < 0 ? '' : end.slice(space + 1);
}

const tidy = (text: string) =>
  text
    .replace(/[\t\f\v\u00a0 ]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Passages of a document in its order. Short neighbors under the same heading and place share one. */
export function passagesOf(sections: readonly Section[]): CutPassage[] {
  const joined: Section[] = [];
  for (const section of sections) {
    const text = tidy(section.text);
    if (text === '') continue;
    const last = joined.at(-1);
    const isSame = last && last.heading === section.heading && last.place === section.place;
    if (isSame && last.text.length + text.length < SIZE) last.text += `\n${text}`;
    else joined.push({ ...section, text });
  }
  return joined
    .flatMap((section) => cut(section.text).map((text) => ({ ...section, text: text.trim() })))
    .filter(({ text }) => text !== '')
    .map((section, position) => ({ ...section, position }));
}
