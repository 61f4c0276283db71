/** Citations and links in an answer, held to what the assistant has really read. */
import type { Source } from '../contract.ts';

/** The answer without citations of passages that it was not given, and the passages that it cites. */
export function keepCitations(text: string, sources: readonly Source[]): { text: string; sources: Source[] } {
  const cited = new Set<number>();
  const kept = text.replace(/\[(\d{1,2})\](?!\()/g, (mark, digits: string) => {
    const n = Number(digits);
    if (!sources.some((source) => source.n === n)) return '';
    cited.add(n);
    return mark;
  });
  return { text: kept, sources: sources.filter(({ n }) => cited.has(n)) };
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

/** Ids of records in what was read. */
export const idsIn = (text: string): string[] => text.match(UUID) ?? [];

/**
 * Links lead to pages of the product, and to records that the assistant has read; of all others the words stay. An
 * address of another site, or a picture, could carry away what stands in the answer.
 */
export function keepLinks(text: string, seenIds: ReadonlySet<string>): string {
  return (
    text
      .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
      // Links by reference, and addresses in angle brackets, say where they lead elsewhere.
      .replace(/^[ >]{0,6}\[[^\]]+\]:[ \t]*\S.*$/gm, '')
      .replace(/!?\[([^\]]+)\]\[[^\]]*\]/g, '$1')
      .replace(/<((?:[a-z][a-z0-9+.-]{1,31}:|\/\/)[^<>\s]*)>/gi, '`$1`')
      .replace(/\[([^\]]+)\]\(([^)\s]*)[^)]*\)/g, (whole, words: string, address: string) =>
        /^\/(?!\/)/.test(address) && idsIn(address).every((id) => seenIds.has(id)) ? whole : words,
      )
  );
}
