import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, query } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { companies, contacts, opportunities } from '../../crm/contract.ts';
import { customFields } from '../../../records/contract.ts';
import { identity } from '../../identity/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { CLIENT_SORTS, clients } from '../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const admin = () => system.signedIn({ role: 'admin', workspaceRole: 'owner' });

describe('clients', () => {
  it('are listed by name in pages, found by words, and told apart by state [S7.23]', async () => {
    const boss = await admin();
    for (const name of ['Zeta 7', 'alpha 7', 'Mid 7']) await system.clientWorkspace(name);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await boss.call(clients.list, { query: { search: ' 7', limit: 2, cursor } });
      names.push(...page.items.map((client) => client.name));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(names).toEqual(['alpha 7', 'Mid 7', 'Zeta 7']);
    const newest = await boss.call(clients.list, { query: { search: ' 7', sort: '-createdAt', limit: 1 } });
    expect(newest.items.map((client) => client.name)).toEqual(['Mid 7']);
    expect(
      (
        await boss.call(clients.list, { query: { search: ' 7', sort: '-createdAt', limit: 2, cursor: newest.next! } })
      ).items.map((client) => client.name),
    ).toEqual(['alpha 7', 'Zeta 7']);
    const everyWay = async (sort: (typeof CLIENT_SORTS)[number]) => {
      const first = await boss.call(clients.list, { query: { search: ' 7', sort, limit: 1 } });
      return [
        ...first.items,
        ...(await boss.call(clients.list, { query: { search: ' 7', sort, cursor: first.next! } })).items,
      ].map((client) => client.name);
    };
    expect(await Promise.all(CLIENT_SORTS.map(everyWay))).toEqual([
      ['alpha 7', 'Mid 7', 'Zeta 7'],
      ['Zeta 7', 'Mid 7', 'alpha 7'],
      ['Zeta 7', 'alpha 7', 'Mid 7'],
      ['Mid 7', 'alpha 7', 'Zeta 7'],
    ]);
    expect((await boss.call(clients.list, { query: { search: '100%' } })).items).toEqual([]);
    expect((await boss.tryCall(clients.list, { query: { cursor: 'bm9uc2Vuc2U' } })).status).toBe(400);
  });

  it('are healthy when people work there, and say why not', async () => {
    const boss = await admin();
    const id = await system.clientWorkspace('Quiet');
    const before = await boss.call(clients.get, { params: { id } });
    expect(before).toMatchObject({ state: 'active', health: 20, owner: null, members: 0 });
    expect(before.signs.map((sign) => sign.text)).toContain('Never used');
    const owner = await system.signedIn({ workspaceId: id, workspaceRole: 'owner', name: 'Olga' });
    await owner.call(contacts.create, { body: { firstName: 'Ada' } });
    expect(await boss.call(clients.get, { params: { id } })).toMatchObject({
      health: 100,
      owner: { name: 'Olga' },
      members: 1,
      contacts: 1,
    });
    expect((await boss.call(clients.members, { params: { id } })).items).toMatchObject([
      { name: 'Olga', workspaceRole: 'owner' },
    ]);
  });

  it('have figures in their currency from the moment on that it is another one', async () => {
    const boss = await admin();
    const id = await system.clientWorkspace('Moves to the euro');
    const there = await system.signedIn({ workspaceId: id, role: 'admin' });
    await there.call(customFields.create, {
      body: {
        object: 'company',
        label: 'Worth',
        kind: 'rollup',
        rollup: { source: 'opportunities', function: 'sum', field: 'amount' },
      },
    });
    const { id: companyId } = await there.call(companies.create, { body: { name: 'Engines' } });
    for (const [amount, currency] of [
      ['1', 'USD'],
      ['100', 'EUR'],
    ] as const)
      await there.call(opportunities.create, { body: { name: 'Loom', amount, currency, companyId } });
    const worth = async () => (await there.call(companies.get, { params: { id: companyId } })).custom['worth'];
    expect(await worth()).toBe(1);
    await boss.call(clients.update, { params: { id }, body: { version: 1, currency: 'EUR' } });
    await expect.poll(worth, { timeout: 20_000 }).toBe(100);
  });

  it("are changed by version, and only the operations team's administrators see any of it", async () => {
    const boss = await admin();
    const id = await system.clientWorkspace('Old name');
    const changed = await boss.call(clients.update, {
      params: { id },
      body: { version: 1, name: 'New name', plan: 'growth', timeZone: 'Europe/Berlin' },
    });
    expect(changed).toMatchObject({ name: 'New name', plan: 'growth', timeZone: 'Europe/Berlin', version: 2 });
    expect((await boss.tryCall(clients.update, { params: { id }, body: { version: 1, name: 'Late' } })).body.code).toBe(
      'stale',
    );
    expect(
      (await boss.tryCall(clients.update, { params: { id }, body: { version: 2, timeZone: 'Mars/Olympus' } })).status,
    ).toBe(400);
    const owner = await system.signedIn({ workspaceId: id, workspaceRole: 'owner' });
    const calls = [
      clients.list,
      clients.get,
      clients.archive,
      clients.members,
      clients.invite,
      clients.visits,
    ] as const;
    const answers = await Promise.all(
      calls.map(async (call) => [
        call.path,
        (await owner.tryCall(call as typeof clients.get, { params: { id } })).status,
      ]),
    );
    expect(answers).toEqual(calls.map((call) => [call.path, 403]));
    // The house itself is no client.
    const house = await system.operations();
    expect((await boss.tryCall(clients.get, { params: { id: house } })).status).toBe(404);
    expect((await boss.tryCall(clients.archive, { params: { id: house } })).status).toBe(404);
    expect((await boss.tryCall(clients.members, { params: { id: house } })).status).toBe(404);
  });

  it('have a logo, which their people alone are shown, and which is a picture [S1.4]', async () => {
    const boss = await admin();
    const id = await system.clientWorkspace('With a face');
    const owner = await system.signedIn({ workspaceId: id, workspaceRole: 'owner' });
    expect((await owner.call(identity.user)).logo).toBeNull();
    expect((await owner.send('GET', '/api/workspace-logo')).status).toBe(404);
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const wrong = [
      'https://elsewhere.example/logo.png',
      `data:image/svg+xml;base64,${btoa('<svg onload="x"/>')}`,
      `data:image/png;base64,${btoa('no picture')}`,
      `data:image/jpeg;base64,${pixel}`,
      `data:image/png;base64,${'A'.repeat(90_000)}`,
    ];
    for (const logo of wrong)
      expect((await boss.tryCall(clients.update, { params: { id }, body: { version: 1, logo } })).body).toMatchObject({
        code: 'validation',
        fields: [{ field: 'logo' }],
      });
    const logo = `data:image/png;base64,${pixel}`;
    expect(await boss.call(clients.update, { params: { id }, body: { version: 1, logo } })).toMatchObject({
      version: 2,
      logo,
    });
    const address = (await owner.call(identity.user)).logo!;
    expect(address).toMatch(/^\/api\/workspace-logo\?v=[0-9a-f]{16}$/);
    const shown = await fetch(system.url + address, {
      headers: { cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'private, max-age=31536000, immutable',
    ]);
    expect(Buffer.from(await shown.arrayBuffer()).toString('base64')).toBe(pixel);
    expect((await boss.call(identity.user)).logo).toBeNull();
    expect((await boss.send('GET', address)).status).toBe(404);
    await boss.call(clients.update, { params: { id }, body: { version: 2, logo: '' } });
    expect((await owner.call(identity.user)).logo).toBeNull();
  });

  it('archived ones shut their people out at once, visits included, and come back as they were', async () => {
    const boss = await admin();
    const id = await system.clientWorkspace('Leaving');
    const owner = await system.signedIn({ workspaceId: id, workspaceRole: 'owner' });
    await owner.call(contacts.create, { body: { firstName: 'Ada' } });
    const visitor = await admin();
    await visitor.call(workspaces.stepIn, { params: { id }, body: { reason: 'To look at something', minutes: 15 } });
    await boss.call(clients.archive, { params: { id } });
    expect((await owner.tryCall(contacts.list)).status).toBe(401);
    expect((await visitor.call(contacts.list)).items.map((row) => row.firstName)).not.toContain('Ada');
    expect((await boss.tryCall(clients.archive, { params: { id } })).body.code).toBe('conflict');
    expect((await boss.call(clients.list, { query: { state: 'archived', search: 'Leaving' } })).items).toMatchObject([
      { id, health: null, state: 'archived' },
    ]);
    expect((await boss.tryCall(clients.members, { params: { id } })).status).toBe(404);
    expect(await boss.call(clients.restore, { params: { id } })).toMatchObject({ state: 'active', contacts: 1 });
    const trail = await asSystem(() =>
      query<{ action: string }>('select action from audit_log where workspace_id = $1 order by id', [id]),
    );
    expect(trail.map((entry) => entry.action)).toEqual(
      expect.arrayContaining(['client.archived', 'client.restored', 'visit.started']),
    );
  });
});
