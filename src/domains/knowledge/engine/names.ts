/** Names in sentences: one that the passage does not hold, and two that changed places. */
import { clausesOf, sentencesOf } from './clauses.ts';
import { termsOf, wordsOf } from './terms.ts';

const NAME = /\p{Lu}[\p{L}\p{M}'’-]*\p{L}/gu;
/** Capitals that say nothing: days and months are read as dates and words. */
const NO_NAME =
  /^(?:The|A|An|This|That|These|Those|It|They|We|You|I|He|She|Yes|No|If|When|While|After|Before|For|In|On|At|By|To|From|With|All|Each|Every|Any|Both|Only|Its|Their|Our|Your|His|Her|There|Here|Anyone|Everyone)$/;
const PASSIVE =
  /\b(?:is|are|was|were|be|been|being|gets?|got)\s+(?:\p{L}+ly\s+)?\p{L}+(?:ed|en|id|nt|wn|ld|ht|de|lt|un|ught)\b[^.;]*?\bby\s+(?!\d|noon|midnight|the end|e?mail|phone|post|card|bank|law|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/iu;

interface Name {
  word: string;
  at: number;
  /** Begins the sentence, so that its capital may be no name's. */
  isFirst: boolean;
}

function namesIn(sentence: string): Name[] {
  const first = sentence.search(/\p{L}/u);
  return Array.from(sentence.matchAll(NAME), (match) => ({
    word: match[0].replace(/['’]s$/, ''),
    at: match.index,
    isFirst: match.index === first,
  })).filter(({ word }) => !NO_NAME.test(word));
}

const share = (terms: readonly string[], held: ReadonlySet<string>) =>
  terms.length === 0 ? 0 : terms.filter((term) => held.has(term)).length / terms.length;

/** The sentence or clause of a passage that a clause is closest to. */
function closestTo(clause: string, passage: string): string {
  const terms = termsOf(clause);
  let best = { text: '', share: 0, length: Infinity };
  for (const text of sentencesOf(passage).flatMap((one) => [one, ...clausesOf(one)])) {
    const held = termsOf(text);
    const found = share(terms, new Set(held));
    if (found > best.share || (found === best.share && held.length < best.length))
      best = { text, share: found, length: held.length };
  }
  return best.text;
}

/** Whether the sentence names someone or something that the passage does not. */
export function changesNames(sentence: string, passage: string): boolean {
  const held = passage.toLowerCase();
  const stems = new Set(termsOf(passage));
  const isHeld = (word: string) => held.includes(word.toLowerCase()) || termsOf(word).every((term) => stems.has(term));
  const names = namesIn(sentence);
  if (names.some(({ word, isFirst }) => !isFirst && !isHeld(word))) return true;
  // The first word may be a name in the place of another: the closest sentence has one that this one lost.
  const first = names.find(({ isFirst }) => isFirst);
  if (!first || isHeld(first.word)) return false;
  const said = sentence.toLowerCase();
  return namesIn(closestTo(sentence, passage)).some(
    ({ word, isFirst }) => !said.includes(word.toLowerCase()) && (!isFirst || !/^[a-z]/.test(word)),
  );
}

/** Verbs whose form in the passive is another word. */
const IRREGULAR: Readonly<Record<string, string>> = {
  paid: 'pay',
  sent: 'send',
  given: 'give',
  made: 'make',
  bought: 'buy',
  sold: 'sell',
  held: 'hold',
  kept: 'keep',
  written: 'write',
  taken: 'take',
  told: 'tell',
  chosen: 'choos',
  shown: 'show',
  led: 'lead',
  met: 'meet',
  won: 'win',
};

/** Terms in their order, each once; a name of several words is one. */
function orderOf(text: string): string[] {
  const order: string[] = [];
  let end = -1;
  for (const { term, start, end: next } of wordsOf(text)) {
    const isCapital = /^\p{Lu}/u.test(text.slice(start));
    const isJoined = isCapital && end >= 0 && /^\s(?:(?:de|van|von|der|la|del) )*$/.test(text.slice(end, start));
    // Of a name of several words, the last stands for it.
    if (isJoined) order.pop();
    order.push(IRREGULAR[term] ?? term);
    end = isCapital ? next : -1;
  }
  return [...new Set(order)];
}

/** Whether a clause joins names that the passage's clauses keep apart: “B manages X” of “A manages X and B manages Y”. */
function mixesNames(clause: string, passage: string): boolean {
  const names = new Set(namesIn(clause).flatMap(({ word }) => termsOf(word)));
  const rest = termsOf(clause).filter((term) => !names.has(term) && !/^\d+$/.test(term));
  if (names.size < 2 || rest.length === 0) return false;
  const held = sentencesOf(passage)
    .flatMap(clausesOf)
    .map((one) => new Set(termsOf(one)))
    .filter((terms) => rest.every((term) => terms.has(term)) && [...names].some((name) => terms.has(name)));
  return held.length > 1 && !held.some((terms) => [...names].every((name) => terms.has(name)));
}

/** Whether a sentence says of two sides what the passage says the other way round: “A pays B” of “B pays A”. */
export function swapsRoles(sentence: string, passage: string): boolean {
  return clausesOf(sentence).some((clause) => {
    if (mixesNames(clause, passage) || replacesSubject(clause, passage)) return true;
    const closest = closestTo(clause, passage);
    const isSameVoice = PASSIVE.test(clause) === PASSIVE.test(closest);
    const [mine, theirs] = [orderOf(clause), orderOf(closest)];
    if (isSameVoice && turnsTriple(mine, theirs)) return true;
    const both = mine.filter((term) => theirs.includes(term));
    if (both.length < 3 || /\b(?:and|or)\b/i.test(clause) !== /\b(?:and|or)\b/i.test(closest)) return false;
    if (both.length / mine.length < 0.75 || both.length / theirs.length < 0.5) return false;
    const order = both.map((term) => theirs.indexOf(term));
    // First and last change places around what stands between them in both.
    const [first, ...rest] = order;
    const last = rest.pop()!;
    const isReversed = last < first! && rest.some((at) => at > last && at < first!);
    if (isSameVoice) return isReversed && isAdjacentSwap(order);
    const isSameOrder = order.every((at, i) => i === 0 || at > order[i - 1]!);
    return isSameOrder && both.length === mine.length;
  });
}

/** Whether three neighbors stand the other way round: “landlord pays tenant” of “tenant pays landlord”. */
const turnsTriple = (mine: readonly string[], theirs: readonly string[]) =>
  mine.some((first, i) => {
    const [verb, last] = [mine[i + 1], mine[i + 2]];
    const at = verb === undefined ? -1 : theirs.indexOf(verb);
    return last !== undefined && at > 0 && theirs[at - 1] === last && theirs[at + 1] === first;
  });

/** Whether a clause says of one name what the passage says of another, with which its closest clause begins. */
function replacesSubject(clause: string, passage: string): boolean {
  const subject = subjectOf(clause);
  if (!subject) return false;
  const closest = closestTo(clause, passage);
  const other = subjectOf(closest);
  if (!other) return false;
  const isHeld = (word: string, text: string) => text.toLowerCase().includes(word.toLowerCase());
  if (subject.some((word) => isHeld(word, closest)) || other.some((word) => isHeld(word, clause))) return false;
  const rest = termsOf(clause).filter((term) => !subject.flatMap(termsOf).includes(term));
  return rest.length > 0 && share(rest, new Set(termsOf(closest))) >= 0.75;
}

/** The words of a full name that a clause begins with: one alone may be any first word. */
function subjectOf(clause: string): string[] | undefined {
  const words = /^((?:\p{Lu}[\p{L}\p{M}'’-]+\s+){2,3})\p{Ll}/u.exec(clause)?.[1]?.trim().split(/\s+/);
  return words && !words.some((word) => NO_NAME.test(word)) ? words : undefined;
}

/** Only the two ends changed places: a whole clause that moved keeps its own order. */
function isAdjacentSwap(order: readonly number[]): boolean {
  const swapped = [order.at(-1)!, ...order.slice(1, -1), order[0]!];
  return swapped.every((at, i) => i === 0 || at > swapped[i - 1]!);
}
