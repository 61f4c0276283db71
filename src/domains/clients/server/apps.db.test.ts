import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allApps, appOfCall } from '../../../kernel/apps.ts';
import { asSystem, query } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { contacts, leadForms, leads, opportunities } from '../../crm/contract.ts';
import { identity } from '../../identity/contract.ts';
import { settings } from '../../identity/contract/settings.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { clientApps } from '../contract/apps.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const admin = () => system.signedIn({ role: 'admin', workspaceRole: 'owner' });
const later = () =>
  new Promise((done) => {
    setTimeout(done, 900);
  });

describe('the catalogue of apps', () => {
  it('names calls that exist and needs that are declared', async () => {
    const document = (await (await fetch(`${system.url}/api/openapi.json`)).json()) as {
      paths: Record<string, unknown>;
    };
    for (const app of allApps()) {
      expect(
        app.calls.filter(
          (call) =>
            !Object.keys(document.paths).some((path) => appOfCall(path)?.id === app.id && path.startsWith(call)),
        ),
      ).toEqual([]);
      for (const { app: needed } of app.needs ?? []) expect(allApps().map(({ id }) => id)).toContain(needed);
    }
  });
});

describe('the apps of a client', () => {
  it('are all on at first; one that is off is refused to everyone there, and to no one else', async () => {
    const boss = await admin();
    const id = await system.clientWorkspace('Choosy');
    const owner = await system.signedIn({ workspaceId: id, workspaceRole: 'owner' });
    await boss.call(workspaces.stepIn, { params: { id }, body: { reason: 'To make a form', minutes: 15 } });
    const form = await boss.call(leadForms.create, {
      body: { name: 'Site', fields: [{ name: 'email', label: 'Email', required: true }] },
    });
    await boss.call(workspaces.stepOut);
    const first = await boss.call(clientApps.get, { params: { id } });
    expect(first.apps.every(({ on }) => on)).toBe(true);
    expect(first.changes).toEqual([]);
    const changed = await boss.call(clientApps.set, {
      params: { id },
      body: { version: first.version, off: ['leads', 'reports'] },
    });
    expect(changed.apps.filter(({ on }) => !on).map((app) => app.id)).toEqual(['leads', 'reports']);
    expect(changed.changes).toMatchObject([{ on: [], off: ['Leads', 'Analytics'] }]);
    const refused = await owner.tryCall(leads.list);
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'forbidden',
        message: expect.stringContaining('“Leads” is turned off') as string,
        details: { app: 'leads' },
      },
    });
    expect((await owner.tryCall(contacts.list)).status).toBe(200);
    expect((await boss.tryCall(leads.list)).status).toBe(200);
    expect((await owner.call(identity.user)).appsOff).toEqual([
      { id: 'leads', name: 'Leads', pages: ['/leads'] },
      expect.objectContaining({ id: 'reports' }),
    ]);
    // Work without a caller stops too.
    expect((await fetch(`${system.url}/api/public/forms/${form.key}`)).status).toBe(404);
    // An administrator on a visit meets the workspace as its people do.
    await boss.call(workspaces.stepIn, { params: { id }, body: { reason: 'To look', minutes: 15 } });
    expect((await boss.tryCall(leads.list)).status).toBe(403);
    await boss.call(workspaces.stepOut);
    await boss.call(clientApps.set, { params: { id }, body: { version: changed.version, off: [] } });
    expect((await owner.tryCall(leads.list)).status).toBe(200);
    expect((await fetch(`${system.url}/api/public/forms/${form.key}`)).status).toBe(200);
    const log = await asSystem(() =>
      query<{ workspace_id: string }>(
        `select workspace_id from audit_log where action = 'client.apps_changed' and subject_id = $1 order by id`,
        [id],
      ),
    );
    expect(log.map((row) => row.workspace_id)).toEqual([id, await system.operations(), id, await system.operations()]);
  });

  it('hold for API keys', async () => {
    const boss = await admin();
    const id = await system.clientWorkspace('Machines');
    const owner = await system.signedIn({ workspaceId: id, workspaceRole: 'owner' });
    const { key } = await owner.call(settings.createApiKey, {
      body: { name: 'Site', scopes: ['opportunities:read', 'contacts:read'] },
    });
    const ask = async (path: string) =>
      (await fetch(`${system.url}${path}`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await ask(opportunities.list.path)).toBe(200);
    const { version } = await boss.call(clientApps.get, { params: { id } });
    await boss.call(clientApps.set, { params: { id }, body: { version, off: ['opportunities', 'reports'] } });
    await later();
    expect([await ask(opportunities.list.path), await ask(contacts.list.path)]).toEqual([403, 200]);
  });

  it('are switched by version, never against what they need, and by administrators alone', async () => {
    const boss = await admin();
    const id = await system.clientWorkspace('Strict');
    const owner = await system.signedIn({ workspaceId: id, workspaceRole: 'owner' });
    const { version } = await boss.call(clientApps.get, { params: { id } });
    expect(
      (await boss.tryCall(clientApps.set, { params: { id }, body: { version, off: ['opportunities'] } })).body,
    ).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('“Analytics” requires “Opportunities”') as string,
    });
    expect((await boss.tryCall(clientApps.set, { params: { id }, body: { version, off: ['telepathy'] } })).status).toBe(
      400,
    );
    expect(
      (await boss.tryCall(clientApps.set, { params: { id }, body: { version: version + 1, off: [] } })).body.code,
    ).toBe('stale');
    expect((await owner.tryCall(clientApps.get, { params: { id } })).status).toBe(403);
    expect((await boss.tryCall(clientApps.get, { params: { id: await system.operations() } })).status).toBe(404);
  });
});
