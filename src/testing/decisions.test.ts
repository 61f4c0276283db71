import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../docs/decisions');

it('every decision stands in the list of decisions, under its own title, in order', () => {
  const files = readdirSync(FOLDER)
    .filter((name) => /^\d{4}-/.test(name))
    .sort();
  const titles = files.map(
    (file) =>
      `${readFileSync(join(FOLDER, file), 'utf8')
        .split('\n', 1)[0]!
        .replace(/^# (\d+)\. (.*)$/, '$1. [$2]')}(${file})`,
  );
  const listed = readFileSync(join(FOLDER, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\d+\. /.test(line));
  expect(listed).toEqual(titles);
});
