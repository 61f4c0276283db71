/**
 * `node bench/mail-search.ts [--messages 500000]`: search, lists, and conversations of a large mailbox, on a throw-away
 * PostgreSQL. Messages are written by SQL, with words as frequent as in a language (Zipf). Prints p50 and p95 of 60
 * calls each, and exits with 1 when search is above 60 ms, or a list or conversation above 150 ms.
 */
import { parseArgs } from 'node:util';
import { readThreadDetail } from '../src/domains/mail/server/messages.ts';
import { listThreads } from '../src/domains/mail/server/threads.ts';
import { MailView } from '../src/domains/mail/contract.ts';
import { newId } from '../src/kernel/ids.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../src/server/db/index.ts';
import { openPostgres } from '../src/server/db/open.ts';
import { useDatabase } from '../src/server/db/database.ts';
import { createMigrated } from '../src/testing/postgres-setup.ts';
import { startTestPostgres } from '../src/testing/postgres.ts';

const { values } = parseArgs({ options: { messages: { type: 'string', default: '500000' } } });
const COUNT = Number(values.messages);
const STEP = 25_000;
const WORDS = 20_000;
const PER_THREAD = 4;
/** The n-th most frequent word. */
const word = (n: number) => `word${String(n).padStart(5, '0')}`;
const [workspaceId, ownerId, accountId] = [newId(), newId(), newId()];
let isTooSlow = false;

/** Threads $3 to $4: the newest hold the inbox, one in 30 is in the trash, one in 50 messages has a file. */
const SEED = `
  with threads as (
    insert into mail_threads (id, workspace_id, account_id, subject, subject_key, people, snippet, message_count, unread_count,
      places, labels, triage, last_at)
    select md5('t' || n)::uuid, $1, $2, 'Subject word' || (n % 5000) || ' about topic' || n, '', '{Ada}', 'Snippet', $6,
      (n % 20 = 0)::int, case when n % 30 = 7 then '{trash}' when n > $7::int / $6::int - 3000 then '{inbox}' else '{archive,sent}' end::text[],
      case when n % 400 = 0 then '{Clients}' else '{}' end::text[], case when n % 9 = 0 then 'newsletter' else '' end,
      '2020-01-01'::timestamptz + n * interval '20 minutes'
    from generate_series($3::int, $4::int) n returning id)
  insert into mail_messages (id, workspace_id, account_id, thread_id, message_key, subject, from_name, from_address, to_list,
    at, direction, snippet, text, html, is_read, place, has_attachments, search)
  select md5('m' || s.n || '-' || s.k)::uuid, $1, $2, md5('t' || s.n)::uuid, s.n || '-' || s.k || '@x.example', s.subject,
    s.name, s.address, jsonb_build_array(jsonb_build_object('name', 'Desk', 'address', 'desk@tan.example')),
    '2020-01-01'::timestamptz + s.n * interval '20 minutes' - (3 - s.k) * interval '3 minutes',
    case when s.k = 1 then 'out' else 'in' end, left(s.text, 200), s.text,
    case when s.n % 3 > 0 then '<div><p>' || s.text || '</p>' || repeat('<table><tr><td>cell</td></tr></table>', 40) || '</div>' end,
    true, case when s.n % 30 = 7 then 'trash' when s.n > $7::int / $6::int - 3000 then 'inbox' else 'archive' end, s.n % 50 = 0 and s.k = 0,
    to_tsvector('simple', s.subject || ' ' || s.name || ' ' || translate(s.address, '@.', '  ') || ' desk tan example ' || s.text)
      || array_to_tsvector(array(select distinct f || w from (values ('subject:', s.subject), ('from:', s.name || ' ' || translate(s.address, '@.', '  ')),
        ('to:', 'Desk desk tan example')) v(f, t) cross join lateral regexp_split_to_table(lower(t), ' ') w))
  from (select n, k, 'Subject word' || (n % 5000) || ' about topic' || n as subject,
      case when k = 1 then 'Desk' else 'Person ' || (n * 7919 % 3000) end as name,
      case when k = 1 then 'desk@tan.example' else 'p' || (n * 7919 % 3000) || '@x' || (n % 700) || '.example' end as address,
      (select string_agg('word' || lpad(floor(exp(random() * ln($5::int)))::int::text, 5, '0'), ' ') from generate_series(1, 70) where n = n and k = k)
        || ' unique' || n || 'x' || k as text
    from generate_series($3::int, $4::int) n cross join generate_series(0, $6::int - 1) k) s`;

const server = await startTestPostgres();
try {
  const database = await openPostgres({ poolSize: 3, onError: () => undefined }, await createMigrated(server));
  useDatabase(database);
  await asSystem(seed);
  await inWorkspace(workspaceId, ownerId, measureAll);
  await database.close();
} finally {
  await server.close();
}
process.exitCode = isTooSlow ? 1 : 0;

