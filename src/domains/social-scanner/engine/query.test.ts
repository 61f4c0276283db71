import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeProblem, matchPost, parseQuery, type Query, searchesOf } from './query.ts';

const query = (text: string): Query => {
  const parsed = parseQuery(text);
  if ('problem' in parsed) throw new Error(describeProblem(parsed.problem));
  return parsed.query;
};
const finds = (text: string, post: string): boolean => matchPost(query(text), { title: '', text: post }) !== undefined;

describe('boolean queries', () => {
  it.each([
    ['plumber', 'Need a PLUMBER!', true],
    ['plumber', 'Two plumbers came', false],
    ['plumb*', 'Two plumbers came', true],
    ['"water heater"', 'The water-heater leaks', true],
    ['"water heater"', 'The heater has no water', false],
    ['roofer Denver', 'A roofer in Denver', true],
    ['roofer Denver', 'A roofer in Boise', false],
    ['roofer OR plumber', 'any plumber?', true],
    ['roofer AND NOT hiring', 'hiring a roofer', false],
    ['roofer -hiring', 'a good roofer', true],
    ['(crm OR "sales tool") AND recommend', 'Recommend a sales tool', true],
    ['(crm OR "sales tool") AND recommend', 'This crm is fine', false],
    ['a OR b c', 'a', true],
    ['a OR b c', 'b', false],
    ['NOT (roofer OR plumber) electrician', 'an electrician', true],
    ['NOT (roofer OR plumber) electrician', 'an electrician and a roofer', false],
    ['cafe', 'Our Café', true],
    ['don’t', "They don't care", true],
    ['C++', 'We write C++ here', true],
    ['“word of mouth”', 'by word of mouth', true],
  ])('%s in “%s”: %s', (text, post, expected) => expect(finds(text, post)).toBe(expected));

  it.each([
    ['', 0, 'Enter at least one word'],
    ['(roofer OR plumber', 0, 'never closed'],
    ['roofer)', 6, 'closes nothing'],
    ['roofer AND', 7, 'AND needs a word or phrase after it'],
    ['OR roofer', 0, 'OR needs a word or phrase before it'],
    ['roofer OR AND plumber', 7, 'OR needs a word or phrase after it'],
    ['roofer "water heater', 7, 'quotation mark is never closed'],
    ['roofer ()', 7, 'parentheses are empty'],
    ['NOT roofer', 0, 'only excludes'],
    ['roofer OR NOT plumber', 0, 'only excludes'],
    ['roofer or plumber', 7, 'Write OR in capital letters'],
    ['roofer !!!', 7, 'Use letters or digits'],
    ['a*', 0, 'at least 2 letters'],
    ['x '.repeat(51).trim(), 100, 'at most 50'],
    ['x'.repeat(501), 500, 'at most 500'],
  ])('names the place of what is wrong with “%s”', (text, at, message) => {
    const parsed = parseQuery(text);
    expect('problem' in parsed && parsed.problem).toMatchObject({ at, message: expect.stringContaining(message) });
  });

  it('marks the words it found at their places', () => {
    const marks = matchPost(query('roofer AND "water heater"'), { title: 'Roofer?', text: 'Also a water heater.' });
    expect(marks).toEqual([
      { field: 'text', start: 7, end: 19, kind: 'query' },
      { field: 'title', start: 0, end: 6, kind: 'query' },
    ]);
  });

  it('makes searches for services that only know “all of these words”', () => {
    const searches = (text: string) =>
      searchesOf(query(text)).map((terms) =>
        terms.map(({ words, isPrefix }) => words.join(' ') + (isPrefix ? '*' : '')),
      );
    expect(searches('(crm OR "sales tool") recommend* -job')).toEqual([
      ['crm', 'recommend*'],
      ['sales tool', 'recommend*'],
    ]);
    expect(searches('crm OR (crm AND recommend)')).toEqual([['crm']]);
    expect(searches('NOT (NOT crm AND NOT erp)')).toEqual([['crm'], ['erp']]);
  });

  const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta');
  const tree: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      word,
      fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a} AND ${b})`),
      fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a} OR ${b})`),
      tie('node').map((a) => `NOT (${a})`),
    ),
  })).node;

  it('never misses a match by its searches', () => {
    fc.assert(
      fc.property(tree, fc.subarray(['alpha', 'beta', 'gamma', 'delta']), (text, words) => {
        const parsed = parseQuery(text);
        if ('problem' in parsed || !matchPost(parsed.query, { title: '', text: words.join(' ') })) return;
        const searches = searchesOf(parsed.query);
        expect(searches.length).toBeGreaterThan(0);
        expect(searches.every((terms) => terms.length > 0)).toBe(true);
        expect(searches.some((terms) => terms.every((term) => words.includes(term.words[0]!)))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('reads any text without failing, and every problem lies inside the text', () => {
    const piece = fc.constantFrom('a', '"', '(', ')', ' ', '-', '*', 'AND', 'OR', 'NOT', 'or', '“', '!', 'é');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const parsed = parseQuery(text);
        if (!('problem' in parsed)) return;
        expect(parsed.problem.at).toBeGreaterThanOrEqual(0);
        expect(parsed.problem.at + parsed.problem.length).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 1_000 },
    );
  });
});
