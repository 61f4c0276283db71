import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Processor time of all cores since the machine's start, in seconds. */
export interface ProcessorTime {
  busy: number;
  /** Time the virtual machine's host gave to others; 0 where unknown. */
  stolen: number;
}

/** Ticks per second of `/proc/stat`: the same on every Linux that Node runs on. */
const TICKS = 100;

/** The machine's processor time (proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal). */
export function processorTime(): ProcessorTime {
  if (process.platform !== 'linux') {
    const busy = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
    return { busy: busy / 1000, stolen: 0 };
  }
  const [user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number) as number[];
  return { busy: (user! + nice! + system! + irq! + softirq!) / TICKS, stolen: (steal ?? 0) / TICKS };
}

/** The share of requested processor time in between that the host gave to others: "12 %". */
export function stolenShare(before: ProcessorTime, after: ProcessorTime): string {
  const [busy, stolen] = [after.busy - before.busy, after.stolen - before.stolen];
  return `${Math.round((100 * stolen) / Math.max(1, busy + stolen))} %`;
}
