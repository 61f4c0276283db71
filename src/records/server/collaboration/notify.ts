/** What people hear of comments, of being mentioned, and of what others did with records that they watch. */
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

/** Who wrote it, as others call them; an administrator on a visit is none of the workspace's people. */
async function writerName(): Promise<string> {
  const writer = currentUserId();
  return (writer && (await peopleNames([writer])).get(writer)) || 'Someone';
}

const hrefOf = ({ kind, recordId, what }: Written) => `${pageOf(kind, recordId)}?tab=${what}s`;

/** Tells those who are named and were not before. Nobody is told of what they wrote themselves. */
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

/** Tells those who watch the record, besides its writer and those who were told already because they are named. */
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
