/** Reads the manual from `docs/manual` and finds passages in it. The files are part of the product and do not change while it runs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { fold } from '../../../kernel/text.ts';
import type { ManualPage, ManualPassage } from '../contract.ts';

const FOLDER = join(import.meta.dirname, '../../../../docs/manual');
const EXCERPT = 220;
const RESULTS = 12;

/** A heading's anchor: its words in lower case, joined by dashes. The browser makes the same. */
export function anchorOf(heading: string): string {
  return fold(heading).replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** Splits one file into its title (the first `#` line) and its text. */
export function parsePage(fileName: string, markdown: string): ManualPage {
  const [, title = fileName] = /^#\s+(.+)$/m.exec(markdown) ?? [];
  return { slug: fileName.replace(/^\d+-/, '').replace(/\.md$/, ''), title: title.trim(), text: markdown.replace(/^#\s+.+\n+/, '').trim() };
}

/** All pages in the order of their file names. */
export function readPages(folder = FOLDER): ManualPage[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name.endsWith('.md')).sort().map((name) => parsePage(name, readFileSync(join(folder, name), 'utf8')));
}

interface Section extends ManualPassage {
  id: number;
  text: string;
}

/** Cuts pages at their headings: a passage is what one would be shown as an answer. */
function sectionsOf(pages: readonly ManualPage[]): Section[] {
  const sections: Section[] = [];
  for (const page of pages) {
    for (const part of `\n${page.text}`.split(/\n(?=##+ )/)) {
      const heading = /^##+ (.+)/.exec(part)?.[1]?.trim() ?? '';
      const text = part.replace(/^##+ .+/, '').replace(/[*_`>#|]|\]\([^)]*\)|\[/g, '').replace(/\s+/g, ' ').trim();
      if (!text && !heading) continue;
      sections.push({
        id: sections.length, slug: page.slug, page: page.title, heading, anchor: anchorOf(heading), text,
        excerpt: text.length > EXCERPT ? `${text.slice(0, text.lastIndexOf(' ', EXCERPT))} …` : text,
      });
    }
  }
  return sections;
}

export interface Manual {
  pages: ManualPage[];
  /** Passages that answer `question`, best first, at most twelve. */
  search(question: string): ManualPassage[];
}

/** Indexes the pages: BM25 over page title, heading and text, with prefixes and one typo in five letters forgiven. */
export function openManual(pages: ManualPage[] = readPages()): Manual {
  const index = new MiniSearch<Section>({
    fields: ['page', 'heading', 'text'],
    storeFields: ['slug', 'page', 'heading', 'anchor', 'excerpt'],
    processTerm: (term) => fold(term),
    searchOptions: { boost: { page: 2, heading: 3 }, prefix: (term) => term.length > 2, fuzzy: (term) => (term.length > 4 ? 0.2 : false) },
  });
  index.addAll(sectionsOf(pages));
  return {
    pages,
    search: (question) => index.search(question).slice(0, RESULTS).map(({ slug, page, heading, anchor, excerpt }) => ({ slug, page, heading, anchor, excerpt }) as ManualPassage),
  };
}
