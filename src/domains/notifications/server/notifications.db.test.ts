import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asSystem, execute, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { KEPT, notifications } from '../contract.ts';
import { forgetOldNotifications } from './inbox.ts';
import { defineNotificationKind } from './kinds.ts';
import { type News, tellUser } from './notify.ts';

const PLAIN = defineNotificationKind({
  name: 'test.plain',
  group: 'Tests',
  label: 'Plain',
  hint: 'Something happened.',
  ways: { inApp: true, email: false },
});
const MAILED = defineNotificationKind({
  name: 'test.mailed',
  group: 'Tests',
  label: 'Mailed',
  hint: 'Something urgent happened.',
  ways: { inApp: true, email: true },
});
const FOR_ADMINS = defineNotificationKind({
  name: 'test.admins',
  group: 'Tests',
  label: 'For admins',
  hint: 'Something broke.',
  ways: { inApp: true, email: false },
  roles: ['admin'],
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ APP_URL: 'http://gauntlet.test' });
});
afterAll(() => system.destroy());

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;
const tell = ({ userId, workspaceId }: Person, news: News, kind = PLAIN) =>
  asSystem(() => tellUser(userId, kind, { workspaceId, ...news }));
const titles = async (person: Person, args = {}) =>
  (await person.call(notifications.list, args)).items.map((item) => item.title);
const mailsTo = (person: Person) =>
  asSystem(() =>
    query<{ subject: string; text: string }>(
      `select m.subject, m.text from mail_outbox m join users u on u.id = $1
        where m.recipients::text like '%' || u.email || '%' order by m.id`,
      [person.userId],
    ),
  );

