import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { keepCitations, keepLinks } from './citations.ts';
import { compact, compactJson, MAX_RESULT } from './compact.ts';
import { readOutput } from './output-json.ts';
import { fieldLabel, presentValue, recordName, shownValue } from './record-labels.ts';
import { searchWords } from './search-words.ts';

const ID = '01a217ea-e722-77f2-8b7d-73e05b6d6348';
const OTHER = '01a217ea-e722-77f2-8b7d-73e05b6d6349';
const source = (n: number) => ({ n, slug: 's', page: 'P', heading: '', anchor: '', quote: '', text: '' });

describe('an answer', () => {
  it('keeps citations of passages that were read, and names those that it cites', () => {
    expect(keepCitations('So [1], not [3] nor [2](/x).', [source(1), source(2)])).toEqual({
      text: 'So [1], not  nor [2](/x).',
      sources: [source(1)],
    });
  });

  it.each([
    [`[Nadia](/contacts/${ID})`, `[Nadia](/contacts/${ID})`],
    [`[Ghost](/contacts/${OTHER})`, 'Ghost'],
    ['[Import](/contacts/import)', '[Import](/contacts/import)'],
    ['[here](https://evil.example/?q=secret)', 'here'],
    ['[here](//evil.example)', 'here'],
    ['[x](javascript:alert(1))', 'x)'],
    [`![chart](https://evil.example/${ID}.png)`, 'chart'],
    ['see [here][a]\n\n[a]: https://evil.example/?q=secret', 'see here\n\n'],
    ['![pixel][p]\n[p]: https://evil.example/p.png', 'pixel\n'],
    ['<https://evil.example/?q=secret>', '`https://evil.example/?q=secret`'],
    ['[Import][1] and [2]', 'Import and [2]'],
  ])('links %s as %s', (text, kept) => {
    expect(keepLinks(text, new Set([ID]))).toBe(kept);
  });
});

describe('what a model reads of records', () => {
  it('leaves out what is blank and housekeeping, and cuts long texts and lists', () => {
    expect(compact({ name: 'A', email: '', tags: [], version: 3, company: { name: null } })).toEqual({ name: 'A' });
    expect(compact({ about: 'x'.repeat(5_000) })).toEqual({
      about: expect.stringMatching(/^x+ … \(5000 characters\)$/) as string,
    });
    expect((compact(Array.from({ length: 40 }, (_, n) => n)) as unknown[]).at(-1)).toBe('… 15 more');
  });

  it('loses the last items of a list that is too long, and says so', () => {
    const items = Array.from({ length: 25 }, (_, n) => ({ n, about: 'y'.repeat(1_400) }));
    const text = compactJson({ items });
    expect(text.length).toBeLessThanOrEqual(MAX_RESULT);
    expect(JSON.parse(text)).toMatchObject({ shortened: true, items: items.slice(0, 6) });
  });
});

describe('the JSON of a model', () => {
  const Schema = z.object({ ok: z.boolean() });
  it.each(['{"ok":true}', '```json\n{"ok": true}\n```', 'Here you are: {"ok": true} Anything else?'])(
    'reads %s',
    (text) => {
      expect(readOutput(text, Schema)).toEqual({ ok: true, value: { ok: true } });
    },
  );
  it.each(['Yes.', '', '{"ok": "maybe"}', '{"ok": tr'])('refuses %s', (text) => {
    expect(readOutput(text, Schema).ok).toBe(false);
  });
});

describe('words of records', () => {
  it('names records of all kinds, and their fields', () => {
    expect(recordName({ firstName: 'Nadia', lastName: 'Ferrante', title: 'CFO' })).toBe('Nadia Ferrante');
    expect(recordName({ subject: 'Call' })).toBe('Call');
    expect(recordName({ emails: [{ value: 'a@b.example' }] })).toBe('a@b.example');
    expect(['ownerId', 'expectedClose', 'dueAt'].map(fieldLabel)).toEqual(['Owner', 'Expected close', 'Due']);
    expect(shownValue([{ value: 'a@b.example', label: 'work' }, 'x'])).toBe('a@b.example, x');
    expect(shownValue({ city: 'Rome', zip: '' })).toBe('City: Rome');
  });

  it('reads the present value of a field that is written by id', () => {
    expect(presentValue({ company: { id: ID, name: 'C' } }, 'companyId')).toBe(ID);
    expect(presentValue({ company: null }, 'companyId')).toBeNull();
    expect(presentValue({}, 'companyName')).toBeUndefined();
  });

  it.each([
    ['Who is Nadia Ferrante?', 'Nadia Ferrante'],
    ['what is the email of nadia', 'nadia'],
    ["Show me Corso Studio's deals", 'Corso Studio'],
    ['how do I do this?', ''],
  ])('looks for the records of %s by %s', (question, words) => {
    expect(searchWords(question)).toBe(words);
  });
});
