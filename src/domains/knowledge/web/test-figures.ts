import type { TestedSentence, TestFigures, TestResult, TestRun } from '../contract.ts';

/** Stands for what was taken from a document that the reader may not read. */
export const HIDDEN = 'From a document that you can’t read';

export const FIGURES: readonly { key: keyof Omit<TestFigures, 'questions'>; label: string; about: string }[] = [
  { key: 'ndcg', label: 'nDCG@10', about: 'How high the expected passages rank among the first ten.' },
  { key: 'recall', label: 'Recall@10', about: 'Share of the expected passages among the first ten.' },
  { key: 'mrr', label: 'MRR', about: 'One divided by the place of the first expected passage.' },
  {
    key: 'facts',
    label: 'Facts',
    about: 'Share of the facts that were said where they must be, and not said where they must not.',
  },
  {
    key: 'abstention',
    label: 'Correct abstentions',
    about: 'Share of questions that were correctly answered, or correctly left without an answer.',
  },
  {
    key: 'abstentionPrecision',
    label: 'Abstention precision',
    about: 'Of the questions left without an answer, the share that nothing answers.',
  },
  {
    key: 'citationPrecision',
    label: 'Citation precision',
    about: 'Share of the sentences a model wrote that a cited passage supports. Needs written answers.',
  },
];

/** Whether a figure fell by more than the set allows since the run before. */
export function isRegression(
  run: TestRun,
  before: TestRun | undefined,
  key: keyof TestFigures,
  maxLoss: number,
): boolean {
  const [now, then] = [run.figures?.[key], before?.figures?.[key]];
  return typeof now === 'number' && typeof then === 'number' && then - now > maxLoss;
}

export const factsHold = ({ mustSay, mustNotSay }: TestResult): boolean =>
  mustSay.every(({ isSaid }) => isSaid) && mustNotSay.every(({ isSaid }) => !isSaid);

/** Everything expected was found, the facts hold, and it abstained where it had to. */
export const isRight = (result: TestResult): boolean =>
  result.error === '' &&
  result.abstained === result.shouldAbstain &&
  result.places.every((place) => place !== null) &&
  factsHold(result);

export const FAULTS: Readonly<Record<NonNullable<TestedSentence['fault']>, string>> = {
  uncited: 'It cites no passage that was shown.',
  words: 'Its words are not in the passage.',
  number: 'A number, amount, or date is not in the passage, or belongs to something else there.',
  negation: 'The passage says the opposite.',
  name: 'A name is not in the passage, or stands in another place there.',
};

/** Lines of a text field as facts. */
export const factsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
