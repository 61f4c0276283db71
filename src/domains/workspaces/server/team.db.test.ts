import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { startTestSystem, TEST_PASSWORD, type TestSystem } from '../../../testing/system.ts';
import { activities, contacts } from '../../crm/contract.ts';
import { bulk as bulkContacts } from '../../../records/contract.ts';
import { identity } from '../../identity/contract.ts';
import { settings } from '../../identity/contract/settings.ts';
import { support } from '../../support/contract.ts';
import { account, availability, team } from '../contract.ts';
import { startHandOver } from './reassign.ts';

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;

let system: TestSystem;
let admin: Person;
beforeAll(async () => {
  system = await startTestSystem();
  admin = await system.signedIn({ role: 'admin', name: 'Ada Admin', workspaceRole: 'owner', isOwner: true });
});
afterAll(() => system.destroy());

const member = (id: string) => admin.call(team.member, { params: { id } });
const statusOf = async (person: Person) => (await person.send('GET', '/api/user')).status;
const trail = (subject: string) =>
  asSystem(async () =>
    (await query<{ action: string }>('select action from audit_log where subject_id = $1 order by id', [subject])).map(
      (row) => row.action,
    ),
  );

describe('the list of members', () => {
  it('is for administrators, pages by keyset, sorts, filters and searches', async () => {
    const workspaceId = await system.clientWorkspace('List');
    const boss = await system.signedIn({ role: 'admin', workspaceId, name: 'Zed Boss', email: 'zed@list.example' });
    for (const name of ['Anna', 'Bert', 'Carl'])
      await system.signedIn({ workspaceId, name, email: `${name.toLowerCase()}@list.example` });
    const names = async (query: object) => (await boss.call(team.members, { query })).items.map((row) => row.name);
    expect(await names({})).toEqual(['Anna', 'Bert', 'Carl', 'Zed Boss']);
    expect(await names({ sort: '-name', limit: 2 })).toEqual(['Zed Boss', 'Carl']);
    const first = await boss.call(team.members, { query: { sort: '-name', limit: 2 } });
    expect(first.total).toEqual({ count: 4, capped: false });
    expect(await names({ sort: '-name', limit: 2, cursor: first.next! })).toEqual(['Bert', 'Anna']);
    expect((await names({ sort: 'role' }))[0]).toBe('Zed Boss');
    expect(await names({ search: 'bert@LIST' })).toEqual(['Bert']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ role: 'admin' })).toEqual(['Zed Boss']);
    expect((await boss.tryCall(team.members, { query: { cursor: 'nonsense' } })).status).toBe(400);
    const plain = await system.signedIn({ workspaceId });
    expect((await plain.tryCall(team.members)).status).toBe(403);
  });

  it('says who has a second factor, was last seen when, and owns how much', async () => {
    const person = await system.signedIn();
    await person.call(contacts.create, { body: { firstName: 'Own', lastName: 'One', ownerId: person.userId } });
    await asSystem(() =>
      query(`insert into two_factors (user_id, secret, confirmed_at, recovery_hashes) values ($1, 'x', now(), '{}')`, [
        person.userId,
      ]),
    );
    const row = await member(person.userId);
    expect(row).toMatchObject({
      twoFactor: true,
      state: 'active',
      emailConfirmed: true,
      presence: { state: 'unknown' },
    });
    expect(row.owns['contacts']).toBe(1);
    // Found in one step, however many sessions there are.
    const plan = await asSystem(() =>
      transaction(async () => {
        await execute('set local enable_seqscan = off');
        return query<{ 'QUERY PLAN': string }>(
          'explain select u.id, (select max(s.last_seen_at) from sessions s where s.user_id = u.id) from users u',
        );
      }),
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('using sessions_seen');
    expect(Date.parse(row.lastSeenAt!)).toBeGreaterThan(Date.now() - 60_000);
  });

  it("answers another workspace's member as an absent one", async () => {
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    const [foreign, absent] = [
      await admin.tryCall(team.member, { params: { id: stranger.userId } }),
      await admin.tryCall(team.member, { params: { id: newId() } }),
    ];
    expect([foreign.status, foreign.body.message]).toEqual([404, absent.body.message]);
    for (const call of [
      () =>
        admin.tryCall(team.changeRole, {
          params: { id: stranger.userId },
          body: { version: 1, role: 'user', password: TEST_PASSWORD },
        }),
      () => admin.tryCall(team.deactivate, { params: { id: stranger.userId }, body: { version: 1, receivers: {} } }),
      () => admin.tryCall(team.reactivate, { params: { id: stranger.userId } }),
      () => admin.tryCall(team.handOver, { params: { id: stranger.userId }, body: { receivers: {} } }),
      () => admin.tryCall(availability.get, { params: { id: stranger.userId } }),
    ])
      expect((await call()).status).toBe(404);
    expect(await statusOf(stranger)).toBe(200);
  });
});

