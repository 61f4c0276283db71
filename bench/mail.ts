/**
 * `node bench/mail.ts [--messages 10000]`: letters parsed and stored in a second, and how long a search takes, on a
 * throw-away PostgreSQL. Prints the figures.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findAccount } from '../src/domains/mail/server/account-rows.ts';
import { parseMail } from '../src/domains/mail/server/letters/parse.ts';
import { readThreadDetail } from '../src/domains/mail/server/messages.ts';
import { storeMails } from '../src/domains/mail/server/sync/store.ts';
import { listThreads } from '../src/domains/mail/server/threads.ts';
import { newId } from '../src/kernel/ids.ts';
import { asSystem, execute, inWorkspace } from '../src/server/db/index.ts';
import { openPostgres } from '../src/server/db/open.ts';
import { useDatabase } from '../src/server/db/database.ts';
import { useFileStore } from '../src/server/files/index.ts';
import { openDiskStore } from '../src/server/files/disk.ts';
import { createMigrated } from '../src/testing/postgres-setup.ts';
import { startTestPostgres } from '../src/testing/postgres.ts';

const { values } = parseArgs({ options: { messages: { type: 'string', default: '10000' } } });
const COUNT = Number(values.messages);
const BATCH = 60;
const WORDS =
  'budget contract meeting website invoice delivery design launch report schedule agency client campaign review draft figure answer question friday monday'.split(
    ' ',
  );
const words = (seed: number, count: number) =>
  Array.from({ length: count }, (_, n) => WORDS[(seed * 31 + n * n * 7 + n) % WORDS.length]).join(' ');

function letter(n: number): Buffer {
  const thread = n - (n % 4);
  const text = `${words(n, 120)} unique${n}`;
  const reply =
    n % 4 > 0
      ? `In-Reply-To: <m${n - 1}@x.example>\r\nReferences: <m${thread}@x.example> <m${n - 1}@x.example>\r\n`
      : '';
  const head = `From: Person ${n % 300} <p${n % 300}@x.example>\r\nTo: desk@tan.example\r\nSubject: ${reply ? 'Re: ' : ''}${words(thread, 5)}\r\nDate: ${new Date(Date.UTC(2025, 0, 1) + n * 60_000).toUTCString()}\r\nMessage-ID: <m${n}@x.example>\r\n${reply}`;
  if (n % 50 === 0)
    return Buffer.from(
      `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--b\r\nContent-Type: text/plain; name=file${n}.txt\r\nContent-Disposition: attachment\r\n\r\nfile\r\n--b--`,
    );
  return Buffer.from(
    n % 3 > 0
      ? `${head}Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<div style="font-family:Arial"><p>${text}</p>${'<table><tr><td>cell</td></tr></table>'.repeat(60)}</div>\r\n--b--`
      : `${head}Content-Type: text/html; charset=utf-8\r\n\r\n<div><p>${text}</p></div>`,
  );
}

const server = await startTestPostgres();
const folder = mkdtempSync(join(tmpdir(), 'gauntlet-bench-mail-'));
try {
  const database = await openPostgres({ poolSize: 3, onError: () => undefined }, await createMigrated(server));
  useDatabase(database);
  useFileStore(await openDiskStore(join(folder, 'files')));
  const [workspaceId, ownerId, accountId] = [newId(), newId(), newId()];
  await asSystem(async () => {
    await execute(`insert into workspaces (id, kind, name, created_at) values ($1, 'client', 'Bench', now())`, [
      workspaceId,
    ]);
    await execute(
      `insert into mail_accounts (id, workspace_id, readers, kind, name, address, state) values ($1, $2, $3, 'sample', 'Bench', 'desk@tan.example', 'active')`,
      [accountId, workspaceId, [ownerId]],
    );
  });
  await inWorkspace(workspaceId, ownerId, measureAll(accountId));
  await database.close();
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

function measureAll(accountId: string) {
  return async () => {
    const account = await findAccount(accountId);
    const began = performance.now();
    let parsing = 0;
    for (let at = COUNT; at > 0; at -= BATCH) {
      const from = performance.now();
      const mails = await Promise.all(
        Array.from({ length: Math.min(BATCH, at) }, async (_, n) => ({
          parsed: await parseMail(letter(at - 1 - n), { receivedAt: '2026-01-01T00:00:00.000Z' }),
          place: 'inbox' as const,
          isRead: (at - 1 - n) % 10 > 0,
          isStarred: false,
          isAnswered: false,
          size: 5_000,
        })),
      );
      parsing += performance.now() - from;
      await storeMails(account, mails);
    }
    const seconds = (performance.now() - began) / 1_000;
    console.log(
      `${COUNT} letters: ${Math.round(COUNT / seconds)} parsed and stored a second, ${Math.round(COUNT / (parsing / 1_000))} parsed alone`,
    );
    console.log(`memory: ${Math.round(process.memoryUsage().rss / 1_000_000)} MB`);
    await asSystem(() => execute('analyze'));
    const times = async (label: string, run: (n: number) => Promise<unknown>) => {
      const taken: number[] = [];
      for (let n = 0; n < 60; n++) {
        const from = performance.now();
        await run(n);
        taken.push(performance.now() - from);
      }
      taken.sort((one, other) => one - other);
      console.log(`${label}: p50 ${taken[30]!.toFixed(1)} ms, p95 ${taken[57]!.toFixed(1)} ms`);
    };
    const list = (search?: string) =>
      listThreads({ view: 'inbox', limit: 40, search, cursor: undefined, accountId: undefined });
    const { items } = await list();
    await times('inbox', () => list());
    await times('search, rare word', (n) => list(`unique${n * 37}`));
    await times('search, common word', (n) => list(WORDS[n % WORDS.length]));
    await times('search, sender and word', (n) => list(`from:p${n} budget`));
    await times('search, sender', (n) => list(`from:p${n}@`));
    await times('search, recipient', (n) => list(`to:desk subject:${WORDS[n % WORDS.length]}`));
    await times('search, subject', (n) => list(`subject:${WORDS[n % WORDS.length]}`));
    await times('search, attachment and day', (n) => list(`has:attachment after:2025-01-${10 + (n % 20)}`));
    await times('search, unread before a day', (n) => list(`is:unread before:2025-01-${10 + (n % 20)}`));
    await times('search, nothing found', (n) => list(`from:nobody${n} subject:nothing`));
    await times('open a conversation', (n) => readThreadDetail(items[n % items.length]!.id));
  };
}
