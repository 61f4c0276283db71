/** Carries flags and moves that people made here to the server, in their order. */
import type { ImapFlow } from 'imapflow';
import { execute, query, transaction } from '../../../../server/db/index.ts';
import type { MailPlace } from '../../contract.ts';
import type { AccountRow } from '../account-rows.ts';
import { dropPush } from './changes.ts';

interface Push {
  id: string;
  messageId: string;
  act: 'read' | 'unread' | 'star' | 'unstar' | 'answered' | 'move';
  place: MailPlace | '';
}

interface Location {
  folderId: string;
  path: string;
  place: MailPlace;
  uid: number;
}

const FLAGS = {
  read: ['\\Seen', true],
  unread: ['\\Seen', false],
  star: ['\\Flagged', true],
  unstar: ['\\Flagged', false],
  answered: ['\\Answered', true],
} as const;
const NAMES: Partial<Record<MailPlace, string>> = { archive: 'Archive', trash: 'Trash', junk: 'Junk' };
const STEP = 200;

/** @throws when the connection breaks; what the server refuses is left out */
export async function pushChanges(client: ImapFlow, account: AccountRow): Promise<void> {
  for (;;) {
    const pushes = await query<Push>(
      'select id, message_id as "messageId", act, place from mail_pushes where account_id = $1 order by id limit $2',
      [account.id, STEP],
    );
    if (pushes.length === 0) return;
    for (const push of pushes) {
      for (const location of await locationsOf(push.messageId)) await pushOne(client, account, push, location);
      await dropPush(push.id);
    }
  }
}

const locationsOf = (messageId: string): Promise<Location[]> =>
  query<Location>(
    `select l.folder_id as "folderId", f.path, f.place, l.uid::float8 as uid from mail_locations l join mail_folders f on f.id = l.folder_id where l.message_id = $1`,
    [messageId],
  );

async function pushOne(client: ImapFlow, account: AccountRow, { act, place }: Push, location: Location): Promise<void> {
  const range = String(location.uid);
  const lock = await client.getMailboxLock(location.path).catch((error: unknown) => {
    // The folder is gone; the next look takes that over.
    if (client.usable) return undefined;
    throw error;
  });
  if (!lock) return;
  try {
    if (act === 'move') {
      if (place && place !== location.place) await move(client, account, location, place);
      return;
    }
    const [flag, isOn] = FLAGS[act];
    if (isOn) await client.messageFlagsAdd(range, [flag], { uid: true });
    else await client.messageFlagsRemove(range, [flag], { uid: true });
  } finally {
    lock.release();
  }
}

async function move(
  client: ImapFlow,
  account: AccountRow,
  { folderId, path, place: from, uid }: Location,
  place: MailPlace,
): Promise<void> {
  // In Gmail a message of the inbox is in all mail, too: only its place in the inbox ends.
  const target = await folderFor(client, account, place);
  if (!target || target.path === path || (from !== 'inbox' && place === 'archive')) return;
  const answer = await client.messageMove(String(uid), target.path, { uid: true });
  if (!answer) return;
  const movedTo = answer.uidMap?.get(uid);
  await transaction(async () => {
    const [gone] = await query<{ id: string }>(
      'delete from mail_locations where folder_id = $1 and uid = $2 returning message_id as id',
      [folderId, uid],
    );
    if (gone && movedTo !== undefined)
      await execute(
        `insert into mail_locations (folder_id, workspace_id, account_id, uid, message_id) values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [target.id, account.workspaceId, account.id, movedTo, gone.id],
      );
  });
}

/** The folder of a place; made where the server has none. */
async function folderFor(
  client: ImapFlow,
  account: AccountRow,
  place: MailPlace,
): Promise<{ id: string; path: string } | undefined> {
  const [known] = await query<{ id: string; path: string }>(
    'select id, path from mail_folders where account_id = $1 and place = $2 order by length(path) limit 1',
    [account.id, place],
  );
  if (known || !NAMES[place]) return known;
  const { path } = await client.mailboxCreate([NAMES[place]]);
  const [made] = await query<{ id: string; path: string }>(
    `insert into mail_folders (id, workspace_id, account_id, path, name, place) values (gen_random_uuid(), $1, $2, $3, $4, $5)
      on conflict (account_id, path) do update set place = excluded.place returning id, path`,
    [account.workspaceId, account.id, path, NAMES[place], place],
  );
  return made;
}