describe('a change of role', () => {
  it('asks for the password again, takes effect at once, tells the person and is in the audit log [V41 V48]', async () => {
    const person = await system.signedIn();
    const { version } = await member(person.userId);
    const change = (password: string, role: 'admin' | 'user', v = version) =>
      admin.tryCall(team.changeRole, { params: { id: person.userId }, body: { version: v, role, password } });
    const wrong = await change('not the password', 'admin');
    expect([wrong.status, wrong.body.fields?.[0]?.field]).toEqual([403, 'password']);
    expect((await person.tryCall(team.members)).status).toBe(403);
    expect((await change(TEST_PASSWORD, 'admin')).body).toMatchObject({ role: 'admin', version: version + 1 });
    expect((await person.tryCall(team.members)).status).toBe(200);
    // Based on what is no longer so.
    expect((await change(TEST_PASSWORD, 'user')).body.code).toBe('stale');
    expect((await change(TEST_PASSWORD, 'user', version + 1)).status).toBe(200);
    expect((await person.tryCall(team.members)).status).toBe(403);
    expect(await trail(person.userId)).toEqual(expect.arrayContaining(['member.role_changed']));
    const { items } = (await person.send<{ items: { title: string }[] }>('GET', '/api/notifications')).body;
    expect(items.map(({ title }) => title)).toContain('You are now an administrator');
  });

  it('takes the name along that is kept for administrators and shows the fund', async () => {
    const person = await system.signedIn({ role: 'admin', username: 'admin' });
    expect((await person.call(identity.user)).seesFund).toBe(true);
    const { version } = await member(person.userId);
    await admin.call(team.changeRole, {
      params: { id: person.userId },
      body: { version, role: 'user', password: TEST_PASSWORD },
    });
    expect(await person.call(identity.user)).toMatchObject({ username: 'admin2', seesFund: false });
  });

  it('keeps the owner of the installation, and gives administration to the operations team only', async () => {
    const second = await system.signedIn({ role: 'admin' });
    const owner = await second.tryCall(team.changeRole, {
      params: { id: admin.userId },
      body: { version: (await member(admin.userId)).version, role: 'user', password: TEST_PASSWORD },
    });
    expect(owner.status).toBe(409);
    const workspaceId = await system.clientWorkspace();
    const boss = await system.signedIn({ role: 'admin', workspaceId });
    const client = await system.signedIn({ workspaceId });
    const raised = await boss.tryCall(team.changeRole, {
      params: { id: client.userId },
      body: { version: 1, role: 'admin', password: TEST_PASSWORD },
    });
    expect([raised.status, raised.body.fields?.[0]?.field]).toEqual([409, 'role']);
  });
});

describe('a lost second factor', () => {
  it('is taken off by an administrator, with their own password, and the member is told [V40 V41]', async () => {
    const person = await system.signedIn();
    const remove = (by: Person, id: string, password = TEST_PASSWORD) =>
      by.tryCall(team.removeTwoFactor, { params: { id }, body: { password } });
    expect((await remove(admin, person.userId)).body.message).toBe('Two-factor sign-in is already off.');
    await asSystem(() =>
      query(
        `insert into two_factors (user_id, secret, confirmed_at, recovery_hashes) select id, 'x', now(), '{}'
          from users where id = any($1)`,
        [[person.userId, admin.userId]],
      ),
    );
    expect((await remove(person, admin.userId)).status).toBe(403);
    expect((await remove(admin, person.userId, 'not the password')).body.fields?.[0]?.field).toBe('password');
    expect((await remove(admin, admin.userId)).status).toBe(409);
    expect((await member(person.userId)).twoFactor).toBe(true);
    expect((await remove(admin, person.userId)).body).toMatchObject({ twoFactor: false });
    expect(await person.call(settings.twoFactorStatus)).toMatchObject({ enabled: false });
    expect(await trail(person.userId)).toContain('member.two_factor_removed');
    const { items } = (await person.send<{ items: { body: string }[] }>('GET', '/api/notifications')).body;
    expect(items[0]?.body).toContain('An administrator turned off two-factor sign-in');
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    expect((await remove(admin, stranger.userId)).status).toBe(404);
    await asSystem(() => query('update users set is_owner = true where id = $1', [person.userId]));
    expect((await remove(admin, person.userId)).body.message).toContain('npm run rescue');
    await asSystem(() => query('update users set is_owner = false where id = $1', [person.userId]));
    await admin.call(settings.disableTwoFactor, { body: { password: TEST_PASSWORD } });
  });
});

