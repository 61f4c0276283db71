import { expect, it } from 'vitest';
import { agentInWords, changesInWords, fieldInWords } from './change-sentences.ts';

it.each([
  ['ownerId', 'owner'],
  ['custom.budget_2', 'budget 2'],
  ['companyName', 'company name'],
  ['id', 'id'],
  ['businessLicenseId', 'business licence'],
])('%s is called %s', (field, words) => {
  expect(fieldInWords(field)).toBe(words);
});

it('a field of one’s own is called by its label', () => {
  const own = new Map([
    ['budget_2', 'Budget (EUR)'],
    ['size', 'Size (deleted)'],
  ]);
  expect(
    ['custom.budget_2', 'custom.size', 'custom.other_one', 'size'].map((field) => fieldInWords(field, own)),
  ).toEqual(['Budget (EUR)', 'Size (deleted)', 'other one', 'size']);
  expect(
    changesInWords({ acts: ['updated'], fields: ['custom.size', 'custom.budget_2'], actors: [] }, ['Ada'], [], own),
  ).toBe('Ada changed Budget (EUR) and Size (deleted).');
});

it('says who did what, the changes first', () => {
  const change = { acts: ['note_added', 'updated'], fields: ['stage', 'amount', 'stage'], actors: [] };
  expect(changesInWords(change, ['Grace', 'Ada'])).toBe('Ada and Grace changed amount and stage and wrote a note.');
  expect(changesInWords({ acts: ['deleted'], fields: [], actors: [] }, [])).toBe(
    'An automation moved it to the trash.',
  );
  expect(
    changesInWords({ acts: ['updated'], fields: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], actors: [] }, [
      'A',
      'B',
      'C',
      'D',
    ]),
  ).toBe('4 people changed a, b, c, d, e, f and 2 more.');
});

it('names what changed it beside people', () => {
  const change = { acts: ['updated'], fields: ['tags'], actors: [] };
  expect(changesInWords(change, [], ['the workflow “Greet”'])).toBe('The workflow “Greet” changed tags.');
  expect(changesInWords(change, ['Ada'], ['the sync with “Acme”', 'the workflow “Greet”'])).toBe(
    'Ada, the sync with “Acme” and the workflow “Greet” changed tags.',
  );
  expect([
    agentInWords({ kind: 'workflow', id: '1', name: '' }),
    agentInWords({ kind: 'sync', id: '1', name: '' }),
    agentInWords({ kind: 'form', id: '1', name: 'Ask us' }),
  ]).toEqual(['a workflow', 'a sync', 'the web form “Ask us”']);
});