async function seed() {
  const began = performance.now();
  await execute(`insert into workspaces (id, kind, name, created_at) values ($1, 'client', 'Bench', now())`, [
    workspaceId,
  ]);
  await execute(
    `insert into mail_accounts (id, workspace_id, readers, kind, name, address, state) values ($1, $2, $3, 'sample', 'Bench', 'desk@tan.example', 'active')`,
    [accountId, workspaceId, [ownerId]],
  );
  // Indexes are built once, at the end.
  const indexes = await query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes
      where tablename in ('mail_messages', 'mail_threads') and indexname not like '%_pkey' and indexname <> 'mail_messages_thread'`,
  );
  for (const { name } of indexes) await execute(`drop index ${name}`);
  for (let at = 0; at < COUNT; at += STEP) {
    const range = [Math.floor(at / PER_THREAD), Math.floor(Math.min(at + STEP, COUNT) / PER_THREAD) - 1];
    await execute(SEED, [workspaceId, accountId, ...range, WORDS, PER_THREAD, COUNT]);
  }
  for (const { text } of indexes)
    await transaction(async () => {
      await execute(`set local maintenance_work_mem = '512MB'`);
      await execute('set local statement_timeout = 0');
      await execute(text);
    });
  await execute('analyze mail_messages');
  await execute('analyze mail_threads');
  console.log(
    `${COUNT.toLocaleString('en-US')} messages seeded in ${Math.round((performance.now() - began) / 1_000)} s`,
  );
}

async function times(label: string, most: number, run: (n: number) => Promise<{ items: unknown[] } | object>) {
  const taken: number[] = [];
  let found = 0;
  for (let n = 0; n < 60; n++) {
    const from = performance.now();
    const answer = await run(n);
    taken.push(performance.now() - from);
    found += 'items' in answer ? answer.items.length : 1;
  }
  taken.sort((one, other) => one - other);
  const isSlow = taken[57]! > most;
  isTooSlow ||= isSlow;
  console.log(
    `${label}: p50 ${taken[30]!.toFixed(1)} ms, p95 ${taken[57]!.toFixed(1)} ms, ${Math.round(found / 60)} found${isSlow ? ` (bar: ${most} ms)` : ''}`,
  );
}

async function measureAll() {
  const list = (search?: string, view: MailView = 'inbox', cursor?: string) =>
    listThreads({ view, limit: 40, search, cursor, accountId: undefined });
  const inbox = await list();
  for (const view of MailView.options) await times(`list, ${view}`, 150, () => list(undefined, view));
  await times('open a conversation', 150, (n) => readThreadDetail(inbox.items[n % inbox.items.length]!.id));
  const day = (n: number) => `202${n % 4}-0${1 + (n % 9)}-15`;
  const searches: [string, (n: number) => string][] = [
    ['one message', (n) => `unique${n * 997}x2`],
    ['beginning of a word', (n) => `unique${n * 7}`],
    ['most frequent words', (n) => word(1 + (n % 10))],
    ['frequent words', (n) => word(50 + n)],
    ['words in one of 200 messages', (n) => word(1_000 + n * 7)],
    ['rare words', (n) => word(10_000 + n * 100)],
    ['two frequent words', (n) => `${word(20 + n)} ${word(60 + n)}`],
    ['frequent and rare word', (n) => `${word(5 + n)} ${word(9_000 + n * 50)}`],
    ['from:', (n) => `from:p${n * 13}@`],
    ['from: name', (n) => `from:"Person ${n * 31}"`],
    ['from: part of names', () => 'from:person'],
    ['from: and a frequent word', (n) => `from:p${n * 13} ${word(1 + n)}`],
    ['to: and a word', (n) => `to:desk ${word(500 + n * 3)}`],
    ['to: nobody', (n) => `to:nobody${n}`],
    ['to:me', () => 'to:me'],
    ['from:me and a word', (n) => `from:me ${word(200 + n)}`],
    ['subject:', (n) => `subject:word${n * 17}`],
    ['has:attachment', () => 'has:attachment'],
    ['has:attachment before:', (n) => `has:attachment before:${day(n)}`],
    ['has:attachment and a word', (n) => `has:attachment ${word(100 + n)}`],
    ['before: and a word', (n) => `before:${day(n)} ${word(300 + n)}`],
    ['from: before:', (n) => `from:p${n * 13} before:${day(n)}`],
    ['is:unread before:', (n) => `is:unread before:${day(n)}`],
    ['is:unread and a word', (n) => `is:unread ${word(40 + n)}`],
    ['label:', () => 'label:clients'],
    ['in:trash and a word', (n) => `in:trash ${word(80 + n)}`],
    ['nothing found', (n) => `from:nobody${n} subject:nothing`],
  ];
  for (const [label, search] of searches) await times(`search, ${label}`, 60, (n) => list(search(n)));
  const first = await list(word(40));
  await times('search, second page', 60, () => list(word(40), 'inbox', first.next!));
}
