import { expect, it } from 'vitest';
import { contentOf, draftOf } from './content-draft.ts';

const FIELDS = [
  { key: 'to', label: 'To', input: 'emails' },
  { key: 'text', label: 'Text', input: 'text' },
  { key: 'n', label: 'Number', input: 'number' },
  { key: 'data', label: 'Data', input: 'json' },
  { key: 'id', label: 'Id', input: 'fixed' },
] as const;
const CONTENT = { to: ['a@x.example', 'b@x.example'], text: 'Hello', n: 5, data: { a: 1 }, id: 'x', other: true };

it('what is not touched stays exactly as it was', () => {
  expect(contentOf(FIELDS, draftOf(FIELDS, CONTENT), CONTENT)).toEqual(CONTENT);
});

it('what is changed comes back in its own form', () => {
  const draft = { ...draftOf(FIELDS, CONTENT), to: ' c@x.example , ', n: '7', data: '{"a":2}', id: 'forged' };
  expect(contentOf(FIELDS, draft, CONTENT)).toEqual({ ...CONTENT, to: ['c@x.example'], n: 7, data: { a: 2 } });
});

it('JSON that cannot be read is said so', () => {
  expect(() => contentOf(FIELDS, { ...draftOf(FIELDS, CONTENT), data: '{' }, CONTENT)).toThrow(
    'Data is not valid JSON.',
  );
});
