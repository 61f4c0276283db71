/** Mailboxes opened by OAuth 2, against an OAuth server, an IMAP server, and an SMTP server that take XOAUTH2. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { tablesWith } from '../../../testing/find-text-in-tables.ts';
import { IMAP_PASSWORD, IMAP_USER, startTestImap, type TestImap } from '../../../testing/imap-server.ts';
import { OAUTH_CLIENT, OAUTH_SECRET, startTestOAuth, type TestOAuth } from '../../../testing/oauth-server.ts';
import { startTestSmtp, type TestSmtp } from '../../../testing/smtp-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { connections } from '../../connections/contract.ts';
import { mailAccounts, mailDrafts, mailSignIns, mailThreads } from '../contract.ts';

const ADDRESS = 'desk@tan.example';
const SOON = { timeout: 20_000 };
let system: TestSystem;
let oauth: TestOAuth;
let imap: TestImap;
let smtp: TestSmtp;
type Person = Awaited<ReturnType<TestSystem['signedIn']>>;
let owner: Person;
let workspaceId: string;
let connectionId: string;
beforeAll(async () => {
  oauth = await startTestOAuth(ADDRESS);
  imap = await startTestImap(0, { name: ADDRESS, accessToken: () => oauth.accessToken });
  smtp = await startTestSmtp({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN', 'XOAUTH2'],
    onAuth(auth, _session, done) {
      const isRight =
        auth.method === 'XOAUTH2'
          ? auth.username === ADDRESS && auth.accessToken === oauth.accessToken
          : auth.password === IMAP_PASSWORD;
      if (isRight) return done(null, { user: auth.username });
      done(null, { data: { status: '401', schemes: 'bearer', scope: 'mail' } });
    },
  });
  const hosts = [oauth, imap, smtp].map(({ port }) => `127.0.0.1:${port}`).join(',');
  system = await startTestSystem({ OUTGOING_ALLOW: hosts });
});
afterAll(async () => {
  await system.destroy();
  await Promise.all([imap.close(), smtp.close(), oauth.close()]);
});
beforeEach(async () => {
  for (const path of ['INBOX', 'Drafts', 'Sent', 'Archive', 'Trash', 'Junk']) imap.folder(path).messages.length = 0;
  Object.assign(oauth, { address: ADDRESS, expiresIn: 3_600, outage: 0 });
  workspaceId = await system.clientWorkspace('Tan Dental');
  owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  const made = await owner.call(connections.create, { body: connection() });
  connectionId = made.id;
});

const connection = (change: object = {}) => ({
  port: 'mailbox' as const,
  provider: 'oauth',
  name: 'Tan Mail',
  settings: {
    clientId: OAUTH_CLIENT,
    clientSecret: OAUTH_SECRET,
    authorizeUrl: `${oauth.url}/authorize`,
    tokenUrl: `${oauth.url}/token`,
    imapHost: '127.0.0.1',
    imapPort: imap.port,
    imapSecurity: 'none',
    smtpHost: '127.0.0.1',
    smtpPort: smtp.port,
    smtpSecurity: 'none',
    ...change,
  },
});
const start = (person: Person = owner, body: object = {}) =>
  person.call(mailSignIns.start, { body: { connectionId, ...body } });
/** What the provider gives the browser. */
const allowed = (url: string) => {
  const { searchParams } = new URL(oauth.allow(url));
  return { state: searchParams.get('state')!, code: searchParams.get('code')! };
};
const connect = async (person: Person = owner, body: object = {}) =>
  person.call(mailSignIns.finish, { body: allowed((await start(person, body)).url) });
const subjects = async () => (await owner.call(mailThreads.list)).items.map(({ subject }) => subject);
const mailbox = async () => (await owner.call(mailAccounts.list)).items[0]!;
const deliver = (subject: string) =>
  imap.deliver(
    `From: Ada <ada@one.example>\r\nTo: ${ADDRESS}\r\nSubject: ${subject}\r\nDate: ${new Date().toUTCString()}\r\nMessage-ID: <${subject.replaceAll(' ', '-')}-${Math.random()}@one.example>\r\n\r\nHello`,
  );
