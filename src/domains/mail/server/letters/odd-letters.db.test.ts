/** Odd letters on the whole way: parsed, stored, put into conversations, and opened over HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace } from '../../../../server/db/index.ts';
import { newId } from '../../../../kernel/ids.ts';
import { LOOPING_LETTERS, ODD_LETTERS } from '../../../../testing/odd-letters.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { type MailMessage, mailThreads } from '../../contract.ts';
import { findAccount } from '../account-rows.ts';
import { storeMails } from '../sync/store.ts';
import { parseMail } from './parse.ts';

let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

/** Stores letters in a new mailbox. @returns ids of the messages, in the order of the letters */
async function store(letters: readonly Buffer[]): Promise<string[]> {
  const workspaceId = await system.clientWorkspace('Tan Dental');
  owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  const accountId = newId();
  await asSystem(() =>
    execute(
      `insert into mail_accounts (id, workspace_id, owner_id, readers, kind, name, address) values ($1, $2, $3, $4, 'sample', 'Desk', 'desk@tan.example')`,
      [accountId, workspaceId, owner.userId, [owner.userId]],
    ),
  );
  return inWorkspace(workspaceId, owner.userId, async () => {
    const account = await findAccount(accountId);
    const ids: string[] = [];
    for (const raw of letters) {
      const parsed = await parseMail(raw, { receivedAt: '2026-01-02T03:04:05.000Z' });
      const mail = { parsed, place: 'inbox' as const, isRead: false, isStarred: false, isAnswered: false, size: 1 };
      ids.push(...(await storeMails(account, [mail])));
    }
    return ids;
  });
}

async function messages(): Promise<Map<string, MailMessage>> {
  const found = new Map<string, MailMessage>();
  let cursor: string | undefined;
  do {
    const page = await owner.call(mailThreads.list, { query: { view: 'all', limit: 100, cursor } });
    for (const { id } of page.items)
      for (const message of (await owner.call(mailThreads.get, { params: { id } })).messages)
        found.set(message.id, message);
    cursor = page.next ?? undefined;
  } while (cursor);
  return found;
}

const RUNS =
  /<script|<svg|<form|<input|<base|<link|<iframe|<object|<style[^>]*>[^<]*(?:@import|url\()|<video|\son\w+\s*=|javascript:|track\.invalid/i;

it('reads every odd letter, and lets nothing in one run or call', async () => {
  const ids = await store(ODD_LETTERS.map(({ raw }) => raw));
  expect(ids).toHaveLength(ODD_LETTERS.length);
  const all = await messages();
  const seen = [];
  for (const [n, { name, says, subject, files }] of ODD_LETTERS.entries()) {
    const message = all.get(ids[n]!)!;
    const page = await owner.tryCall(mailThreads.letter, { params: { id: message.id }, query: { pictures: 'hide' } });
    seen.push({
      name,
      says: says && message.text.includes(says) ? says : says && message.text.slice(0, 300),
      subject: subject && message.subject,
      files: files && message.attachments.map((file) => file.name),
      status: page.status,
      policy: page.headers.get('content-security-policy')?.startsWith("default-src 'none'"),
      runs: RUNS.exec(String(page.body))?.[0],
    });
  }
  expect(seen).toEqual(
    ODD_LETTERS.map(({ name, says, subject, files }) => ({
      name,
      says,
      subject,
      files,
      status: 200,
      policy: true,
      runs: undefined,
    })),
  );
}, 60_000);

it('puts letters that name each other in a circle into one conversation', async () => {
  await store(LOOPING_LETTERS);
  const { items } = await owner.call(mailThreads.list, { query: { view: 'all' } });
  expect(items.map(({ messageCount }) => messageCount)).toEqual([3]);
}, 30_000);
