/**
 * One look at a mailbox: what changed here goes to the server, then every folder is brought up to date. Each step is a
 * transaction of its own, so a look that breaks off is continued by the next one.
 */
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { execute, query, transaction } from '../../../../server/db/index.ts';
import { log } from '../../../../server/observability/log.ts';
import type { MailPlace } from '../../contract.ts';
import { parseMail } from '../letters/parse.ts';
import { type AccountRow, publishThreads } from '../account-rows.ts';
import { applyFlags, dropLocations, settlePlaces } from './changes.ts';
import { type FolderRow, readFolders } from './folders.ts';
import { syncDrafts } from './drafts.ts';
import { pushChanges } from './push.ts';
import { type IncomingMail, knownMessages, placeKnown, storeMails } from './store.ts';

export interface PassOptions {
  account: AccountRow;
  client: ImapFlow;
  signal: AbortSignal;
  /** New messages were stored, whatever their folder. */
  onNew?: (messageIds: readonly string[]) => Promise<void>;
}

/** Messages of one transaction, and bytes of their letters. */
const BATCH = 60;
const BATCH_BYTES = 8_000_000;
/** Of a larger letter only the beginning is read. */
const MAX_LETTER = 35_000_000;
const CUT_LETTER = 1_000_000;

/** @throws when the connection breaks, or the signal aborts */
export async function syncPass(options: PassOptions): Promise<void> {
  const { client, account, signal } = options;
  await pushChanges(client, account);
  const { folders, drafts } = await readFolders(client, account);
  const moved = new Set<string>();
  for (const folder of folders) {
    signal.throwIfAborted();
    if (await hasChanged(client, folder)) await syncFolder(options, folder, moved);
  }
  if (moved.size > 0) await settlePlaces(account, [...moved]);
  signal.throwIfAborted();
  await syncDrafts(client, account, drafts).catch((error: unknown) => {
    // A server that takes no drafts still gives its messages.
    if (!client.usable) throw error;
    log().warn({ err: error, accountId: account.id }, 'drafts of a mailbox could not be synchronized');
  });
  await execute(
    `update mail_accounts set is_complete = true, synced_at = now(), failures = 0, problem = '', state = case when state = 'failed' then 'active' else state end
      where id = $1`,
    [account.id],
  );
  await publishThreads();
}

/** Whether the server says that something is different from what is here; servers are asked for little. */
async function hasChanged(client: ImapFlow, folder: FolderRow): Promise<boolean> {
  if (folder.uidLow !== 1) return true;
  const status = await client.status(folder.path, {
    uidNext: true,
    uidValidity: true,
    messages: true,
    unseen: true,
    ...(client.capabilities.has('CONDSTORE') && { highestModseq: true }),
  });
  if (!status) return true;
  const [here] = await query<{ count: number; unread: number }>(
    `select count(*)::int as count, count(*) filter (where not m.is_read)::int as unread
      from mail_locations l join mail_messages m on m.id = l.message_id where l.folder_id = $1`,
    [folder.id],
  );
  return (
    Number(status.uidValidity) !== folder.uidValidity ||
    status.uidNext !== folder.uidNext ||
    (status.messages ?? 0) - folder.leftOut !== here!.count ||
    (status.highestModseq === undefined
      ? status.unseen !== here!.unread
      : Number(status.highestModseq) !== folder.highestModseq)
  );
}

async function syncFolder(options: PassOptions, folder: FolderRow, moved: Set<string>): Promise<void> {
  const { client, account } = options;
  const lock = await client.getMailboxLock(folder.path, { readOnly: false });
  try {
    const mailbox = client.mailbox;
    if (!mailbox) return;
    await followValidity(folder, Number(mailbox.uidValidity), moved);
    const all = ((await client.search({ all: true }, { uid: true })) || []).toSorted((one, other) => other - one);
    const next = Math.max(mailbox.uidNext, (all[0] ?? 0) + 1);
    await noteTotal(account, folder, all.length);
    // New messages come before those of long ago.
    const fresh = folder.uidNext === 0 ? [] : all.filter((uid) => uid >= folder.uidNext);
    for (const batch of batches(fresh.toReversed()))
      await readBatch(options, folder, batch, { uidNext: batch.at(-1)! + 1 });
    if (folder.uidNext === 0)
      await execute('update mail_folders set uid_next = $2, uid_low = $2 where id = $1', [folder.id, next]);
    const low = folder.uidNext === 0 ? next : folder.uidLow;
    for (const batch of batches(low === 1 ? [] : all.filter((uid) => uid < low)))
      await readBatch(options, folder, batch, { uidLow: batch.at(-1)! });
    await applyFlags(client, account, folder, all);
    for (const id of await dropLocations(folder, all)) moved.add(id);
    await execute(
      `update mail_folders f set uid_low = 1, uid_next = $2, highest_modseq = $3, checked_at = now(),
          left_out = greatest($4 - (select count(*)::int from mail_locations l where l.folder_id = f.id), 0) where f.id = $1`,
      [folder.id, next, Number(mailbox.highestModseq ?? 0), all.length],
    );
  } finally {
    lock.release();
  }
}

