/** Search queries on a real database. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, execute, inWorkspace } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { mailThreads } from '../contract.ts';
import { findAccount } from './account-rows.ts';
import { parseMail } from './letters/parse.ts';
import { storeMails } from './sync/store.ts';

let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;

const LETTERS = [
  { subject: 'Spring campaign', from: 'Ada King <ada@one.example>', at: '2026-03-01T04:30:00Z', file: true },
  { subject: 'Campaign of spring', from: 'Bob <bob@ada-fans.example>', at: '2026-03-01T05:30:00Z', isRead: true },
  { subject: 'Lunch', from: 'desk@tan.example', to: 'Ada King <ada@one.example>', at: '2026-02-20T12:00:00Z' },
  { subject: 'Offer', from: 'Cy <cy@three.example>', to: 'sales@tan.example', at: '2026-01-10T12:00:00Z' },
] as const;

beforeAll(async () => {
  system = await startTestSystem();
  const workspaceId = await system.clientWorkspace('Tan Dental');
  owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  const accountId = newId();
  await asSystem(async () => {
    await execute(`update workspaces set time_zone = 'America/New_York' where id = $1`, [workspaceId]);
    await execute(
      `insert into mail_accounts (id, workspace_id, owner_id, readers, kind, name, address) values ($1, $2, $3, $4, 'sample', 'Desk', 'desk@tan.example')`,
      [accountId, workspaceId, owner.userId, [owner.userId]],
    );
  });
  await inWorkspace(workspaceId, owner.userId, async () => {
    const account = await findAccount(accountId);
    const mails = await Promise.all(
      LETTERS.map(async (letter, n) => {
        const { subject, from, at } = letter;
        const to = 'to' in letter ? letter.to : 'desk@tan.example';
        const body =
          'file' in letter
            ? 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee it\r\n--b\r\nContent-Type: text/plain; name=plan.txt\r\nContent-Disposition: attachment\r\n\r\nx\r\n--b--'
            : '\r\nWords';
        const raw = `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\nDate: ${new Date(at).toUTCString()}\r\nMessage-ID: <s${n}@x.example>\r\n${body}`;
        return {
          parsed: await parseMail(Buffer.from(raw), { receivedAt: at }),
          place: 'inbox' as const,
          isRead: 'isRead' in letter,
          isStarred: false,
          isAnswered: false,
          size: 100,
        };
      }),
    );
    await storeMails(account, mails);
  });
});
afterAll(() => system.destroy());

const [SPRING, OF_SPRING, LUNCH, OFFER] = LETTERS.map(({ subject }) => subject);
it.each([
  ['from:ada', [OF_SPRING, SPRING]],
  ['from:ada@one', [SPRING]],
  ['from:"Ada King"', [SPRING]],
  ['from:me', [LUNCH]],
  ['to:ada', [LUNCH]],
  ['to:sales@', [OFFER]],
  ['to:me', [OF_SPRING, SPRING]],
  ['subject:campaign', [OF_SPRING, SPRING]],
  ['subject:"spring campaign"', [SPRING]],
  ['subject:camp', [OF_SPRING, SPRING]],
  ['subject:plan', []],
  ['plan', [SPRING]],
  ['has:attachment', [SPRING]],
  ['is:unread', [SPRING, OFFER]],
  ['is:read from:bob', [OF_SPRING]],
  // Midnight in New York is five o'clock UTC.
  ['before:2026-03-01', [SPRING, LUNCH, OFFER]],
  ['after:2026-03-01', [OF_SPRING]],
  ['after:2026/02/01 before:2026/03/01 has:attachment', [SPRING]],
  ['in:inbox subject:offer', [OFFER]],
  ['in:trash', []],
  ['from:nobody', []],
])('finds by %s', async (search, subjects) => {
  const { items } = await owner.call(mailThreads.list, { query: { search } });
  expect(items.map(({ subject }) => subject)).toEqual(subjects);
});
