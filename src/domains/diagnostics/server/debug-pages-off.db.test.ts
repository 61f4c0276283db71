import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../server/config.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { debug } from '../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ DEBUG_PAGES: '0' });
});
afterAll(() => system.destroy());

it('answers no one, administrators neither, as if it did not exist', async () => {
  const admin = await system.signedIn({ role: 'admin' });
  for (const call of [debug.state, debug.paidFeature]) expect((await admin.tryCall(call)).status).toBe(404);
});

it('is so in production, unless it is switched on or the data is an example', () => {
  const on = (env: Record<string, string>, demo = false) =>
    loadConfig({ DATA_DIR: '/nowhere', SECRET_KEY: Buffer.alloc(32).toString('base64url'), ...env }, { demo })
      .debugPages;
  expect([
    on({}),
    on({ DEBUG_PAGES: '1' }),
    on({}, true),
    on({ DEBUG_PAGES: '0' }, true),
    on({ NODE_ENV: 'test' }),
  ]).toEqual([false, true, true, false, true]);
});
