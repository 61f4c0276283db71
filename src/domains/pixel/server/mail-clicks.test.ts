import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { initSecrets } from '../../../server/secrets/secrets.ts';
import { addressIdOf, mailToken, markUrl } from './mail-clicks.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-27T12:00:00Z');
beforeAll(() => initSecrets(randomBytes(32)));

it('names the address for 30 days, and nobody with a token that was changed', () => {
  const id = newId();
  const token = mailToken(id, NOW);
  expect(token).toMatch(/^[\w-]{35}$/);
  expect(addressIdOf(token, NOW + 30 * DAY)).toBe(id);
  expect(addressIdOf(token, NOW + 31 * DAY)).toBeUndefined();
  for (let place = 0; place < token.length; place++) {
    const other = token[place] === 'A' ? 'B' : 'A';
    expect(addressIdOf(token.slice(0, place) + other + token.slice(place + 1), NOW)).toBeUndefined();
  }
});

it.each([
  ['https://shop.example', 'https://shop.example?gx=T'],
  ['https://www.shop.example/a?b=1#c', 'https://www.shop.example/a?b=1&gx=T#c'],
  ['https://links.shop.example/p/unsubscribe/x', 'https://links.shop.example/p/unsubscribe/x'],
  ['https://shop.example/?gx=X', 'https://shop.example/?gx=X'],
  ['https://notshop.example/', 'https://notshop.example/'],
  ['https://', 'https://'],
])('marks links to the website only: %s', (url, marked) => {
  expect(markUrl(url, ['shop.example'], 'T')).toBe(marked);
});
