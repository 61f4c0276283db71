/** A search as people type it → LIKE patterns, each of which must match the folded text that begins with a blank. */
import { fold } from '../../../../kernel/text.ts';

const MAX_WORDS = 8;

export function searchPatterns(text: string): string[] {
  return fold(text)
    .replaceAll('\0', '')
    .split(' ')
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => {
      const escaped = word.replace(/[\\%_]/g, '\\$&');
      // One or two letters mean the beginning of a word: anywhere they would mean everything.
      return word.length <= 2 ? `% ${escaped}%` : `%${escaped}%`;
    });
}
