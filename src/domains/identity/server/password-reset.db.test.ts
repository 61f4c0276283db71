import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { asSystem, query } from '../../../server/db/index.ts';
import { settings } from '../contract/settings.ts';
import { rescueAccount } from './password-reset.ts';
import { startTestSystem, TEST_PASSWORD, type TestSystem } from '../../../testing/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());
// All tests come from one address, which may ask only a few times.
beforeEach(() => asSystem(() => query(`delete from throttles where key like 'reset:address:%'`)));

const kept = () => asSystem(() => query<{ text: string }>('select text from mail_outbox order by id desc'));

async function linkFor(email: string): Promise<string> {
  const before = (await kept()).length;
  const { status } = await system.visitor().send('POST', '/api/auth/forgot-password', { body: { email } });
  expect(status).toBe(200);
  return vi.waitFor(
    async () => {
      const mails = await kept();
      expect(mails.length).toBe(before + 1);
      return /token=([\w-]+)/.exec(mails[0]!.text)![1]!;
    },
    { timeout: 20_000 },
  );
}

const reset = (token: string, password: string) =>
  system.visitor().send<{ code: string }>('POST', '/api/auth/reset-password', { body: { token, password } });

describe('a forgotten password', () => {
  it('is set again by the mailed link, which works once and ends every session [V37 V40]', async () => {
    const user = await system.signedIn({ email: 'forgot@test.example' });
    const token = await linkFor('forgot@test.example');
    expect((await reset(token, 'another good password')).status).toBe(200);
    expect((await user.send('GET', '/api/user')).status).toBe(401);
    await system.visitor().signIn('forgot@test.example', 'another good password');
    const again = await reset(token, 'a third good password');
    expect([again.status, again.body.code]).toEqual([410, 'gone']);
  });

  it('has only one link that works: the newest', async () => {
    await system.signedIn({ email: 'twice@test.example' });
    const first = await linkFor('twice@test.example');
    const second = await linkFor('twice@test.example');
    expect((await reset(first, 'another good password')).status).toBe(410);
    expect((await reset(second, 'another good password')).status).toBe(200);
  });

  it('is the way out of a locked account', async () => {
    await system.signedIn({ email: 'locked-out@test.example' });
    await asSystem(() =>
      query(
        `insert into throttles (key, count, reset_at) select k, 50, now() + interval '10 minutes'
          from unnest(array['sign-in:account:locked-out@test.example',
          'sign-in:known:locked-out@test.example 127.0.0.1']) k`,
      ),
    );
    const locked = await system
      .visitor()
      .send('POST', '/api/auth/login', { body: { email: 'locked-out@test.example', password: TEST_PASSWORD } });
    expect(locked.status).toBe(429);
    expect((await reset(await linkFor('locked-out@test.example'), 'another good password')).status).toBe(200);
    await system.visitor().signIn('locked-out@test.example', 'another good password');
  });

  it('is not withheld because a stranger asked for it, and a mailbox is not filled with it', async () => {
    await system.signedIn({ email: 'asked-for@test.example' });
    const asked = (count: number) =>
      asSystem(() =>
        query(
          `insert into throttles (key, count, reset_at)
            values ('reset:account:asked-for@test.example', $1, now() + interval '10 minutes') on conflict (key)
            do update set count = excluded.count`,
          [count],
        ),
      );
    await asSystem(() => query(`delete from throttles where key like 'reset:address:%'`));
    await asked(5);
    expect((await reset(await linkFor('asked-for@test.example'), 'another good password')).status).toBe(200);
    await asked(20);
    expect(
      (await system.visitor().send('POST', '/api/auth/forgot-password', { body: { email: 'asked-for@test.example' } }))
        .status,
    ).toBe(429);
    await asSystem(() => query(`delete from throttles where key like 'reset:%'`));
  });

  it('is helped from the server itself when no one else can: a link without a mail, and no second factor if so wanted', async () => {
    const owner = await system.signedIn({ email: 'owner@test.example' });
    await asSystem(() =>
      query(`insert into two_factors (user_id, secret, confirmed_at, recovery_hashes) values ($1, 'x', now(), '{}')`, [
        owner.userId,
      ]),
    );
    const tokenOf = (link: string) => new URL(link).searchParams.get('token')!;
    const [mails, first] = [(await kept()).length, await rescueAccount('Owner@TEST.example', { twoFactor: false })];
    expect((await owner.call(settings.twoFactorStatus)).enabled).toBe(true);
    const { link } = await rescueAccount('owner@test.example', { twoFactor: true });
    expect((await reset(tokenOf(first.link), 'another good password')).status).toBe(410);
    expect((await reset(tokenOf(link), 'another good password')).status).toBe(200);
    await system.visitor().signIn('owner@test.example', 'another good password');
    expect((await kept()).length).toBe(mails);
    await expect(rescueAccount('nobody@test.example', { twoFactor: false })).rejects.toThrow('No active account');
  });

  it('tells no one which addresses have an account, and keeps no link in clear [V37]', async () => {
    const visitor = system.visitor();
    const known = await visitor.send('POST', '/api/auth/forgot-password', { body: { email: 'forgot@test.example' } });
    const unknown = await visitor.send('POST', '/api/auth/forgot-password', { body: { email: 'nobody@test.example' } });
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    const token = /token=([\w-]+)/.exec((await kept())[0]!.text)![1]!;
    const [leak] = await asSystem(() =>
      query(
        `select 1 from jobs where payload::text like '%' || $1 || '%' union all select 1 from password_resets
          where token_hash = $1`,
        [token],
      ),
    );
    expect(leak).toBeUndefined();
  });
});