describe('deactivating', () => {
  it('ends sessions and keys at once and hands the records over, each with its event', async () => {
    const [leaver, heir] = [await system.signedIn({ name: 'Lea Leaver' }), await system.signedIn()];
    const ids: string[] = [];
    for (let n = 0; n < 3; n++)
      ids.push(
        (await leaver.call(contacts.create, { body: { firstName: 'C', lastName: String(n), ownerId: leaver.userId } }))
          .id,
      );
    const thrown = await leaver.call(contacts.create, { body: { firstName: 'Thrown', ownerId: leaver.userId } });
    const { id: batchId } = await leaver.call(bulkContacts.run, {
      body: { selection: { ids: [thrown.id] }, action: { kind: 'delete' } },
    });
    const call = await leaver.call(activities.create, {
      body: {
        type: 'call',
        subject: 'Ask',
        dueAt: '2031-05-05T09:00:00.000Z',
        reminders: [10],
        attendees: [{ userId: heir.userId }],
      },
    });
    const { key } = await leaver.call(settings.createApiKey, { body: { name: 'k', scopes: ['contacts:read'] } });
    const withKey = () =>
      system.visitor().send('GET', '/api/contacts', { headers: { authorization: `Bearer ${key}` } });
    expect((await withKey()).status).toBe(200);
    const { version } = await member(leaver.userId);
    const gone = await admin.call(team.deactivate, {
      params: { id: leaver.userId },
      body: { version, receivers: { contacts: heir.userId, activities: admin.userId } },
    });
    expect(gone.state).toBe('deactivated');
    expect([await statusOf(leaver), (await withKey()).status]).toEqual([401, 401]);
    expect(
      (
        await system
          .visitor()
          .send('POST', '/api/auth/login', {
            body: { email: (await member(leaver.userId)).email, password: TEST_PASSWORD },
          })
      ).status,
    ).toBe(401);
    await vi.waitFor(async () => expect((await member(heir.userId)).owns['contacts']).toBe(3), { timeout: 20_000 });
    const contact = await admin.call(contacts.get, { params: { id: ids[0]! } });
    expect(contact.version).toBe(2);
    const [event] = await asSystem(() =>
      query<{ data: unknown }>(`select data from events where subject_id = $1 and type = 'contact.updated'`, [ids[0]]),
    );
    expect(event!.data).toMatchObject({ changes: [{ field: 'ownerId', from: leaver.userId, to: heir.userId }] });
    // The new owner of the call gets its reminder.
    await vi.waitFor(
      async () => expect((await admin.call(activities.get, { params: { id: call.id } })).ownerId).toBe(admin.userId),
      { timeout: 20_000 },
    );
    const reminded = await asSystem(() =>
      query<{ who: string }>('select user_id as who from activity_reminders where activity_id = $1', [call.id]),
    );
    expect(new Set(reminded.map(({ who }) => who))).toEqual(new Set([admin.userId, heir.userId]));
    // Records in the trash were reassigned too: the deletion can still be undone, and no record belongs to the person
    // who left.
    expect(await admin.call(bulkContacts.undo, { params: { batchId: batchId! } })).toMatchObject({
      state: 'undone',
      kept: 0,
    });
    expect(await admin.call(contacts.get, { params: { id: thrown.id } })).toMatchObject({
      ownerId: heir.userId,
      version: 3,
    });
    expect(await trail(leaver.userId)).toContain('member.deactivated');

    await admin.call(team.reactivate, { params: { id: leaver.userId } });
    await system.visitor().signIn((await member(leaver.userId)).email, TEST_PASSWORD);
    expect((await withKey()).status).toBe(401);
  });

  it('hands over more than one step by a job, to no one where no one is named', async () => {
    const leaver = await system.signedIn();
    await asSystem(() =>
      query(
        `insert into leads (id, workspace_id, name, owner_id) select gen_random_uuid(), $1, 'Lead ' || n, $2
          from generate_series(1, 1203) n`,
        [leaver.workspaceId, leaver.userId],
      ),
    );
    const { jobId } = await admin.call(team.handOver, { params: { id: leaver.userId }, body: { receivers: {} } });
    expect(jobId).not.toBeNull();
    await vi.waitFor(
      async () => {
        const [job] = await asSystem(() =>
          query<{ state: string; result: { leads: number } }>('select state, result from jobs where id = $1', [jobId]),
        );
        expect(job).toMatchObject({ state: 'succeeded', result: { leads: 1203 } });
      },
      { timeout: 20_000 },
    );
    expect((await member(leaver.userId)).owns['leads']).toBe(0);
  });

  it('gives nothing to a former member before it came to them', async () => {
    const [leaver, receiver] = [await system.signedIn(), await system.signedIn()];
    await asSystem(() =>
      query(`insert into leads (id, workspace_id, name, owner_id) values (gen_random_uuid(), $1, 'Late lead', $2)`, [
        leaver.workspaceId,
        leaver.userId,
      ]),
    );
    await asSystem(() =>
      transaction(async () => {
        await inWorkspace(leaver.workspaceId, admin.userId, () =>
          startHandOver({ id: leaver.userId, name: 'Leaver' }, { leads: receiver.userId }),
        );
        await query('update users set active = false where id = $1', [receiver.userId]);
      }),
    );
    await vi.waitFor(
      async () =>
        expect(await asSystem(() => query(`select owner_id from leads where name = 'Late lead'`))).toEqual([
          { owner_id: null },
        ]),
      { timeout: 20_000 },
    );
  });

  it('refuses oneself, the owner of the installation, and receivers who cannot receive', async () => {
    const second = await system.signedIn({ role: 'admin' });
    const person = await system.signedIn();
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    const off = (by: Person, id: string, version: number, receivers = {}) =>
      by.tryCall(team.deactivate, { params: { id }, body: { version, receivers } });
    expect((await off(second, second.userId, 1)).status).toBe(409);
    expect((await off(second, admin.userId, (await member(admin.userId)).version)).status).toBe(409);
    for (const receiver of [stranger.userId, person.userId])
      expect((await off(admin, person.userId, 1, { contacts: receiver })).status).toBe(400);
    expect((await off(admin, person.userId, 1, { yachts: null })).status).toBe(400);
    // Refused as a whole: nothing was half done.
    expect(await statusOf(person)).toBe(200);
  });
});

