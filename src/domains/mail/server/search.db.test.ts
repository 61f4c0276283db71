/** Search queries on a real database. */
import fc from 'fast-check';
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

/** A conversation of a mailbox: its messages are `step` minutes apart, and every `matching`-th one has the word. */
const conversation = fc.record({
  messages: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 130, max: 260 }) },
  ),
  newest: fc.integer({ min: 0, max: 800 }),
  step: fc.integer({ min: 1, max: 3 }),
  matching: fc.integer({ min: 1, max: 2 }),
  isStarred: fc.boolean(),
  hasLabel: fc.boolean(),
});
const mailboxOf = fc.array(conversation, { minLength: 1, maxLength: 12 });
type Conversation = typeof conversation extends fc.Arbitrary<infer T> ? T : never;

async function storeConversations(workspaceId: string, userId: string, threads: readonly Conversation[]) {
  const accountId = newId();
  const rows = threads.map((thread, n) => ({ ...thread, id: newId(), subject: `Thread ${n} of ${accountId}` }));
  await execute(
    `insert into mail_accounts (id, workspace_id, owner_id, readers, kind, name, address) values ($1, $2, $3, $4, 'sample', 'Desk', $5)`,
    [accountId, workspaceId, userId, [userId], `${accountId}@tan.example`],
  );
  await execute(
    `insert into mail_threads (id, workspace_id, account_id, subject, is_starred, labels, places)
      select r.id, $1, $2, r.subject, r."isStarred", case when r."hasLabel" then '{Clients}' else '{}' end::text[], '{inbox}'
      from jsonb_to_recordset($3::jsonb) r(id uuid, subject text, "isStarred" boolean, "hasLabel" boolean)`,
    [workspaceId, accountId, JSON.stringify(rows)],
  );
  await execute(
    `insert into mail_messages (id, workspace_id, account_id, thread_id, message_key, at, direction, search)
      select gen_random_uuid(), $1, $2, r.id, r.id || '-' || k, '2026-06-01'::timestamptz - (r.newest + k * r.step) * interval '1 minute',
        'in', to_tsvector('simple', case when k % r.matching = 0 then 'campaign' else 'lunch' end)
      from jsonb_to_recordset($3::jsonb) r(id uuid, messages int, newest int, step int, matching int)
        cross join generate_series(0, r.messages - 1) k`,
    [workspaceId, accountId, JSON.stringify(rows)],
  );
  return { accountId, rows };
}

it('finds in all pages of several mailboxes what a search without pages finds', async () => {
  const workspaceId = await system.clientWorkspace('Paged');
  const person = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  async function found(search: string): Promise<string[]> {
    const all: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await person.call(mailThreads.list, { query: { search, limit: 3, cursor } });
      all.push(...page.items.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor);
    return all;
  }
  await fc.assert(
    fc.asyncProperty(mailboxOf, mailboxOf, async (...mailboxes) => {
      const stored = await asSystem(() =>
        Promise.all(mailboxes.map((threads) => storeConversations(workspaceId, person.userId, threads))),
      );
      const rows = stored.flatMap((one) => one.rows).sort((a, b) => a.newest - b.newest);
      const filters: [string, (row: Conversation) => boolean][] = [
        ['campaign', () => true],
        ['campaign is:starred', ({ isStarred }) => isStarred],
        ['campaign label:clients', ({ hasLabel }) => hasLabel],
      ];
      const newestOf = new Map(rows.map(({ id, newest }) => [id, newest]));
      for (const [search, holds] of filters) {
        const ids = await found(search);
        const wanted = rows.filter(holds);
        expect(ids.map((id) => newestOf.get(id))).toEqual(wanted.map(({ newest }) => newest));
        expect(new Set(ids)).toEqual(new Set(wanted.map(({ id }) => id)));
      }
      await asSystem(() =>
        execute('delete from mail_accounts where id = any($1)', [stored.map(({ accountId }) => accountId)]),
      );
    }),
    { numRuns: 25, seed: 7, endOnFailure: true },
  );
}, 60_000);
