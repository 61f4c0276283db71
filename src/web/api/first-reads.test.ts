import { afterEach, expect, it } from 'vitest';
import { firstPosition, forgetFirstReads, takeFirstRead } from './first-reads.ts';

afterEach(() => {
  globalThis.firstReads = undefined;
});

const begin = () => {
  const answers = { user: Promise.resolve(new Response()), list: Promise.resolve(new Response()) };
  globalThis.firstReads = {
    position: 7,
    reads: { '/api/user': answers.user, '/api/contacts?limit=100': answers.list },
  };
  return answers;
};

it('hands out started reads, once, whatever the timestamp in the address', () => {
  const { user, list } = begin();
  expect([takeFirstRead('/api/user?_t=123'), takeFirstRead('/api/contacts?limit=100&_t=124')]).toEqual([user, list]);
  expect([takeFirstRead('/api/user?_t=125'), takeFirstRead('/api/contacts?limit=50&_t=126'), firstPosition()]).toEqual([
    undefined,
    undefined,
    7,
  ]);
});

it('hands out no changed reads', () => {
  const { list } = begin();
  forgetFirstReads((path) => path === '/api/user');
  expect([takeFirstRead('/api/user?_t=123'), takeFirstRead('/api/contacts?limit=100&_t=124')]).toEqual([
    undefined,
    list,
  ]);
});

it('hands out nothing after another user signed in, nor without started reads', () => {
  begin();
  forgetFirstReads();
  expect(takeFirstRead('/api/user?_t=123')).toBeUndefined();
  globalThis.firstReads = undefined;
  expect([takeFirstRead('/api/user?_t=123'), firstPosition()]).toEqual([undefined, undefined]);
});
