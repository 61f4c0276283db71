import type { TestFigures, TestRun } from '../contract.ts';

/** A share as `37.8%`; a dash where there is none. */
export const percent = (value: number | null): string => (value === null ? '–' : `${(value * 100).toFixed(1)}%`);

export const FIGURES: readonly { key: keyof Omit<TestFigures, 'questions'>; label: string; about: string }[] = [
  { key: 'ndcg', label: 'nDCG@10', about: 'How high the expected passages rank among the first ten.' },
  { key: 'recall', label: 'Recall@10', about: 'Share of the expected passages among the first ten.' },
  { key: 'mrr', label: 'MRR', about: 'One divided by the place of the first expected passage.' },
  {
    key: 'abstention',
    label: 'Right abstentions',
    about: 'Share of questions that were rightly answered, or rightly left without an answer.',
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
