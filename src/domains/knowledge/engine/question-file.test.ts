import { describe, expect, it } from 'vitest';
import { parseQuestionFile } from './question-file.ts';

describe('a file with questions', () => {
  it('is read as CSV by the names of its columns', () => {
    const text =
      '\uFEFFMust say;Question;Document;Words;Must not say\n30 days;"How much notice; really?";a.md;notice;60 days\n;;;;\n;Who?;;;\n';
    expect(parseQuestionFile('csv', text)).toEqual([
      {
        line: 2,
        question: 'How much notice; really?',
        expected: [{ document: 'a.md', words: 'notice' }],
        mustSay: ['30 days'],
        mustNotSay: ['60 days'],
        problems: [],
      },
      { line: 4, question: 'Who?', expected: [], mustSay: [], mustNotSay: [], problems: [] },
    ]);
    const [row] = parseQuestionFile('csv', 'question,must say\nHow long?,30 days; one month ;\n');
    expect(row!.mustSay).toEqual(['30 days', 'one month']);
  });

  it('is read as JSON lines, with the line that is none', () => {
    const rows = parseQuestionFile(
      'jsonl',
      '{"question":"How?","document":"a.md","words":"x","must_say":["1","2"],"must_not_say":"3; 4"}\n\n{"question":"Where?","expected":[{"document":"a.md"},{"document":"b.md","words":"y"}]}\nnot json\n[1]',
    );
    expect(rows).toMatchObject([
      { line: 1, mustSay: ['1', '2'], mustNotSay: ['3', '4'], expected: [{ document: 'a.md', words: 'x' }] },
      {
        line: 3,
        expected: [
          { document: 'a.md', words: '' },
          { document: 'b.md', words: 'y' },
        ],
      },
      { line: 4, problems: ['This line is not JSON.'] },
      { line: 5, problems: ['This line is not a JSON object.'] },
    ]);
  });

  it.each([
    ['no column for the question', 'csv', 'a,b\n1,2\n', 'The first row must name the columns'],
    ['no rows', 'csv', 'question\n', 'holds no questions'],
    ['too many rows', 'jsonl', '{}\n'.repeat(1_001), 'at most 1,000'],
  ] as const)('is refused for %s', (_, format, text, message) => {
    expect(() => parseQuestionFile(format, text)).toThrow(message);
  });
});
