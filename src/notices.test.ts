import { expect, it } from 'vitest';
import { notices } from './notices.ts';

const sound = { engine: 'postgres', hasExampleAccounts: false, mailDelivers: true, anotherKey: false } as const;

it('report an unset proxy, because everyone would count as one address', () => {
  expect(notices({ appUrl: 'https://gauntlet.example', trustProxy: 0 }, sound)).toEqual([
    expect.stringContaining('TRUST_PROXY=1'),
  ]);
  expect(notices({ appUrl: 'https://gauntlet.example', trustProxy: 1 }, sound)).toEqual([]);
  expect(notices({ appUrl: 'http://127.0.0.1:5000', trustProxy: 0 }, sound)).toEqual([]);
});
