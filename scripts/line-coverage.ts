/**
 * `npm run coverage:lines`: which test covers which line of the specification (`docs/spec-coverage.md`) and of the
 * security requirements (`docs/security.md`). Tests name the lines in their titles (`[S4.3]`, `[V12]`). `--check` only
 * verifies the tables. Fails when a line has no test, or a test names an unknown line.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TESTS = ['src/**/*.test.{ts,tsx}', 'src/**/conformance.ts', 'scripts/**/*.test.ts', 'e2e/**/*.spec.ts'];

export interface Line {
  id: string;
  text: string;
  /** What no test shows, and why. */
  open?: string;
}

export interface NamedTest {
  file: string;
  title: string;
  lines: string[];
}

/** A list of lines that need tests, and its table. */
interface Subject {
  lines: string;
  table: string;
  /** Numbering of its lines. */
  ids: RegExp;
  heading: string;
  introduction: string;
}

const SUBJECTS: Subject[] = [
  {
    lines: 'docs/spec-lines.json',
    table: 'docs/spec-coverage.md',
    ids: /^S/,
    heading: 'The specification, line by line',
    introduction:
      "Written by `npm run coverage:lines` from the titles of tests; the lines stand in `spec-lines.json`, in our own words and numbered by the specification's sections.",
  },
  {
    lines: 'docs/security-lines.json',
    table: 'docs/security.md',
    ids: /^V/,
    heading: 'What attackers try, and the test that tries it',
    introduction:
      'Written by `npm run coverage:lines` from the titles of tests. The lines stand in `security-lines.json`, in our own words; each names the requirements of the OWASP Application Security Verification Standard 5.0.0 that it rests on. What a line does not show is said in it.',
  },
];

const TAG = String.raw`(?:S\d+\.\d+|V\d+)`;
const TITLE = new RegExp(`(['"\`])((?:(?!\\1).)*?)\\s*(?:@long|\\$\\{tag\\})?\\s*\\[(${TAG}(?: ${TAG})*)\\]\\1`, 'g');

/** Tests of one file that name lines. */
export function namedTests(file: string, source: string): NamedTest[] {
  return [...source.matchAll(TITLE)].map(([, , title = '', ids = '']) => ({ file, title, lines: ids.split(' ') }));
}

export interface Coverage {
  covered: { line: Line; tests: NamedTest[] }[];
  /** Problems, as sentences. */
  problems: string[];
}

/** Matches lines with tests. @param ids which numbers in the titles belong to these lines */
export function cover(lines: readonly Line[], tests: readonly NamedTest[], ids: RegExp): Coverage {
  const known = new Set(lines.map(({ id }) => id));
  const covered = lines.map((line) => ({ line, tests: tests.filter((test) => test.lines.includes(line.id)) }));
  return {
    covered,
    problems: [
      ...covered
        .filter(({ line, tests: its }) => its.length === 0 && !line.open)
        .map(({ line }) => `No test names ${line.id}: ${line.text}`),
      ...tests.flatMap((test) =>
        test.lines
          .filter((id) => ids.test(id) && !known.has(id))
          .map((id) => `${test.file} names ${id}, which is no line`),
      ),
    ],
  };
}

/** A cell of a Markdown table. */
const cell = (text: string) =>
  text
    .replaceAll('|', '\\|')
    .replaceAll("\\'", "'")
    .replace(/\$\{(\w+)\}/g, '<$1>');

export function table(
  { covered }: Coverage,
  { heading, introduction }: Pick<Subject, 'heading' | 'introduction'>,
): string {
  const rows = covered.map(({ line, tests }) => {
    const by = tests.map(({ file, title }) => `${cell(title)} (\`${file}\`)`).join('<br>');
    return `| ${line.id} | ${cell(line.text)} | ${[by, line.open && `Open: ${cell(line.open)}`].filter(Boolean).join('<br>')} |`;
  });
  return [
    `# ${heading}`,
    '',
    introduction,
    '',
    '| line | what it says | tests |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

if (import.meta.main) {
  const tests = globSync(TESTS, { cwd: ROOT, exclude: ['**/line-coverage.test.ts'] })
    .sort()
    .flatMap((file) => namedTests(file, readFileSync(join(ROOT, file), 'utf8')));
  for (const subject of SUBJECTS) {
    const lines = JSON.parse(readFileSync(join(ROOT, subject.lines), 'utf8')) as Line[];
    const coverage = cover(lines, tests, subject.ids);
    const text = table(coverage, subject);
    const place = join(ROOT, subject.table);
    if (!process.argv.includes('--check')) writeFileSync(place, text);
    else if (readFileSync(place, 'utf8') !== text)
      coverage.problems.push(`${subject.table} is not up to date: run npm run coverage:lines`);
    for (const problem of coverage.problems) process.stderr.write(`${problem}\n`);
    const its = coverage.covered.filter(({ tests: named }) => named.length > 0);
    process.stdout.write(
      `${subject.table}: ${its.length} of ${lines.length} lines covered by ${new Set(its.flatMap(({ tests: named }) => named)).size} tests\n`,
    );
    if (coverage.problems.length > 0) process.exitCode = 1;
  }
}
