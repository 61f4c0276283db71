/**
 * `npm run spec:coverage`: which test covers which line of the specification. Tests name the lines in their titles
 * (`[S4.3]`); the table is written to `docs/spec-coverage.md`. With `--check` it only says whether the table is true.
 * Fails when a line has no test, or a test names a line that does not exist.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TABLE = join(ROOT, 'docs/spec-coverage.md');
const TESTS = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'e2e/**/*.spec.ts'];

export interface SpecLine {
  id: string;
  text: string;
  /** A wing that is not built yet: its lines are covered when it is. */
  wing?: string;
}

export interface NamedTest {
  file: string;
  title: string;
  lines: string[];
}

/** Tests of one file that name lines of the specification. */
export function namedTests(file: string, source: string): NamedTest[] {
  return [...source.matchAll(/(['"`])((?:(?!\1).)*?)\s*\[(S\d+\.\d+(?: S\d+\.\d+)*)\]\1/g)].map(([, , title = '', ids = '']) => ({ file, title, lines: ids.split(' ') }));
}

export interface Coverage {
  covered: { line: SpecLine; tests: NamedTest[] }[];
  /** What is wrong, in sentences. */
  problems: string[];
}

/** Puts lines and tests together. */
export function cover(lines: readonly SpecLine[], tests: readonly NamedTest[]): Coverage {
  const known = new Set(lines.map(({ id }) => id));
  const covered = lines.map((line) => ({ line, tests: tests.filter((test) => test.lines.includes(line.id)) }));
  return {
    covered,
    problems: [
      ...covered.filter(({ line, tests: its }) => its.length === 0 && !line.wing).map(({ line }) => `No test names ${line.id}: ${line.text}`),
      ...tests.flatMap(({ file, lines: ids }) => ids.filter((id) => !known.has(id)).map((id) => `${file} names ${id}, which is no line`)),
    ],
  };
}

/** A cell of a Markdown table. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\\\'', '\'').replace(/\$\{(\w+)\}/g, '<$1>');

export function table({ covered }: Coverage): string {
  const rows = covered.map(({ line, tests }) => {
    const by = tests.map(({ file, title }) => `${cell(title)} (\`${file}\`)`).join('<br>');
    return `| ${line.id} | ${cell(line.text)} | ${by || `waits for the ${line.wing} wing, which is not built`} |`;
  });
  return [
    '# The specification, line by line', '',
    'Written by `npm run spec:coverage` from the titles of tests; the lines stand in `spec-lines.json`, in our own words and numbered by the specification\'s sections.', '',
    '| line | what it says | tests |', '| --- | --- | --- |', ...rows, '',
  ].join('\n');
}

if (import.meta.main) {
  const lines = JSON.parse(readFileSync(join(ROOT, 'docs/spec-lines.json'), 'utf8')) as SpecLine[];
  const tests = globSync(TESTS, { cwd: ROOT, exclude: ['**/spec-coverage.test.ts'] }).sort().flatMap((file) => namedTests(file, readFileSync(join(ROOT, file), 'utf8')));
  const coverage = cover(lines, tests);
  const text = table(coverage);
  if (process.argv.includes('--check')) {
    if (readFileSync(TABLE, 'utf8') !== text) coverage.problems.push('docs/spec-coverage.md is not up to date: run npm run spec:coverage');
  } else writeFileSync(TABLE, text);
  for (const problem of coverage.problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${coverage.covered.filter(({ tests: its }) => its.length > 0).length} of ${lines.length} lines covered by ${tests.length} tests\n`);
  if (coverage.problems.length > 0) process.exitCode = 1;
}
