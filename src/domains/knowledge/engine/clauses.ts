/** Sentences and clauses of a text, and which way round they state something. */
import { plainTimes } from './quantities.ts';

const SENTENCE_END = /(?<=[.!?]["')\]]*)\s+(?=["'(]*[\p{Lu}\p{N}])|\n+/u;
const CLAUSE_END = /(?:;|,?\s+(?:but|however|although|though|whereas|while|except that|unless)\b|,\s+(?:and|or|so)\b)/i;

/** Sentences of a text; a line of a list or table is one. */
export const sentencesOf = (text: string): string[] =>
  plainTimes(text)
    .split(SENTENCE_END)
    .map((one) => one.trim())
    .filter(Boolean);

export const clausesOf = (sentence: string): string[] =>
  sentence
    .split(CLAUSE_END)
    .map((one) => one.trim())
    .filter(Boolean);

/** Turn a statement around. */
const NEGATION =
  /\b(?:not|no|never|cannot|without|none|nothing|nobody|neither|nor|hardly|unable|isnt|arent|doesnt|dont)\b|n['’]t\b|\bfails? to\b/gi;
/** Hold such a word, and turn nothing around. */
const NO_NEGATION =
  /\b(?:not only|no (?:later|sooner|earlier|more|less|fewer) than|not (?:later|more|less|fewer) than|no matter|nothing but|no\.\s?\d|whether or not)\b/gi;

/** Words of which one says the opposite of the other, by their beginnings. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:allow|permit|may\b)/i, /\b(?:forbid|forbidden|prohibit|ban(?:ned|s)?\b|disallow)/i],
  [/\binclud/i, /\bexclud/i],
  [/\b(?:before|prior to|ahead of)\b/i, /\b(?:after|following)\b/i],
  [
    /\b(?:at least|minimum|or more|no less than|no fewer than|not less than)\b/i,
    /\b(?:at most|maximum|up to|no more than|not more than)\b/i,
  ],
  [/\b(?:more|above|over|exceed\w*|higher|greater)\b/i, /\b(?:less|fewer|below|under|lower)\b/i],
  [/\b(?:increas|rais|rise|grow|gain)/i, /\b(?:decreas|lower|fall|fell|drop|shrink|declin)/i],
  [/\baccept/i, /\b(?:reject|refus|declin)/i],
  [/\b(?:required|mandatory|must)\b/i, /\b(?:optional|voluntary)\b/i],
  [/\balways\b/i, /\b(?:never|rarely|seldom)\b/i],
  [/\bfirst\b/i, /\blast\b/i],
  [/\b(?:enabl|activ|turn(?:ed|s)? on\b)/i, /\b(?:disabl|deactiv|inactiv|turn(?:ed|s)? off\b)/i],
  [/\bopen/i, /\bclos/i],
  [/\b(?:buy|bought|purchas)/i, /\b(?:sell|sold)\b/i],
  [/\b(?:free|no charge)\b/i, /\b(?:paid|for a fee)\b/i],
  [/\bpublic/i, /\bprivate/i],
  [/\b(?:arriv|enter)/i, /\b(?:leav|depart|exit)/i],
  [/\bearl(?:y|ier)\b/i, /\blate(?:r)?\b/i],
  [/\bmorning/i, /\b(?:evening|afternoon)/i],
];

export const isNegated = (clause: string): boolean =>
  ((clause.replace(NO_NEGATION, ' ').match(NEGATION) ?? []).length & 1) === 1;

/** Whether one clause says the opposite of the other: an odd number of words turns it around. */
export function isTurnedAround(claim: string, clause: string): boolean {
  let turns = Number(isNegated(claim)) + Number(isNegated(clause));
  for (const [one, other] of OPPOSITES) {
    const [a, b] = [one.test(claim), other.test(claim)];
    const [c, d] = [one.test(clause), other.test(clause)];
    if ((a && !b && d && !c) || (b && !a && c && !d)) turns += 1;
  }
  return (turns & 1) === 1;
}
