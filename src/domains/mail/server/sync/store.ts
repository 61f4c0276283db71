/** Stores letters: messages, conversations, people, attachments, and where they lie on the server. */
import { Readable } from 'node:stream';
import { newId } from '../../../../kernel/ids.ts';
import { execute, insertRows, query, transaction } from '../../../../server/db/index.ts';
import { files, SNIFF_BYTES, sniffType } from '../../../../server/files/index.ts';
import { dropContents } from '../../../../records/server/files.ts';
import type { MailPerson, MailPlace } from '../../contract.ts';
import { subjectKey } from '../../engine/clean-text.ts';
import { wordsOf } from '../../engine/query.ts';
import type { ParsedMail } from '../../engine/parsed-mail.ts';
import { awaitsOriginal, keysOf, type KnownThread, placeMail, type ThreadedMail } from '../../engine/threading.ts';
import type { AccountRow } from '../account-rows.ts';
import { noteEvents } from '../events.ts';
import { refreshThreads } from './refresh.ts';
import { ThreadIndex } from './thread-index.ts';

export interface IncomingMail {
  parsed: ParsedMail;
  /** Where it lies on the server; absent for what exists here alone. */
  location?: { folderId: string; uid: number };
  place: MailPlace;
  isRead: boolean;
  isStarred: boolean;
  isAnswered: boolean;
  /** Bytes on the server. */
  size: number;
}

export interface StoredAttachment {
  id: string;
  name: string;
  type: string;
  size: number;
  contentId: string;
  isInline: boolean;
  storageKey: string;
}

const MAX_ATTACHMENT = 40_000_000;

/**
 * Stores letters of a mailbox, each once however often it comes. Runs in the name of the mailbox's owner.
 * @returns the ids of messages that were not here before
 */
export async function storeMails(account: AccountRow, mails: readonly IncomingMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const distinct = [...new Map(mails.map((mail) => [mail.parsed.key, mail])).values()];
  const known = await knownMessages(
    account.id,
    distinct.map(({ parsed }) => parsed.key),
  );
  const fresh = distinct
    .filter(({ parsed }) => !known.has(parsed.key))
    .toSorted((one, other) => one.parsed.at.localeCompare(other.parsed.at));
  const stored = new Map<IncomingMail, StoredAttachment[]>();
  const isStored: string[] = [];
  try {
    for (const mail of fresh) stored.set(mail, await storeAttachments(account.workspaceId, mail.parsed, isStored));
    return await transaction(async () => {
      const added = await insertMessages(account, fresh, stored);
      await insertLocations(account, mails);
      return added;
    });
  } catch (error) {
    await dropContents(isStored);
    throw error;
  }
}

