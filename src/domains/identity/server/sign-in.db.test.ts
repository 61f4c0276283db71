import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, execute, query, transaction } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { startTestSystem, TEST_PASSWORD, type TestSystem } from '../../../testing/system.ts';
import { community } from '../../community/contract.ts';
import { identity } from '../contract.ts';
import { FORGET } from './delete-expired.ts';
import { hashPassword } from './passwords.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

describe('first run', () => {
  it('lets the first visitor become the owner, once, even when two arrive together [S7.7 V14 V35]', async () => {
    const own = await startFreshOwner();
    expect(own.filter((status) => status === 201)).toHaveLength(1);
    expect(own.filter((status) => status === 403)).toHaveLength(1);
    const [count] = await asSystem(() =>
      query<{ users: number; workspaces: number }>(
        'select (select count(*) from users)::int as users, (select count(*) from workspaces)::int as workspaces',
      ),
    );
    expect(count).toEqual({ users: 1, workspaces: 1 });
  });

  async function startFreshOwner(): Promise<number[]> {
    const body = { name: 'Ada Owner', password: TEST_PASSWORD, businessName: 'Ada & Sons' };
    const [a, b] = [system.visitor(), system.visitor()];
    await Promise.all([a.csrfToken(), b.csrfToken()]);
    const answers = await Promise.all([
      a.send('POST', '/api/auth/register', { body: { ...body, email: 'one@test.example' } }),
      b.send('POST', '/api/auth/register', { body: { ...body, email: 'two@test.example' } }),
    ]);
    return answers.map((answer) => answer.status);
  }
});

