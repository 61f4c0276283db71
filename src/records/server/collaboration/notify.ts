/** Notifications about comments, mentions, and changes to watched records. */
import { currentUserId, currentWorkspaceId, query } from '../../../server/db/index.ts';
import { defineNotificationKind, tellUser } from '../../../domains/notifications/index.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import { mentionedIn, type Person } from '../../engine/mentions.ts';
import { peopleNames } from '../workspace.ts';
import { pageOf } from './subjects.ts';
import { watchBecause, watchersOf } from './watch.ts';

export const MENTIONED = defineNotificationKind({
  name: 'record_mentioned',
  group: 'Records',
  label: 'Mentions',
  hint: 'Someone mentions you in a note or a comment.',
  ways: { inApp: true, email: true },
});
export const COMMENTED = defineNotificationKind({
  name: 'record_commented',
  group: 'Records',
  label: 'Comments',
  hint: 'Someone comments on a record you watch.',
  ways: { inApp: true, email: false },
});

/** People of the workspace whom a text names; those who have left are not among them. */
export async function peopleIn(text: string, picked: readonly string[] | undefined): Promise<Person[]> {
  if (!text.includes('@')) return [];
  const people = await query<Person>('select id, name from workspace_people where active', []);
  return mentionedIn(text, people, picked);
}

export interface Written {
  kind: RecordKind;
  recordId: string;
  recordName: string;
  /** Of the note or comment. */
  id: string;
  what: 'note' | 'comment';
  text: string;
}

/** The writer's name for others. An administrator on a visit is not a member of the workspace. */
async function writerName(): Promise<string> {
  const writer = currentUserId();
  return (writer && (await peopleNames([writer])).get(writer)) || 'Someone';
}

const hrefOf = ({ kind, recordId, what }: Written) => `${pageOf(kind, recordId)}?tab=${what}s`;

/** Notifies people who are newly mentioned, except the writer. */
export async function tellMentioned(
  written: Written,
  mentions: readonly Person[],
  before: readonly Person[] = [],
): Promise<void> {
  const fresh = mentions.filter(({ id }) => id !== currentUserId() && !before.some((one) => one.id === id));
  if (fresh.length === 0) return;
  const by = await writerName();
  await watchBecause(
    'mentioned',
    written.kind,
    written.recordId,
    fresh.map(({ id }) => id),
  );
  for (const { id } of fresh) {
    await tellUser(id, MENTIONED, {
      title: `${by} mentioned you on ${written.recordName}`,
      body: written.text,
      href: hrefOf(written),
      subject: { type: written.kind, id: written.recordId },
      key: `mention:${written.id}`,
      workspaceId: currentWorkspaceId(),
    });
  }
}

/** Notifies watchers of the record, except the writer and people already notified because they are mentioned. */
export async function tellCommented(written: Written, mentions: readonly Person[]): Promise<void> {
  const told = new Set([currentUserId(), ...mentions.map(({ id }) => id)]);
  const watchers = (await watchersOf(written.kind, written.recordId)).filter(({ id }) => !told.has(id));
  if (watchers.length === 0) return;
  const by = await writerName();
  for (const { id } of watchers) {
    await tellUser(id, COMMENTED, {
      title: `${by} commented on ${written.recordName}`,
      body: written.text,
      href: hrefOf(written),
      subject: { type: written.kind, id: written.recordId },
      key: `comment:${written.id}`,
      workspaceId: currentWorkspaceId(),
    });
  }
}
