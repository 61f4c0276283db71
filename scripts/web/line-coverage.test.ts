import { describe, expect, it } from 'vitest';
import { cover, namedTests, table } from '../line-coverage.ts';

describe('the coverage of lines', () => {
  const lines = [
    { id: 'S1.1', text: 'One' },
    { id: 'S1.2', text: 'Two | too' },
    { id: 'S1.3', text: 'Three', open: 'is not built' },
  ];
  const source =
    "it('does one [S1.1]', () => {});\nit.each(x)('%s [S1.1 S1.9]', () => {});\nit('names another list [V3 S1.1]', () => {});\nit('names none', () => {});\ntest('takes long @long [S1.1]', () => {});";

  it('reads the lines from the titles of tests', () => {
    expect(namedTests('a.test.ts', source)).toEqual([
      { file: 'a.test.ts', title: 'does one', lines: ['S1.1'] },
      { file: 'a.test.ts', title: '%s', lines: ['S1.1', 'S1.9'] },
      { file: 'a.test.ts', title: 'names another list', lines: ['V3', 'S1.1'] },
      { file: 'a.test.ts', title: 'takes long', lines: ['S1.1'] },
    ]);
  });
  it('says what no test names and what is no line, and says what is open', () => {
    const coverage = cover(lines, namedTests('a.test.ts', source), /^S/);
    expect(coverage.problems).toEqual(['No test names S1.2: Two | too', 'a.test.ts names S1.9, which is no line']);
    const text = table(coverage, { heading: 'Lines', introduction: 'Of a test.' });
    expect(text).toContain('| S1.2 | Two \\| too |');
    expect(text).toContain('Open: is not built');
  });
});
