/** Folders of a mailbox, as its server lists them. */
import type { ImapFlow } from 'imapflow';
import { newId } from '../../../../kernel/ids.ts';
import { execute, insertRows, query } from '../../../../server/db/index.ts';
import type { MailPlace } from '../../contract.ts';
import { oneLine } from '../../engine/clean-text.ts';
import { placeOfFolder } from '../../engine/presets.ts';
import type { AccountRow } from '../account-rows.ts';

export interface FolderRow {
  id: string;
  path: string;
  place: MailPlace;
  uidValidity: number;
  /** Messages from here on have not been read. */
  uidNext: number;
  /** Messages from here on, and below `uidNext`, are here. 1: all of them are. */
  uidLow: number;
  highestModseq: number;
  /** Messages there that are not kept here. */
  leftOut: number;
}

const MAX_FOLDERS = 200;

export interface Folders {
  /** The folders whose messages are synchronized, the inbox first. */
  folders: FolderRow[];
  /** The folder of drafts, which has rules of its own; undefined where the server has none. */
  drafts: string | undefined;
}

export async function readFolders(client: ImapFlow, account: AccountRow): Promise<Folders> {
  const all = (await client.list())
    .filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent'))
    .map(({ path, name, specialUse }) => ({
      path,
      name: oneLine(name, 200) || path,
      place: path.toUpperCase() === 'INBOX' ? ('inbox' as const) : placeOfFolder(name, specialUse),
    }))
    .slice(0, MAX_FOLDERS);
  const listed = all.filter(({ place }) => place !== 'drafts');
  const known = await knownFolders(account.id);
  const fresh = listed.filter(({ path }) => !known.some((one) => one.path === path));
  await insertRows(
    'mail_folders',
    fresh.map((folder) => ({ id: newId(), workspaceId: account.workspaceId, accountId: account.id, ...folder })),
  );
  const gone = known.filter(({ path }) => !listed.some((one) => one.path === path)).map(({ id }) => id);
  if (gone.length > 0) await execute('delete from mail_folders where id = any($1)', [gone]);
  const order: readonly MailPlace[] = ['inbox', 'sent', 'archive', 'other', 'junk', 'trash'];
  const folders = (await knownFolders(account.id)).toSorted(
    (one, other) => order.indexOf(one.place) - order.indexOf(other.place) || one.path.localeCompare(other.path),
  );
  return { folders, drafts: all.find(({ place }) => place === 'drafts')?.path };
}

const knownFolders = (accountId: string): Promise<FolderRow[]> =>
  query<FolderRow>(
    `select id, path, place, uid_validity::float8 as "uidValidity", uid_next::float8 as "uidNext", uid_low::float8 as "uidLow",
        highest_modseq::float8 as "highestModseq", left_out as "leftOut"
      from mail_folders where account_id = $1`,
    [accountId],
  );
