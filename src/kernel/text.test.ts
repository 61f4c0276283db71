import { expect, it } from 'vitest';
import { cut, fold, onOneLine, trimmed } from './text.ts';

it.each([
  ['  Ada  ', 'Ada'],
  ['\u200B\u200B', ''],
  ['\u2800\u3164\uFEFF', ''],
  ['\u202A+1 415 555 0100\u202C', '+1 415 555 0100'],
  ['Invoice \u202Egnp.exe', 'Invoice gnp.exe'],
  ['شركة الاختبار', 'شركة الاختبار'],
  ['👩‍👩‍👧‍👦 Zoë', '👩‍👩‍👧‍👦 Zoë'],
  ['Zoë \uD83D', 'Zoë'],
  [
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  ],
])('trims %j to %j', (text, kept) => {
  expect(trimmed(text)).toBe(kept);
});

it.each([
  ['Ada', 'Ada'],
  [' Ada\r\n\r\nLovelace\n', 'Ada Lovelace'],
  ['Ada\u2028Lovelace', 'Ada Lovelace'],
  ['\n', ''],
])('puts %j on one line: %j', (text, line) => {
  expect(onOneLine(text)).toBe(line);
});

it.each([
  [' Éloïse  STRAẞE ', 'eloise strasse'],
  ['Ada King', 'ada king'],
  [' Ada', 'ada'],
  ['Ada ', 'ada'],
  ['Ada  King', 'ada king'],
  ['Ada\tKing\n', 'ada king'],
  ['Ada\u00A0King', 'ada king'],
  ['', ''],
])('folds %j to %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

it.each([
  ['abc', 3, 'abc'],
  ['abc', 2, 'ab'],
  ['ab😀c', 3, 'ab'],
  ['ab😀c', 4, 'ab😀'],
  ['ab😀', 9, 'ab😀'],
  ['', 2, ''],
])('cuts %j at %i to %j', (text, most, kept) => {
  expect(cut(text, most)).toBe(kept);
});
