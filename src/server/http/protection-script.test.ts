import { expect, it } from 'vitest';
import { deviceOf } from './protection-script.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const TABLET = 'Mozilla/5.0 (Linux; Android 15; Tablet) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

it.each([
  ['a computer', { 'user-agent': CHROME }, 'desktop'],
  ['a phone', { 'user-agent': PHONE }, 'mobile'],
  ['a phone that says so', { 'user-agent': CHROME, 'sec-ch-ua-mobile': '?1' }, 'mobile'],
  ['a computer that says so', { 'user-agent': CHROME, 'sec-ch-ua-mobile': '?0' }, 'desktop'],
  ['a tablet, which says that it is no phone', { 'user-agent': TABLET, 'sec-ch-ua-mobile': '?0' }, 'mobile'],
  ['a program', {}, 'desktop'],
])('takes %s for one [S8.17]', (_, headers, device) => {
  expect(deviceOf(headers)).toBe(device);
});