describe('the list', () => {
  it('holds what a person was told, newest first, page by page', async () => {
    const ada = await system.signedIn();
    for (const title of ['one', 'two', 'three'])
      await tell(ada, { title, body: 'More of it', href: '/contacts/1', subject: { type: 'contact', id: '1' } });
    const first = await ada.call(notifications.list, { query: { limit: 2 } });
    expect(first.items).toMatchObject([
      {
        title: 'three',
        body: 'More of it',
        href: '/contacts/1',
        subject: { type: 'contact', id: '1' },
        kind: 'test.plain',
        seen: false,
        read: false,
      },
      { title: 'two' },
    ]);
    expect(await titles(ada, { query: { cursor: first.next! } })).toEqual(['one']);
  });

  it('tells how many are new until it was looked at, and how many are unread until they are read', async () => {
    const ada = await system.signedIn();
    for (const title of ['one', 'two', 'three']) await tell(ada, { title });
    expect(await ada.call(notifications.summary)).toMatchObject({
      unread: 3,
      unseen: 3,
      newest: { title: 'three' },
      elsewhere: 0,
    });
    await ada.call(notifications.seen);
    expect(await ada.call(notifications.summary)).toMatchObject({ unread: 3, unseen: 0 });
    const [three, two] = (await ada.call(notifications.list)).items;
    expect(await ada.call(notifications.mark, { body: { ids: [three!.id], read: true } })).toEqual({
      ids: [three!.id],
    });
    expect(await titles(ada, { query: { unread: 'true' } })).toEqual(['two', 'one']);
    // Already read: nothing changes, and an undo of it would bring nothing back.
    expect(await ada.call(notifications.mark, { body: { ids: [three!.id], read: true } })).toEqual({ ids: [] });
    const { ids } = await ada.call(notifications.mark, { body: { upTo: two!.id, read: true } });
    expect(ids).toHaveLength(2);
    await ada.call(notifications.mark, { body: { ids, read: false } });
    expect(await ada.call(notifications.summary)).toMatchObject({ unread: 2, unseen: 0 });
  });

  it('marks all up to one, not what arrived meanwhile', async () => {
    const ada = await system.signedIn();
    await tell(ada, { title: 'on screen' });
    const [shown] = (await ada.call(notifications.list)).items;
    await tell(ada, { title: 'just arrived' });
    await ada.call(notifications.mark, { body: { upTo: shown!.id, read: true } });
    expect(await titles(ada, { query: { unread: 'true' } })).toEqual(['just arrived']);
  });

  it('gives one up and brings it back', async () => {
    const ada = await system.signedIn();
    await tell(ada, { title: 'kept' });
    await tell(ada, { title: 'given up' });
    const { id } = (await ada.call(notifications.list)).items[0]!;
    await ada.call(notifications.remove, { params: { id } });
    expect(await titles(ada)).toEqual(['kept']);
    expect((await ada.tryCall(notifications.remove, { params: { id } })).status).toBe(404);
    await ada.call(notifications.restore, { params: { id } });
    expect(await titles(ada)).toEqual(['given up', 'kept']);
  });

  it('is no one else’s: neither a teammate nor another workspace reads or changes it', async () => {
    const ada = await system.signedIn();
    const colleague = await system.signedIn();
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    await tell(ada, { title: 'for Ada' });
    const { id } = (await ada.call(notifications.list)).items[0]!;
    for (const other of [colleague, stranger]) {
      expect(await titles(other)).toEqual([]);
      expect((await other.tryCall(notifications.remove, { params: { id } })).status).toBe(404);
      expect((await other.tryCall(notifications.restore, { params: { id } })).status).toBe(404);
      expect(await other.call(notifications.mark, { body: { ids: [id], read: true } })).toEqual({ ids: [] });
      await other.call(notifications.mark, { body: { upTo: id, read: true } });
    }
    expect(await ada.call(notifications.summary)).toMatchObject({ unread: 1, unseen: 1 });
    for (const path of ['/api/notifications', '/api/notifications/summary'])
      expect((await system.visitor().send('GET', path)).status).toBe(401);
  });

  it('counts what waits in a person’s other workspaces, and no more of it', async () => {
    const ada = await system.signedIn();
    const other = await system.clientWorkspace();
    await asSystem(() => tellUser(ada.userId, PLAIN, { title: 'elsewhere', workspaceId: other }));
    // Not a member there: not even the number is hers.
    expect(await ada.call(notifications.summary)).toMatchObject({ elsewhere: 0, unseen: 0 });
    await asSystem(() =>
      execute(`insert into memberships (workspace_id, user_id, role, created_at) values ($1, $2, 'member', now())`, [
        other,
        ada.userId,
      ]),
    );
    expect(await ada.call(notifications.summary)).toMatchObject({ elsewhere: 1, unseen: 0, newest: null });
    await asSystem(() => execute('update workspaces set archived_at = now() where id = $1', [other]));
    expect(await ada.call(notifications.summary)).toMatchObject({ elsewhere: 0 });
  });

  it('keeps the newest few hundred and forgets what is old', async () => {
    const ada = await system.signedIn();
    await asSystem(() =>
      execute(
        `insert into notifications (id, workspace_id, user_id, kind, title)
       select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, $2, 'test.plain', 'old ' || n
          from generate_series(1, ${KEPT}) n`,
        [ada.workspaceId, ada.userId],
      ),
    );
    await tell(ada, { title: 'newest' });
    const count = async () =>
      (
        await asSystem(() =>
          query<{ n: number }>('select count(*)::int as n from notifications where user_id = $1', [ada.userId]),
        )
      )[0]!.n;
    expect(await count()).toBe(KEPT);
    expect(await titles(ada, { query: { limit: 2 } })).toEqual(['newest', `old ${KEPT}`]);
    // Notifications with a key leave the list too, and are still not repeated.
    await asSystem(() =>
      execute(`update notifications set dedupe_key = 'once' where user_id = $1 and title = 'old 2'`, [ada.userId]),
    );
    await tell(ada, { title: 'newer' });
    expect(
      await asSystem(() =>
        query(`select 1 from notifications where user_id = $1 and removed_at is null`, [ada.userId]),
      ),
    ).toHaveLength(KEPT);
    expect(await tell(ada, { title: 'old 2', key: 'once' })).toBe(false);
    await asSystem(() =>
      execute(`delete from notifications where user_id = $1 and (title = 'newer' or dedupe_key is not null)`, [
        ada.userId,
      ]),
    );
    await asSystem(() =>
      execute(
        `update notifications set created_at = now() - interval '91 days' where user_id = $1 and title <> 'newest'`,
        [ada.userId],
      ),
    );
    expect(await titles(ada)).toEqual(['newest']);
    await asSystem(forgetOldNotifications);
    expect(await count()).toBe(1);
  });
});

