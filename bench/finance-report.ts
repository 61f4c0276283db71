/** The figures of `bench/finance.ts` as a page, written by the run that measured them. */
import { cpus, loadavg, release, totalmem } from 'node:os';
import { type Compared, ratioOf } from './frame.ts';

/** One figure with its bar. */
export interface Bar {
  name: string;
  value: number;
  bar: number;
  unit: 'ms' | 's' | 'MB';
}

export const isOver = ({ value, bar }: Bar) => value > bar;
export const inUnit = ({ value, unit }: Bar) => `${value.toFixed(unit === 's' ? 1 : 0)} ${unit}`;

export interface FinanceReport {
  database: string;
  settings: string;
  size: string;
  connections: number;
  barMs: number;
  compared: readonly Compared[];
  bars: readonly Bar[];
}

const machine = () =>
  `${cpus().length} × ${cpus()[0]!.model}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, Linux ${release()}, Node ${process.versions.node}`;
const verdict = (over: boolean) => (over ? 'over' : 'met');

export function financeMarkdown({
  database,
  settings,
  size,
  connections,
  barMs,
  compared,
  bars,
}: FinanceReport): string {
  const over = [
    ...compared.filter((one) => one.ours.p95 > barMs).map((one) => one.name),
    ...bars.filter(isOver).map((one) => one.name),
  ];
  return [
    '# Finance at size',
    '',
    'Written by `node bench/finance.ts`; do not edit by hand. The floor is a bare `node:http` and `pg` with the same SQL and the same JSON, in turns with the product in one run. "First" is the very first answer; cached results cost less after it.',
    '',
    `${machine()}. ${database} (${settings}). ${size}.`,
    '',
    `Load average over the last five minutes: ${loadavg()[1]!.toFixed(1)}. Above ${cpus().length} other programs were running, and the ratio to the floor says more than the time.`,
    '',
    over.length === 0 ? 'Every bar is met.' : `Over their bar: ${over.join('; ')}.`,
    '',
    `## Calls at ${connections} connections, bar ${barMs} ms at p95`,
    '',
    '| call | p50 | p95 | floor p95 | × floor | CPU a request | requests a second | first | |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    ...compared.map(
      ({ name, ours, floor, first }) =>
        `| ${name} | ${ours.p50.toFixed(1)} | ${ours.p95.toFixed(1)} | ${floor.p95.toFixed(1)} | ${ratioOf(ours, floor).toFixed(2)} | ${ours.cpu.toFixed(1)} | ${(ours.requests / ours.seconds).toFixed(0)} | ${first.toFixed(0)} | ${verdict(ours.p95 > barMs)} |`,
    ),
    '',
    'Milliseconds, processor time of the server alone.',
    '',
    '## A portfolio, a simulation, and large files, over HTTP',
    '',
    '| what | measured | bar | |',
    '| --- | ---: | ---: | --- |',
    ...bars.map((one) => `| ${one.name} | ${inUnit(one)} | ${one.bar} ${one.unit} | ${verdict(isOver(one))} |`),
    '',
  ].join('\n');
}
