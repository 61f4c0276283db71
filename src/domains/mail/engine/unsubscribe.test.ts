import { expect, it } from 'vitest';
import { unsubscribeEmail } from './unsubscribe.ts';

it.each([
  ['mailto:Off@list.example', { address: 'off@list.example', subject: 'unsubscribe', text: 'unsubscribe' }],
  [
    'mailto:off+u42@list.example?subject=leave%20me%0d%0aBcc:%20x@y.example&body=bye&cc=all@list.example',
    { address: 'off+u42@list.example', subject: 'leave me Bcc: x@y.example', text: 'bye' },
  ],
  ['mailto:a@b.example,c@d.example', undefined],
  ['mailto:%E0%A4%A', undefined],
  ['mailto:', undefined],
  ['https://list.example/off', undefined],
])('reads %s', (link, email) => {
  expect(unsubscribeEmail(link)).toEqual(email);
});
