/** Drafts a test question from a passage, without a model: from a question in it, a definition, or a figure. */
import { sentencesOf } from './clauses.ts';
import { plainTimes, quantitiesIn } from './quantities.ts';

export interface DraftQuestion {
  question: string;
  /** Words of the passage that an answer must hold. */
  mustSay: string[];
}

const LONGEST = 120;
/** Figures of a passage that is more of a table. */
const MANY = 5;
const DEFINITION = /^((?:(?:An?|The)\s+)?\p{L}[\p{L}\p{N} '’-]{2,60}?)\s+(is|are|means)\s+(?:an?|the)\s+\p{L}/u;
/** A sentence about these says nothing by itself. */
const POINTING = /^(?:this|that|these|those|it|they|we|you|he|she|there|here|what|which|one|who)\b/i;

/** The facts of a text that can be looked for to the letter: its first numbers, amounts, and dates. */
function factsOf(text: string): string[] {
  const found = quantitiesIn(text).filter(({ kind }) => kind !== 'ordinal' && kind !== 'count');
  // Of a table's many figures, none is the answer.
  if (found.length > MANY) return [];
  return found.slice(0, 1).map(({ start, end }) => plainTimes(text).slice(start, end).trim());
}

const asked = (text: string) => text.replace(/\s+/g, ' ').trim();

/** @returns undefined where a passage offers nothing to ask for */
export function draftQuestion(passage: { title: string; heading: string; text: string }): DraftQuestion | undefined {
  const heading = asked(passage.heading.split('›').at(-1) ?? '');
  const sentences = sentencesOf(passage.text);
  for (const text of [heading, passage.title, sentences[0] ?? ''].map(asked))
    if (text.endsWith('?') && text.length <= LONGEST) return { question: text, mustSay: factsOf(passage.text) };
  for (const sentence of sentences) {
    const [, name = '', verb] = DEFINITION.exec(sentence) ?? [];
    if (!verb || POINTING.test(name)) continue;
    const named = lowerFirst(name.replace(/^(?:An?|The)\b/, (article) => article.toLowerCase()));
    const question = verb === 'means' ? `What does ${named} mean?` : `What ${verb} ${named}?`;
    return { question, mustSay: factsOf(sentence) };
  }
  const about = heading || asked(passage.title.replace(/\.[a-z]{2,5}$/i, '').replace(/[-_]+/g, ' '));
  if (about.length < 3 || about.length > LONGEST) return undefined;
  const facts = factsOf(passage.text);
  if (facts.length === 0 && !heading) return undefined;
  return { question: `What should I know about ${lowerFirst(about)}?`, mustSay: facts };
}

/** `Refunds` as it stands within a sentence; `CRM` and `Week 1: Kickoff` stay. */
const lowerFirst = (text: string) =>
  /^\p{Lu}\p{Ll}+(?: \p{Ll}[\p{L}-]*)*$/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
