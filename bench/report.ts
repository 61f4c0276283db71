/** The figures as a table for the terminal and as docs/benchmarks.md. */
import { cpus, totalmem } from 'node:os';
import type { FanOut } from './fan-out.ts';
import type { ImportMeasured } from './import.ts';
import type { JobsMeasured } from './jobs.ts';
import type { Measured } from './measure.ts';
import type { Engine } from './compared-servers.ts';

export interface Row {
  scenario: string;
  connections: number;
  ours: Measured;
  floor: Measured;
}

export interface EngineReport {
  engine: Engine;
  database: string;
  contacts: number;
  seeded: number;
  rows: Row[];
  import: ImportMeasured;
  jobs: JobsMeasured;
  /** MB. */
  memory: { atRest: number; peak: number };
  /** Idle processor time, in milliseconds a second. */
  idle: number;
  readyAfter: number;
  fanOut: FanOut;
}

const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1);
const rate = ({ requests, seconds }: Measured) => Math.round(requests / seconds).toLocaleString('en');
const ratio = (value: number) => `${value.toFixed(2)} ×`;

const HEAD = [
  'call',
  'connections',
  'p50 / p95 / p99, ms',
  'floor',
  'requests/s',
  'floor',
  'CPU/request, ms',
  'floor',
  'CPU ratio',
  'p50 ratio',
];

function cells({ scenario, connections, ours, floor }: Row): string[] {
  const latency = (side: Measured) => `${ms(side.p50)} / ${ms(side.p95)} / ${ms(side.p99)}`;
  return [
    scenario,
    String(connections),
    latency(ours),
    latency(floor),
    rate(ours),
    rate(floor),
    ours.cpu.toFixed(3),
    floor.cpu.toFixed(3),
    ratio(ours.cpu / floor.cpu),
    ratio(ours.p50 / floor.p50),
  ];
}

/** One line for the terminal when a row is done. */
export function line(row: Row): string {
  const [scenario, connections, latency, , requests, , cpu, , cpuRatio, p50Ratio] = cells(row);
  return `${scenario!.padEnd(32)} ${connections!.padStart(2)} conn.  ${latency!.padEnd(24)} ms  ${requests!.padStart(6)}/s  ${cpu} ms CPU  ${cpuRatio} CPU  ${p50Ratio} p50`;
}

export function importLine({ rows, created, skipped, rejected, seconds, cpu, floor }: ImportMeasured): string {
  return (
    `import of ${rows.toLocaleString('en')} rows: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds).toLocaleString('en')} rows/s ` +
    `(${created} created, ${skipped} there already, ${rejected} rejected; ${cpu.toFixed(0)} µs CPU a row); ${floor.what}: ${floor.seconds.toFixed(1)} s, ratio ${ratio(seconds / floor.seconds)}`
  );
}

export const jobsLine = ({ jobs, seconds, cpu }: JobsMeasured): string =>
  `${jobs.toLocaleString('en')} jobs that each keep a mail: ${seconds.toFixed(1)} s, ${Math.round(jobs / seconds).toLocaleString('en')} jobs/s (${cpu.toFixed(2)} ms CPU a job)`;

export const fanOutLine = ({ listeners, p50, p95, slowest }: FanOut): string =>
  `a change reaches ${listeners.toLocaleString('en')} open event streams after ${ms(p50)} ms (p50), ${ms(p95)} ms (p95), ${ms(slowest)} ms (the last)`;

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

function section(report: EngineReport): string {
  return `## ${report.database}

${report.contacts.toLocaleString('en')} contacts, seeded through the product's write path in ${report.seeded.toFixed(0)} s. Ready ${(report.readyAfter / 1000).toFixed(1)} s after the start of the process.
Memory of the server: ${report.memory.atRest.toFixed(0)} MB at rest, ${report.memory.peak.toFixed(0)} MB at peak under this load.
At rest the server takes ${report.idle.toFixed(0)} ms of processor time a second (queues, events, live streams); it is excluded from the requests.

${table(HEAD, report.rows.map(cells))}

${importLine(report.import)}.

${jobsLine(report.jobs)}.

${fanOutLine(report.fanOut)}.
`;
}