/** Ids of messages that are here, by key. */
export async function knownMessages(accountId: string, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await query<{ id: string; key: string }>(
    'select id, message_key as key from mail_messages where account_id = $1 and message_key = any($2)',
    [accountId, keys],
  );
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** @param keys of what was stored, also when it fails half-way */
export async function storeAttachments(
  workspaceId: string,
  { attachments }: ParsedMail,
  keys: string[],
): Promise<StoredAttachment[]> {
  const stored: StoredAttachment[] = [];
  for (const { name, type, contentId, isInline, content } of attachments) {
    if (content.length === 0) continue;
    const file = await files().put(Readable.from([content]), { prefix: `mail/${workspaceId}`, limit: MAX_ATTACHMENT });
    keys.push(file.key);
    const sniffed = sniffType(Buffer.from(content.subarray(0, SNIFF_BYTES)), name);
    stored.push({
      id: newId(),
      name,
      // A calendar part is text to its bytes, and an invitation to its reader.
      type: type === 'text/calendar' ? type : sniffed,
      size: file.size,
      contentId,
      isInline: isInline && sniffed.startsWith('image/'),
      storageKey: file.key,
    });
  }
  return stored;
}

const INSERT_MESSAGES = `
  insert into mail_messages (id, workspace_id, account_id, thread_id, message_key, in_reply_to, refs, subject, from_name,
    from_address, to_list, cc_list, bcc_list, reply_to, at, direction, snippet, text, html, is_read, is_starred,
    is_answered, place, size, has_attachments, unsubscribe, unsubscribe_one_click, list_id, is_automatic, remark, search)
  select r.id, $2, $3, r.thread_id, r.message_key, r.in_reply_to, r.refs, r.subject, r.from_name, r.from_address,
    r.to_list, r.cc_list, r.bcc_list, r.reply_to, r.at, r.direction, r.snippet, r.text, r.html, r.is_read, r.is_starred,
    r.is_answered, r.place, r.size, r.has_attachments, r.unsubscribe, r.unsubscribe_one_click, r.list_id, r.is_automatic,
    r.remark, to_tsvector('simple', unaccented(r.words))
      || array_to_tsvector(array_remove(string_to_array(unaccented(r.fields), ' '), ''))
  from jsonb_to_recordset($1::jsonb) as r(id uuid, thread_id uuid, message_key text, in_reply_to text, refs text[],
    subject text, from_name text, from_address text, to_list jsonb, cc_list jsonb, bcc_list jsonb, reply_to jsonb,
    at timestamptz, direction text, snippet text, text text, html text, is_read boolean, is_starred boolean,
    is_answered boolean, place text, size integer, has_attachments boolean, unsubscribe text,
    unsubscribe_one_click boolean, list_id text, is_automatic boolean, remark text, words text, fields text)
  on conflict (account_id, message_key) do nothing returning id`;

async function insertMessages(
  account: AccountRow,
  fresh: readonly IncomingMail[],
  stored: ReadonlyMap<IncomingMail, readonly StoredAttachment[]>,
): Promise<string[]> {
  if (fresh.length === 0) return [];
  const own = account.address;
  const threaded = fresh.map((mail) => ({ ...mail, id: newId(), threaded: toThreaded(mail.parsed, own) }));
  const index = await ThreadIndex.read(
    account.id,
    threaded.map((mail) => mail.threaded),
  );
  const threads = new Map<string, KnownThread>();
  const created: (KnownThread & { mail: ThreadedMail })[] = [];
  const merges: { from: string; into: string }[] = [];
  const rows: object[] = [];
  const inThread = new Map<string, KnownThread>();
  for (const mail of threaded) {
    const { into, merge } = placeMail(mail.threaded, index);
    const thread = into ?? {
      id: newId(),
      subjectKey: subjectKey(mail.parsed.subject),
      awaitsOriginal: awaitsOriginal(mail.threaded),
      lastAt: mail.parsed.at,
      people: [...mail.threaded.people],
    };
    if (!into) created.push({ ...thread, mail: mail.threaded });
    for (const one of merge) merges.push({ from: one.id, into: thread.id });
    index.note(mail.threaded, thread, merge);
    threads.set(thread.id, thread);
    inThread.set(mail.id, thread);
    rows.push(messageRow(mail.id, mail, account, stored.get(fresh[rows.length]!) ?? []));
  }
  await insertRows(
    'mail_threads',
    created.map(({ id, subjectKey: key, awaitsOriginal: awaits, lastAt, mail }) => ({
      id,
      workspaceId: account.workspaceId,
      accountId: account.id,
      subject: mail.subject,
      subjectKey: key,
      awaitsOriginal: awaits,
      lastAt,
    })),
  );
  for (const { from, into } of merges) await mergeThread(from, into);
  const placed = rows.map((row) => ({
    ...row,
    thread_id: index.current(inThread.get((row as { id: string }).id)!).id,
  }));
  const inserted = await query<{ id: string }>(INSERT_MESSAGES, [
    JSON.stringify(placed),
    account.workspaceId,
    account.id,
  ]);
  const isNew = new Set(inserted.map(({ id }) => id));
  const added = threaded.filter(({ id }) => isNew.has(id));
  await insertKeys(
    account,
    added.map((mail) => ({ mail: mail.threaded, threadId: index.current(inThread.get(mail.id)!).id })),
  );
  await insertPeople(account, added);
  await insertRows(
    'mail_attachments',
    fresh.flatMap((mail, n) =>
      isNew.has(threaded[n]!.id)
        ? (stored.get(mail) ?? []).map((one) => ({
            ...one,
            workspaceId: account.workspaceId,
            accountId: account.id,
            messageId: threaded[n]!.id,
          }))
        : [],
    ),
  );
  await noteAddresses(
    added.map((mail) => ({ id: index.current(inThread.get(mail.id)!).id, addresses: mail.threaded.people })),
  );
  const touched = [...new Set([...threads.values()].map((thread) => index.current(thread).id))];
  await refreshThreads(touched);
  await noteEvents(account, added);
  await endSnooze(added.filter(({ parsed }) => parsed.from.address !== own).map(({ id }) => id));
  return added.map(({ id }) => id);
}

const toThreaded = (parsed: ParsedMail, own: string): ThreadedMail => ({
  key: parsed.key,
  inReplyTo: parsed.inReplyTo,
  references: parsed.references,
  subject: parsed.subject,
  at: parsed.at,
  people: [...new Set([parsed.from, ...parsed.to, ...parsed.cc].map(({ address }) => address))].filter(
    (one) => one !== '' && one !== own,
  ),
});

const MAX_WORDS = 60_000;
const spellings = (people: readonly MailPerson[]) => people.map(({ name, address }) => `${name} ${address}`);
/** Words with the name of their field in front (`search.ts`); longer ones are cut. */
const inField = (field: string, texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap(wordsOf).map((word) => `${field}:${word.slice(0, 60)}`)),
];

