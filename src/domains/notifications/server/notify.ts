/** Telling people of what happened, by the ways that they chose: in the product, by mail, both or not at all. */
import { newId, UUID } from '../../../kernel/ids.ts';
import {
  asSystem,
  currentScope,
  execute,
  insertIfNew,
  inWorkspace,
  NOW,
  query,
  selectRow,
  transaction,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { KEPT } from '../contract.ts';
import { NOTIFICATIONS } from '../paths.ts';
import type { NotificationKind } from './kinds.ts';
import { newsMail } from './mail-job.ts';
import { waysOf } from './preferences.ts';

export interface News {
  /** One sentence that says it all: `Your import of people.csv is through`. At most 200 characters are kept. */
  title: string;
  /** Further details in plain text. */
  body?: string;
  /** Path inside the product that opens what it is about: `/contacts/import/42`. */
  href?: string;
  subject?: { type: string; id: string };
  /** Names the occasion: told again under the same key, the news comes no second time. */
  key?: string;
  /** Needed only by code that runs as system; otherwise the scope's. */
  workspaceId?: string;
}

const TITLE_LENGTH = 200;
const BODY_LENGTH = 2_000;

let appUrl = '';

/** @param options.appUrl where people reach the product: mails lead there */
export function initNotifications(options: { appUrl: string }): void {
  appUrl = options.appUrl.replace(/\/$/, '');
}

/**
 * Notifies a person, in the ambient transaction, so that the notification exists exactly if the event does. The
 * person's settings decide on delivery. Do not notify people of their own acts.
 * @returns false if the key exists, the account is not active, or the kind is not for its role
 */
export function tellUser(userId: string, kind: NotificationKind, news: News): Promise<boolean> {
  const scope = currentScope();
  const workspaceId = news.workspaceId ?? (scope.role === 'app' ? scope.workspaceId : undefined);
  if (!workspaceId) throw new Error(`The notification "${kind.name}" needs a workspace when sent by the system`);
  if (news.href !== undefined && !/^\/(?![/\\])/.test(news.href))
    throw new Error(`The notification "${kind.name}" links outside the product: ${news.href}`);
  return asSystem(() => transaction(() => tell(userId, workspaceId, kind, news)));
}

async function tell(userId: string, workspaceId: string, kind: NotificationKind, news: News): Promise<boolean> {
  const user = await selectRow('users', ['name', 'email', 'role'], { id: userId, active: true });
  // Role notifications skip people who lost the role: they may not see them and can't turn them off.
  if (!user || (kind.roles && !kind.roles.includes(user.role))) return false;
  const readers = await readersOf(news.subject);
  if (readers && !readers.has(userId)) return false;
  const ways = await waysOf(userId, kind);
  // Kept also when it shall not show: that it was told once must be known, or a mail would come twice.
  const kept = ways.inApp || news.key !== undefined;
  if (kept && !(await keep(userId, workspaceId, kind, news, ways.inApp))) return false;
  if (ways.email)
    await inWorkspace(workspaceId, null, () => enqueue(newsMail, mailOf(user, readers ? withheld(news) : news)));
  return true;
}

/** Readers of the subject; undefined for everyone. */
async function readersOf(subject: News['subject']): Promise<Set<string> | undefined> {
  if (!subject || !UUID.test(subject.id)) return undefined;
  const rows = await query<{ readers: string[] }>('select readers from readers_of(array[$1::uuid])', [subject.id]);
  if (rows.length === 0) return undefined;
  return new Set(rows[0]!.readers.filter((id) => rows.every(({ readers }) => readers.includes(id))));
}

/** Mail passes through other hands: of what is private it says only where to read it. */
const withheld = ({ href }: News): News => ({
  title: 'Update on a private record',
  body: 'A private record was updated.',
  ...(href !== undefined && { href }),
});

/** @returns false when news of the same key is there already. */
async function keep(
  userId: string,
  workspaceId: string,
  kind: NotificationKind,
  news: News,
  visible: boolean,
): Promise<boolean> {
  const isAdded = await insertIfNew('notifications', {
    id: newId(),
    workspaceId,
    userId,
    kind: kind.name,
    title: clip(news.title, TITLE_LENGTH),
    body: news.body ? clip(news.body, BODY_LENGTH) : null,
    href: news.href,
    subjectType: news.subject?.type,
    subjectId: news.subject?.id,
    dedupeKey: news.key,
    removedAt: visible ? null : NOW,
  });
  if (!isAdded) return false;
  if (!visible) return true;
  await forgetBeyondLimit(userId, workspaceId);
  await emit({
    type: 'notification.created',
    subject: { type: 'user', id: userId },
    data: { kind: kind.name },
    workspaceId,
    paths: [NOTIFICATIONS.list],
  });
  return true;
}

/** Of what has a key, that it was told stays known. */
async function forgetBeyondLimit(userId: string, workspaceId: string): Promise<void> {
  await execute(
    `with beyond as (select id from notifications where workspace_id = $1 and user_id = $2 and removed_at is null
      order by id desc offset ${KEPT}),
       gone as (delete from notifications where id in (select id from beyond) and dedupe_key is null)
     update notifications set removed_at = now() where id in (select id from beyond) and dedupe_key is not null`,
    [workspaceId, userId],
  );
}

function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

function mailOf(
  user: { name: string; email: string },
  news: News,
): { name: string; address: string; subject: string; text: string } {
  const parts = [
    `Hello ${user.name},`,
    news.body ?? `${news.title}.`,
    news.href && `Open: ${appUrl}${news.href}`,
    `Choose which emails you get: ${appUrl}/settings?tab=notifications`,
  ];
  // A line break would end the header.
  const subject = clip(news.title.replace(/\s+/g, ' '), TITLE_LENGTH);
  return { name: user.name, address: user.email, subject, text: `${parts.filter(Boolean).join('\n\n')}\n` };
}
