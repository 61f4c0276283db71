/** Actions on conversations: move, mark, snooze, label. */
import { invalid } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, execute, insertRows, query, transaction } from '../../../server/db/index.ts';
import { notify } from '../../../server/events/bus.ts';
import { MAX_LABELS, type ThreadAct } from '../contract.ts';
import { publishThreads } from './account-rows.ts';
import { MAILBOX_CHANNEL } from './sync/channel.ts';
import { refreshThreads } from './sync/refresh.ts';

interface Acting {
  ids: readonly string[];
  act: ThreadAct;
  until?: string | undefined;
  label?: string | undefined;
}

const YEAR = 366 * 86_400_000;

/** Does it with those conversations that the caller may see. @throws AppError `validation` */
export function actOnThreads({ ids, act, until, label }: Acting): Promise<{ changed: number }> {
  return transaction(async () => {
    const threads = await query<{ id: string; accountId: string }>(
      `select id, account_id as "accountId" from mail_threads where id = any($1) and workspace_id = $2 order by id for update`,
      [ids, currentWorkspaceId()],
    );
    const found = threads.map(({ id }) => id);
    await perform(found, act, until, label);
    await refreshThreads(found);
    for (const accountId of new Set(threads.map((thread) => thread.accountId)))
      await notify(MAILBOX_CHANNEL, accountId);
    await publishThreads();
    return { changed: found.length };
  });
}

async function perform(
  ids: readonly string[],
  act: ThreadAct,
  until: string | undefined,
  label: string | undefined,
): Promise<void> {
  switch (act) {
    case 'archive':
    case 'inbox':
    case 'trash':
    case 'junk':
      return moveMessages(ids, act);
    case 'read':
    case 'unread':
      return markMessages(ids, act === 'read');
    case 'star':
    case 'unstar':
      return starMessages(ids, act === 'star');
    case 'snooze':
      return snooze(ids, until);
    case 'label':
      await execute(
        `update mail_threads set labels = array(select distinct unnest(labels || $2::text) order by 1) where id = any($1) and cardinality(labels) < ${MAX_LABELS}`,
        [ids, label],
      );
      return undefined;
    case 'unlabel':
      await execute('update mail_threads set labels = array_remove(labels, $2) where id = any($1)', [ids, label]);
      return undefined;
  }
}

/** Source folders of each move: archiving leaves sent email alone. */
const FROM = {
  archive: ['inbox'],
  inbox: ['archive', 'other', 'trash', 'junk'],
  trash: ['inbox', 'archive', 'other', 'junk', 'sent'],
  junk: ['inbox', 'archive', 'other'],
} as const;

async function moveMessages(ids: readonly string[], place: keyof typeof FROM): Promise<void> {
  const moved = await query<Pushed>(
    `update mail_messages m set place = $2 where m.thread_id = any($1) and m.place = any($3)
        and ($2 <> 'inbox' or m.direction = 'in') returning m.id, m.account_id as "accountId"`,
    [ids, place, FROM[place]],
  );
  if (place !== 'inbox') await execute('update mail_threads set snoozed_until = null where id = any($1)', [ids]);
  await push(moved, 'move', place);
}

interface Pushed {
  id: string;
  accountId: string;
}

async function markMessages(ids: readonly string[], isRead: boolean): Promise<void> {
  const changed = await query<Pushed>(
    isRead
      ? `update mail_messages m set is_read = true where m.thread_id = any($1) and not m.is_read returning m.id, m.account_id as "accountId"`
      : `update mail_messages m set is_read = false where m.id in (select (select l.id from mail_messages l where l.thread_id = t.id
            and l.direction = 'in' order by l.at desc limit 1) from unnest($1::uuid[]) t(id)) returning m.id, m.account_id as "accountId"`,
    [ids],
  );
  await push(changed, isRead ? 'read' : 'unread');
}

async function starMessages(ids: readonly string[], isStarred: boolean): Promise<void> {
  const changed = await query<Pushed>(
    isStarred
      ? `update mail_messages m set is_starred = true where m.id in (select (select l.id from mail_messages l where l.thread_id = t.id
            order by l.at desc limit 1) from unnest($1::uuid[]) t(id)) returning m.id, m.account_id as "accountId"`
      : `update mail_messages m set is_starred = false where m.thread_id = any($1) and m.is_starred returning m.id, m.account_id as "accountId"`,
    [ids],
  );
  await push(changed, isStarred ? 'star' : 'unstar');
}

async function snooze(ids: readonly string[], until: string | undefined): Promise<void> {
  if (until !== undefined) {
    const wait = Date.parse(until) - Date.now();
    if (wait <= 0 || wait > YEAR) throw invalid('until', 'Choose a time within the next year.');
  }
  await execute('update mail_threads set snoozed_until = $2 where id = any($1)', [ids, until ?? null]);
}

type PushedAct = 'read' | 'unread' | 'star' | 'unstar' | 'answered' | 'move';

/** Notes what the server must hear; sample data has no server. */
export async function push(messages: readonly Pushed[], act: PushedAct, place = ''): Promise<void> {
  if (messages.length === 0) return;
  const workspaceId = currentWorkspaceId();
  const synced = await query<{ id: string }>(`select id from mail_accounts where id = any($1) and kind <> 'sample'`, [
    [...new Set(messages.map(({ accountId }) => accountId))],
  ]);
  const has = new Set(synced.map(({ id }) => id));
  await insertRows(
    'mail_pushes',
    messages
      .filter(({ accountId }) => has.has(accountId))
      .map(({ id, accountId }) => ({ id: newId(), workspaceId, accountId, messageId: id, act, place })),
  );
}
