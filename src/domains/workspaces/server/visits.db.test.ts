import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, execute, query, transaction } from '../../../server/db/index.ts';
import { bus, notify } from '../../../server/events/bus.ts';
import { startTestSystem, TEST_PASSWORD, type TestSystem } from '../../../testing/system.ts';
import { activities, contacts, opportunities } from '../../crm/contract.ts';
import { identity } from '../../identity/contract.ts';
import { settings } from '../../identity/contract/settings.ts';
import { team, workspaces } from '../contract.ts';

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;

let system: TestSystem;
let admin: Person;
let client: Person;
beforeAll(async () => {
  system = await startTestSystem();
  admin = await system.signedIn({ role: 'admin', name: 'Ada Admin' });
  client = await system.signedIn({
    workspaceId: await system.clientWorkspace('Delgado Solar'),
    workspaceRole: 'owner',
    name: 'Carmen',
  });
  await client.call(contacts.create, { body: { firstName: 'Client', lastName: 'Only' } });
});
afterAll(() => system.destroy());

const names = async (person: Person) =>
  (await person.call(contacts.list, { query: {} })).items.map(({ lastName }) => lastName);
const step = (person: Person, id = client.workspaceId) =>
  person.tryCall(workspaces.stepIn, { params: { id }, body: { reason: 'Help with the import' } });

describe('stepping into a client', () => {
  it('moves the calls of the session there and back, on the record of both workspaces', async () => {
    expect(await names(admin)).toEqual([]);
    const inside = (await step(admin)).body;
    expect(inside).toMatchObject({
      steppedIn: true,
      isClient: false,
      role: 'admin',
      workspaceRole: null,
      workspace: { name: 'Delgado Solar' },
    });
    expect(Date.parse(inside.visitUntil!) - Date.now()).toBeGreaterThan(59 * 60_000);
    expect(await names(admin)).toEqual(['Only']);
    expect((await step(admin)).status).toBe(409);
    expect((await client.call(workspaces.visits, { query: {} })).items).toMatchObject([
      { admin: 'Ada Admin', reason: 'Help with the import', open: true },
    ]);
    const home = await admin.call(workspaces.stepOut);
    expect(home).toMatchObject({ steppedIn: false, visitUntil: null, workspace: { name: 'Operations' } });
    expect(await names(admin)).toEqual([]);
    expect((await admin.tryCall(workspaces.stepOut)).status).toBe(409);
    expect((await client.call(workspaces.visits, { query: {} })).items[0]!.open).toBe(false);
    const trail = await asSystem(() =>
      query<{ workspace_id: string; action: string }>(
        `select workspace_id, action from audit_log where action like 'visit.%' order by id`,
      ),
    );
    for (const workspaceId of [client.workspaceId, admin.workspaceId]) {
      expect(trail.filter((row) => row.workspace_id === workspaceId).map((row) => row.action)).toEqual([
        'visit.started',
        'visit.ended',
      ]);
    }
  });

  it('pressed twice is one visit', async () => {
    const twice = await system.signedIn({ role: 'admin' });
    const answers = await Promise.all([step(twice), step(twice), step(twice)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  });

  it('ends by itself, with its time and with the role', async () => {
    await step(admin);
    await asSystem(() =>
      execute(`update sessions set visit_until = now() - interval '1 second' where user_id = $1`, [admin.userId]),
    );
    await asSystem(() =>
      execute(`update step_ins set expires_at = now() - make_interval(secs => 1) where ended_at is null`),
    );
    await expect
      .poll(async () => (await admin.call(identity.user)).workspace.name, { timeout: 10_000 })
      .toBe('Operations');
    expect(await names(admin)).toEqual([]);
    // The next visit is not in the way of the one that ended.
    expect((await step(admin)).status).toBe(200);
    await asSystem(() => execute(`update users set role = 'user' where id = $1`, [admin.userId]));
    await expect
      .poll(async () => (await admin.call(identity.user)).workspace.name, { timeout: 10_000 })
      .toBe('Operations');
    await asSystem(() => execute(`update users set role = 'admin' where id = $1`, [admin.userId]));
    await expect.poll(async () => (await admin.call(identity.user)).role, { timeout: 10_000 }).toBe('admin');
    await admin.call(workspaces.stepOut);
  });

  it('is over for both sides when its administrator is one no more, and does not go on when they are one again', async () => {
    const visitor = await system.signedIn({ role: 'admin', name: 'Vera Visitor' });
    await step(visitor);
    const become = async (role: 'admin' | 'user') => {
      const { version } = await admin.call(team.member, { params: { id: visitor.userId } });
      await admin.call(team.changeRole, {
        params: { id: visitor.userId },
        body: { version, role, password: TEST_PASSWORD },
      });
    };
    await become('user');
    expect((await client.call(workspaces.visits, { query: {} })).items[0]).toMatchObject({
      admin: 'Vera Visitor',
      open: false,
    });
    await become('admin');
    expect((await visitor.call(identity.user)).workspace.name).toBe('Operations');
  });

  it('leaves nothing behind that would be owned by someone who is not there', async () => {
    await step(admin);
    const deal = await admin.call(opportunities.create, { body: { name: 'Roof' } });
    const call = await admin.call(activities.create, {
      body: { type: 'call', subject: 'Ask about the roof', opportunityId: deal.id },
    });
    expect([deal.ownerId, call.ownerId]).toEqual([null, null]);
    await admin.call(workspaces.stepOut);
    expect((await admin.call(opportunities.create, { body: { name: 'At home' } })).ownerId).toBe(admin.userId);
  });

  it('leaves no key behind that would outlast the visit', async () => {
    await step(admin);
    expect(
      (await admin.tryCall(settings.createApiKey, { body: { name: 'stay', scopes: ['contacts:read'] } })).status,
    ).toBe(403);
    await admin.call(workspaces.stepOut);
  });

  it('is for administrators, into clients only, with a reason', async () => {
    const plain = await system.signedIn();
    expect((await step(plain)).status).toBe(403);
    expect((await step(client, admin.workspaceId)).status).toBe(403);
    const [operations, absent] = [await step(admin, admin.workspaceId), await step(admin, newId())];
    expect([operations.status, operations.body.message]).toEqual([404, absent.body.message]);
    expect(
      (await admin.tryCall(workspaces.stepIn, { params: { id: client.workspaceId }, body: { reason: 'x' } })).status,
    ).toBe(400);
    expect((await plain.tryCall(workspaces.visits, { query: {} })).status).toBe(403);
  });

  it('lists the clients by name, page by page', async () => {
    const [ash] = [
      await system.clientWorkspace('Ash'),
      await system.clientWorkspace('Birch'),
      await system.clientWorkspace('Cedar_'),
    ];
    const gone = await system.signedIn({ workspaceId: ash, workspaceRole: 'owner' });
    await asSystem(() => execute('update users set active = false where id = $1', [gone.userId]));
    expect((await admin.call(workspaces.clients, { query: { search: 'Ash' } })).items).toMatchObject([
      { owner: null, members: 0 },
    ]);
    const all = async (search?: string) => {
      const found: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await admin.call(workspaces.clients, {
          query: { limit: 2, ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) },
        });
        found.push(...page.items.map(({ name }) => name));
        if (!page.next) return found;
        cursor = page.next;
      }
    };
    expect(await all()).toEqual(['Ash', 'Birch', 'Cedar_', 'Delgado Solar']);
    // Names of other scripts take more room in the marker of a page.
    const long = ['一', '二', '三'].map((end) => `${'漢'.repeat(119)}${end}`);
    for (const name of long) await system.clientWorkspace(name);
    expect(await all('漢')).toEqual(long.toSorted());
    expect(await all('_')).toEqual(['Cedar_']);
    expect((await admin.call(workspaces.clients, { query: { search: 'delg' } })).items).toMatchObject([
      { owner: 'Carmen', members: 1 },
    ]);
  });

  it('refuses what a tab writes or reads that still shows the workspace from before', async () => {
    await step(admin);
    const wrong = await admin.tryCall(contacts.create, {
      body: { firstName: 'Wrong', lastName: 'House' },
      headers: { 'x-workspace': admin.workspaceId },
    });
    expect(wrong).toMatchObject({ status: 409, body: { message: expect.stringMatching(/another tab/) } });
    const late = await admin.send('GET', contacts.list.path, { headers: { 'x-workspace': admin.workspaceId } });
    expect(late.status).toBe(409);
    expect(late.headers.get('x-workspace')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await names(admin)).toEqual(['Only']);
    await admin.call(workspaces.stepOut);
  });
});

