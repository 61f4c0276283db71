/** The name that is being typed after an @. */

export interface Person {
  id: string;
  name: string;
  /** Distinguishes people of the same name, such as an email address. */
  detail?: string;
}

/** Longest part of a name that is looked for while one types. */
const LONGEST_QUERY = 40;
/** A character before the @ that makes it an email address. */
const LEADS_IN = /[\p{L}\p{N}._%+-]/u;

/**
 * The name that is being typed before the caret: where its @ stands, and what stands behind it; undefined where there
 * is none.
 */
export function mentionAt(text: string, caret: number): { from: number; query: string } | undefined {
  const from = text.lastIndexOf('@', caret - 1);
  if (from < 0 || caret - from - 1 > LONGEST_QUERY || LEADS_IN.test(text[from - 1] ?? ' ')) return undefined;
  const query = text.slice(from + 1, caret);
  // A second space ends it: names have rarely more than two words before they are found.
  if (query.includes('\n') || query.startsWith(' ') || query.split(' ').length > 3) return undefined;
  return { from, query };
}
