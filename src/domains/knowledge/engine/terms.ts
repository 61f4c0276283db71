/** Words of texts as the index keeps them: folded, without the words that say nothing, and stemmed (Porter2). */
import stem from 'wink-porter2-stemmer';

/** Longer “words” are data, such as a Base64 line, which nobody searches for. */
const LONGEST = 40;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;

/** The stop words of the Snowball project's English list. */
const STOP_WORDS = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its
  itself they them their theirs themselves what which who whom this that these those am is are was were be been being
  have has had having do does did doing would should could ought i'm you're he's she's it's we're they're i've you've
  we've they've i'd you'd he'd she'd we'd they'd i'll you'll he'll she'll we'll they'll isn't aren't wasn't weren't
  hasn't haven't hadn't doesn't don't didn't won't wouldn't shan't shouldn't can't cannot couldn't mustn't let's that's
  who's what's here's there's when's where's why's how's a an the and but if or because as until while of at by for with
  about against between into through during before after above below to from up down in out on off over under again
  further then once here there when where why how all any both each few more most other some such no nor not only own
  same so than too very can will just may also been shall must`.split(/\s+/),
);

const stems = new Map<string, string>();
/** Stems that are remembered; the words of a language are few, those of part lists are not. */
const MOST_STEMS = 50_000;

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const found = /^[a-z']+$/.test(word) ? stem(word) : word;
  if (stems.size >= MOST_STEMS) stems.clear();
  stems.set(word, found);
  return found;
}

/** A word and where it stands. */
export interface Word {
  /** As the index keeps it. */
  term: string;
  start: number;
  end: number;
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('’', "'");

/** The words of a text that are searched for, in order. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(WORD)) {
    const folded = fold(match[0]);
    if (folded.length > LONGEST || STOP_WORDS.has(folded)) continue;
    yield { term: stemOf(folded), start: match.index, end: match.index + match[0].length };
  }
}

export const termsOf = (text: string): string[] => Array.from(wordsOf(text), ({ term }) => term);

/** How often each term is in a text. */
export function countTerms(terms: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
