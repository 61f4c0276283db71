/** The figures as a table for the terminal and as docs/benchmarks.md. */
import { cpus, totalmem } from 'node:os';
import type { ImportMeasured } from './import.ts';
import type { Measured } from './measure.ts';
import type { Engine } from './sides.ts';

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
  /** MB. */
  memory: { atRest: number; peak: number };
  /** Processor time at rest, in milliseconds a second. */
  idle: number;
  readyAfter: number;
}

const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1);
const rate = ({ requests, seconds }: Measured) => Math.round(requests / seconds).toLocaleString('en');
const ratio = (value: number) => `${value.toFixed(2)} ×`;

const HEAD = ['call', 'connections', 'p50 / p95 / p99, ms', 'floor', 'requests/s', 'floor', 'CPU/request, ms', 'floor', 'CPU ratio', 'p50 ratio'];

function cells({ scenario, connections, ours, floor }: Row): string[] {
  const latency = (side: Measured) => `${ms(side.p50)} / ${ms(side.p95)} / ${ms(side.p99)}`;
  return [
    scenario, String(connections), latency(ours), latency(floor), rate(ours), rate(floor), ours.cpu.toFixed(3), floor.cpu.toFixed(3),
    ratio(ours.cpu / floor.cpu), ratio(ours.p50 / floor.p50),
  ];
}

/** One line for the terminal, when a row is done. */
export function line(row: Row): string {
  const [scenario, connections, latency, , requests, , cpu, , cpuRatio, p50Ratio] = cells(row);
  return `${scenario!.padEnd(32)} ${connections!.padStart(2)} conn.  ${latency!.padEnd(24)} ms  ${requests!.padStart(6)}/s  ${cpu} ms CPU  ${cpuRatio} CPU  ${p50Ratio} p50`;
}

export function importLine({ rows, created, skipped, rejected, seconds, cpu, floor }: ImportMeasured): string {
  return `import of ${rows.toLocaleString('en')} rows: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds).toLocaleString('en')} rows/s `
    + `(${created} created, ${skipped} there already, ${rejected} rejected; ${cpu.toFixed(0)} µs CPU a row); ${floor.what}: ${floor.seconds.toFixed(1)} s, ratio ${ratio(seconds / floor.seconds)}`;
}

const table = (head: string[], rows: string[][]) => [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

function section(report: EngineReport): string {
  return `## ${report.database}

${report.contacts.toLocaleString('en')} contacts, seeded through the product's write path in ${report.seeded.toFixed(0)} s. Ready ${(report.readyAfter / 1000).toFixed(1)} s after the start of the process.
Memory of the server: ${report.memory.atRest.toFixed(0)} MB at rest, ${report.memory.peak.toFixed(0)} MB at its highest under this load.
At rest the server takes ${report.idle.toFixed(0)} ms of processor time a second (queues, events, live streams are looked after); it is not counted to requests.

${table(HEAD, report.rows.map(cells))}

${importLine(report.import)}.
`;
}

/** The whole document. */
export function markdown(reports: EngineReport[], load: string): string {
  const [cpu] = cpus();
  return `# Benchmarks

Written by \`npm run bench\`; do not edit by hand. Each figure stands beside its floor: a bare \`node:http\` server over \`pg\`
that runs the SQL which the product really sent (captured, not guessed) and answers the same JSON, without sign-in, tenant
wall, checks, limits, compression or metrics. The two take turns (A B A B) in one run, so ratios hold where absolute times
do not: those depend on what else the machine does. The clients run on the same cores. CPU is the server process's user and
system time; on the embedded engine that includes the database itself, on both sides.

- Machine: ${cpus().length} × ${cpu!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB; load when it began: ${load}
- Node ${process.versions.node}; fsync on, both engines
- Date: ${new Date().toISOString().slice(0, 10)}

${reports.map(section).join('\n')}`;
}
