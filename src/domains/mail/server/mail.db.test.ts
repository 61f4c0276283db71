/** Mail against a real IMAP server and a real SMTP server on loopback. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asSystem, inWorkspace, query } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { IMAP_PASSWORD, IMAP_USER, startTestImap, type TestImap } from '../../../testing/imap-server.ts';
import { startTestSmtp, type TestSmtp } from '../../../testing/smtp-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { timeline } from '../../../records/contract.ts';
import { contacts } from '../../crm/contract.ts';
import { messaging } from '../../messaging/contract.ts';
import { type MailAccount, mailAccounts, mailAssist, mailDrafts, mailRules, mailThreads } from '../contract.ts';

let system: TestSystem;
let imap: TestImap;
let smtp: TestSmtp;
type Person = Awaited<ReturnType<TestSystem['signedIn']>>;
let owner: Person;
let workspaceId: string;
beforeAll(async () => {
  imap = await startTestImap();
  smtp = await startTestSmtp({ disabledCommands: ['STARTTLS'] });
  system = await startTestSystem({ OUTGOING_ALLOW: `127.0.0.1:${imap.port},127.0.0.1:${smtp.port}` });
});
afterAll(async () => {
  await system.destroy();
  await imap.close();
  await smtp.close();
});
beforeEach(async () => {
  for (const path of ['INBOX', 'Drafts', 'Sent', 'Archive', 'Trash', 'Junk']) imap.folder(path).messages.length = 0;
  workspaceId = await system.clientWorkspace('Tan Dental');
  owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
});

const SOON = { timeout: 15_000 };
let letters = 0;
function letter({
  subject = 'Hello',
  from = 'Ada King <ada@one.example>',
  headers = '',
  text = 'Can we talk on Friday?',
  id = `l${++letters}@one.example`,
} = {}): string {
  return [
    `From: ${from}`,
    'To: desk@tan.example',
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${id}>`,
    ...(headers ? [headers] : []),
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
  ].join('\r\n');
}
const account = (address = 'desk@tan.example') => ({
  kind: 'imap' as const,
  address,
  userName: IMAP_USER,
  password: IMAP_PASSWORD,
  imap: { host: '127.0.0.1', port: imap.port, security: 'none' as const },
  smtp: { host: '127.0.0.1', port: smtp.port, security: 'none' as const },
});
const connect = (person: Person = owner, change: object = {}): Promise<MailAccount> =>
  person.call(mailAccounts.connect, { body: { ...account(), ...change } });
const threads = async (person: Person = owner, query: object = {}) =>
  (await person.call(mailThreads.list, { query })).items;
const subjects = async (view = 'inbox') => (await threads(owner, { view })).map(({ subject }) => subject);

it('reads a mailbox newest first, threads replies, and shows new mail when the server speaks up', async () => {
  imap.deliver(letter({ subject: 'Quote', id: 'q1@one.example' }));
  imap.deliver(
    letter({
      subject: 'Re: Quote',
      headers: 'In-Reply-To: <q1@one.example>\r\nReferences: <q1@one.example>',
      text: 'Any news?',
    }),
  );
  imap.deliver(letter({ subject: 'Lunch', from: 'Bob <bob@two.example>' }), 'INBOX', ['\\Seen']);
  const connected = await connect();
  expect(connected).toMatchObject({ hasPassword: true, state: 'active', isMine: true });
  expect(JSON.stringify(connected)).not.toContain(IMAP_PASSWORD);
  await expect.poll(async () => (await subjects()).length, SOON).toBe(2);
  const [first, second] = await threads();
  expect([first!.subject, second!.subject].sort()).toEqual(['Lunch', 'Quote']);
  const quote = (await threads()).find(({ subject }) => subject === 'Quote')!;
  expect(quote).toMatchObject({ messageCount: 2, unreadCount: 2, snippet: 'Any news?', people: ['Ada King'] });
  const began = Date.now();
  imap.deliver(letter({ subject: 'New booking' }));
  await expect.poll(async () => (await subjects())[0], { timeout: 20_000, interval: 50 }).toBe('New booking');
  expect(Date.now() - began).toBeLessThan(5_000);
});

it('carries flags and moves both ways', async () => {
  const uid = imap.deliver(letter({ subject: 'Both ways' }));
  await connect();
  await expect.poll(() => subjects(), SOON).toEqual(['Both ways']);
  const [thread] = await threads();
  await owner.call(mailThreads.act, { body: { ids: [thread!.id], act: 'read' } });
  await expect
    .poll(() => imap.folder('INBOX').messages.find((one) => one.uid === uid)?.flags, SOON)
    .toContain('\\Seen');
  await owner.call(mailThreads.act, { body: { ids: [thread!.id], act: 'archive' } });
  await expect.poll(() => imap.folder('Archive').messages.length, SOON).toBe(1);
  expect(await subjects()).toEqual([]);
  expect(await subjects('archive')).toEqual(['Both ways']);
  // Deleted on the server: gone here, once the mailbox is looked at.
  imap.folder('Archive').messages.length = 0;
  const [mailbox] = (await owner.call(mailAccounts.list)).items;
  await owner.call(mailAccounts.syncNow, { params: { id: mailbox!.id } });
  await expect.poll(() => subjects('all'), SOON).toEqual([]);
});

it('finds every message again under another UIDVALIDITY, without a second copy', async () => {
  for (const n of [1, 2, 3]) imap.deliver(letter({ subject: `Letter ${n}` }));
  const { id } = await connect();
  await expect.poll(async () => (await subjects()).length, SOON).toBe(3);
  await expect.poll(async () => (await owner.call(mailAccounts.list)).items[0]!.progress, SOON).toBeNull();
  const inbox = imap.folder('INBOX');
  inbox.uidvalidity += 7;
  inbox.messages.forEach((message, n) => (message.uid = 500 + n));
  inbox.uidnext = 600;
  imap.hangUp();
  await owner.call(mailAccounts.syncNow, { params: { id } });
  const uids = () =>
    asSystem(() => query<{ uid: number }>('select uid from mail_locations where account_id = $1 order by uid', [id]));
  const uidsAfterAnotherLook = async () => {
    await runRecurring('mail.watch');
    return (await uids()).map(({ uid }) => uid);
  };
  await expect.poll(uidsAfterAnotherLook, SOON).toEqual([500, 501, 502]);
  expect((await subjects()).length).toBe(3);
});

it('sends a reply once, over the mailbox’s own server, into its conversation', async () => {
  imap.deliver(letter({ subject: 'Offer', id: 'offer@one.example' }));
  await connect();
  await expect.poll(() => subjects(), SOON).toEqual(['Offer']);
  const [thread] = await threads();
  const detail = await owner.call(mailThreads.get, { params: { id: thread!.id } });
  const draft = await owner.call(mailDrafts.create, { body: { mode: 'reply', answersId: detail.messages[0]!.id } });
  expect(draft).toMatchObject({ subject: 'Re: Offer', to: [{ name: 'Ada King', address: 'ada@one.example' }] });
  expect(draft.text).toContain('> Can we talk on Friday?');
  const saved = await owner.call(mailDrafts.update, {
    params: { id: draft.id },
    body: { version: draft.version, text: `Yes, at 3.\n${draft.text}` },
  });
  const before = smtp.mails.length;
  const scheduled = await owner.call(mailDrafts.send, { params: { id: draft.id }, body: { version: saved.version } });
  expect(scheduled.state).toBe('scheduled');
  const back = await owner.call(mailDrafts.unsend, { params: { id: draft.id } });
  expect(back.state).toBe('draft');
  await owner.call(mailDrafts.send, { params: { id: draft.id }, body: { version: back.version } });
  await asSystem(() =>
    query(`update mail_drafts set send_at = now() - make_interval(secs => 1) where id = $1`, [draft.id]),
  );
  await runRecurring('mail.send_due');
  await expect.poll(() => smtp.mails.length, { timeout: 25_000 }).toBe(before + 1);
  const sent = smtp.mails.at(-1)!;
  expect(sent.parsed.inReplyTo).toBe('<offer@one.example>');
  expect(sent.parsed.text).toContain('Yes, at 3.');
  await expect
    .poll(
      async () =>
        (await owner.call(mailThreads.get, { params: { id: thread!.id } })).messages.map(({ direction }) => direction),
      SOON,
    )
    .toEqual(['in', 'out']);
  await expect.poll(() => imap.folder('Sent').messages.length, SOON).toBe(1);
  await runRecurring('mail.send_due');
  expect((await owner.call(mailDrafts.list)).items).toEqual([]);
  expect(smtp.mails.length).toBe(before + 1);
}, 40_000);

it('sends nothing to someone who takes nothing, and says why', async () => {
  await connect();
  await owner.call(messaging.suppress, { body: { channel: 'email', addresses: ['stop@one.example'], note: '' } });
  const draft = await owner.call(mailDrafts.create, {
    body: { to: [{ address: 'stop@one.example' }], subject: 'Hi', text: 'Hello' },
  });
  await expect(
    owner.call(mailDrafts.send, { params: { id: draft.id }, body: { version: draft.version } }),
  ).rejects.toThrow('Remove stop@one.example');
});

it('keeps a personal mailbox to its owner, and a shared inbox to its members', async () => {
  imap.deliver(letter({ subject: 'Salary', text: 'zyxomark' }));
  const { id } = await connect();
  await expect.poll(() => subjects(), SOON).toEqual(['Salary']);
  const mate = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  const admin = await system.signedIn({ workspaceId, role: 'admin', workspaceRole: 'owner' });
  const [thread] = await threads();
  const { messages } = await owner.call(mailThreads.get, { params: { id: thread!.id } });
  const contact = await owner.call(contacts.create, {
    body: { firstName: 'Ada', lastName: 'King', emails: [{ value: 'ada@one.example', label: 'work' }] },
  });
  const entries = async (person: Person) =>
    (await person.call(timeline.list, { params: { id: contact.id } })).items
      .filter(({ kind }) => kind === 'email')
      .map(({ email }) => email!.subject);
  expect(await entries(owner)).toEqual(['Salary']);
  for (const other of [mate, admin]) {
    expect((await other.call(mailAccounts.list)).items).toEqual([]);
    expect(await threads(other, { view: 'all', search: 'zyxomark' })).toEqual([]);
    expect((await other.tryCall(mailThreads.get, { params: { id: thread!.id } })).status).toBe(404);
    expect((await other.tryCall(mailThreads.letter, { params: { id: messages[0]!.id } })).status).toBe(404);
    expect((await other.call(mailThreads.act, { body: { ids: [thread!.id], act: 'trash' } })).changed).toBe(0);
    expect((await other.tryCall(mailAccounts.disconnect, { params: { id } })).status).toBe(404);
    expect((await other.call(mailThreads.contact, { query: { address: 'ada@one.example' } })).emails).toBe(0);
    expect(await entries(other)).toEqual([]);
  }
  // Work without a user sees nothing either.
  expect(await inWorkspace(workspaceId, null, () => query('select 1 from mail_messages'))).toEqual([]);
  await owner.call(mailAccounts.disconnect, { params: { id } });
  const shared = await connect(owner, { isShared: true, memberIds: [mate.userId] });
  await expect.poll(async () => (await threads(mate)).map(({ subject }) => subject), SOON).toEqual(['Salary']);
  expect(await threads(admin)).toEqual([]);
  const [mates] = await threads(mate);
  const assigned = await mate.call(mailThreads.assign, {
    params: { id: mates!.id },
    body: { version: mates!.version, assignedTo: owner.userId },
  });
  expect(assigned.assignedTo?.id).toBe(owner.userId);
  expect(
    (
      await mate.tryCall(mailThreads.assign, {
        params: { id: mates!.id },
        body: { version: assigned.version, assignedTo: admin.userId },
      })
    ).status,
  ).toBe(400);
  // A member reads it and writes in it; its owner does not see their drafts.
  const draft = await mate.call(mailDrafts.create, { body: { accountId: shared.id, text: 'Mine alone' } });
  expect((await owner.tryCall(mailDrafts.get, { params: { id: draft.id } })).status).toBe(404);
  expect((await mate.tryCall(mailAccounts.disconnect, { params: { id: shared.id } })).status).toBe(403);
});

it('sorts new mail by rules, logs each application, and says what needs a reply', async () => {
  const { id: accountId } = await connect();
  await expect.poll(async () => (await owner.call(mailAccounts.list)).items[0]!.progress, SOON).toBeNull();
  const none = { to: '', subject: '', text: '', hasAttachment: false, isNewsletter: false };
  const rule = await owner.call(mailRules.create, {
    body: { accountId, name: 'Ada', conditions: { ...none, from: 'ada@' }, acts: { label: 'Clients', archive: true } },
  });
  imap.deliver(letter({ subject: 'By rule', text: 'Could you call me?' }));
  imap.deliver(letter({ subject: 'Not by rule', from: 'Bob <bob@two.example>', text: 'Could you call me?' }));
  await expect
    .poll(async () => (await threads(owner, { view: 'archive' })).map(({ subject, labels }) => [subject, labels]), SOON)
    .toEqual([['By rule', ['Clients']]]);
  await expect.poll(async () => (await threads())[0]?.triage, SOON).toBe('needs_reply');
  const [sorted] = await threads(owner, { search: 'label:clients' });
  expect((await owner.call(mailAssist.applications, { params: { id: sorted!.id } })).items).toMatchObject([
    { rule: 'Ada', what: 'labeled “Clients”, archived' },
  ]);
  expect(
    await owner.call(mailRules.trial, { body: { accountId, conditions: { ...none, from: '', text: 'call me' } } }),
  ).toMatchObject({ checked: 2, matched: 2 });
  expect(await owner.call(mailAssist.summary, { params: { id: sorted!.id } })).toEqual({
    text: 'Could you call me?',
    by: 'extract',
  });
  expect((await owner.call(mailRules.list, { query: { accountId } })).items[0]).toMatchObject({
    id: rule.id,
    applied: 1,
    failure: '',
  });
  expect((await owner.tryCall(mailAssist.draftReply, { params: { id: sorted!.id }, body: {} })).status).toBe(409);
});

it.each([
  [{ password: 'wrong' }, 'password'],
  [{ imap: { host: '127.0.0.1', port: 1, security: 'none' } }, 'imap.host'],
  [{ imap: { host: '10.0.0.1', port: 993, security: 'tls' } }, 'imap.host'],
  [{ address: 'nobody' }, 'address'],
])('refuses a mailbox with %o', async (change, field) => {
  await expect(connect(owner, change)).rejects.toThrow(`"field":"${field}"`);
  expect((await owner.call(mailAccounts.list)).items).toEqual([]);
});
