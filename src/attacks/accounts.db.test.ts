/** Attacks on accounts and sessions by someone with only the sign-in page or a stolen cookie. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asSystem, query } from '../server/db/index.ts';
import type { TestClient } from '../testing/client.ts';
import { startTestSystem, TEST_PASSWORD, type TestSystem } from '../testing/system.ts';
import { tablesWith } from '../testing/find-text-in-tables.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

/** Cookies that grant access: neither the token's copy for our scripts, nor the signed-in mark. */
const secretsOf = ({ cookies }: TestClient) => [...cookies].filter(([name]) => !/csrf|signed-in/i.test(name));

describe('a copied cookie', () => {
  const PLACES = [
    '/api/user',
    '/api/contacts',
    '/api/leads',
    '/api/opportunities',
    '/api/activities',
    '/api/settings/sessions',
    '/api/finance/ledgers',
    '/api/notifications',
    '/api/dashboard',
    '/api/events',
  ];

  it('grants nothing after its owner signs out [V40]', async () => {
    const owner = await system.signedIn();
    const thief = system.visitor();
    for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
    expect((await thief.send('GET', '/api/contacts')).status).toBe(200);
    expect((await owner.send('POST', '/api/auth/logout', { body: {} })).status).toBeLessThan(300);
    for (const path of PLACES) expect([path, (await thief.send('GET', path)).status]).toEqual([path, 401]);
  });

  it('grants nothing after the account is deactivated [V40]', async () => {
    const admin = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
    const leaver = await system.signedIn();
    expect((await admin.send('GET', '/api/contacts')).status).toBe(200);
    await asSystem(() => query('update sessions set revoked_at = now() where user_id = $1', [leaver.userId]));
    for (const path of PLACES) expect([path, (await leaver.send('GET', path)).status]).toEqual([path, 401]);
  });

  it('planted before sign-in is replaced at sign-in [V38]', async () => {
    const planted = await system.signedIn();
    const victim = system.visitor();
    for (const [name, value] of planted.cookies) victim.cookies.set(name, value);
    const email = 'fixed@test.example';
    await system.signedIn({ email });
    await victim.signIn(email, TEST_PASSWORD);
    for (const [name, value] of secretsOf(victim)) expect(value).not.toBe(planted.cookies.get(name));
    expect((await planted.send('GET', '/api/user')).status).toBe(401);
  });

  it('is unguessable [V38]', async () => {
    const people = await Promise.all([system.signedIn(), system.signedIn(), system.signedIn()]);
    const values = people.flatMap((person) => secretsOf(person).map(([, value]) => value));
    expect(values.length).toBeGreaterThanOrEqual(people.length);
    expect(new Set(values).size).toBe(values.length);
    // 128 bits in Base64 are 22 characters.
    for (const value of values) expect(value.length).toBeGreaterThanOrEqual(22);
  });
});

describe('the CSRF token', () => {
  const write = (client: TestClient, path: string, token: string) =>
    client
      .send<{ code?: string }>('POST', path, { body: {}, headers: { 'x-csrf-token': token } })
      .then(({ status, body }) => [status, body.code]);
  const REFUSED = [403, 'INVALID_CSRF_TOKEN'];

  it('is invalid in another session, and cannot be assembled from two [V24]', async () => {
    const [mine, other] = await Promise.all([system.signedIn(), system.signedIn()]);
    const [own, foreign] = await Promise.all([mine.csrfToken(), other.csrfToken()]);
    expect((await write(mine, '/api/contacts', own))[1]).not.toBe(REFUSED[1]);
    for (const token of [
      foreign,
      `${own.split('.')[0]}.${foreign.split('.')[1]}`,
      `${own}.${foreign}`,
      own.slice(0, -1),
    ])
      expect(await write(mine, '/api/contacts', token)).toEqual(REFUSED);
  });

  it('of one browser is invalid in another browser without a session [V24]', async () => {
    const token = await system.visitor().csrfToken();
    const victim = system.visitor();
    expect(await write(victim, '/api/auth/login', token)).toEqual(REFUSED);
    expect((await write(victim, '/api/auth/login', await victim.csrfToken()))[1]).not.toBe(REFUSED[1]);
  });
});

describe('a session', () => {
  it.each(['idle_expires_at', 'expires_at'])('ends after its %s [V39]', async (column) => {
    const person = await system.signedIn();
    expect((await person.send('GET', '/api/user')).status).toBe(200);
    await asSystem(() =>
      query(`update sessions set ${column} = now() - interval '1 second' where user_id = $1`, [person.userId]),
    );
    // Another process asks the database at once; this one caches for less than a second.
    await vi.waitFor(async () => expect((await person.send('GET', '/api/contacts')).status).toBe(401), {
      timeout: 20_000,
    });
  });
});

