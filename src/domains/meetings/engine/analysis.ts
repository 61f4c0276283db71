/**
 * Analysis of a transcript without a language model: key sentences, likely tasks, decisions, and questions, and talk
 * time. Every result quotes a passage.
 */
import type { Segment } from './transcript.ts';

export interface Passage {
  /** Position of the segment in the transcript. */
  position: number;
  text: string;
}

export interface Findings {
  summary: Passage[];
  tasks: Passage[];
  decisions: Passage[];
  questions: Passage[];
}

const MAX_SUMMARY = 5;
const MAX_FOUND = 20;
/** Sentences that are looked at; more of them are taken evenly from the whole. */
const MAX_SENTENCES = 1_500;

const STOP_WORDS = new Set(
  `a about after again all also am an and any are as at be because been before being but by can could did do does doing
don down for from get go going good got had has have he her here him his how i if in into is it its just know let like
ll look make me mean more much my no not now of off oh ok okay on one only or other our out over really right said say
see she should so some something sort still such take than that the their them then there these they thing things think
this those through time to too under up us use very want was way we well were what when where which while who why will
with would yeah yep yes you your`.split(/\s+/),
);

/** Words of a text that say what it is about, in small letters. */
export const contentWords = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}[\p{L}\p{N}'’-]+/gu) ?? [])
    .map((word) => word.replace(/['’].*$/, ''))
    .filter((word) => word.length > 2 && !STOP_WORDS.has(word));

function sentencesOf(segments: readonly Segment[]): Passage[] {
  const all = segments.flatMap(({ text }, position) =>
    text
      .split(/(?<=[.?!…])\s+/)
      .map((sentence) => ({ position, text: sentence.trim() }))
      .filter(({ text: sentence }) => sentence.length >= 12),
  );
  if (all.length <= MAX_SENTENCES) return all;
  return Array.from({ length: MAX_SENTENCES }, (_, nth) => all[Math.floor((nth * all.length) / MAX_SENTENCES)]!);
}

/** Somebody takes something on, or is asked to. */
const TASK =
  /\b(?:(?:i|we)(?:['’]ll| will| can| need to| have to| should| must)\s+(?!be\b|see\b|say\b|know\b|have\b|get there\b)\p{L}+|can you\b|could you\b|please \p{L}+|action item|to-?do\b|follow(?:ing)? up\b|let me \p{L}+|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow|next week|end of))/iu;
const DECISION =
  /\b(?:we (?:decided|agreed)|let['’]s go with|we['’]ll go with|we(?:['’]re| are) going with|(?:is|it['’]s) decided|decision is|agreed[.,!]|final(?:ly)? decided|we (?:choose|chose))/i;
/** Asked out of politeness. */
const SMALL_TALK =
  /^(?:right|okay|ok|yeah|really|how are you|can you hear me|makes sense|you know|any questions)\b.{0,20}\?$/i;

/** @returns passages in the order of the meeting */
export function findingsOf(segments: readonly Segment[]): Findings {
  const sentences = sentencesOf(segments);
  const decisions = sentences.filter(({ text }) => DECISION.test(text));
  const isQuestion = ({ text }: Passage) => text.endsWith('?');
  return {
    summary: mostTelling(sentences.filter((one) => !isQuestion(one))),
    decisions: decisions.slice(0, MAX_FOUND),
    tasks: sentences.filter((one) => TASK.test(one.text) && !decisions.includes(one)).slice(0, MAX_FOUND),
    questions: sentences
      .filter((one) => isQuestion(one) && !SMALL_TALK.test(one.text) && one.text.length >= 25 && !TASK.test(one.text))
      .slice(0, MAX_FOUND),
  };
}

/**
 * The sentences whose words weigh most, one after the other; a word that was taken counts half from then on, so that the
 * sentences differ (after SumBasic, Nenkova and Vanderwende, 2005).
 */
function mostTelling(sentences: readonly Passage[]): Passage[] {
  const words = sentences.map(({ text }) => [...new Set(contentWords(text))]);
  const counts = new Map<string, number>();
  for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const total = words.flat().length || 1;
  const weight = new Map([...counts].map(([word, count]) => [word, count / total]));
  const left = new Set(sentences.keys());
  const chosen: number[] = [];
  while (chosen.length < MAX_SUMMARY && left.size > 0) {
    let best = -1;
    let most = 0;
    for (const index of left) {
      const own = words[index]!;
      // Very short sentences would win by a single word.
      const score = own.reduce((sum, word) => sum + weight.get(word)!, 0) / Math.max(own.length, 6);
      if (score > most) [best, most] = [index, score];
    }
    if (best < 0) break;
    chosen.push(best);
    left.delete(best);
    for (const word of words[best]!) weight.set(word, weight.get(word)! / 2);
  }
  return chosen.toSorted((a, b) => a - b).map((index) => sentences[index]!);
}

export interface Talk {
  speaker: string;
  /** Of all that was said, from 0 to 1: by time where the transcript has times, else by words. */
  share: number;
  /** Milliseconds; null without times. */
  spokenMs: number | null;
  words: number;
  /** Times that the speaker began while somebody else was speaking. */
  interruptions: number;
  questions: number;
}

const wordCount = (text: string) => text.split(/\s+/).filter(Boolean).length;
/** Speaking over somebody for less than this is a murmur of agreement or an inexact time. */
const OVERLAP_MS = 300;

/** Talk time by speaker, most first. Passages without a speaker belong to no one. */
export function talkOf(segments: readonly Segment[]): Talk[] {
  const timed = segments.length > 0 && segments.every(({ startMs, endMs }) => startMs !== null && endMs !== null);
  const talks = new Map<string, Talk>();
  let busy: { speaker: string; endMs: number } | undefined;
  for (const { speaker, startMs, endMs, text } of segments) {
    if (!speaker) continue;
    const talk = talks.get(speaker) ?? {
      speaker,
      share: 0,
      spokenMs: timed ? 0 : null,
      words: 0,
      interruptions: 0,
      questions: 0,
    };
    talks.set(speaker, talk);
    talk.words += wordCount(text);
    talk.questions += text.split('?').length - 1;
    if (timed) {
      talk.spokenMs! += Math.max(0, endMs! - startMs!);
      if (busy && busy.speaker !== speaker && busy.endMs - startMs! > OVERLAP_MS) talk.interruptions += 1;
      if (!busy || endMs! > busy.endMs) busy = { speaker, endMs: endMs! };
    }
  }
  const all = [...talks.values()];
  const measure = ({ spokenMs, words }: Talk) => spokenMs ?? words;
  const sum = all.reduce((total, talk) => total + measure(talk), 0);
  return all
    .map((talk) => ({ ...talk, share: sum === 0 ? 0 : measure(talk) / sum }))
    .toSorted((a, b) => b.share - a.share || (a.speaker < b.speaker ? -1 : 1));
}

/** Milliseconds from the beginning to the last word; null without times. */
export function durationOf(segments: readonly Segment[]): number | null {
  const ends = segments.flatMap(({ startMs, endMs }) => endMs ?? startMs ?? []);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** The words that a meeting speaks of most: at least twice, the most frequent first. */
export function topicsOf(segments: readonly Segment[], most = 8): string[] {
  const counts = new Map<string, number>();
  for (const { text } of segments) for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([word]) => word);
}
