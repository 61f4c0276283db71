import { expect, it } from 'vitest';
import { plainAddress } from './address.ts';

it.each([
  ['/api/user?x=%61', '/api/user?x=%61'], ['/%61pi/user', '/api/user'], ['/%61%70%69/user/%61', '/api/user/%61'], ['http://other.example/api/user?a=b', '/api/user?a=b'],
  ['HTTPS://other.example/%61pi/user', '/api/user'], ['/%77s/finance', '/ws/finance'], ['/a%2Fb/c', '/a%2Fb/c'], ['/%zz/api', '/%zz/api'], ['/contacts/%61', '/contacts/%61'],
  ['http://other.example', '/'], ['/', '/'], ['*', '*'], ['?', '?'],
])('reads %s as %s', (written, read) => expect(plainAddress(written)).toBe(read));