describe('teams', () => {
  it('are made, renamed, filled and deleted, each name once, on the version that was read', async () => {
    const person = await system.signedIn();
    const made = await admin.call(team.createTeam, { body: { name: 'Sales', members: [person.userId] } });
    expect((await member(person.userId)).teams).toEqual([{ id: made.id, name: 'Sales' }]);
    const twice = await admin.tryCall(team.createTeam, { body: { name: ' sales ' } });
    expect([twice.status, twice.body.fields?.[0]?.field]).toEqual([409, 'name']);
    const renamed = await admin.call(team.updateTeam, {
      params: { id: made.id },
      body: { version: 1, name: 'Sales EU', members: [] },
    });
    expect(renamed).toMatchObject({ name: 'Sales EU', members: [], version: 2 });
    expect(
      (await admin.tryCall(team.updateTeam, { params: { id: made.id }, body: { version: 1, name: 'X' } })).body.code,
    ).toBe('stale');
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    expect(
      (
        await admin.tryCall(team.updateTeam, {
          params: { id: made.id },
          body: { version: 2, members: [stranger.userId] },
        })
      ).status,
    ).toBe(400);
    expect((await person.tryCall(team.deleteTeam, { params: { id: made.id } })).status).toBe(403);
    await admin.call(team.deleteTeam, { params: { id: made.id } });
    expect((await person.call(team.teams)).items).toEqual([]);
  });
});

