/** Words and tones of states. */
import type { RunState, Source, StepState } from '../contract.ts';

type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger';

export const RUN_STATES: Record<RunState, { label: string; tone: Tone }> = {
  queued: { label: 'Queued', tone: 'neutral' },
  running: { label: 'Running', tone: 'accent' },
  waiting: { label: 'Waiting for approval', tone: 'warning' },
  paused: { label: 'Paused', tone: 'neutral' },
  done: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  stopped: { label: 'Stopped', tone: 'neutral' },
};

export const STEP_STATES: Record<StepState, { label: string; tone: Tone }> = {
  running: { label: 'Running', tone: 'accent' },
  waiting: { label: 'Waiting for approval', tone: 'warning' },
  ready: { label: 'Next', tone: 'neutral' },
  done: { label: 'Done', tone: 'success' },
  rejected: { label: 'Rejected', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'danger' },
  skipped: { label: 'Skipped: no model', tone: 'neutral' },
};

export const SOURCE_LABELS: Record<Source, string> = {
  record: 'Read the record and its history',
  week: 'Count the last seven days',
  duplicates: 'Find the surest duplicates',
  save: 'Save what was said as a note or task',
};

export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  const seconds = milliseconds / 1_000;
  return seconds < 90 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}

/**
 * "4,180 of 80,000 tokens · 2.1 credits · $0.0123", without what is zero.
 * @param most tokens that may be used, where they have a limit
 */
export function spentWords(
  { tokens, credits, cost }: { tokens: number; credits: string; cost: string | null },
  most?: number,
): string {
  return [
    `${tokens.toLocaleString('en-US')}${most === undefined ? '' : ` of ${most.toLocaleString('en-US')}`} tokens`,
    ...(Number(credits) > 0 ? [`${credits} credits`] : []),
    ...(Number(cost ?? 0) > 0 ? [`$${Number(cost).toFixed(4)}`] : []),
  ].join(' · ');
}