describe('telling', () => {
  it('happens with what it tells of, or not at all', async () => {
    const ada = await system.signedIn();
    await inWorkspace(ada.workspaceId, ada.userId, () =>
      transaction(async () => {
        await tellUser(ada.userId, MAILED, { title: 'never happened' });
        throw new Error('undone');
      }),
    ).catch(() => undefined);
    expect(await titles(ada)).toEqual([]);
    expect(
      await asSystem(() =>
        query(`select 1 from jobs where kind = 'notifications.mail' and payload::text like '%never happened%'`),
      ),
    ).toEqual([]);
  });

  it('says the same thing once under one key, by mail too, even where it does not show', async () => {
    const [ada, quiet] = [await system.signedIn(), await system.signedIn()];
    await quiet.call(notifications.updateSettings, { body: { 'test.mailed': { inApp: false, email: true } } });
    for (const person of [ada, quiet]) {
      expect(await tell(person, { title: 'Deal won', key: 'deal:1' }, MAILED)).toBe(true);
      expect(await tell(person, { title: 'Deal won', key: 'deal:1' }, MAILED)).toBe(false);
    }
    expect(await titles(ada)).toEqual(['Deal won']);
    expect(await titles(quiet)).toEqual([]);
    for (const person of [ada, quiet])
      await vi.waitFor(async () => expect(await mailsTo(person)).toHaveLength(1), { timeout: 20_000 });
    expect(
      await asSystem(() =>
        query(`select 1 from jobs where kind = 'notifications.mail' and payload::text like '%Deal won%'`),
      ),
    ).toHaveLength(2);
  });

  it('leads from the mail to what it is about, and to the choice', async () => {
    const ada = await system.signedIn({ name: 'Ada' });
    await tell(ada, { title: 'Deal\r\nwon', body: 'For 5,000.', href: '/opportunities/1' }, MAILED);
    const [mail] = await vi.waitFor(
      async () => {
        const mails = await mailsTo(ada);
        expect(mails).toHaveLength(1);
        return mails;
      },
      { timeout: 20_000 },
    );
    expect(mail).toMatchObject({ subject: 'Deal won' });
    expect(mail!.text).toBe(
      'Hello Ada,\n\nFor 5,000.\n\nOpen: http://gauntlet.test/opportunities/1\n\nChoose which emails you get: http://gauntlet.test/settings?tab=notifications\n',
    );
  });

  it('tells no one whose account is closed, and leads no one out of the product', async () => {
    const gone = await system.signedIn();
    await asSystem(() => execute('update users set active = false where id = $1', [gone.userId]));
    expect(await tell(gone, { title: 'hello' }, MAILED)).toBe(false);
    const ada = await system.signedIn();
    expect(await tell(ada, { title: 'for administrators only' }, FOR_ADMINS)).toBe(false);
    for (const href of ['https://evil.example', '//evil.example', '/\\evil.example', 'contacts'])
      expect(() => tell(ada, { title: 'x', href })).toThrow('links outside');
  });

  it('clips what is too long', async () => {
    const ada = await system.signedIn();
    await tell(ada, { title: 'x'.repeat(500) });
    expect((await titles(ada))[0]).toHaveLength(200);
  });
});

describe('the settings', () => {
  it('offer every kind that the person can be told of, as it comes by default until they choose [S7.13]', async () => {
    const [user, admin] = [await system.signedIn(), await system.signedIn({ role: 'admin' })];
    const offered = async (person: Person) => (await person.call(notifications.settings)).kinds.map(({ kind }) => kind);
    expect(await offered(user)).toEqual(expect.arrayContaining(['security', 'import_finished', 'test.plain']));
    expect(await offered(user)).not.toContain('test.admins');
    expect(await offered(admin)).toContain('test.admins');
    const { kinds } = await user.call(notifications.updateSettings, {
      body: { 'test.plain': { inApp: false, email: true } },
    });
    expect(kinds.find(({ kind }) => kind === 'test.plain')?.ways).toEqual({ inApp: false, email: true });
    expect(kinds.find(({ kind }) => kind === 'test.mailed')?.ways).toEqual(MAILED.ways);
    await tell(user, { title: 'only by mail' });
    expect(await titles(user)).toEqual([]);
    await vi.waitFor(async () => expect(await mailsTo(user)).toMatchObject([{ subject: 'only by mail' }]), {
      timeout: 20_000,
    });
  });

  it('refuse a kind that there is not, or that is not the person’s, by name', async () => {
    const user = await system.signedIn();
    for (const kind of ['nonsense', FOR_ADMINS.name]) {
      const answer = await user.tryCall(notifications.updateSettings, {
        body: { [kind]: { inApp: true, email: true } },
      });
      expect([answer.status, answer.body.fields?.[0]?.field]).toEqual([400, kind]);
    }
  });
});