describe('availability', () => {
  const NINE_TO_FIVE = [{ from: 540, to: 1020 }];
  const days = [NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, [], []];

  it("is one's own to set, an administrator's for anybody, and everybody's to read", async () => {
    const [person, colleague] = [await system.signedIn(), await system.signedIn()];
    const mine = { params: { id: person.userId } };
    const set = await person.call(availability.setHours, {
      ...mine,
      body: { version: 0, timeZone: 'Europe/Berlin', days },
    });
    expect(set).toMatchObject({ version: 1, timeZone: 'Europe/Berlin', days });
    expect(
      (await person.tryCall(availability.setHours, { ...mine, body: { version: 0, timeZone: 'UTC', days } })).body.code,
    ).toBe('stale');
    expect(
      (await colleague.tryCall(availability.setHours, { ...mine, body: { version: 1, timeZone: 'UTC', days } })).status,
    ).toBe(404);
    const absence = await admin.call(availability.addAbsence, {
      ...mine,
      body: { firstDay: '2020-01-01', lastDay: '2199-12-31', note: 'Sabbatical' },
    });
    expect(await colleague.call(availability.get, mine)).toMatchObject({
      presence: { state: 'away', until: '2199-12-31' },
      absences: [{ note: 'Sabbatical' }],
    });
    expect(
      (await colleague.tryCall(availability.removeAbsence, { params: { id: person.userId, absenceId: absence.id } }))
        .status,
    ).toBe(404);
    await person.call(availability.removeAbsence, { params: { id: person.userId, absenceId: absence.id } });
    expect((await person.call(availability.get, mine)).absences).toEqual([]);
  });

  it('refuses hours that overlap, end before they begin, or a zone that does not exist', async () => {
    const person = await system.signedIn();
    const put = (body: unknown) => person.send('PUT', `/api/team/members/${person.userId}/availability`, { body });
    const first = (spans: unknown) => ({ version: 0, timeZone: 'UTC', days: [spans, [], [], [], [], [], []] });
    expect((await put(first([{ from: 60, to: 30 }]))).status).toBe(400);
    expect(
      (
        await put(
          first([
            { from: 60, to: 120 },
            { from: 90, to: 180 },
          ]),
        )
      ).status,
    ).toBe(400);
    expect((await put({ ...first([]), timeZone: 'Mars/Olympus' })).status).toBe(400);
    // Read the other way round by the database.
    expect((await put({ ...first([]), timeZone: '+05:30' })).status).toBe(400);
  });
});

describe("deleting one's own account", () => {
  it('erases what is personal, hands the records over and keeps the history without the name', async () => {
    const [leaver, heir] = [
      await system.signedIn({ email: 'goes@team.example', name: 'Gina Goes' }),
      await system.signedIn(),
    ];
    await leaver.call(contacts.create, { body: { firstName: 'Left', lastName: 'Behind', ownerId: leaver.userId } });
    await leaver.call(support.create, { body: { text: 'How do I leave?' } });
    await leaver.call(availability.addAbsence, {
      params: { id: leaver.userId },
      body: { firstDay: '2031-01-01', lastDay: '2031-01-02', note: 'In hospital' },
    });
    await asSystem(() =>
      query(
        `insert into invitations (id, workspace_id, email, email_key, role, workspace_role, expires_at, accepted_at,
          accepted_by) values ($1, $2, 'goes@team.example', 'goes@team.example', 'user', 'member', now(), now(), $3)`,
        [newId(), leaver.workspaceId, leaver.userId],
      ),
    );
    expect((await leaver.tryCall(account.remove, { body: { password: 'wrong', receivers: {} } })).status).toBe(403);
    await leaver.call(account.remove, { body: { password: TEST_PASSWORD, receivers: { contacts: heir.userId } } });
    expect(await statusOf(leaver)).toBe(401);
    const left = await asSystem(() =>
      query<{ text: string }>('select to_jsonb(u)::text as text from users u where id = $1', [leaver.userId]),
    );
    expect(left[0]!.text).not.toMatch(/goes@team|Gina/);
    for (const table of ['support_conversations', 'support_messages', 'invitations', 'absences']) {
      const copies = await asSystem(() =>
        query<{ text: string }>(`select to_jsonb(t)::text as text from ${table} t where workspace_id = $1`, [
          leaver.workspaceId,
        ]),
      );
      expect([table, copies.filter(({ text }) => /goes@team|Gina|hospital/.test(text))]).toEqual([table, []]);
    }
    await vi.waitFor(async () => expect((await member(heir.userId)).owns['contacts']).toBe(1), { timeout: 20_000 });
    expect((await admin.tryCall(team.member, { params: { id: leaver.userId } })).status).toBe(404);
    // The address is free again.
    await system.signedIn({ email: 'goes@team.example' });
  });

  it('is refused to the owner of the installation, and to the last owner of a business with other people in it', async () => {
    expect((await admin.tryCall(account.remove, { body: { password: TEST_PASSWORD, receivers: {} } })).status).toBe(
      409,
    );
    const workspaceId = await system.clientWorkspace('Alone & Co');
    const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    await system.signedIn({ workspaceId });
    const refused = await owner.tryCall(account.remove, { body: { password: TEST_PASSWORD, receivers: {} } });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'You are the only owner of Alone & Co. Make someone else an owner first.',
    ]);
  });
});
