/** Text as words with their places, so that matches can be highlighted in the original. */
import { fold, straightened } from '../../../kernel/text.ts';

export interface Word {
  /** Lower case, without accents, with straight apostrophes. */
  text: string;
  start: number;
  end: number;
}

/** `C++` and `C#` are words, and so is what an apostrophe joins; every other mark ends a word. */
const WORD = /(?<![\p{L}\p{N}])\p{L}(?:\+\+|#)|[\p{L}\p{N}]+(?:['’‘ʼ][\p{L}\p{N}]+)*/gu;

/** The words of a text, in order. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    text: straightened(fold(word)),
    start: index,
    end: index + word.length,
  }));
}