/** Another UIDVALIDITY: the numbers mean nothing any more. Messages stay, and are found again by their ids. */
async function followValidity(folder: FolderRow, uidValidity: number, moved: Set<string>): Promise<void> {
  if (folder.uidValidity === uidValidity) return;
  await transaction(async () => {
    const rows = await query<{ id: string }>(
      'delete from mail_locations where folder_id = $1 returning message_id as id',
      [folder.id],
    );
    for (const { id } of rows) moved.add(id);
    await execute(
      'update mail_folders set uid_validity = $2, uid_next = 0, uid_low = 0, highest_modseq = 0 where id = $1',
      [folder.id, uidValidity],
    );
  });
  Object.assign(folder, { uidValidity, uidNext: 0, uidLow: 0, highestModseq: 0 });
}

function* batches(uids: readonly number[]): Generator<number[]> {
  for (let at = 0; at < uids.length; at += BATCH) yield uids.slice(at, at + BATCH);
}

/** How many messages there are in all, for the first synchronization. */
async function noteTotal({ id }: AccountRow, folder: FolderRow, count: number): Promise<void> {
  if (folder.uidLow === 1) return;
  await execute(
    `update mail_accounts a set sync_total = greatest(a.sync_total, (select count(*) from mail_locations l where l.account_id = a.id and l.folder_id <> $2) + $3)
      where a.id = $1 and not a.is_complete`,
    [id, folder.id, count],
  );
}

/** Reads messages and stores them, with how far the folder has come. */
async function readBatch(
  { client, account, signal, onNew }: PassOptions,
  folder: FolderRow,
  uids: readonly number[],
  reached: { uidNext?: number; uidLow?: number },
): Promise<void> {
  signal.throwIfAborted();
  const fetched = await client.fetchAll(
    [...uids].toSorted((one, other) => one - other).join(','),
    { uid: true, flags: true, size: true, internalDate: true, envelope: true },
    { uid: true },
  );
  // Gmail shows drafts among all mail. They are drafts here, too (`drafts.ts`), not messages.
  const heads = fetched.filter(({ flags }) => !flags?.has('\\Draft'));
  const keyOf = (head: FetchMessageObject) => head.envelope?.messageId?.trim().replace(/^<|>$/g, '') ?? '';
  const known = await knownMessages(account.id, heads.map(keyOf).filter(Boolean));
  const there = heads.filter((head) => known.has(keyOf(head)));
  const wanted = heads.filter((head) => !known.has(keyOf(head)));
  const added: string[] = [];
  for (const group of bySize(wanted)) {
    const mails = await fetchMails(client, folder, group);
    added.push(...(await storeMails(account, mails)));
  }
  await transaction(async () => {
    await placeKnown(
      account,
      there.map((head) => ({ key: keyOf(head), folderId: folder.id, uid: head.uid })),
    );
    if (reached.uidNext !== undefined)
      await execute('update mail_folders set uid_next = $2 where id = $1', [folder.id, reached.uidNext]);
    if (reached.uidLow !== undefined)
      await execute('update mail_folders set uid_low = $2 where id = $1', [folder.id, reached.uidLow]);
    await execute(
      'update mail_accounts set sync_done = (select count(*) from mail_locations l where l.account_id = $1) where id = $1 and not is_complete',
      [account.id],
    );
    await publishThreads();
  });
  await settlePlaces(account, [...known.values()]);
  if (onNew && added.length > 0 && reached.uidNext !== undefined) await onNew(added);
}

function* bySize(heads: readonly FetchMessageObject[]): Generator<FetchMessageObject[]> {
  let group: FetchMessageObject[] = [];
  let bytes = 0;
  for (const head of heads) {
    const size = Math.min(head.size ?? 0, MAX_LETTER);
    if (group.length > 0 && bytes + size > BATCH_BYTES) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(head);
    bytes += size;
  }
  if (group.length > 0) yield group;
}

async function fetchMails(
  client: ImapFlow,
  folder: FolderRow,
  heads: readonly FetchMessageObject[],
): Promise<IncomingMail[]> {
  const mails: IncomingMail[] = [];
  const isLarge = (heads[0]?.size ?? 0) > MAX_LETTER;
  const byUid = new Map(heads.map((head) => [head.uid, head]));
  const range = heads.map(({ uid }) => uid).join(',');
  for await (const { uid, source } of client.fetch(
    range,
    { uid: true, source: isLarge ? { maxLength: CUT_LETTER } : true },
    { uid: true },
  )) {
    const head = byUid.get(uid);
    if (!head || !source) continue;
    mails.push(await toIncoming(source, head, folder, isLarge));
  }
  return mails;
}

const instant = (value: Date | string | undefined): string => {
  const at = value === undefined ? Number.NaN : new Date(value).getTime();
  return new Date(Number.isFinite(at) && at > 0 ? at : Date.now()).toISOString();
};

async function toIncoming(
  source: Buffer,
  head: FetchMessageObject,
  folder: FolderRow,
  isCut: boolean,
): Promise<IncomingMail> {
  const flags = head.flags ?? new Set<string>();
  return {
    parsed: await parseMail(source, { receivedAt: instant(head.internalDate), isCut }),
    location: { folderId: folder.id, uid: head.uid },
    place: folder.place satisfies MailPlace,
    isRead: flags.has('\\Seen'),
    isStarred: flags.has('\\Flagged'),
    isAnswered: flags.has('\\Answered'),
    size: Math.min(head.size ?? source.length, 2_000_000_000),
  };
}
