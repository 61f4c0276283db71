import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asSystem, execute, query, transaction } from '../../../server/db/index.ts';
import { notifications } from '../../notifications/contract.ts';
import { cheapHash } from '../../../testing/cheap-hash.ts';
import { startTestSystem, TEST_PASSWORD, type TestSystem } from '../../../testing/system.ts';
import { identity } from '../contract.ts';
import { DEFAULT_APPEARANCE, settings } from '../contract/settings.ts';
import { tellOfExpiringKeys } from './expiring-keys.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const statusOf = async (cookie: string) =>
  (await system.visitor().send('GET', '/api/user', { headers: { cookie } })).status;

describe('appearance', () => {
  it('begins with the defaults and keeps what was set [S7.11]', async () => {
    const user = await system.signedIn();
    expect(await user.call(settings.appearance)).toEqual(DEFAULT_APPEARANCE);
    const dark = { theme: 'dark', accent_color: 'green', show_animations: false, dense_mode: true } as const;
    await user.call(settings.updateAppearance, { body: dark });
    expect(await user.call(settings.appearance)).toEqual(dark);
  });

  it('refuses an accent that does not exist, naming the field', async () => {
    const user = await system.signedIn();
    const answer = await user.send<{ fields: { field: string }[] }>('PUT', '/api/settings/appearance', {
      body: { ...DEFAULT_APPEARANCE, accent_color: 'pink' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields[0]?.field).toBe('accent_color');
  });
});

describe('the username', () => {
  it('"admin", which shows the fund, is for administrators only: not for whom the address calls so, nor by renaming oneself [S6.2]', async () => {
    const client = await system.signedIn({ email: 'admin@business.example' });
    expect(await client.call(identity.user)).toMatchObject({ username: 'admin2', seesFund: false });
    const refused = await client.tryCall(settings.updateProfile, { body: { username: 'Admin' } });
    expect([refused.status, refused.body.fields]).toEqual([
      409,
      [{ field: 'username', message: 'This username is reserved for administrators.' }],
    ]);
    const admin = await system.signedIn({ role: 'admin', email: 'admin@agency.example' });
    expect(await admin.call(identity.user)).toMatchObject({ username: 'admin', seesFund: true });
  });

  it('that comes from an address is one that people may give themselves, and two who come at once have two', async () => {
    const addresses = [
      'a@x.example',
      '__b@x.example',
      '陳@x.example',
      `${'long'.repeat(15)}@x.example`,
      `${'long'.repeat(15)}@y.example`,
      'same@x.example',
      'same@y.example',
      'same@z.example',
    ];
    const people = await Promise.all(addresses.map((email) => system.signedIn({ email })));
    const names = await Promise.all(people.map(async (person) => (await person.call(identity.user)).username));
    expect(new Set(names).size).toBe(addresses.length);
    for (const [nth, username] of names.entries())
      expect(await people[nth]!.call(settings.updateProfile, { body: { username } })).toMatchObject({ username });
  });
});

describe('password', () => {
  it('is not written over by a change that was under way when it was set again by mail', async () => {
    const user = await system.signedIn();
    const setByMail = await cheapHash('set by mail');
    const coming = await asSystem(() =>
      transaction(async () => {
        await execute(`update users set password_hash = $2 where id = $1`, [user.userId, setByMail]);
        const answer = user.tryCall(settings.updatePassword, {
          body: { currentPassword: TEST_PASSWORD, newPassword: 'somebody elses choice' },
        });
        await new Promise((resolve) => setTimeout(resolve, 500));
        return { answer };
      }),
    );
    expect((await coming.answer).status).toBe(403);
    expect(await asSystem(() => query('select password_hash from users where id = $1', [user.userId]))).toEqual([
      { password_hash: setByMail },
    ]);
  });

  it('changes only with the current one, ends the other sessions and keeps this one [S7.12 V40 V41]', async () => {
    const user = await system.signedIn({ email: 'change@test.example' });
    const other = system.visitor();
    await other.signIn('change@test.example', TEST_PASSWORD);
    const wrong = await user.tryCall(settings.updatePassword, {
      body: { currentPassword: 'wrong', newPassword: 'a wholly new password' },
    });
    expect(wrong.status).toBe(403);
    await user.call(settings.updatePassword, {
      body: { currentPassword: TEST_PASSWORD, newPassword: 'a wholly new password' },
    });
    expect((await user.send('GET', '/api/user')).status).toBe(200);
    expect(await statusOf(`session=${other.cookies.get('session')}`)).toBe(401);
    await system.visitor().signIn('change@test.example', 'a wholly new password');
  });

  it.each(['123456789012', 'password1234', 'PASSWORD1234!', 'aaaaaaaaaaaaaa'])(
    'refuses %s, which everybody tries first [V33]',
    async (newPassword) => {
      const user = await system.signedIn();
      const answer = await user.tryCall(settings.updatePassword, {
        body: { currentPassword: TEST_PASSWORD, newPassword },
      });
      expect(answer.status).toBe(400);
      expect(answer.body.fields?.[0]?.field).toBe('newPassword');
    },
  );
});

describe('API keys', () => {
  it('acts as its user within its scopes, is shown once, and stops at once when deleted [S7.14]', async () => {
    const user = await system.signedIn();
    const made = await user.call(settings.createApiKey, { body: { name: 'Sync', scopes: ['contacts:read'] } });
    const { items } = await user.call(settings.apiKeys);
    expect(items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toContain(made.key);
    const headers = { authorization: `Bearer ${made.key}` };
    const visitor = system.visitor();
    // Not open to keys: no scope is declared for it.
    expect((await visitor.send('GET', '/api/user', { headers })).status).toBe(403);
    const [row] = await asSystem(() =>
      query<{ stored: string }>('select key_hash as stored from api_keys where id = $1', [made.id]),
    );
    expect(row!.stored).not.toContain(made.key);
    await user.call(settings.deleteApiKey, { params: { id: made.id } });
    expect((await visitor.send('GET', '/api/user', { headers })).status).toBe(401);
  });

  it('opens what can be read while nothing can be written', async () => {
    const user = await system.signedIn();
    const { key } = await user.call(settings.createApiKey, { body: { name: 'Reader', scopes: ['contacts:read'] } });
    await asSystem(() =>
      execute('alter table api_keys add constraint full_disk check (last_used_at is null) not valid'),
    );
    try {
      expect(
        (await system.visitor().send('GET', '/api/contacts', { headers: { authorization: `Bearer ${key}` } })).status,
      ).toBe(200);
    } finally {
      await asSystem(() => execute('alter table api_keys drop constraint full_disk'));
    }
  });

  it('brings no role along to calls that are open to everyone', async () => {
    const admin = await system.signedIn({ role: 'admin' });
    const { key } = await admin.call(settings.createApiKey, {
      body: { name: 'Contacts only', scopes: ['contacts:read'] },
    });
    const headers = { authorization: `Bearer ${key}` };
    expect((await admin.send('GET', '/api/metrics')).status).toBe(200);
    expect((await system.visitor().send('GET', '/api/metrics', { headers })).status).toBe(401);
    expect(
      JSON.stringify((await system.visitor().send('GET', '/api/health/dependencies', { headers })).body),
    ).not.toContain('detail');
  });

  it('is not made any more by a session that ends in this very moment', async () => {
    const user = await system.signedIn();
    const coming = await asSystem(() =>
      transaction(async () => {
        await execute('update users set active = false where id = $1', [user.userId]);
        const answer = user.tryCall(settings.createApiKey, { body: { name: 'Late', scopes: ['contacts:read'] } });
        await new Promise((resolve) => setTimeout(resolve, 300));
        await execute('update sessions set revoked_at = now() where user_id = $1', [user.userId]);
        return { answer };
      }),
    );
    expect((await coming.answer).status).toBe(401);
    expect(await asSystem(() => query('select 1 from api_keys where user_id = $1', [user.userId]))).toEqual([]);
  });

  it('cannot be deleted by someone else, who learns nothing of it', async () => {
    const [one, other] = [await system.signedIn(), await system.signedIn()];
    const made = await one.call(settings.createApiKey, { body: { name: 'Mine', scopes: ['contacts:read'] } });
    const foreign = await other.tryCall(settings.deleteApiKey, { params: { id: made.id } });
    const absent = await other.tryCall(settings.deleteApiKey, {
      params: { id: '01900000-0000-7000-8000-000000000000' },
    });
    expect(foreign.status).toBe(404);
    expect(foreign.body.message).toBe(absent.body.message);
  });
});

describe('two-factor sign-in', () => {
  it('is switched on by a code, asked for at sign-in, takes no code twice, and takes each recovery code once [S7.15 V36]', async () => {
    const user = await system.signedIn({ email: 'two@test.example' });
    const { secret, uri, qr } = await user.call(settings.setupTwoFactor);
    expect(uri).toContain('otpauth://totp/');
    expect(qr).toContain('<svg');
    const code = await generate({ secret });
    const { recoveryCodes } = await user.call(settings.verifyTwoFactor, { body: { code } });
    expect(new Set(recoveryCodes).size).toBe(10);

    const visitor = system.visitor();
    const credentials = { email: 'two@test.example', password: TEST_PASSWORD };
    const half = await visitor.tryCall(identity.login, { body: credentials });
    expect([half.status, half.body.code]).toEqual([401, 'two_factor_required']);
    // The code that switched it on was used: it does not sign in again.
    expect((await visitor.tryCall(identity.login, { body: { ...credentials, code } })).status).toBe(401);
    const next = await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
    expect((await visitor.tryCall(identity.login, { body: { ...credentials, code: next } })).status).toBe(200);
    expect((await visitor.tryCall(identity.login, { body: { ...credentials, code: next } })).status).toBe(401);
    expect(
      (await visitor.tryCall(identity.login, { body: { ...credentials, code: recoveryCodes[0]!.toUpperCase() } }))
        .status,
    ).toBe(200);
    expect((await visitor.tryCall(identity.login, { body: { ...credentials, code: recoveryCodes[0]! } })).status).toBe(
      401,
    );
    expect(await user.call(settings.twoFactorStatus)).toMatchObject({ enabled: true, recoveryCodesLeft: 9 });
  });

  it('takes recovery codes still when its secret was sealed under a key that is gone', async () => {
    const user = await system.signedIn({ email: 'restored@test.example' });
    const { secret } = await user.call(settings.setupTwoFactor);
    const { recoveryCodes } = await user.call(settings.verifyTwoFactor, { body: { code: await generate({ secret }) } });
    await asSystem(() =>
      query(`update two_factors set secret = 'v1.other.' || repeat('A', 80) where user_id = $1`, [user.userId]),
    );
    const signIn = (code: string) =>
      system
        .visitor()
        .tryCall(identity.login, { body: { email: 'restored@test.example', password: TEST_PASSWORD, code } });
    expect((await signIn(await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }))).status).toBe(401);
    expect((await signIn(recoveryCodes[0]!)).status).toBe(200);
  });

  it('is switched off only with the password', async () => {
    const user = await system.signedIn();
    const { secret } = await user.call(settings.setupTwoFactor);
    await user.call(settings.verifyTwoFactor, { body: { code: await generate({ secret }) } });
    expect((await user.tryCall(settings.disableTwoFactor, { body: { password: 'wrong' } })).status).toBe(403);
    await user.call(settings.disableTwoFactor, { body: { password: TEST_PASSWORD } });
    expect((await user.call(settings.twoFactorStatus)).enabled).toBe(false);
  });
});

describe('what would outlast a stolen session', () => {
  it('asks for the password again an hour after signing in, and then not for another, in this session alone [V41]', async () => {
    const user = await system.signedIn({ email: 'stale@test.example' });
    const other = system.visitor();
    await other.signIn('stale@test.example', TEST_PASSWORD);
    const key = { body: { name: 'Stays', scopes: ['contacts:read' as const] } };
    const both = async (person: typeof other) =>
      [await person.tryCall(settings.createApiKey, key), await person.tryCall(settings.setupTwoFactor)].map(
        ({ status, body }) => [status, body.code],
      );
    await asSystem(() =>
      query(`update sessions set created_at = created_at - interval '61 minutes' where user_id = $1`, [user.userId]),
    );
    const refused = [
      [403, 'password_required'],
      [403, 'password_required'],
    ];
    expect(await both(user)).toEqual(refused);
    const wrong = await user.tryCall(settings.prove, { body: { password: 'not it' } });
    expect([wrong.status, wrong.body.fields?.[0]?.field]).toEqual([403, 'password']);
    expect(await both(user)).toEqual(refused);
    const { until } = await user.call(settings.prove, { body: { password: TEST_PASSWORD } });
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(59 * 60_000);
    expect((await both(user)).map(([status]) => status)).toEqual([201, 200]);
    expect(await both(other)).toEqual(refused);
    await asSystem(() =>
      query(`update sessions set proved_at = proved_at - interval '61 minutes' where user_id = $1`, [user.userId]),
    );
    expect(await both(user)).toEqual(refused);
  });
});

describe('sessions', () => {
  it('lists where one is signed in and ends one, or all others [S7.16]', async () => {
    const user = await system.signedIn({ email: 'many@test.example' });
    const [second, third] = [system.visitor(), system.visitor()];
    await second.signIn('many@test.example', TEST_PASSWORD);
    await third.signIn('many@test.example', TEST_PASSWORD);
    const { items } = await user.call(settings.sessions);
    expect(items).toHaveLength(3);
    expect(items.filter((session) => session.current)).toHaveLength(1);
    const someOther = items.find((session) => !session.current)!;
    await user.call(settings.revokeSession, { params: { id: someOther.id } });
    expect((await user.call(settings.sessions)).items).toHaveLength(2);
    expect(await user.call(settings.revokeOtherSessions)).toEqual({ revoked: 1 });
    const alive = await Promise.all(
      [second, third].map((client) => statusOf(`session=${client.cookies.get('session')}`)),
    );
    expect(alive).toEqual([401, 401]);
    expect((await user.send('GET', '/api/user')).status).toBe(200);
  });

  it("does not end somebody else's", async () => {
    const [one, other] = [await system.signedIn(), await system.signedIn()];
    const [mine] = (await one.call(settings.sessions)).items;
    expect((await other.tryCall(settings.revokeSession, { params: { id: mine!.id } })).status).toBe(404);
    expect((await one.send('GET', '/api/user')).status).toBe(200);
  });
});

describe('the audit log', () => {
  it('holds sign-ins, refused ones and changes, each with who did it, and no secret [V48]', async () => {
    const user = await system.signedIn({ email: 'audited@test.example' });
    await system
      .visitor()
      .send('POST', '/api/auth/login', { body: { email: 'audited@test.example', password: 'a wrong guess' } });
    const made = await user.call(settings.createApiKey, { body: { name: 'Sync', scopes: ['contacts:read'] } });
    await user.call(settings.deleteApiKey, { params: { id: made.id } });
    await user.tryCall(settings.deleteApiKey, { params: { id: made.id } });
    const entries = await asSystem(() =>
      query<{ action: string; details: object }>(
        'select action, details from audit_log where actor_id = $1 or subject_id = $1::text order by id',
        [user.userId],
      ),
    );
    // The second deletion failed, so it left no entry.
    expect(entries.map((entry) => entry.action)).toEqual([
      'session.started',
      'session.refused',
      'api_key.created',
      'api_key.deleted',
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/a wrong guess|gk_/);
  });
});

describe('Expiring API keys', () => {
  it('are told of a week and a day before to whom they belong, when something calls with them', async () => {
    const user = await system.signedIn();
    const create = (name: string, expiresInDays?: number) =>
      user.call(settings.createApiKey, {
        body: { name, scopes: ['contacts:read'], ...(expiresInDays && { expiresInDays }) },
      });
    const used = [await create('Shop', 90), await create('Try', 2), await create('Forever')];
    await create('Unused', 90);
    await asSystem(() =>
      query('update api_keys set last_used_at = now() where id = any($1)', [used.map(({ id }) => id)]),
    );
    const told = async () =>
      (await user.call(notifications.list)).items
        .map(({ title }) => title)
        .filter((title) => title.includes('expires'));
    const look = (days: number) => asSystem(() => tellOfExpiringKeys(new Date(Date.now() + days * 86_400_000)));
    await look(1.5);
    await look(80);
    expect(await told()).toEqual([]);
    for (const days of [84, 85, 88, 89.5, 89.6, 91]) await look(days);
    expect(await told()).toEqual([
      'Your API key “Shop” expires within 1 day',
      'Your API key “Shop” expires within 7 days',
    ]);
  });
});

describe('security mails', () => {
  const mailsTo = (email: string) =>
    asSystem(() =>
      query<{ text: string }>(`select text from mail_outbox where recipients::text like '%' || $1 || '%' order by id`, [
        email,
      ]),
    );

  it('tell of a new API key unless the person does not want to hear of it', async () => {
    const user = await system.signedIn({ email: 'told@test.example' });
    const quiet = await system.signedIn({ email: 'quiet@test.example' });
    await quiet.call(notifications.updateSettings, { body: { security: { inApp: false, email: false } } });
    for (const one of [quiet, user])
      await one.call(settings.createApiKey, { body: { name: 'Sync', scopes: ['contacts:read'] } });
    await vi.waitFor(
      async () =>
        expect((await mailsTo('told@test.example')).map((mail) => mail.text).join()).toContain(
          'A new API key was created for your account. If this was not you, delete that key, reset your password',
        ),
      { timeout: 20_000 },
    );
    expect(await mailsTo('quiet@test.example')).toEqual([]);
  });
});
