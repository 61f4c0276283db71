import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestModelServer, type TestModelServer } from '../../../testing/model-server.ts';
import { connectModel } from '../../../testing/connect-model.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { leads } from '../../crm/contract.ts';
import { catalog } from '../contract.ts';

let system: TestSystem;
let server: TestModelServer;
let admin: Awaited<ReturnType<TestSystem['signedIn']>>;
beforeAll(async () => {
  server = await startTestModelServer();
  system = await startTestSystem({ OUTGOING_ALLOW: server.host });
  admin = await system.signedIn({ role: 'admin' });
});
afterAll(async () => {
  await system.destroy();
  await server.close();
});

const itemOf = async (id: string) => (await admin.call(catalog.get)).items.find((item) => item.id === id)!;

it('removes an app with those that need it, refuses its calls, and installs it again', async () => {
  const { version } = await admin.call(catalog.get);
  const after = await admin.call(catalog.install, { params: { app: 'contacts' }, body: { installed: false, version } });
  expect(after.items.filter(({ kind, installed }) => kind === 'app' && !installed).map(({ id }) => id)).toContain(
    'leads',
  );
  expect((await admin.tryCall(leads.list)).status).toBe(403);
  const stale = await admin.tryCall(catalog.install, { params: { app: 'leads' }, body: { installed: true, version } });
  expect(stale.status).toBe(409);
  const again = await admin.call(catalog.install, {
    params: { app: 'leads' },
    body: { installed: true, version: after.version },
  });
  expect(again.items.find(({ id }) => id === 'contacts')!.installed).toBe(true);
  expect((await admin.tryCall(leads.list)).status).toBe(200);
  expect(
    (await admin.tryCall(catalog.install, { params: { app: 'nothing' }, body: { installed: true, version: 9 } }))
      .status,
  ).toBe(404);
});

it('says what AI features need and which connectors are connected', async () => {
  expect(await itemOf('model-config')).toMatchObject({ installed: false, ai: true });
  expect(await itemOf('model/anthropic')).toMatchObject({ kind: 'connector', installed: false });
  await connectModel(server, { provider: 'anthropic' });
  expect(await itemOf('model-config')).toMatchObject({ installed: true });
  expect(await itemOf('model/anthropic')).toMatchObject({ installed: true, use: '0 calls' });
  const member = await system.signedIn();
  const seen = await member.call(catalog.get);
  expect(seen.mayInstall).toBe(false);
  expect(seen.items.find(({ id }) => id === 'agent-teams')!.page).toBeNull();
});