describe('switching', () => {
  it('is heard of by the other servers with the change: a call that one of them answers next is in the same workspace', async () => {
    const second = await system.clientWorkspace('Elsewhere');
    const person = await system.signedIn();
    await asSystem(() =>
      execute(`insert into memberships (workspace_id, user_id, role, created_at) values ($1, $2, 'member', now())`, [
        second,
        person.userId,
      ]),
    );
    const place = async () => (await person.call(identity.user)).workspace.id;
    const first = await place();
    const heard: string[] = [];
    const quiet = bus().listen('gauntlet_sessions', (userId) => heard.push(userId));
    // As another server does it.
    await asSystem(() =>
      transaction(async () => {
        await execute('update sessions set workspace_id = $2 where user_id = $1', [person.userId, second]);
        await notify('gauntlet_sessions', person.userId);
      }),
    );
    await vi.waitFor(() => expect(heard).toEqual([person.userId]), { timeout: 20_000, interval: 2 });
    expect(await place()).toBe(second);
    // And tells of it itself.
    await person.call(workspaces.switch, { params: { id: first } });
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(1), { timeout: 10_000 });
    quiet();
  });

  it('goes between the workspaces that one belongs to, and no further', async () => {
    const both = await system.signedIn();
    const second = await system.clientWorkspace('Second');
    await asSystem(() =>
      execute(`insert into memberships (workspace_id, user_id, role, created_at) values ($1, $2, 'owner', now())`, [
        second,
        both.userId,
      ]),
    );
    expect(await both.call(workspaces.switch, { params: { id: second } })).toMatchObject({
      isClient: true,
      workspaceRole: 'owner',
      workspace: { name: 'Second' },
    });
    expect((await both.tryCall(workspaces.switch, { params: { id: client.workspaceId } })).status).toBe(404);
    // A person removed from a workspace has no session there anymore.
    await asSystem(() => execute('delete from memberships where workspace_id = $1', [second]));
    await expect.poll(async () => (await both.send('GET', '/api/user')).status, { timeout: 10_000 }).toBe(401);
  });
});
