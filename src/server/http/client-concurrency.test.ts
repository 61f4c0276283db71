import { expect, it } from 'vitest';
import { credentialOf, Shares } from './client-concurrency.ts';

it("finds a request's credential: its key, or its session cookie", () => {
  expect(credentialOf({ authorization: 'Bearer gk_1', cookie: 'session=a' })).toBe('Bearer gk_1');
  expect(credentialOf({ cookie: 'theme=dark; session=a; renewal=b' })).toBe('session=a');
  expect(credentialOf({ cookie: 'session=a' })).toBe('session=a');
  expect(credentialOf({ cookie: 'old_session=a; csrf=x' })).toBeNull();
  expect(credentialOf({})).toBeNull();
});

const full = (who = 'greedy') => {
  const shares = new Shares();
  for (let n = 0; n < 32; n++) {
    expect(shares.isUsedUp(who)).toBe(false);
    shares.take(who);
  }
  return shares;
};

it('gives each credential its share, and delays no one else', () => {
  const shares = full();
  shares.take('modest');
  expect([shares.isUsedUp('greedy'), shares.isUsedUp('modest')]).toEqual([true, false]);
  shares.giveBack('greedy');
  expect(shares.isUsedUp('greedy')).toBe(false);
  for (let n = 0; n < 31; n++) shares.giveBack('greedy');
  expect(shares.isUsedUp('greedy')).toBe(false);
});

it('runs waiting calls in order, one per free place, without overtaking', () => {
  const shares = full();
  const went: number[] = [];
  const leaves = Array.from({ length: 4 }, (_, n) =>
    shares.wait('greedy', () => {
      went.push(n);
      // The third one turns away instead of taking its place, so the next one runs.
      if (n !== 2) shares.take('greedy');
    }),
  );
  leaves[1]!();
  shares.giveBack('greedy');
  expect(went).toEqual([0]);
  expect(shares.isUsedUp('greedy')).toBe(true);
  shares.giveBack('greedy');
  expect(went).toEqual([0, 2, 3]);
  shares.giveBack('greedy');
  expect(shares.isUsedUp('greedy')).toBe(false);
});

it('limits its queue', () => {
  const shares = full();
  const lined = Array.from({ length: 501 }, () => shares.wait('greedy', () => undefined));
  expect(lined.findIndex((leave) => leave === undefined)).toBe(500);
  lined[0]!();
  expect(shares.wait('greedy', () => undefined)).toBeDefined();
});

it('ignores calls without a credential', () => {
  const shares = new Shares();
  for (let n = 0; n < 200; n++) shares.take(null);
  expect(shares.isUsedUp(null)).toBe(false);
  shares.giveBack(null);
});
