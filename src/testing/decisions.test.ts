import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../docs/decisions');

const files = readdirSync(FOLDER)
  .filter((name) => /^\d{4}-/.test(name))
  .sort();

/** The number and the statement of a record, from its first line. */
function headingOf(file: string): { number: string; statement: string } {
  const [, number = '', statement = ''] = /^# (\d+)\. (.*)/.exec(readFileSync(join(FOLDER, file), 'utf8')) ?? [];
  return { number, statement };
}

it('lists every decision in the index, in order, under its own statement', () => {
  const rows = readFileSync(join(FOLDER, 'README.md'), 'utf8').split('\n');
  const listed = rows.flatMap((row) => /^\| (\d+ \| \[.*\]\(.*\)) \|/.exec(row)?.[1] ?? []);
  expect(listed).toEqual(
    files.map((file) => {
      const { number, statement } = headingOf(file);
      return `${number} | [${statement}](${file})`;
    }),
  );
});

it('names the file of a decision after its number and statement', () => {
  expect(files).toEqual(
    files.map((file) => {
      const { number, statement } = headingOf(file);
      const words = statement.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
      return `${number.padStart(4, '0')}-${words}.md`;
    }),
  );
});
