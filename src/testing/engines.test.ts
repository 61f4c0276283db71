import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { POSTGRES_ALONE } from './engines.ts';

const ROOT = join(import.meta.dirname, '../..');
const domainOf = (file: string) => /^src\/domains\/([^/]+)\//.exec(file)?.[1];
const inDomains = globSync('src/domains/**/*.db.test.ts', { cwd: ROOT });

describe('database tests on PostgreSQL alone', () => {
  it('are files that there are, each once', () => {
    expect(POSTGRES_ALONE.filter((file) => !inDomains.includes(file))).toEqual([]);
    expect(new Set(POSTGRES_ALONE).size).toBe(POSTGRES_ALONE.length);
  });

  it('leave every domain at least one file on both engines, and more than half of all files', () => {
    const onBoth = inDomains.filter((file) => !POSTGRES_ALONE.includes(file));
    expect(
      [...new Set(inDomains.map(domainOf))].filter((domain) => !onBoth.some((file) => domainOf(file) === domain)),
    ).toEqual([]);
    expect(onBoth.length).toBeGreaterThan(POSTGRES_ALONE.length);
  });

  it.each(POSTGRES_ALONE)('%s is not about what may differ by engine', (file) => {
    // A restart on the same data, the engine's name, statements of the test's own about locks and the order of letters.
    expect(readFileSync(join(ROOT, file), 'utf8')).not.toMatch(
      /\brestart\(|\breopen\(|TEST_ENGINE|database\.engine|advisory|for update|collate|pg_notify|listen /i,
    );
  });
});
