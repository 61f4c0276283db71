/** Conversations: the list, with search, and one conversation. */
import type { QueryOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import {
  asSystem,
  currentUserId,
  currentWorkspaceId,
  query,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';
import type { mailThreads, MailThread, MailView } from '../contract.ts';
import type { MailQuery } from '../engine/query.ts';
import { publishThreads } from './account-rows.ts';
import { messageConditions, onMessage, searchOf, threadConditions } from './search.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

interface Row extends Omit<MailThread, 'assignedTo'> {
  assignedId: string | null;
  assignedName: string | null;
}

const COLUMNS = `t.id, t.account_id as "accountId", t.subject, t.people, t.snippet, t.message_count as "messageCount",
  t.unread_count as "unreadCount", t.has_attachments as "hasAttachments", t.is_starred as "isStarred", t.places, t.labels,
  t.triage, t.triage_why as "triageWhy", t.last_at as "lastAt", t.last_direction as "lastDirection",
  t.snoozed_until as "snoozedUntil", t.assigned_to as "assignedId",
  (select p.name from workspace_people p where p.id = t.assigned_to) as "assignedName", t.version`;

const IN_INBOX = `t.places && '{inbox}' and t.snoozed_until is null`;
const VIEWS: Record<MailView, string> = {
  inbox: IN_INBOX,
  unread: `${IN_INBOX} and t.unread_count > 0`,
  starred: `t.is_starred`,
  snoozed: 't.snoozed_until is not null',
  mine: `${IN_INBOX} and t.assigned_to = $4`,
  newsletters: `t.triage = 'newsletter' and not t.places <@ '{trash,junk}'`,
  sent: `t.places && '{sent}'`,
  archive: `t.places && '{archive,other}' and not t.places && '{inbox}'`,
  junk: `t.places && '{trash,junk}' and t.places && '{junk}'`,
  trash: `t.places && '{trash,junk}' and t.places && '{trash}'`,
  all: `not t.places <@ '{trash,junk}'`,
};

function toThread({ assignedId, assignedName, ...row }: Row): MailThread {
  return { ...row, assignedTo: assignedId === null ? null : { id: assignedId, name: assignedName ?? 'Former member' } };
}

type Page = { items: MailThread[]; next: string | null };
/** Where a conversation stands in a list: at its last message, or at the newest one that was found. */
interface Place {
  threadId: string;
  at: string;
  id: string;
}

/** @throws AppError `bad_request` */
export async function listThreads({
  cursor,
  limit,
  view,
  accountId,
  search,
}: QueryOf<typeof mailThreads.list>): Promise<Page> {
  const from = unpackCursor(cursor, INSTANT, UUID);
  const values: unknown[] = [
    currentWorkspaceId(),
    from?.[0] ?? null,
    from?.[1] ?? null,
    currentUserId(),
    await readableMailboxes(accountId),
    limit + 1,
  ];
  const places = search
    ? await searchPlaces(await searchOf(search), view, values, limit)
    : await query<Place>(inEachMailbox(threadsWith(VIEWS[view])), values);
  const page = pageFrom(places, limit, ({ at, id }) => packCursor(at, id));
  const rows = await query<Row>(`select ${COLUMNS} from mail_threads t where t.id = any($1) and t.workspace_id = $2`, [
    page.items.map(({ threadId }) => threadId),
    currentWorkspaceId(),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    items: page.items.flatMap(({ threadId }) => {
      const row = byId.get(threadId);
      return row ? [toThread(row)] : [];
    }),
    next: page.next,
  };
}

/** Each mailbox gives its newest, so that none is read whole. */
const inEachMailbox = (newest: string) => `
  select f.thread_id as "threadId", f.at, f.id, f.is_cut as "isCut" from mail_accounts a cross join lateral (${newest}) f
    where a.workspace_id = $1 and a.id = any($5) and $4::uuid is not null
    order by f.at desc, f.id desc limit $6 + cardinality($5)`;

const threadsWith = (conditions: string) => `
  select t.id as thread_id, t.last_at as at, t.id, false as is_cut from mail_threads t
    where t.account_id = a.id and t.workspace_id = $1 and ${conditions}
      and ($2::timestamptz is null or (t.last_at, t.id) < ($2::timestamptz, $3::uuid))
    order by t.last_at desc, t.id desc limit $6`;

/**
 * Row-level security keeps a text search from its index, so the search runs outside it, in mailboxes that the caller may
 * read. The conversations themselves are read within it.
 */
function searchPlaces(search: MailQuery, view: MailView, values: unknown[], limit: number): Promise<Place[]> {
  const add = (value: unknown) => `$${values.push(value)}`;
  const message = messageConditions(search, add);
  const thread = threadConditions(search, add);
  thread.push(search.place ? 'true' : NARROWING_VIEWS.has(view) ? VIEWS[view] : VIEWS.all);
  if (message.length === 0)
    return asSystem(() => query<Place>(inEachMailbox(threadsWith(thread.join(' and '))), values));
  // Of frequent words the newest messages are enough. Only where they leave a page unfilled, all are looked at.
  return asSystem(async () => {
    const few = await query<Place & { isCut: boolean }>(inEachMailbox(messagesWith(message, thread)), values);
    // Below the first mark, a mailbox may hold conversations that nobody has looked at yet.
    const mark = few.findIndex(({ isCut }) => isCut);
    const found = mark === -1 ? few : few.slice(0, mark);
    if (mark === -1 || found.length > limit) return found;
    return query<Place>(inEachMailbox(newestOf(message, thread, 'mail_messages', onMessage(message, 'm'))), values);
  });
}

/** Matching messages that are looked at first. */
const CANDIDATES = 120;

/** The newest matching message of each conversation, and a mark at the last candidate where there may be more. */
const messagesWith = (message: readonly string[], thread: readonly string[]) => `
  with candidates as materialized (
    select m.thread_id, m.at, m.id from mail_messages m
      where m.account_id = a.id and ${onMessage(message, 'm')}
        and ($2::timestamptz is null or (m.at, m.id) < ($2::timestamptz, $3::uuid))
      order by m.at desc, m.id desc limit ${CANDIDATES})
  (${newestOf(message, thread, 'candidates', 'true')})
  union all (select null, c.at, c.id, true from candidates c
    where (select count(*) from candidates) = ${CANDIDATES} order by c.at, c.id limit 1)`;

const newestOf = (message: readonly string[], thread: readonly string[], table: string, condition: string) => `
  select m.thread_id, m.at, m.id, false as is_cut from ${table} m join mail_threads t on t.id = m.thread_id
    where ${table === 'candidates' ? 'true' : 'm.account_id = a.id'} and ${condition} and ${thread.join(' and ')}
      and ($2::timestamptz is null or (m.at, m.id) < ($2::timestamptz, $3::uuid))
      and not coalesce((select true from mail_messages n where n.thread_id = m.thread_id and (n.at, n.id) > (m.at, m.id)
        and ${onMessage(message, 'n')} limit 1), false)
    order by m.at desc, m.id desc limit $6`;

/** Views that narrow a search down. From the others, everything but trash and junk is searched. */
const NARROWING_VIEWS: ReadonlySet<MailView> = new Set<MailView>([
  'trash',
  'junk',
  'sent',
  'starred',
  'snoozed',
  'newsletters',
  'mine',
]);

/** Mailboxes of the workspace that the caller may read, or one of them. */
async function readableMailboxes(accountId: string | undefined): Promise<string[]> {
  const rows = await query<{ id: string }>(
    'select id from mail_accounts where workspace_id = $1 and ($2::uuid is null or id = $2)',
    [currentWorkspaceId(), accountId ?? null],
  );
  return rows.map(({ id }) => id);
}

/** @throws AppError `not_found` */
export async function readThread(id: string): Promise<MailThread> {
  const [row] = await query<Row>(`select ${COLUMNS} from mail_threads t where t.id = $1 and t.workspace_id = $2`, [
    id,
    currentWorkspaceId(),
  ]);
  if (!row) throw notFound('The conversation');
  return toThread(row);
}

export const EMAIL_ASSIGNED = defineNotificationKind({
  name: 'mail_assigned',
  group: 'Email',
  label: 'Assigned emails',
  hint: 'Someone assigns a conversation of a shared inbox to you.',
  ways: { inApp: true, email: false },
});

/** @throws AppError `not_found`, `stale`; `conflict` in a personal mailbox; `validation` for someone who cannot read it */
export async function assignThread(
  id: string,
  { version, assignedTo }: { version: number; assignedTo: string | null },
): Promise<MailThread> {
  return transaction(async () => {
    const thread = await readThread(id);
    const [account] = await query<{ isShared: boolean; readers: string[]; name: string }>(
      'select is_shared as "isShared", readers, name from mail_accounts where id = $1',
      [thread.accountId],
    );
    if (!account?.isShared) throw new AppError('conflict', 'Only conversations of a shared inbox can be assigned.');
    if (assignedTo !== null && !account.readers.includes(assignedTo))
      throw invalid('assignedTo', 'This person isn’t a member of the shared inbox. Choose someone else.');
    const changed = await updateRows('mail_threads', { assignedTo, version: version + 1 }, { id, version });
    if (changed === 0)
      throw new AppError('stale', 'Someone changed this conversation in the meantime.', {
        details: await readThread(id),
      });
    if (assignedTo !== null && assignedTo !== currentUserId())
      await tellUser(assignedTo, EMAIL_ASSIGNED, {
        workspaceId: currentWorkspaceId(),
        title: `Email assigned to you in ${account.name}`,
        body: thread.subject.slice(0, 200),
        href: `/ai-email-assistant?thread=${id}`,
      });
    await publishThreads();
    return readThread(id);
  });
}

const MAX_LABELS_LISTED = 200;

/** Labels of all conversations that the caller may read. */
export async function listLabels(): Promise<{ items: string[] }> {
  const rows = await query<{ label: string }>(
    `select distinct l as label from mail_threads t cross join unnest(t.labels) l where t.workspace_id = $1 and t.labels <> '{}' order by 1 limit ${MAX_LABELS_LISTED}`,
    [currentWorkspaceId()],
  );
  return { items: rows.map(({ label }) => label) };
}
