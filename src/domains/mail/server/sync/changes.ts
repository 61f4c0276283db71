/** Changes on the server to known emails: flags, moves, deletions. */
import type { ImapFlow } from 'imapflow';
import { afterCommit, execute, query, transaction } from '../../../../server/db/index.ts';
import { dropContents } from '../../../../records/server/files.ts';
import type { AccountRow } from '../account-rows.ts';
import type { FolderRow } from './folders.ts';
import { refreshThreads } from './refresh.ts';

/** Without CONDSTORE, flags of so many of the newest messages are compared. */
const FLAGGED = 500;
const STEP = 1_000;

/** Takes over flags, but for messages whose change has not reached the server yet. */
export async function applyFlags(
  client: ImapFlow,
  account: AccountRow,
  folder: FolderRow,
  all: readonly number[],
): Promise<void> {
  if (all.length === 0) return;
  const modseq = client.mailbox ? client.mailbox.highestModseq : undefined;
  const canAsk = modseq !== undefined && folder.highestModseq > 0;
  if (canAsk && Number(modseq) === folder.highestModseq) return;
  const range = canAsk
    ? '1:*'
    : all
        .slice(0, FLAGGED)
        .toSorted((one, other) => one - other)
        .join(',');
  const rows: { uid: number; read: boolean; starred: boolean; answered: boolean }[] = [];
  for await (const { uid, flags = new Set<string>() } of client.fetch(
    range,
    { uid: true, flags: true },
    { uid: true, ...(canAsk && { changedSince: BigInt(folder.highestModseq) }) },
  ))
    rows.push({ uid, read: flags.has('\\Seen'), starred: flags.has('\\Flagged'), answered: flags.has('\\Answered') });
  for (let at = 0; at < rows.length; at += STEP) await writeFlags(account, folder, rows.slice(at, at + STEP));
}

async function writeFlags(account: AccountRow, folder: FolderRow, rows: readonly object[]): Promise<void> {
  await transaction(async () => {
    const changed = await query<{ thread: string }>(
      `update mail_messages m set is_read = r.read or m.direction = 'out', is_starred = r.starred, is_answered = r.answered
        from jsonb_to_recordset($3::jsonb) as r(uid bigint, read boolean, starred boolean, answered boolean)
          join mail_locations l on l.folder_id = $2 and l.uid = r.uid
        where m.id = l.message_id and m.account_id = $1
          and (m.is_read, m.is_starred, m.is_answered) is distinct from (r.read or m.direction = 'out', r.starred, r.answered)
          and not exists (select 1 from mail_pushes p where p.message_id = m.id)
        returning m.thread_id as thread`,
      [account.id, folder.id, JSON.stringify(rows)],
    );
    await refreshThreads([...new Set(changed.map(({ thread }) => thread))]);
  });
}

/** Forgets locations that the server no longer has. @returns the messages that were there */
export async function dropLocations(folder: FolderRow, all: readonly number[]): Promise<string[]> {
  const [here] = await query<{ count: number }>(
    'select count(*)::int as count from mail_locations where folder_id = $1',
    [folder.id],
  );
  if (here!.count <= all.length && here!.count === all.length) return [];
  const rows = await query<{ id: string }>(
    'delete from mail_locations where folder_id = $1 and not (uid = any($2::bigint[])) returning message_id as id',
    [folder.id, all],
  );
  return rows.map(({ id }) => id);
}

const PLACE = `(select f.place from mail_locations l join mail_folders f on f.id = l.folder_id where l.message_id = m.id
  order by array_position('{inbox,drafts,junk,trash,sent,archive,other}', f.place) limit 1)`;

/**
 * Puts messages where the server has them, and deletes those that it has nowhere any more. Messages whose move has not
 * reached the server stay where a person put them.
 */
export async function settlePlaces(account: AccountRow, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const notMoving = `not exists (select 1 from mail_pushes p where p.message_id = m.id and p.act = 'move')`;
  await transaction(async () => {
    const moved = await query<{ thread: string }>(
      `update mail_messages m set place = ${PLACE} where m.id = any($2) and m.account_id = $1 and ${notMoving}
          and ${PLACE} is not null and m.place is distinct from ${PLACE} returning m.thread_id as thread`,
      [account.id, ids],
    );
    const files = await query<{ key: string }>(
      `select a.storage_key as key from mail_attachments a join mail_messages m on m.id = a.message_id
        where m.id = any($2) and m.account_id = $1 and ${notMoving} and not exists (select 1 from mail_locations l where l.message_id = m.id)`,
      [account.id, ids],
    );
    const deleted = await query<{ thread: string }>(
      `delete from mail_messages m where m.id = any($2) and m.account_id = $1 and ${notMoving}
          and not exists (select 1 from mail_locations l where l.message_id = m.id) returning m.thread_id as thread`,
      [account.id, ids],
    );
    await refreshThreads([...new Set([...moved, ...deleted].map(({ thread }) => thread))]);
    afterCommit(() => void dropContents(files.map(({ key }) => key)));
  });
}

export const dropPush = (id: string): Promise<number> => execute('delete from mail_pushes where id = $1', [id]);