/** Ends the token and the connection, as an hour does. */
const age = () => {
  oauth.expire();
  imap.hangUp();
};
/** Looks after the mailbox as soon as nobody does, without the pause after a failure. */
const look = async () => {
  await asSystem(() => execute('update mail_accounts set next_sync_at = now()'));
  await runRecurring('mail.watch');
};
async function send(subject: string) {
  const draft = await owner.call(mailDrafts.create, {
    body: { to: [{ address: 'ada@one.example' }], subject, text: 'Hello' },
  });
  await owner.call(mailDrafts.send, { params: { id: draft.id }, body: { version: draft.version } });
  await asSystem(() => execute('update mail_drafts set send_at = now() where id = $1', [draft.id]));
  await runRecurring('mail.send_due');
  return draft.id;
}

it('connects a mailbox by signing in, reads it, and sends from it, without a password', async () => {
  expect((await owner.call(mailSignIns.list)).items).toEqual([{ connectionId, name: 'Tan Mail', kind: 'imap' }]);
  deliver('By token');
  const { url } = await start(owner, { senderName: 'Front desk' });
  const asked = new URL(url).searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  expect(asked.get('redirect_uri')).toMatch(/\/ai-email-assistant$/);
  const account = await owner.call(mailSignIns.finish, { body: allowed(url) });
  expect(account).toMatchObject({
    address: ADDRESS,
    senderName: 'Front desk',
    hasPassword: false,
    signIn: { connectionId, name: 'Tan Mail' },
    needsSignIn: false,
    state: 'active',
  });
  await expect.poll(subjects, SOON).toEqual(['By token']);
  await send('From the token');
  await expect.poll(() => smtp.mails.at(-1)?.parsed.subject, SOON).toBe('From the token');
  expect(smtp.mails.at(-1)!.user).toBe(ADDRESS);
  // Sealed: no token stands anywhere in clear, nor in an answer.
  expect(await tablesWith(oauth.accessToken)).toEqual([]);
  expect(JSON.stringify(await mailbox())).not.toContain(oauth.accessToken);
}, 40_000);

it('renews a token that ran out or that a server refuses, with a new refresh token each time', async () => {
  await connect();
  await expect.poll(async () => (await mailbox()).progress, SOON).toBeNull();
  const before = oauth.granted.refresh_token;
  for (const round of [1, 2]) {
    age();
    deliver(`Round ${round}`);
    await expect
      .poll(async () => {
        await look();
        return subjects();
      }, SOON)
      .toContain(`Round ${round}`);
  }
  expect(oauth.granted.refresh_token).toBe(before + 2);
  // Several that need it at once renew it once.
  oauth.expire();
  const sent = smtp.mails.length;
  await Promise.all([send('One'), send('Two')]);
  await expect.poll(() => smtp.mails.length, SOON).toBe(sent + 2);
  expect((await mailbox()).needsSignIn).toBe(false);
}, 60_000);

it('asks to sign in again when access was revoked, keeps everything, and goes on after it', async () => {
  deliver('Before');
  const { id } = await connect();
  await expect.poll(subjects, SOON).toEqual(['Before']);
  oauth.revoke();
  imap.hangUp();
  await expect
    .poll(async () => {
      await look();
      const { state, needsSignIn } = await mailbox();
      return { state, needsSignIn };
    }, SOON)
    .toEqual({ state: 'failed', needsSignIn: true });
  expect((await mailbox()).problem).toBe('The provider no longer accepts the sign-in. Sign in again.');
  expect(await subjects()).toEqual(['Before']);
  expect((await owner.tryCall(mailAccounts.syncNow, { params: { id } })).status).toBe(409);
  // What was to be sent waits under Not sent.
  const draftId = await send('Held back');
  await expect
    .poll(async () => (await owner.call(mailDrafts.get, { params: { id: draftId } })).state, SOON)
    .toBe('failed');
  expect((await owner.call(mailDrafts.get, { params: { id: draftId } })).text).toBe('Hello');

  deliver('Meanwhile');
  oauth.address = 'other@tan.example';
  await expect(connect(owner, { accountId: id })).rejects.toThrow('You signed in as other@tan.example');
  oauth.address = ADDRESS;
  const again = await connect(owner, { accountId: id });
  expect(again).toMatchObject({ id, needsSignIn: false, state: 'active', problem: '' });
  await expect.poll(async () => (await subjects()).sort(), SOON).toEqual(['Before', 'Meanwhile']);
}, 60_000);

