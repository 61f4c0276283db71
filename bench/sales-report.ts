/** The figures of a large workspace as lines for the terminal and as docs/benchmarks-sales.md. */
import { cpus, totalmem } from 'node:os';
import type { Asked } from './requests-of-scenarios.ts';
import { type Compared, counts, ratioOf } from './frame.ts';
import type { ImportMeasured } from './import.ts';
import { importLine } from './report.ts';
import type { JobMeasured } from './sales-jobs.ts';

const BAR_MS = 50;
const BAR_RATIO = 2;
/** Below this, a ratio reflects timer resolution and other programs, not the product. */
const NEGLIGIBLE_MS = 10;
const IMPORT_A_SECOND = 10_000;
const SEARCH_A_MINUTE = 100_000;

export interface SalesFigures {
  database: string;
  settings: string;
  size: Record<string, number>;
  load: number;
  compared: (Compared & { barMs: number })[];
  jobs: JobMeasured[];
  imported: ImportMeasured;
}

/** Bar for p95, in milliseconds. */
export const barOf = (asked: readonly Asked[], name: string) => asked.find((one) => one.name === name)?.barMs ?? BAR_MS;

export function isOver({ ours, floor }: Compared, barMs: number): boolean {
  return ours.p95 > barMs || (ratioOf(ours, floor) > BAR_RATIO && ours.p95 > NEGLIGIBLE_MS);
}

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
const seconds = (value: number) => `${value.toFixed(1)} s`;

export function jobLine({ name, records, seconds: took, memory, meanwhile }: JobMeasured): string {
  return (
    `${name.padEnd(32)} ${records.toLocaleString('en').padStart(9)} records  ${seconds(took).padStart(8)}  ${Math.round(
      records / took,
    )
      .toLocaleString('en')
      .padStart(8)}/s  memory ${memory.before.toFixed(0)} → ${memory.peak.toFixed(0)} MB` +
    (meanwhile ? `  meanwhile p50 / p95 ${ms(meanwhile.p50)} / ${ms(meanwhile.p95)} ms` : '')
  );
}

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

function readRow(one: Compared & { barMs: number }): string[] {
  const { name, ours, floor, first, barMs } = one;
  return [
    name,
    `${ms(ours.p50)} / ${ms(ours.p95)}`,
    `${ms(floor.p50)} / ${ms(floor.p95)}`,
    `${ratioOf(ours, floor).toFixed(2)} ×`,
    ms(first),
    `${barMs}`,
    isOver(one, barMs) ? '**over**' : '',
  ];
}

const jobRow = ({ name, records, seconds: took, memory, meanwhile }: JobMeasured) => [
  name,
  records.toLocaleString('en'),
  seconds(took),
  Math.round(records / took).toLocaleString('en'),
  `${memory.before.toFixed(0)} → ${memory.peak.toFixed(0)}`,
  meanwhile ? `${ms(meanwhile.p50)} / ${ms(meanwhile.p95)}` : '',
];

/** Missed bars, one line each. */
function missed({ compared, jobs }: SalesFigures): string[] {
  const rateOf = (name: string) =>
    jobs.filter((job) => job.name.startsWith(name)).map(({ records, seconds: took }) => records / took)[0] ?? 0;
  const [imported, searched] = [rateOf('import'), rateOf('duplicates')];
  return [
    ...compared
      .filter((one) => isOver(one, one.barMs))
      .map(
        ({ name, ours, floor, barMs }) =>
          `- ${name}: p95 of ${ms(ours.p95)} ms (bar ${barMs}), ${ratioOf(ours, floor).toFixed(2)} times its floor`,
      ),
    ...(imported < IMPORT_A_SECOND
      ? [
          `- import: ${Math.round(imported).toLocaleString('en')} rows a second (bar ${IMPORT_A_SECOND.toLocaleString('en')})`,
        ]
      : []),
    ...(searched * 60 < SEARCH_A_MINUTE
      ? [
          `- duplicates: ${Math.round(searched * 60).toLocaleString('en')} records a minute (bar ${SEARCH_A_MINUTE.toLocaleString('en')})`,
        ]
      : []),
  ];
}

const running = ({ jobs, imported }: SalesFigures) => `## Longer work

On a copy of that database. Meanwhile two people look at the dashboard, a list, and their notifications continuously.

${table(['job', 'records', 'took', 'a second', 'memory, MB', 'meanwhile p50 / p95, ms'], jobs.map(jobRow))}

${importLine(imported)}.
`;

/** The whole document. */
export function markdown(figures: SalesFigures): string {
  const { database, settings, size, load, compared } = figures;
  const over = missed(figures);
  return `# A large workspace

Written by \`node bench/sales.ts\`; do not edit by hand. ${counts(size)}, in one workspace of one database. Each call at 8
connections is beside its floor: a bare \`node:http\` server over \`pg\` that runs the product's captured SQL and answers the
rows as JSON, without sign-in, tenant isolation, checks, and limits. Bars: p95 of ${BAR_MS} ms
and of ${BAR_RATIO} times the floor; a ratio counts from ${NEGLIGIBLE_MS} ms on. The first answer of a freshly started server is shown as
well, because cached results cost nothing after it. Clients, product, floor, and database share the cores.

- Machine: ${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB; load at the start: ${load.toFixed(1)}
- Node ${process.versions.node}; ${database}: ${settings}
- Date: ${new Date().toISOString().slice(0, 10)}

## Missed bars

${over.length > 0 ? over.join('\n') : 'Nothing.'}

## Reading

${table(['call', 'p50 / p95, ms', 'floor', 'p95 ratio', 'first, ms', 'bar, ms', ''], compared.map(readRow))}

${running(figures)}`;
}
