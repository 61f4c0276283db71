/** A person's own notifications in the active workspace. */
import type * as z from 'zod';
import { notFound } from '../../../kernel/errors.ts';
import { forgetRows } from '../../../server/db/delete-in-batches.ts';
import { currentWorkspaceId, execute, query, sql, updateRows } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { KEPT_DAYS, type Notification, type NotificationSummary, type notifications } from '../contract.ts';
import { NOTIFICATIONS } from '../paths.ts';

interface Row {
  id: string;
  kind: string;
  title: string;
  body: string | null;
  href: string | null;
  subject_type: string | null;
  subject_id: string | null;
  created_at: string;
  seen_at: string | null;
  read_at: string | null;
}

const COLUMNS = 'id, kind, title, body, href, subject_type, subject_id, created_at, seen_at, read_at';
/** `$1` workspace, `$2` user. */
const MINE = `workspace_id = $1 and user_id = $2 and removed_at is null
  and created_at > now() - interval '${KEPT_DAYS} days'`;

function toNotification(row: Row): Notification {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    body: row.body,
    href: row.href,
    subject: row.subject_type && row.subject_id ? { type: row.subject_type, id: row.subject_id } : null,
    createdAt: row.created_at,
    seen: row.seen_at !== null,
    read: row.read_at !== null,
  };
}

export async function listNotifications(
  userId: string,
  { cursor, limit, unread }: z.output<typeof notifications.list.query>,
): Promise<{ items: Notification[]; next: string | null }> {
  const rows = await query<Row>(
    `select ${COLUMNS} from notifications
      where ${MINE} and ($3::uuid is null or id < $3) ${unread ? 'and read_at is null' : ''} order by id desc limit $4`,
    [currentWorkspaceId(), userId, cursor ?? null, limit + 1],
  );
  const items = rows.slice(0, limit).map(toNotification);
  return { items, next: rows.length > limit ? items.at(-1)!.id : null };
}

/** The counts are exact: a person keeps a few hundred at most. */
export async function summarise(userId: string): Promise<NotificationSummary> {
  // Every open page asks for it at each change: one statement, prepared once.
  const [row] = await query<
    { unread: number; unseen: number; elsewhere: number } & { [Column in keyof Row]: Row[Column] | null }
  >(
    `select counts.unread, counts.unseen, unseen_elsewhere() as elsewhere, newest.*
     from (select count(*)::int as unread, count(*) filter (where seen_at is null)::int as unseen from notifications
        where ${MINE} and read_at is null) counts
     left join lateral (select ${COLUMNS} from notifications where ${MINE} order by id desc limit 1) newest on true`,
    [currentWorkspaceId(), userId],
    'notifications_summary',
  );
  const { unread, unseen, elsewhere, ...newest } = row!;
  return { unread, unseen, newest: newest.id === null ? null : toNotification(newest as Row), elsewhere };
}

/** @returns the ids of those that changed. */
export async function mark(userId: string, body: z.output<typeof notifications.mark.body>): Promise<string[]> {
  const which = 'ids' in body ? 'id = any($3)' : 'id <= $3';
  const change = body.read ? 'set read_at = now(), seen_at = coalesce(seen_at, now())' : 'set read_at = null';
  const rows = await query<{ id: string }>(
    `update notifications ${change} where ${MINE} and ${which} and read_at is ${body.read ? '' : 'not '}null
      returning id`,
    [currentWorkspaceId(), userId, 'ids' in body ? body.ids : body.upTo],
  );
  if (rows.length > 0) await tellOtherTabs();
  return rows.map((row) => row.id);
}

export async function markSeen(userId: string): Promise<void> {
  const seen = await execute(`update notifications set seen_at = now() where ${MINE} and seen_at is null`, [
    currentWorkspaceId(),
    userId,
  ]);
  if (seen > 0) await tellOtherTabs();
}

/** @throws AppError not_found for someone else's. */
export async function remove(userId: string, id: string): Promise<void> {
  const removed = await execute(
    `update notifications set removed_at = now(), seen_at = coalesce(seen_at, now()) where ${MINE} and id = $3`,
    [currentWorkspaceId(), userId, id],
  );
  if (removed === 0) throw notFound('The notification');
  await tellOtherTabs();
}

/**
 * Brings back what was taken out of the list. What was never in it stays out.
 * @throws AppError not_found when it is gone for good.
 */
export async function restore(userId: string, id: string): Promise<void> {
  const restored = await updateRows(
    'notifications',
    { removedAt: null },
    { workspaceId: currentWorkspaceId(), userId, id, removedAt: sql`is not null`, seenAt: sql`is not null` },
  );
  if (restored === 0) throw notFound('The notification');
  await tellOtherTabs();
}

const tellOtherTabs = () => publishPaths(currentWorkspaceId(), [NOTIFICATIONS.list]);

/**
 * Forgets what is too old. What was taken out of a list goes after a day, unless its key must still be known. Runs as
 * system.
 */
export async function forgetOldNotifications(): Promise<void> {
  await forgetRows(
    'notifications',
    `created_at < now() - interval '${KEPT_DAYS} days'
      or (removed_at < now() - interval '1 day' and dedupe_key is null)`,
  );
}

export const deleteOldNotificationsRecurring = defineRecurring({
  name: 'notifications.forget',
  title: 'Delete old notifications',
  every: 3_600,
  handler: forgetOldNotifications,
});