/**
 * The bars on PostgreSQL: limit, measurement, the floor in the same run, and the verdict. Where the floor itself misses
 * a bar in milliseconds, the machine is too slow, and the table says so.
 */
function bars({ contacts, rows, memory, readyAfter, ...report }: EngineReport): string[][] {
  const of = (scenario: string, connections: number) =>
    rows.find((row) => row.scenario === scenario && row.connections === connections)!;
  const list = 'list of 50, sorted';
  const ratios = rows.filter(({ scenario }) => scenario === list).map(({ ours, floor }) => ours.cpu / floor.cpu);
  const verdict = (met: boolean, byFloor: boolean | undefined) =>
    met ? 'met' : byFloor === false ? '**not met**, nor by the floor' : '**not met**';
  const atMost = (what: string, bar: number, measured: number, say: (value: number) => string, floor?: number) => [
    what,
    `≤ ${say(bar)}`,
    say(measured),
    floor === undefined ? '' : say(floor),
    verdict(measured <= bar, floor === undefined ? undefined : floor <= bar),
  ];
  const [time, seconds, megabytes] = [
    (value: number) => `${ms(value)} ms`,
    (value: number) => `${value.toFixed(1)} s`,
    (value: number) => `${value.toFixed(0)} MB`,
  ];
  const perSecond = ({ requests, seconds: during }: Measured) => requests / during;
  const [alone, many, search] = [of(list, 1), of(list, 32), of('search', 8)];
  return [
    atMost('list, processor time of the floor, the worst of 1, 8 and 32 connections', 1.6, Math.max(...ratios), ratio),
    atMost(
      `list, p95, ${contacts.toLocaleString('en')} contacts, 1 connection`,
      3,
      alone.ours.p95,
      time,
      alone.floor.p95,
    ),
    atMost('the same, 32 connections', 40, many.ours.p95, time, many.floor.p95),
    [
      'the same, requests a second',
      '≥ 1,000',
      rate(many.ours),
      rate(many.floor),
      verdict(perSecond(many.ours) >= 1_000, perSecond(many.floor) >= 1_000),
    ],
    atMost('search, p95, 8 connections', 60, search.ours.p95, time, search.floor.p95),
    atMost(
      `import of ${report.import.rows.toLocaleString('en')} rows`,
      10,
      report.import.seconds,
      seconds,
      report.import.floor.seconds,
    ),
    atMost('start to ready, on a database that is there', 5, readyAfter / 1000, seconds),
    atMost('memory at rest', 250, memory.atRest, megabytes),
    atMost(
      `a change reaches the last of ${report.fanOut.listeners.toLocaleString('en')} listeners`,
      1_000,
      report.fanOut.slowest,
      time,
    ),
  ];
}

/** The whole document. */
export function markdown(reports: EngineReport[], load: string, stolen: string): string {
  const [cpu] = cpus();
  return `# Benchmarks

Written by \`npm run bench\`; do not edit by hand. Each figure is beside its floor: a bare \`node:http\` server over \`pg\`
that runs the product's captured SQL and answers the same JSON, without sign-in, tenant isolation, checks, limits,
compression, or metrics. The two take turns (A B A B) in one run, so ratios hold where absolute times depend on the
machine. The clients run on the same cores. CPU is the server process's user and system time; on the embedded engine that
includes the database itself, on both sides. Pages in a browser, a large ledger, and a large workspace have their own
documents: [web](benchmarks-web.md), [finance](benchmarks-finance.md), [sales](benchmarks-sales.md);
\`npm run bench -- --all\` writes all four.

- Machine: ${cpus().length} × ${cpu!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB; load at the start: ${load}; taken by its host during the run: ${stolen}
- Node ${process.versions.node}; fsync on, both engines
- Date: ${new Date().toISOString().slice(0, 10)}

${reports
  .filter(({ engine }) => engine === 'postgres')
  .map((report) => `${table(['PostgreSQL', 'bar', 'measured', 'floor', ''], bars(report))}\n`)
  .join('')}
${reports.map(section).join('\n')}`;
}
