/** Measures one side under load: the clients' times, and the server's cost. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoadJob, LoadResult } from './load.ts';

export interface Measured extends LoadResult {
  /** Milliseconds of processor time, user and system, per request, less the server's idle load. */
  cpu: number;
}

const LOAD = join(import.meta.dirname, 'load.ts');
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Processor time of a process since its start, in milliseconds. */
export function cpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Resident memory of a process in MB: current and peak. */
export function memory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
  return { now: kilobytes('VmRSS') / 1024, peak: kilobytes('VmHWM') / 1024 };
}

/** Resets a process's peak memory. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Processor time per second of an idle process, in milliseconds. */
export async function idleCpu(pid: number, seconds: number): Promise<number> {
  const before = cpuTime(pid);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return (cpuTime(pid) - before) / seconds;
}

/**
 * Puts load on the server with process id `pid`.
 * @param idle its idle processor time from `idleCpu`, which would distort a low request rate
 * @throws Error when a request failed, because the figures mean nothing then
 */
export async function measure(pid: number, job: LoadJob, idle = 0): Promise<Measured> {
  const before = cpuTime(pid);
  const { stdout } = await promisify(execFile)(process.execPath, [LOAD, JSON.stringify(job)], {
    maxBuffer: 1024 * 1024,
  });
  const result = JSON.parse(stdout) as LoadResult;
  if (result.failures > 0)
    throw new Error(
      `${result.failures} of ${result.requests} requests to ${job.url}${job.requests[0]!.path} failed: ${result.complaint}`,
    );
  return { ...result, cpu: (cpuTime(pid) - before - idle * result.seconds) / result.requests };
}

/** The rounds of one side as one: counts added, times weighted by requests. */
export function merge(rounds: Measured[]): Measured {
  const requests = rounds.reduce((sum, round) => sum + round.requests, 0);
  const weighted = (figure: (round: Measured) => number) =>
    rounds.reduce((sum, round) => sum + figure(round) * round.requests, 0) / requests;
  return {
    requests,
    failures: 0,
    seconds: rounds.reduce((sum, round) => sum + round.seconds, 0),
    p50: weighted(({ p50 }) => p50),
    p95: weighted(({ p95 }) => p95),
    p99: weighted(({ p99 }) => p99),
    cpu: weighted(({ cpu }) => cpu),
  };
}
