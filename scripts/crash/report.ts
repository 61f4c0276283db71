/** A scenario's result: each bar with its measurement, and the random seed that repeats it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Bar {
  what: string;
  /** The requirement in words: "≤ 2 s". */
  bar: string;
  measured: string;
  met: boolean;
}

export interface Options {
  seed: number;
  random: () => number;
  /** Duration, where the scenario has none of its own. */
  seconds: number | undefined;
}

export interface Scenario {
  /** Name on the command line. */
  name: string;
  title: string;
  run(options: Options): Promise<Bar[]>;
}

/** Mulberry32: small, fast, and the same everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(milliseconds < 9_950 ? 1 : 0)} s`;

/** A bar with an upper limit. */
export const atMost = (what: string, limit: number, value: number, write: (value: number) => string = String): Bar => ({
  what,
  bar: `≤ ${write(limit)}`,
  measured: write(value),
  met: value <= limit,
});

/** Something that must never happen; the first few occurrences are named. */
export const none = (what: string, found: readonly string[]): Bar => ({
  what,
  bar: 'none',
  measured: found.length === 0 ? 'none' : `${found.length}: ${found.slice(0, 3).join('; ')}`,
  met: found.length === 0,
});

/** Something that must be true. */
export const holds = (what: string, met: boolean, measured = met ? 'yes' : 'no'): Bar => ({
  what,
  bar: 'yes',
  measured,
  met,
});

export const DOCUMENT = join(import.meta.dirname, '../../docs/faults.md');
const KEPT = join(import.meta.dirname, '../../docs/faults.json');
const BEGIN = '<!-- measured -->';
const END = '<!-- /measured -->';

interface Kept {
  title: string;
  seed: number;
  bars: Bar[];
}

/** Records the result in docs/faults.json and writes the tables of docs/faults.md from it. */
export function record(scenario: Scenario, seed: number, bars: Bar[], order: readonly string[]): void {
  const kept: Record<string, Kept> = existsSync(KEPT)
    ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, Kept>)
    : {};
  kept[scenario.name] = { title: scenario.title, seed, bars };
  const sorted = Object.fromEntries(order.filter((name) => kept[name]).map((name) => [name, kept[name]!]));
  writeFileSync(KEPT, `${JSON.stringify(sorted, undefined, 1)}\n`);
  const document = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(
    DOCUMENT,
    `${document.slice(0, document.indexOf(BEGIN) + BEGIN.length)}\n\n${tables(sorted)}\n${document.slice(document.indexOf(END))}`,
  );
}

function tables(kept: Record<string, Kept>): string {
  return Object.entries(kept)
    .map(([name, { title, bars }]) =>
      [
        `### ${title}`,
        '',
        `\`npm run test:crash -- ${name}\``,
        '',
        '| | bar | measured | |',
        '| --- | --- | --- | --- |',
        ...bars.map(
          ({ what, bar, measured, met }) =>
            `| ${[what, bar, measured, met ? 'met' : '**not met**'].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
        ),
        '',
      ].join('\n'),
    )
    .join('\n');
}
