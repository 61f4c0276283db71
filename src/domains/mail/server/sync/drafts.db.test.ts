/** Drafts on the server: they travel both ways, and none is lost or doubled. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { asSystem, query } from '../../../../server/db/index.ts';
import { IMAP_PASSWORD, IMAP_USER, startTestImap, type TestImap } from '../../../../testing/imap-server.ts';
import { startTestSmtp, type TestSmtp } from '../../../../testing/smtp-server.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { mailAccounts, type MailDraft, mailDrafts, mailThreads } from '../../contract.ts';

let system: TestSystem;
let imap: TestImap;
let smtp: TestSmtp;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
let accountId: string;
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
const folder = () => imap.folder('Drafts').messages;
const connect = async (change: object = {}) => {
  const account = await owner.call(mailAccounts.connect, {
    body: {
      kind: 'imap',
      address: 'desk@tan.example',
      userName: IMAP_USER,
      password: IMAP_PASSWORD,
      imap: { host: '127.0.0.1', port: imap.port, security: 'none' },
      smtp: { host: '127.0.0.1', port: smtp.port, security: 'none' },
      ...change,
    },
  });
  accountId = account.id;
};
beforeEach(async () => {
  for (const path of ['INBOX', 'Drafts', 'Sent', 'Archive']) imap.folder(path).messages.length = 0;
  const workspaceId = await system.clientWorkspace('Tan Dental');
  owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
});

// Mailboxes of other tests would look at the same folder.
afterEach(() => owner.call(mailAccounts.disconnect, { params: { id: accountId } }));

const SOON = { timeout: 20_000 };
/** Lets drafts look as if nobody had touched them for a while, and asks for a look at the mailbox. */
async function look(): Promise<void> {
  await asSystem(() => query(`update mail_drafts set updated_at = now() - interval '1 minute'`));
  await owner.call(mailAccounts.syncNow, { params: { id: accountId } });
}
/** Looks again and again until it is so. */
const soon = async (read: () => unknown, expected: unknown): Promise<void> => {
  await expect
    .poll(async () => {
      await look();
      return read();
    }, SOON)
    .toEqual(expected);
};
const drafts = async () => (await owner.call(mailDrafts.list)).items;
const texts = async () => (await drafts()).map(({ text }) => text.trim()).toSorted();
const there = () => folder().map(({ raw }) => raw);
const write = (text: string): Promise<MailDraft> =>
  owner.call(mailDrafts.create, { body: { to: [{ address: 'ada@one.example' }], subject: 'Offer', text } });
const change = ({ id, version }: MailDraft, text: string) =>
  owner.call(mailDrafts.update, { params: { id }, body: { version, text } });
const raw = (id: string, text: string) =>
  [
    'From: desk@tan.example',
    'To: Bob <bob@two.example>',
    'Subject: From the phone',
    `Message-ID: <${id}>`,
    '',
    text,
  ].join('\r\n');
const keyOf = (source: string) => /^Message-ID: <([^>]+)>/im.exec(source)![1]!;
/** What another program does when a draft is saved there: a new message, and the old one goes. */
function replaceThere(text: string): void {
  const old = folder()[0]!;
  const key = keyOf(old.raw);
  folder().length = 0;
  imap.deliver(raw(key, text), 'Drafts', ['\\Draft']);
}

it('puts a draft on the server, replaces it when it changes, and deletes it when it is sent', async () => {
  await connect();
  const draft = await write('First words');
  await soon(() => there().length, 1);
  expect(there()[0]).toContain('First words');
  expect(there()[0]).toContain('To: ada@one.example');
  expect(folder()[0]!.flags).toEqual(expect.arrayContaining(['\\Draft', '\\Seen']));
  const changed = await change(draft, 'Second words');
  await soon(() => there().map((source) => source.includes('Second words')), [true]);
  await soon(() => texts(), ['Second words']);
  await owner.call(mailDrafts.send, { params: { id: changed.id }, body: { version: changed.version } });
  await asSystem(() => query('update mail_drafts set send_at = now() - make_interval(secs => 1)'));
  await expect.poll(() => smtp.mails.length, { timeout: 25_000 }).toBe(1);
  await soon(() => there(), []);
  expect(await drafts()).toEqual([]);
}, 60_000);

it('takes no draft for a message, wherever the server shows it', async () => {
  imap.deliver(raw('gmail1@tan.example', 'Half written'), 'Archive', ['\\Draft']);
  imap.deliver(raw('done@tan.example', 'A message'), 'Archive');
  await connect();
  const archived = async () => (await owner.call(mailThreads.list, { query: { view: 'all' } })).items;
  await soon(async () => (await archived()).map(({ snippet }) => snippet), ['A message']);
  const left = async () => {
    const [row] = await asSystem(() =>
      query<{ left: number }>(
        `select sum(left_out)::int as left from mail_folders where account_id = $1 and place = 'archive'`,
        [accountId],
      ),
    );
    return row!.left;
  };
  // The folder does not look changed for ever because of it.
  await soon(left, 1);
}, 30_000);

it('takes over what another program writes, changes, and deletes', async () => {
  await connect();
  imap.deliver(raw('phone1@tan.example', 'From my phone'), 'Drafts', ['\\Draft']);
  await soon(() => texts(), ['From my phone']);
  const [taken] = await drafts();
  expect(taken).toMatchObject({ subject: 'From the phone', to: [{ name: 'Bob', address: 'bob@two.example' }] });
  replaceThere('Changed on my phone');
  await soon(() => texts(), ['Changed on my phone']);
  expect((await drafts())[0]!.id).toBe(taken!.id);
  expect(there().length).toBe(1);
  folder().length = 0;
  await soon(() => texts(), []);
}, 60_000);

it('keeps both when a draft was changed in both places', async () => {
  await connect();
  const draft = await write('First words');
  await soon(() => there().length, 1);
  // Both happen between two looks.
  imap.hangUp();
  await change(draft, 'Changed here');
  replaceThere('Changed there');
  await soon(() => texts(), ['Changed here', 'Changed there']);
  // Each has a Message-ID of its own, so that the next change finds the right one.
  await soon(() => [there().length, new Set(there().map((source) => keyOf(source))).size], [2, 2]);
  expect(await texts()).toEqual(['Changed here', 'Changed there']);
}, 60_000);

it('leaves no copy behind when a draft is discarded, and keeps drafts of shared inboxes here', async () => {
  await connect();
  const draft = await write('Not for long');
  await soon(() => there().length, 1);
  await owner.call(mailDrafts.remove, { params: { id: draft.id } });
  await soon(() => there().length, 0);
  await owner.call(mailAccounts.disconnect, { params: { id: accountId } });
  await connect({ isShared: true });
  imap.deliver(raw('other@tan.example', 'Someone else’s'), 'Drafts', ['\\Draft']);
  await owner.call(mailDrafts.create, { body: { accountId, text: 'Mine alone' } });
  const synced = async () => (await owner.call(mailAccounts.list)).items[0]!.syncedAt;
  const before = await synced();
  await soon(async () => (await synced()) !== before, true);
  expect(await texts()).toEqual(['Mine alone']);
  expect(there().length).toBe(1);
}, 60_000);
