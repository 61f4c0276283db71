/** Ranks texts against a query, for the command palette and for pickers. */
import { fold } from '../../kernel/text.ts';

/**
 * 0: no match; higher is better. In falling order: the whole text, its beginning, the beginnings of its words (`soc
 * gen` or `smg` for "Social media generator"), anywhere within, in a keyword. Case and accents are ignored.
 */
export function matchScore(query: string, text: string, keywords: readonly string[] = []): number {
  const wanted = fold(query);
  if (wanted === '') return 1;
  const title = fold(text);
  if (title === wanted) return 100;
  if (title.startsWith(wanted)) return 90;
  const words = title.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const parts = wanted.split(' ');
  if (startsWords(parts, words)) return 80;
  if (
    parts.length === 1 &&
    wanted.length > 1 &&
    words
      .map((word) => word[0])
      .join('')
      .includes(wanted)
  )
    return 70;
  if (parts.every((part) => title.includes(part))) return 60;
  if (keywords.some((keyword) => fold(keyword).startsWith(wanted))) return 50;
  return 0;
}

/** Whether each part begins a word, in order. */
function startsWords(parts: readonly string[], words: readonly string[]): boolean {
  let next = 0;
  for (const part of parts) {
    const at = words.findIndex((word, nth) => nth >= next && word.startsWith(part));
    if (at < 0) return false;
    next = at + 1;
  }
  return true;
}
