import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { startTestModelServer, type TestModelServer } from '../../../testing/model-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { connections, type NewConnection } from '../contract.ts';
import { useProvider } from './use.ts';

let system: TestSystem;
let server: TestModelServer;
beforeAll(async () => {
  server = await startTestModelServer();
  system = await startTestSystem({ OUTGOING_ALLOW: server.host });
});
afterAll(async () => {
  await system.destroy();
  await server.close();
});
beforeEach(() => void (server.apiKey = 'sk-right-key-1234567890'));
afterEach(() => asSystem(() => execute('delete from connections')));

const openAi = (more: Partial<NewConnection> = {}): NewConnection => ({
  port: 'model',
  provider: 'openai-compatible',
  name: 'Test models',
  settings: { baseUrl: server.openAiUrl, apiKey: 'sk-right-key-1234567890' },
  installation: true,
  ...more,
});

it('tests a connection, seals its key, and never shows it again', async () => {
  const admin = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
  const created = await admin.call(connections.create, { body: openAi() });
  expect(created).toMatchObject({ state: 'working', installation: true, secrets: { apiKey: '7890' } });
  expect(JSON.stringify(await admin.call(connections.list))).not.toContain('sk-right');
  const rows = await asSystem(() => query<{ text: string }>('select c::text as text from connections c'));
  expect(rows[0]!.text).not.toContain('sk-right');
});

it("refuses a wrong key with the service's own words and keeps nothing", async () => {
  const admin = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
  const wrong = openAi({ settings: { baseUrl: server.openAiUrl, apiKey: 'sk-wrong' } });
  await expect(admin.call(connections.create, { body: wrong })).rejects.toThrow(/answered|key/i);
  expect((await admin.call(connections.list)).items).toEqual([]);
});

it('names the setting that is missing, and those that do not exist', async () => {
  const admin = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
  const attempt = (body: Parameters<typeof openAi>[0]) => admin.call(connections.create, { body: openAi(body) });
  await expect(attempt({ provider: 'anthropic', settings: { apiKey: '' } })).rejects.toThrow(
    '{"field":"settings.apiKey","message":"API key is required."}',
  );
  await expect(attempt({ settings: { baseUrl: server.openAiUrl, color: 'red' } })).rejects.toThrow(
    '"field":"settings.color"',
  );
  await expect(attempt({ provider: 'nobody' })).rejects.toThrow('"field":"provider"');
});

it('keeps a secret that an edit leaves blank, and refuses an outdated edit', async () => {
  const admin = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
  const { id, version } = await admin.call(connections.create, { body: openAi() });
  const body = { version, name: 'Renamed', settings: { baseUrl: server.openAiUrl, apiKey: '', model: 'test-small' } };
  const updated = await admin.call(connections.update, { params: { id }, body });
  expect(updated).toMatchObject({ name: 'Renamed', settings: { model: 'test-small' }, secrets: { apiKey: '7890' } });
  await expect(admin.call(connections.update, { params: { id }, body })).rejects.toThrow('"code":"stale"');
});

it('asks for the secret again before it goes to another address', async () => {
  const admin = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
  const { id, version } = await admin.call(connections.create, { body: openAi() });
  const other = `${server.openAiUrl}/`;
  const change = (settings: Record<string, string>) =>
    admin.call(connections.update, { params: { id }, body: { version, settings } });
  const calls = server.requests.length;
  await expect(change({ baseUrl: other })).rejects.toThrow('"field":"settings.apiKey"');
  await expect(change({ baseUrl: other, apiKey: '' })).rejects.toThrow('because the address changed');
  expect(server.requests.length).toBe(calls);
  expect(await change({ baseUrl: other, apiKey: server.apiKey })).toMatchObject({ settings: { baseUrl: other } });
});

it('records the outcome of a later test', async () => {
  const admin = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
  const { id } = await admin.call(connections.create, { body: openAi() });
  server.apiKey = 'sk-rolled';
  await expect(admin.call(connections.test, { params: { id } })).rejects.toThrow(/answered|key/i);
  const [failing] = (await admin.call(connections.list)).items;
  expect(failing).toMatchObject({ state: 'failing' });
  expect(failing!.lastError).not.toBeNull();
  server.apiKey = 'sk-right-key-1234567890';
  expect(await admin.call(connections.test, { params: { id } })).toMatchObject({ state: 'working', lastError: null });
});

it('uses connections in their fallback order and skips paused ones', async () => {
  const admin = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
  const first = await admin.call(connections.create, { body: openAi({ name: 'First' }) });
  const second = await admin.call(connections.create, { body: openAi({ name: 'Second' }) });
  const used = async () => (await useProvider('model', null)).connectionId;
  expect(await used()).toBe(first.id);
  await admin.call(connections.move, { params: { id: second.id }, body: { position: 0 } });
  expect(await used()).toBe(second.id);
  await admin.call(connections.update, { params: { id: second.id }, body: { version: second.version, paused: true } });
  expect(await used()).toBe(first.id);
  await admin.call(connections.remove, { params: { id: first.id } });
  await expect(used()).rejects.toThrow('No model is connected.');
});

it("keeps a client's own connection apart from the installation's", async () => {
  const admin = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
  const owner = await system.signedIn({ workspaceId: await system.clientWorkspace(), workspaceRole: 'owner' });
  const shared = await admin.call(connections.create, { body: openAi() });
  await expect(owner.call(connections.create, { body: openAi() })).rejects.toThrow('"code":"forbidden"');
  const own = await owner.call(connections.create, { body: openAi({ installation: false, name: 'Our own' }) });
  expect((await owner.call(connections.list)).items.map(({ id }) => id)).toEqual([own.id]);
  expect((await admin.call(connections.list)).items.map(({ id }) => id)).toEqual([shared.id]);
  await expect(owner.call(connections.remove, { params: { id: shared.id } })).rejects.toThrow('"code":"not_found"');
  await expect(admin.call(connections.remove, { params: { id: own.id } })).rejects.toThrow('"code":"not_found"');
});
