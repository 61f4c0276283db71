import { describe, expect, it } from 'vitest';
import { jobs } from '../contract.ts';
import { progressText } from './job-progress.ts';
import { JOBS_PATH } from './jobs-tray.tsx';

describe('the progress of a job', () => {
  const text = (done: number, total: number | null, state: 'queued' | 'running' = 'running') =>
    progressText({ state, progress: { done, total, message: null } }, 'en');

  it('says how much of how much, and never 100% before the end', () => {
    expect(text(1200, 100_000)).toBe('1,200 of 100,000 (1%)');
    expect(text(99_999, 100_000)).toBe('99,999 of 100,000 (99%)');
    expect(text(0, 0)).toBe('0 of 0 (0%)');
  });

  it('says what it can while the whole is not known', () => {
    expect(text(0, null)).toBe('Starting');
    expect(text(5, null)).toBe('5 done');
    expect(text(0, 10, 'queued')).toBe('Waiting');
  });
});

it('the tray reads the path of the contract', () => {
  expect(JOBS_PATH).toBe(jobs.list.path);
});
