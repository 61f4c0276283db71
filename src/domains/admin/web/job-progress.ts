/** Labels and progress of jobs. */
import type { Job, JobState } from '../contract.ts';

export const STATE_LABELS: Record<
  JobState,
  { text: string; tone: 'neutral' | 'info' | 'success' | 'danger' | 'warning' }
> = {
  queued: { text: 'Waiting', tone: 'neutral' },
  running: { text: 'Running', tone: 'info' },
  succeeded: { text: 'Done', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
  cancelled: { text: 'Stopped', tone: 'warning' },
};

export function isActive({ state }: Pick<Job, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** "Waiting", "1,200 of 100,000 (1 %)", or how many are done while the whole is not known. */
export function progressText(
  { state, progress: { done, total } }: Pick<Job, 'state' | 'progress'>,
  locale?: string,
): string {
  if (state === 'queued') return 'Waiting';
  const count = (value: number) => value.toLocaleString(locale);
  if (total === null) return done > 0 ? `${count(done)} done` : 'Starting';
  // Rounded down: 100 % stands for finished and nothing else.
  const share = total > 0 ? Math.floor((done / total) * 100) : 0;
  return `${count(done)} of ${count(total)} (${share}%)`;
}
