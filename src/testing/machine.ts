import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Of all processors since the start of the machine, in seconds. */
export interface ProcessorTime {
  busy: number;
  /** What a virtual machine wanted and its host gave to others; 0 where that is not told. */
  stolen: number;
}

/** Ticks a second of `/proc/stat`: the same on every Linux that Node runs on. */
const TICKS = 100;

/** What the machine has done so far (proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal). */
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

/** Of the time that the machine wanted of its processors in between, the share that its host gave to others: "12 %". */
export function stolenShare(before: ProcessorTime, after: ProcessorTime): string {
  const [busy, stolen] = [after.busy - before.busy, after.stolen - before.stolen];
  return `${Math.round((100 * stolen) / Math.max(1, busy + stolen))} %`;
}
