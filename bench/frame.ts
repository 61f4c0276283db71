/**
 * Shared by the benchmarks of one large workspace: options, and the run of every scenario beside its floor. Product and
 * floor take turns in one run (A B A B), on a new or a kept database.
 */
import { parseArgs } from 'node:util';
import type { TestClient } from '../src/testing/client.ts';
import type { ServerProcess } from '../src/testing/server-process.ts';
import type { LoadJob } from './load.ts';
import { measure, merge, type Measured } from './measure.ts';
import { headersOf, type Side, type Stage } from './compared-servers.ts';

/** Options of the command line. */
export interface Frame {
  /** Share of the rows, 1 for all. */
  share: number;
  connections: number;
  /** Per round. */
  seconds: number;
  rounds: number;
  /** Connection string of a database that is filled the first time and reused. */
  keep: string | undefined;
  /** Only scenarios whose name contains this, or one of several texts separated by `|`. */
  only: string | undefined;
  /** All but the scenario of this name. */
  except?: string;
  /** All rows and all scenarios. */
  isWhole: boolean;
}

/**
 * `--size=0.02`: that share of the rows, one second a round; `--keep=postgres://…/name`: see `Frame.keep`;
 * `--only=TEXT`: see `Frame.only`; `--seconds=1` and `--rounds=1`: a shorter run.
 */
export function readFrame(
  further: Record<string, { type: 'string' | 'boolean' }> = {},
): Frame & { further: Record<string, unknown> } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { size: text, keep: text, only: text, seconds: text, rounds: text, ...further },
  });
  const { size, keep, only, seconds, rounds, ...others } = values as Record<string, string | undefined>;
  const share = Number(size ?? 1);
  return {
    share,
    connections: 8,
    seconds: Number(seconds ?? (share < 1 ? 1 : 3)),
    rounds: Number(rounds ?? (share < 1 ? 1 : 2)),
    keep,
    only,
    isWhole: share === 1 && only === undefined,
    further: others,
  };
}

/** A scenario on both sides. */
export interface Compared {
  name: string;
  ours: Measured;
  floor: Measured;
  /** Milliseconds of the product's very first answer: cached results cost nothing after it. */
  first: number;
}

export type Product = ServerProcess & { owner: TestClient };

export const say = (text: string) => void process.stdout.write(`${text}\n`);

export const counts = (size: object) =>
  Object.entries(size as Record<string, number>)
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    .join(', ');

/** Starts both sides, and ends them in any case. */
export async function withSides<T>(stage: Stage, act: (product: Product, floor: Side) => Promise<T>): Promise<T> {
  try {
    const product = await stage.product();
    const floor = await stage.floor();
    try {
      return await act(product, floor);
    } finally {
      await floor.stop();
      await product.stop();
    }
  } finally {
    await stage.remove();
  }
}

/** Writing connections. */
const WRITERS = 4;

export async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** Writes beside the reads, and their rate per second. */
export interface Beside {
  rate: number;
  requests: LoadJob['requests'];
}

/** Whether the name of a scenario contains one of the texts, separated by `|`. */
export const isOneOf = (name: string, texts: string) => texts.split('|').some((text) => name.includes(text));

/** Measures every scenario on both sides; `each` is called after one. */
export async function compareScenarios(
  stage: Pick<Stage, 'scenarios'>,
  product: Product,
  floor: Side,
  frame: Frame,
  each: (compared: Compared) => void,
  beside?: Beside,
): Promise<Compared[]> {
  const headers = await headersOf(product.owner);
  const written = async (act: () => Promise<Measured>) => {
    if (!beside) return act();
    // A little longer than the reads, so that all of them overlap with it.
    const writing = measure(product.pid, {
      url: product.url,
      headers,
      connections: WRITERS,
      seconds: frame.seconds + 0.5,
      ...beside,
    });
    const measured = await act();
    await writing;
    return measured;
  };
  const all: Compared[] = [];
  for (const [index, { name, requests }] of stage.scenarios.entries()) {
    if (name === frame.except || (frame.only && !isOneOf(name, frame.only))) continue;
    const first = await timed(() => product.owner.send('GET', requests[0]!.path));
    const job = (own: boolean): LoadJob => ({
      url: own ? product.url : floor.url,
      headers: own ? headers : {},
      connections: frame.connections,
      seconds: frame.seconds,
      requests: requests.map(({ path }, n) => ({ method: 'GET', path: own ? path : `/${index}/${n}` })),
    });
    const [ours, bare]: [Measured[], Measured[]] = [[], []];
    for (let round = 0; round < frame.rounds; round++) {
      ours.push(await written(() => measure(product.pid, job(true))));
      bare.push(await written(() => measure(floor.pid, job(false))));
    }
    const compared = { name, first, ours: merge(ours), floor: merge(bare) };
    all.push(compared);
    each(compared);
  }
  return all;
}

/** One line for the terminal. */
export function comparedLine({ name, ours, floor, first }: Compared, remark = ''): string {
  const latency = ({ p50, p95 }: Measured) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`.padEnd(16);
  return `${name.padEnd(44)} p50 / p95 ${latency(ours)} ms, floor ${latency(floor)} ms  ${ratioOf(ours, floor).toFixed(2)} ×  first ${first.toFixed(0)} ms${remark && `  ${remark}`}`;
}

/** p95 as a multiple of the floor's. */
export const ratioOf = (ours: Measured, floor: Measured) => ours.p95 / floor.p95;
