import { expect, it } from 'vitest';
import { networkOf, plainAddress } from './request-path.ts';

it.each([
  ['/api/user?x=%61', '/api/user?x=%61'],
  ['/%61pi/user', '/api/user'],
  ['/%61%70%69/user/%61', '/api/user/%61'],
  ['http://other.example/api/user?a=b', '/api/user?a=b'],
  ['HTTPS://other.example/%61pi/user', '/api/user'],
  ['/%77s/finance', '/ws/finance'],
  ['/a%2Fb/c', '/a%2Fb/c'],
  ['/%zz/api', '/%zz/api'],
  ['/contacts/%61', '/contacts/%61'],
  ['http://other.example', '/'],
  ['/', '/'],
  ['*', '*'],
  ['?', '?'],
])('reads %s as %s', (written, read) => expect(plainAddress(written)).toBe(read));

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:0db8::1:2:3:4', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['none', 'none'],
])('counts %s under %s', (address, network) => expect(networkOf(address)).toBe(network));