describe('sign-in', () => {
  it('answers the user and keeps them signed in [S7.5 S7.6]', async () => {
    const user = await system.signedIn({ name: 'Grace Hopper' });
    const me = await user.call(identity.user);
    expect(me).toMatchObject({ name: 'Grace Hopper', role: 'user', isClient: false, steppedIn: false });
  });

  it('answers a member of the network their profile, and no one else [S7.17]', async () => {
    const member = await system.signedIn({ name: 'Miles Member', isCommunityMember: true });
    expect(await member.call(community.profile)).toEqual({ id: member.userId, name: 'Miles Member' });
    const admin = await system.signedIn({ role: 'admin' });
    expect((await admin.send('GET', '/api/community/member/profile')).status).toBe(404);
  });

  it('answers an unknown address and a wrong password alike [V37]', async () => {
    await system.signedIn({ email: 'known@test.example' });
    const visitor = system.visitor();
    const unknown = await visitor.send<{ requestId: string }>('POST', '/api/auth/login', {
      body: { email: 'nobody@test.example', password: 'wrong' },
    });
    const wrong = await visitor.send<{ requestId: string }>('POST', '/api/auth/login', {
      body: { email: 'known@test.example', password: 'wrong' },
    });
    expect(wrong.status).toBe(401);
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });

  it('gives a new session at each sign-in and ends the one before [V38]', async () => {
    const user = await system.signedIn({ email: 'again@test.example' });
    const before = user.cookies.get('session')!;
    await user.signIn('again@test.example', TEST_PASSWORD);
    expect(user.cookies.get('session')).not.toBe(before);
    const old = await system.visitor().send('GET', '/api/user', { headers: { cookie: `session=${before}` } });
    expect(old.status).toBe(401);
  });

  it('refuses after ten failures for one account and lets a password reset be the way out [V34]', async () => {
    await system.signedIn({ email: 'locked@test.example' });
    const visitor = system.visitor();
    const tries = [];
    for (let n = 0; n < 12; n++) {
      await asSystem(() => query(`delete from throttles where key like 'sign-in:address:%'`));
      tries.push(
        (await visitor.send('POST', '/api/auth/login', { body: { email: 'locked@test.example', password: 'wrong' } }))
          .status,
      );
    }
    expect(tries.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(tries.slice(10)).toEqual([429, 429]);
  });

  it('is not kept from a person, where they have signed in before, by those who guess elsewhere', async () => {
    const user = await system.signedIn({ email: 'wanted@test.example' });
    const signIn = async (password = TEST_PASSWORD) =>
      (await system.visitor().send('POST', '/api/auth/login', { body: { email: 'wanted@test.example', password } }))
        .status;
    await asSystem(() =>
      query(
        `insert into throttles (key, count, reset_at)
          values ('sign-in:account:wanted@test.example', 10, now() + interval '10 minutes')`,
      ),
    );
    expect([await signIn('wrong'), await signIn()]).toEqual([401, 200]);
    // At another place they are as anyone.
    await asSystem(() => query(`update sessions set address = '198.51.100.7' where user_id = $1`, [user.userId]));
    expect(await signIn()).toBe(429);
    await asSystem(() => query(`delete from throttles where key like 'sign-in:%'`));
  });

  it('is not lost on whoever reads while nothing can be written', async () => {
    const user = await system.signedIn();
    await asSystem(() =>
      execute(`alter table sessions add constraint full_disk check (last_seen_at < '2000-01-01') not valid`),
    );
    try {
      expect((await user.send('GET', '/api/user')).status).toBe(200);
    } finally {
      await asSystem(() => execute('alter table sessions drop constraint full_disk'));
    }
  });

  it('with a password that is changed meanwhile opens no session, nor with an account that is deactivated', async () => {
    const other = await hashPassword('another password of theirs');
    for (const change of ['password_hash = $2', 'active = $2 is null']) {
      const { userId } = await system.signedIn({ email: `${nameFor(change)}@test.example` });
      const visitor = system.visitor();
      await visitor.csrfToken();
      const answer = await asSystem(() =>
        transaction(async () => {
          await execute(`update users set ${change.replace('$2', '$2::text')} where id = $1`, [userId, other]);
          const coming = visitor.send('POST', '/api/auth/login', {
            body: { email: `${nameFor(change)}@test.example`, password: TEST_PASSWORD },
          });
          // By now it has read the account as it was.
          await new Promise((resolve) => setTimeout(resolve, 500));
          await execute('update sessions set revoked_at = now() where user_id = $1 and revoked_at is null', [userId]);
          return { coming };
        }),
      );
      expect((await answer.coming).status).toBe(401);
      expect(
        await asSystem(() => query('select 1 from sessions where user_id = $1 and revoked_at is null', [userId])),
      ).toEqual([]);
    }
  });
  const nameFor = (change: string) => change.split(' ', 1)[0]!.replace('_', '-');
});

describe('sign-out', () => {
  it('ends the session on the server, not only in the browser [S7.8 V40]', async () => {
    const user = await system.signedIn();
    const cookie = `session=${user.cookies.get('session')}`;
    await user.send('POST', '/api/auth/logout');
    expect((await system.visitor().send('GET', '/api/user', { headers: { cookie } })).status).toBe(401);
  });
});

describe('renewal by direct-login', () => {
  async function expire(userId: string): Promise<void> {
    await asSystem(() =>
      query(`update sessions set idle_expires_at = now() - interval '1 second' where user_id = $1`, [userId]),
    );
  }

  it('never signs anyone in from a bare id [S7.10 S9.13]', async () => {
    const user = await system.signedIn();
    const answer = await system.visitor().send('POST', '/api/direct-login', { body: { userId: user.userId } });
    expect(answer.status).toBe(401);
  });

  it('renews an expired session for the holder of its renewal cookie, under new tokens', async () => {
    const user = await system.signedIn();
    const before = new Map(user.cookies);
    await expire(user.userId);
    const renewed = await user.send<{ username: string }>('POST', '/api/direct-login', {
      body: { userId: user.userId },
    });
    expect(renewed.status).toBe(200);
    expect(user.cookies.get('session')).not.toBe(before.get('session'));
    expect(user.cookies.get('renewal')).not.toBe(before.get('renewal'));
    expect((await user.send('GET', '/api/user')).status).toBe(200);
  });

  it('of two tabs at once gives both the same, whichever answer the browser keeps', async () => {
    const user = await system.signedIn();
    await expire(user.userId);
    const other = system.visitor();
    for (const [name, value] of user.cookies) other.cookies.set(name, value);
    const renew = (who: typeof other) => who.send('POST', '/api/direct-login', { body: { userId: user.userId } });
    for (const who of [user, other]) expect((await renew(who)).status).toBe(200);
    expect((await user.send('GET', '/api/user')).status).toBe(200);
    // Later, by the answer that came first.
    await asSystem(() =>
      query(
        `update sessions set renewed_at = now() - interval '5 minutes', idle_expires_at = now() - interval '1 second'
          where user_id = $1`,
        [user.userId],
      ),
    );
    expect((await renew(user)).status).toBe(200);
    expect((await user.send('GET', '/api/user')).status).toBe(200);
  });

  it('is forgiven to come again for half a minute from the first time, not from the last', async () => {
    const user = await system.signedIn();
    const again = system.visitor();
    for (const [name, value] of user.cookies) again.cookies.set(name, value);
    const renew = (who: typeof again) => who.send('POST', '/api/direct-login', { body: { userId: user.userId } });
    const before = again.cookies.get('renewal')!;
    expect((await renew(user)).status).toBe(200);
    await asSystem(() =>
      query(`update sessions set renewed_at = now() - interval '20 seconds' where user_id = $1`, [user.userId]),
    );
    expect((await renew(again)).status).toBe(200);
    await asSystem(() =>
      query(`update sessions set renewed_at = renewed_at - interval '20 seconds' where user_id = $1`, [user.userId]),
    );
    again.cookies.set('renewal', before);
    expect((await renew(again)).status).toBe(401);
  });

  it('is not kept from a whole office by those of it who come to nothing', async () => {
    const user = await system.signedIn();
    await asSystem(() =>
      query(
        `insert into throttles (key, count, reset_at)
          values ('renew:address:127.0.0.1', 60, now() + interval '1 minute') on conflict (key) do update
          set count = 60`,
      ),
    );
    expect((await user.send('POST', '/api/direct-login', { body: { userId: user.userId } })).status).toBe(200);
    expect((await system.visitor().send('POST', '/api/direct-login', { body: { userId: user.userId } })).status).toBe(
      429,
    );
    await asSystem(() => query(`delete from throttles where key like 'renew:%'`));
  });

  it('does not renew for another user than the one who asks', async () => {
    const [one, other] = [await system.signedIn(), await system.signedIn()];
    expect((await one.send('POST', '/api/direct-login', { body: { userId: other.userId } })).status).toBe(401);
  });

  it('takes a renewal token that was replaced long ago for a theft and ends the session', async () => {
    const user = await system.signedIn();
    const stolen = user.cookies.get('renewal')!;
    await user.send('POST', '/api/direct-login', { body: { userId: user.userId } });
    await asSystem(() =>
      query(`update sessions set renewed_at = now() - interval '5 minutes' where user_id = $1`, [user.userId]),
    );
    const thief = system.visitor();
    await thief.csrfToken();
    thief.cookies.set('renewal', stolen);
    expect((await thief.send('POST', '/api/direct-login', { body: { userId: user.userId } })).status).toBe(401);
    expect((await user.send('POST', '/api/direct-login', { body: { userId: user.userId } })).status).toBe(401);
  });

  it('ends the session of a thief who renewed more than once before the person comes back', async () => {
    const user = await system.signedIn();
    const thief = system.visitor();
    await thief.csrfToken();
    thief.cookies.set('renewal', user.cookies.get('renewal')!);
    const renew = (who: typeof thief) => who.send('POST', '/api/direct-login', { body: { userId: user.userId } });
    expect([(await renew(thief)).status, (await renew(thief)).status]).toEqual([200, 200]);
    expect((await user.send('GET', '/api/user')).status).toBe(401);
    expect((await renew(user)).status).toBe(401);
    expect([(await thief.send('GET', '/api/user')).status, (await renew(thief)).status]).toEqual([401, 401]);
  });
});

describe('sync-session', () => {
  it('names the session for oneself only [S7.9]', async () => {
    const [one, other] = [await system.signedIn(), await system.signedIn()];
    const named = await one.call(identity.syncSession, { body: { userId: one.userId } });
    expect(named.sessionId).not.toBe(one.cookies.get('session'));
    expect((await one.send('POST', '/api/sync-session', { body: { userId: other.userId } })).status).toBe(403);
  });
});

describe('what is left of signing in', () => {
  it('is forgotten after a while: ended sessions but everyone’s latest, old links, counts whose time is over', async () => {
    const user = await system.signedIn({ email: 'left@test.example' });
    await user.signIn('left@test.example', TEST_PASSWORD);
    await user.signIn('left@test.example', TEST_PASSWORD);
    const left = () =>
      asSystem(() =>
        query<{ ended: boolean }>(
          'select revoked_at is not null as ended from sessions where user_id = $1 order by id',
          [user.userId],
        ),
      );
    expect(await left()).toEqual([{ ended: true }, { ended: true }, { ended: false }]);
    await asSystem(() =>
      execute(
        `update sessions set revoked_at = now() - interval '91 days', last_seen_at = now() - interval '92 days'
          where id = (select min(id::text)::uuid from sessions where user_id = $1)`,
        [user.userId],
      ),
    );
    const lonely = await system.signedIn();
    await asSystem(() =>
      execute(
        `update sessions set revoked_at = now() - interval '400 days', last_seen_at = now() - interval '400 days'
          where user_id = $1`,
        [lonely.userId],
      ),
    );
    await asSystem(() =>
      execute(
        `insert into password_resets (id, user_id, token_hash, created_at, expires_at) select gen_random_uuid(), $1,
          n::text, now(), now() - n * interval '1 day' from unnest('{1,31}'::int[]) n`,
        [user.userId],
      ),
    );
    await asSystem(() =>
      execute(
        `insert into throttles (key, count, reset_at)
          values ('test:over', 9, now() - interval '2 hours'), ('test:on', 9, now() + interval '1 minute')`,
      ),
    );
    await runRecurring(FORGET);
    expect(await left()).toEqual([{ ended: true }, { ended: false }]);
    expect(await asSystem(() => query('select 1 from sessions where user_id = $1', [lonely.userId]))).toHaveLength(1);
    expect(
      await asSystem(() => query('select token_hash from password_resets where user_id = $1', [user.userId])),
    ).toEqual([{ token_hash: '1' }]);
    expect(await asSystem(() => query(`select key from throttles where key like 'test:%'`))).toEqual([
      { key: 'test:on' },
    ]);
  });
});