function messageRow(
  id: string,
  mail: IncomingMail,
  account: AccountRow,
  attachments: readonly StoredAttachment[],
): object {
  const { parsed } = mail;
  const recipients = [...parsed.to, ...parsed.cc, ...parsed.bcc];
  const isOut = parsed.from.address === account.address || mail.place === 'sent';
  return {
    id,
    message_key: parsed.key,
    in_reply_to: parsed.inReplyTo,
    refs: parsed.references,
    subject: parsed.subject,
    from_name: parsed.from.name,
    from_address: parsed.from.address,
    to_list: parsed.to,
    cc_list: parsed.cc,
    bcc_list: parsed.bcc,
    reply_to: parsed.replyTo,
    at: parsed.at,
    direction: isOut ? 'out' : 'in',
    snippet: parsed.snippet,
    text: parsed.text,
    html: parsed.html,
    is_read: mail.isRead || isOut,
    is_starred: mail.isStarred,
    is_answered: mail.isAnswered,
    place: mail.place,
    size: mail.size,
    has_attachments: attachments.some(({ isInline }) => !isInline),
    unsubscribe: parsed.unsubscribe,
    unsubscribe_one_click: parsed.unsubscribeOneClick,
    list_id: parsed.listId,
    is_automatic: parsed.isAutomatic,
    remark: parsed.remark,
    words: [
      parsed.subject,
      ...spellings([parsed.from, ...recipients]),
      ...attachments.map(({ name }) => name),
      parsed.text,
    ]
      .flatMap((text) => wordsOf(text.slice(0, MAX_WORDS)))
      .join(' ')
      .slice(0, MAX_WORDS),
    fields: [
      ...inField('subject', [parsed.subject]),
      ...inField('from', spellings([parsed.from])),
      ...inField('to', spellings(recipients)),
    ].join(' '),
  };
}

const MAX_ADDRESSES = 60;

/** Adds who is in letters to their conversations. */
async function noteAddresses(rows: readonly { id: string; addresses: readonly string[] }[]): Promise<void> {
  const byThread = new Map<string, Set<string>>();
  for (const { id, addresses } of rows) byThread.set(id, new Set([...(byThread.get(id) ?? []), ...addresses]));
  const given = [...byThread].map(([id, addresses]) => ({ id, addresses: [...addresses].slice(0, MAX_ADDRESSES) }));
  await execute(
    `update mail_threads t set addresses = (array(select distinct unnest(t.addresses || r.addresses)))[1:${MAX_ADDRESSES}]
      from jsonb_to_recordset($1::jsonb) as r(id uuid, addresses text[]) where t.id = r.id`,
    [JSON.stringify(given)],
  );
}

