import { expect, it } from 'vitest';
import { trimmed } from './text.ts';

it.each([
  ['  Ada  ', 'Ada'],
  ['\u200B\u200B', ''],
  ['\u2800\u3164\uFEFF', ''],
  ['\u202A+1 415 555 0100\u202C', '+1 415 555 0100'],
  ['Invoice \u202Egnp.exe', 'Invoice gnp.exe'],
  ['شركة الاختبار', 'شركة الاختبار'],
  ['👩‍👩‍👧‍👦 Zoë', '👩‍👩‍👧‍👦 Zoë'],
  ['Zoë \uD83D', 'Zoë'],
  ['\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
])('trims %j to %j', (text, kept) => {
  expect(trimmed(text)).toBe(kept);
});
