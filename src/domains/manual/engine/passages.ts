/** Cuts the manual's pages into passages: what one would be shown as an answer. */
import { fold } from '../../../kernel/text.ts';
import type { ManualPage } from '../contract.ts';

export interface Section {
  slug: string;
  page: string;
  /** Heading, and its anchor on the page; empty for the page's beginning. */
  heading: string;
  anchor: string;
  /** As it is written, in Markdown. */
  markdown: string;
  /** Its words alone. */
  text: string;
}

/** A heading's anchor: its words in lower case, joined by dashes. */
export function anchorOf(heading: string): string {
  return fold(heading)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Markdown as running text: links are their words, the cells of a table are set apart by commas. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^\|[\s:|-]+\|$/gm, '')
    .replace(
      /^\|(.*)\|$/gm,
      (_, cells: string) =>
        `${cells
          .split('|')
          .map((cell) => cell.trim())
          .join(': ')}.`,
    )
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[-*]|\d+\.)\s+/gm, '')
    .replace(/[*_`>#]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

export function sectionsOf(pages: readonly ManualPage[]): Section[] {
  return pages.flatMap(({ slug, title, text }) =>
    `\n${text}`.split(/\n(?=##+ )/).flatMap((part) => {
      const heading = plainText(/^##+ (.+)/.exec(part)?.[1] ?? '');
      const markdown = part.replace(/^##+ .+/, '').trim();
      return markdown
        ? [{ slug, page: title, heading, anchor: anchorOf(heading), markdown, text: plainText(markdown) }]
        : [];
    }),
  );
}

/** The pages of the product that a text links to: `/contacts`. */
export function placesIn(markdown: string): string[] {
  return [...markdown.matchAll(/\]\((\/[^)#?\s]*)|`(\/[a-z][\w/-]*)`/g)].map((match) => (match[1] ?? match[2])!);
}