/** One conversation becomes part of another. */
async function mergeThread(from: string, into: string): Promise<void> {
  await execute('update mail_messages set thread_id = $2 where thread_id = $1', [from, into]);
  await execute('update mail_thread_keys set thread_id = $2 where thread_id = $1', [from, into]);
  await execute('update mail_drafts set thread_id = $2 where thread_id = $1', [from, into]);
  await execute(
    `update mail_threads t set labels = array(select distinct unnest(t.labels || o.labels)), assigned_to = coalesce(t.assigned_to, o.assigned_to),
        addresses = (t.addresses || o.addresses)[1:${MAX_ADDRESSES}]
      from mail_threads o where t.id = $2 and o.id = $1`,
    [from, into],
  );
  await execute('delete from mail_threads where id = $1', [from]);
}

async function insertKeys(
  { id, workspaceId }: AccountRow,
  mails: readonly { mail: ThreadedMail; threadId: string }[],
): Promise<void> {
  const pairs = new Map(
    mails.toReversed().flatMap(({ mail, threadId }) => keysOf(mail).map((key) => [key, threadId] as const)),
  );
  // A letter's own id leads to its own conversation, whatever others say of it.
  for (const { mail, threadId } of mails) pairs.set(mail.key, threadId);
  const own = mails.map(({ mail }) => mail.key);
  await execute(
    `insert into mail_thread_keys as k (account_id, workspace_id, key, thread_id)
      select $1, $2, r.key, r.thread from unnest($3::text[], $4::uuid[]) as r(key, thread)
      on conflict (account_id, key) do update set thread_id = excluded.thread_id where k.key = any($5)`,
    [id, workspaceId, [...pairs.keys()], [...pairs.values()], own],
  );
}

async function insertPeople(
  { id, workspaceId }: AccountRow,
  mails: readonly { id: string; parsed: ParsedMail }[],
): Promise<void> {
  const rows = mails.flatMap(({ id: messageId, parsed }) =>
    (
      [
        ['from', [parsed.from]],
        ['to', parsed.to],
        ['cc', [...parsed.cc, ...parsed.bcc]],
      ] as const
    ).flatMap(([role, people]) =>
      [...new Set(people.map(({ address }) => address))]
        .filter(Boolean)
        .map((address) => ({ messageId, address, role, at: parsed.at })),
    ),
  );
  await execute(
    `insert into mail_people (message_id, workspace_id, account_id, address, role, at)
      select r."messageId", $1, $2, r.address, r.role, r.at from jsonb_to_recordset($3::jsonb) as r("messageId" uuid, address text, role text, at timestamptz)
      on conflict do nothing`,
    [workspaceId, id, JSON.stringify(rows)],
  );
}

/** Notes where letters lie, also those that were here already. */
async function insertLocations({ id, workspaceId }: AccountRow, mails: readonly IncomingMail[]): Promise<void> {
  const rows = mails.flatMap(({ parsed, location }) => (location ? [{ key: parsed.key, ...location }] : []));
  await placeKnown({ id, workspaceId }, rows);
}

/** Notes where messages lie whose letters are here already, and puts those that came back where they are. */
export async function placeKnown(
  { id, workspaceId }: Pick<AccountRow, 'id' | 'workspaceId'>,
  rows: readonly { key: string; folderId: string; uid: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await execute(
    `insert into mail_locations (folder_id, workspace_id, account_id, uid, message_id)
      select r."folderId", $2, $1, r.uid, m.id from jsonb_to_recordset($3::jsonb) as r(key text, "folderId" uuid, uid bigint)
      join mail_messages m on m.account_id = $1 and m.message_key = r.key
      on conflict (folder_id, uid) do update set message_id = excluded.message_id`,
    [id, workspaceId, JSON.stringify(rows)],
  );
}

/** Someone wrote: a snoozed conversation comes back. */
async function endSnooze(messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  await execute(
    `update mail_threads t set snoozed_until = null from mail_messages m
      where m.id = any($1) and t.id = m.thread_id and t.snoozed_until is not null and m.at > now() - interval '2 days'`,
    [messageIds],
  );
}
