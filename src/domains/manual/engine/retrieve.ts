/**
 * Finds the passages of the manual that answer a question, and says when none does. Ranked by BM25 over headings and
 * text (MiniSearch); a passage counts as an answer only when it speaks of most of what was asked for: a question about
 * something that the manual does not know shares a word or two with many passages.
 */
import MiniSearch from 'minisearch';
import type { ManualPage } from '../contract.ts';
import { placesIn, type Section, sectionsOf } from './passages.ts';
import { topicWords } from './tokenize.ts';

export interface Found extends Section {
  /** The sentences of the passage that come nearest to the question. */
  quote: string;
  /** Share of the question's meaning that the passage speaks of, 0 to 1: words weigh by their rarity in the manual. */
  coverage: number;
}

export interface Retriever {
  /** Passages that answer, best first, at most `limit`; none when the manual does not know. */
  answer(question: string, options?: { place?: string; limit?: number }): Found[];
  /** Passages that share words with the question, best first: for browsing. */
  search(question: string, limit: number): Found[];
  /** Passages about a page of the product, the most telling first. */
  about(place: string, limit: number): Section[];
  /** The first passages of the manual. */
  beginning(limit: number): Section[];
}

/** Below this share of the question a passage does not answer it. */
const ENOUGH = 0.55;
/** A rival this far behind the best is not shown beside it. */
const NEAR = 0.45;
/** Bonus for passages about the current page. */
const HERE = 1.15;
/**
 * Weight of a page's introduction, whose heading is the page's title. A section with its own heading answers more
 * precisely.
 */
const BEGINNING = 0.85;
const QUOTE = 280;

interface Indexed extends Section {
  id: number;
}

/**
 * Weight of a word that the manual never uses, relative to its rarest word: people have more words for a thing than the
 * manual.
 */
const UNKNOWN = 0.7;

/** Inverse document frequency by word. */
function weigher(documents: readonly (readonly string[])[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const words of documents) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const total = documents.length;
  const weigh = (count: number) => Math.log(1 + (total - count + 0.5) / (count + 0.5));
  return (word) => (counts.has(word) ? weigh(counts.get(word)!) : UNKNOWN * weigh(1));
}

/** The run of sentences with the most of what was asked for, within {@link QUOTE} characters. */
export function quoteFrom(text: string, asked: ReadonlySet<string>): string {
  const sentences = text.match(/[^.!?]+(?:[.!?]+(?=\s|$)|$)(?:\s|$)*/g) ?? [text];
  const worth = sentences.map((sentence) => new Set(topicWords(sentence).filter((word) => asked.has(word))).size);
  let first = worth.indexOf(Math.max(...worth));
  let last = first;
  const length = () => sentences.slice(first, last + 1).join('').length;
  for (;;) {
    const next = sentences[last + 1];
    const before = sentences[first - 1];
    if (next !== undefined && length() + next.length <= QUOTE) last += 1;
    else if (before !== undefined && length() + before.length <= QUOTE) first -= 1;
    else break;
  }
  const quote = sentences
    .slice(first, last + 1)
    .join('')
    .trim();
  const clipped = quote.length > QUOTE ? `${quote.slice(0, quote.lastIndexOf(' ', QUOTE))} …` : quote;
  return `${first > 0 ? '… ' : ''}${clipped}`;
}

function isWithin(place: string, of: string): boolean {
  return place === of || place.startsWith(`${of}/`);
}

export function openRetriever(pages: readonly ManualPage[]): Retriever {
  const sections: Indexed[] = sectionsOf(pages).map((section, id) => ({ ...section, id }));
  const weight = weigher(sections.map(({ page, heading, text }) => topicWords(`${page} ${heading} ${text}`)));
  const placesOf = new Map(pages.map(({ slug, text }) => [slug, placesIn(text)]));
  const index = new MiniSearch<Indexed>({
    fields: ['page', 'heading', 'text'],
    tokenize: topicWords,
    processTerm: (term) => term,
    searchOptions: {
      boostDocument: (id) => (sections[id as number]!.heading ? 1 : BEGINNING),
      boost: { page: 1.5, heading: 3 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      weights: { prefix: 0.6, fuzzy: 0.3 },
    },
  });
  // The introduction is indexed under the page's title.
  index.addAll(
    sections.map((section) => (section.heading ? section : { ...section, heading: section.page, page: '' })),
  );

  /** How much the page of a section is about a place: how often it leads there, among all places it leads to. */
  const aboutness = (slug: string, place: string) => {
    const places = placesOf.get(slug) ?? [];
    return places.length === 0 ? 0 : places.filter((one) => isWithin(place, one)).length / places.length;
  };

  function rank(question: string, place?: string): (Found & { score: number })[] {
    const asked = new Set(topicWords(question));
    const whole = [...asked].reduce((sum, word) => sum + weight(word), 0);
    return index
      .search(question)
      .map((hit) => {
        const section = sections[hit.id as number]!;
        const spokenOf = new Set(hit.queryTerms);
        const coverage =
          [...asked].filter((word) => spokenOf.has(word)).reduce((sum, word) => sum + weight(word), 0) / whole;
        const here = place !== undefined && aboutness(section.slug, place) >= 0.5 ? HERE : 1;
        return {
          ...section,
          coverage,
          quote: quoteFrom(section.text, asked),
          score: hit.score * here * (0.5 + coverage),
        };
      })
      .sort((one, other) => other.score - one.score);
  }

  return {
    beginning: (limit) => sections.slice(0, limit),
    search: (question, limit) => rank(question).slice(0, limit),
    answer(question, { place, limit = 3 } = {}) {
      const ranked = rank(question, place);
      const enough = ranked.filter(({ coverage }) => coverage >= ENOUGH);
      const best = enough[0]?.score ?? 0;
      return enough.filter(({ score }) => score >= best * NEAR).slice(0, limit);
    },
    about(place, limit) {
      const scored = sections.map((section) => ({
        section,
        score:
          aboutness(section.slug, place) + (placesIn(section.markdown).some((one) => isWithin(place, one)) ? 0.5 : 0),
      }));
      return scored
        .filter(({ score }) => score >= 0.5)
        .sort((one, other) => other.score - one.score)
        .slice(0, limit)
        .map(({ section }) => section);
    },
  };
}
