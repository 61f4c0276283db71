import { describe, expect, it } from 'vitest';
import { cover, namedTests, table } from '../spec-coverage.ts';

describe('the coverage of the specification', () => {
  const lines = [{ id: 'S1.1', text: 'One' }, { id: 'S1.2', text: 'Two | too' }, { id: 'S1.3', text: 'Three', wing: 'finance' }];
  const source = "it('does one [S1.1]', () => {});\nit.each(x)('%s [S1.1 S1.9]', () => {});\nit('names none', () => {});";

  it('reads the lines from the titles of tests', () => {
    expect(namedTests('a.test.ts', source)).toEqual([
      { file: 'a.test.ts', title: 'does one', lines: ['S1.1'] }, { file: 'a.test.ts', title: '%s', lines: ['S1.1', 'S1.9'] },
    ]);
  });
  it('says what no test names and what is no line, and lets wings that are not built wait', () => {
    const coverage = cover(lines, namedTests('a.test.ts', source));
    expect(coverage.problems).toEqual(['No test names S1.2: Two | too', 'a.test.ts names S1.9, which is no line']);
    expect(table(coverage)).toContain('| S1.2 | Two \\| too |');
    expect(table(coverage)).toContain('waits for the finance wing');
  });
});