describe('excessive input', () => {
  it('never writes undeclared fields: role, workspace, id, time [V47]', async () => {
    const person = await system.signedIn();
    const { status, body } = await person.send<{ message: string }>('POST', '/api/contacts', {
      body: {
        firstName: 'Mass',
        id: '00000000-0000-4000-8000-000000000001',
        workspaceId: '00000000-0000-4000-8000-000000000002',
        createdAt: '1970-01-01T00:00:00.000Z',
      },
    });
    expect([status, body.message]).toEqual([400, 'Unknown: id, workspaceId, createdAt']);
    expect(
      (
        await person.send('PUT', '/api/settings/profile', {
          body: { name: 'Test Person', role: 'admin', isAdmin: true, workspaceRole: 'owner' },
        })
      ).status,
    ).toBeLessThan(500);
    const [row] = await asSystem(() =>
      query<{ role: string }>('select role from users where id = $1', [person.userId]),
    );
    expect(row!.role).toBe('user');
  });

  it('refuses a repeated parameter or uses one value, never a combination [V47]', async () => {
    const person = await system.signedIn();
    for (const path of [
      '/api/contacts?limit=1&limit=50',
      '/api/contacts?search=a&search=b',
      '/api/contacts?limit[]=1',
      '/api/contacts?search[$ne]=x',
    ]) {
      expect([path, (await person.send('GET', path)).status < 500]).toEqual([path, true]);
    }
  });

  it('cannot reveal passwords: tables hold argon2id at the recommended cost, and only hashes of sessions [V43]', async () => {
    const person = await system.signedIn({ password: 'a password of its own' });
    const [user] = await asSystem(() =>
      query<{ password_hash: string }>('select password_hash from users where id = $1', [person.userId]),
    );
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(user!.password_hash)!;
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
    const rows = await asSystem(() =>
      query<{ row: string }>('select s::text as row from sessions s where user_id = $1', [person.userId]),
    );
    for (const [, value] of secretsOf(person)) for (const { row } of rows) expect(row).not.toContain(value);
  });
});

describe('a secret shown once', () => {
  it.each<[string, string, object, (answer: Record<string, string>) => string]>([
    ['of a key', '/api/settings/api-keys', { name: 'Mine', scopes: ['contacts:read'] }, ({ key }) => key!],
    ['of the second factor', '/api/settings/two-factor/setup', {}, ({ secret }) => secret!],
    ['of a calendar', '/api/calendar-feeds', { kind: 'activities' }, ({ path }) => path!.split('token=')[1]!],
    [
      'of a webhook',
      '/api/webhook-endpoints',
      { url: 'https://example.com/hook', description: '', types: ['*'] },
      ({ secret }) => secret!.replace('whsec_', ''),
    ],
  ])('%s is stored nowhere in clear, and shown again for a repeated request [V43]', async (_, path, body, secretOf) => {
    const person = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
    const ask = () =>
      person.send<Record<string, string>>('POST', path, { body, headers: { 'idempotency-key': 'once' } });
    const first = await ask();
    expect(first.status).toBeLessThan(300);
    expect(secretOf(first.body).length).toBeGreaterThan(15);
    expect(await tablesWith(secretOf(first.body))).toEqual([]);
    const again = await ask();
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
      first.status,
      first.body,
      'true',
    ]);
  });
});

it('the same idempotency key in another workspace does not return the first answer', async () => {
  const admin = await system.signedIn({ role: 'admin' });
  const ask = () =>
    admin.send<{ id: string; code: string }>('POST', '/api/contacts', {
      body: { lastName: 'Repeated' },
      headers: { 'idempotency-key': 'monthly' },
    });
  const first = await ask();
  expect(first.status).toBe(201);
  expect((await ask()).body.id).toBe(first.body.id);
  expect(
    (
      await admin.send('POST', `/api/workspaces/${await system.clientWorkspace()}/step-in`, {
        body: { reason: 'Help with the import' },
      })
    ).status,
  ).toBe(200);
  const elsewhere = await ask();
  expect([elsewhere.status, elsewhere.body.code, elsewhere.body.id]).toEqual([422, 'idempotency_mismatch', undefined]);
});

// Last: this server accepts no sign-in from here on.
describe('guessing passwords', () => {
  it('allows ten attempts, even when each claims another address [V28 V34]', async () => {
    const email = 'victim@test.example';
    await system.signedIn({ email });
    const attacker = system.visitor();
    const answers: number[] = [];
    for (let n = 0; n < 25; n++) {
      const { status } = await attacker.send('POST', '/api/auth/login', {
        body: { email, password: `guess ${n}` },
        headers: {
          'x-forwarded-for': `203.0.113.${n}`,
          'x-real-ip': `203.0.113.${n}`,
          forwarded: `for=203.0.113.${n}`,
        },
      });
      answers.push(status);
    }
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(answers.slice(12).filter((status) => ![403, 423, 429].includes(status))).toEqual([]);
  });
});
