/** Invented documents with the statistics of real ones: few words are common, most are rare, and each text has a topic. */
import { randomFrom } from './seed.ts';

const VOCABULARY = 50_000;
/** Flattens the most common words: without stop words, the first of English is in about half of all passages. */
const OFFSET = 15;
const TOPICS = 400;
const TOPIC_WORDS = 60;
const FUNCTION_WORDS = 'the of and to in a is that for it as was with be by on not this are or from at which an'.split(
  ' ',
);
const STARTS = 'b c d f g h l m n p r s t v w br cl dr fl gr pl pr st tr'.split(' ');
const VOWELS = 'a e i o u ai ea ou'.split(' ');
const ENDS = 'l m n r s t nd rt st ck'.split(' ');

export interface Texts {
  /** A passage of about 1,000 characters on a topic. */
  passage(topic: number): string;
  /** What somebody would ask about a topic. */
  question(topic: number): string;
  topic(): number;
}

/** The same texts for the same seed. */
export function textsFrom(seed: number): Texts {
  // The words are the same for all seeds, so that questions and documents share them.
  const words = vocabulary();
  const random = randomFrom(seed);
  const weights = new Float64Array(VOCABULARY);
  let sum = 0;
  for (let rank = 0; rank < VOCABULARY; rank++) weights[rank] = sum += 1 / (rank + OFFSET);
  const common = (): string => {
    const wanted = random() * sum;
    let [low, high] = [0, VOCABULARY - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (weights[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return words[low]!;
  };
  const pick = (from: readonly string[]) => from[Math.trunc(random() * from.length)]!;
  const topics = topicsOf(words);
  const word = (topic: number) => {
    const chance = random();
    if (chance < 0.42) return pick(FUNCTION_WORDS);
    // The first words of a topic are its most frequent.
    if (chance < 0.54) return topics[topic]![Math.trunc(random() ** 2 * TOPIC_WORDS)]!;
    return common();
  };
  return {
    passage(topic) {
      const wanted = 850 + random() * 300;
      let text = '';
      while (text.length < wanted) {
        const sentence = Array.from({ length: 8 + Math.trunc(random() * 16) }, () => word(topic)).join(' ');
        text += `${sentence[0]!.toUpperCase()}${sentence.slice(1)}. `;
      }
      return text.trim();
    },
    question: (topic) =>
      `How does ${pick(topics[topic]!)} ${common()} change the ${pick(topics[topic]!)} of ${pick(topics[topic]!)} ${common()}`,
    topic: () => Math.trunc(random() * TOPICS),
  };
}

function vocabulary(): string[] {
  const random = randomFrom(1);
  const pick = (from: readonly string[]) => from[Math.trunc(random() * from.length)]!;
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    const syllables = 1 + Math.trunc(random() * 2.6);
    let word = '';
    for (let n = 0; n < syllables; n++) word += pick(STARTS) + pick(VOWELS);
    words.add(word + pick(ENDS));
  }
  return [...words];
}

function topicsOf(words: readonly string[]): string[][] {
  const random = randomFrom(2);
  return Array.from({ length: TOPICS }, () =>
    Array.from({ length: TOPIC_WORDS }, () => words[200 + Math.trunc(random() * (VOCABULARY - 200))]!),
  );
}
