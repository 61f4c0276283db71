import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import type { Hosts } from './connection-hosts.ts';
import { Watch } from './unresponsive-database.ts';

class Lender extends EventEmitter {
  readonly totalCount = 0;
  readonly idleCount = 0;
  connect(): Promise<object> {
    return Promise.resolve({ release: () => undefined });
  }
}

const watch = new Watch(new Lender() as unknown as pg.Pool, {} as Hosts);
afterEach(() => watch.close());

it('keeps nothing of a connection that was lent and given back, however long the database stays well', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const lent: WeakRef<object>[] = [];
  for (let n = 0; n < 10; n++) lent.push(new WeakRef(await watch.lend()));
  // The target of a WeakRef stays alive until the turn ends.
  await new Promise(setImmediate);
  collect();
  expect(lent.filter((one) => one.deref() !== undefined)).toHaveLength(0);
});