it('waits while the service is down, without asking anyone to sign in', async () => {
  const { id } = await connect();
  await expect.poll(async () => (await mailbox()).progress, SOON).toBeNull();
  oauth.outage = 503;
  age();
  await expect
    .poll(async () => {
      await look();
      return (await mailbox()).problem;
    }, SOON)
    .toContain('503');
  expect(await mailbox()).toMatchObject({ needsSignIn: false, state: 'active' });
  oauth.outage = 0;
  await owner.call(mailAccounts.syncNow, { params: { id } });
  await expect.poll(async () => (await mailbox()).problem, SOON).toBe('');
}, 60_000);

it('finishes a sign-in once, and only in the session that began it', async () => {
  const { url } = await start();
  const back = allowed(url);
  const other = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  const elsewhere = await other.tryCall(mailSignIns.finish, { body: back });
  expect(elsewhere.status).toBe(404);
  expect((await owner.tryCall(mailSignIns.finish, { body: { ...back, state: `${back.state}x` } })).status).toBe(404);
  await owner.call(mailSignIns.finish, { body: back });
  expect((await owner.tryCall(mailSignIns.finish, { body: back })).status).toBe(404);
  const late = await start();
  await asSystem(() => execute(`update mail_sign_ins set created_at = now() - interval '16 minutes'`));
  expect((await owner.tryCall(mailSignIns.finish, { body: allowed(late.url) })).status).toBe(404);
  const denied = new URL((await start()).url).searchParams.get('state')!;
  const answer = await owner.tryCall(mailSignIns.finish, { body: { state: denied, error: 'access_denied' } });
  expect(answer.status).toBe(409);
  // Someone else's mailbox cannot be signed in to, and is not seen.
  const { id } = await mailbox();
  expect((await other.tryCall(mailSignIns.start, { body: { connectionId, accountId: id } })).status).toBe(404);
});

it('refuses a code without its verifier, so that a stolen one opens nothing', async () => {
  const mine = allowed((await start()).url);
  const stolen = allowed((await start()).url);
  const answer = await owner.tryCall(mailSignIns.finish, { body: { state: mine.state, code: stolen.code } });
  expect(answer.status).toBe(409);
  expect((await owner.call(mailAccounts.list)).items).toEqual([]);
});

it('gives a mailbox with a password a sign-in in its place', async () => {
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' as const });
  const { id } = await owner.call(mailAccounts.connect, {
    body: {
      kind: 'imap',
      address: ADDRESS,
      userName: IMAP_USER,
      password: IMAP_PASSWORD,
      imap: server(imap.port),
      smtp: server(smtp.port),
    },
  });
  expect(await connect()).toMatchObject({ id, hasPassword: false, signIn: { connectionId } });
  expect(
    await asSystem(() => query('select 1 from mail_accounts where workspace_id = $1', [workspaceId])),
  ).toHaveLength(1);
});

it('tries the client when it is connected, and never sends a refresh token to another address', async () => {
  const wrong = await owner.tryCall(connections.create, { body: connection({ clientSecret: 'wrong' }) });
  expect(wrong.status).toBe(503);
  await connect();
  await expect.poll(async () => (await mailbox()).progress, SOON).toBeNull();
  const before = oauth.granted.refresh_token;
  const kept = (await owner.call(connections.list)).items.find((one) => one.id === connectionId);
  await owner.call(connections.update, {
    params: { id: connectionId },
    body: { version: kept!.version, settings: connection({ tokenUrl: `${oauth.url}/elsewhere/token` }).settings },
  });
  age();
  await expect
    .poll(async () => {
      await look();
      return (await mailbox()).needsSignIn;
    }, SOON)
    .toBe(true);
  expect(oauth.granted.refresh_token).toBe(before);
  await owner.call(connections.remove, { params: { id: connectionId } });
  expect((await mailbox()).signIn).toEqual({ connectionId: null, name: '' });
});
