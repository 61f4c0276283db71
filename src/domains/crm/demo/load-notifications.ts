/** Recent notifications of the sample people, about existing records. */
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';

interface Told {
  kind: string;
  title: string;
  body: string;
  href: string;
  subject: { type: string; id: string };
}

const HOUR = 3_600_000;
/** Hours before the start of each, newest first; those older than a day are read. */
const HOURS_AGO = [2, 7, 27, 75, 121];

/** Notifies each person of the current workspace about their own records. The newest is unread. */
export async function loadNotifications(people: readonly string[], now: Date): Promise<void> {
  for (const userId of people)
    await keep(userId, [...(await deals(userId)), ...(await finishedImports(userId))].slice(0, HOURS_AGO.length), now);
}

async function deals(userId: string): Promise<Told[]> {
  const rows = await query<{ id: string; name: string; colleague: string | null }>(
    `select o.id, o.name, (select p.name from workspace_people p where p.id <> o.owner_id order by p.name limit 1) as
      colleague
     from opportunities o where o.workspace_id = $1 and o.owner_id = $2 and o.deleted_at is null
        order by o.created_at desc, o.id limit 3`,
    [currentWorkspaceId(), userId],
  );
  return rows.map(({ id, name, colleague }) => ({
    kind: 'opportunity_assigned',
    title: `${name} is yours now`,
    body: colleague === null ? 'You have become its owner.' : `${colleague} made you its owner.`,
    href: `/opportunities/${id}`,
    subject: { type: 'opportunity', id },
  }));
}

async function finishedImports(userId: string): Promise<Told[]> {
  const rows = await query<{
    id: string;
    file_name: string;
    created: number;
    updated: number;
    skipped: number;
    rejected: number;
  }>(
    `select id, file_name, created, updated, skipped, rejected from imports
      where workspace_id = $1 and created_by = $2 and state = 'done' order by created_at desc limit 2`,
    [currentWorkspaceId(), userId],
  );
  return rows.map(({ id, file_name: fileName, created, updated, skipped, rejected }) => ({
    kind: 'import_finished',
    title: `Import finished: ${fileName}`,
    body: `${created} contacts were created, ${updated} updated, ${skipped} rows skipped and ${rejected} rejected. The report with every reason is under Contacts, Import.`,
    href: `/contacts/import/${id}`,
    subject: { type: 'import', id },
  }));
}

async function keep(userId: string, told: readonly Told[], now: Date): Promise<void> {
  // Oldest first, because ids sort by creation.
  for (const [nth, { kind, title, body, href, subject }] of [...told.entries()].reverse()) {
    const hours = HOURS_AGO[nth]!;
    const at = new Date(now.getTime() - hours * HOUR).toISOString();
    await query(
      `insert into notifications (id, workspace_id, user_id, kind, title, body, href, subject_type, subject_id,
        created_at, seen_at, read_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        newId(),
        currentWorkspaceId(),
        userId,
        kind,
        title,
        body,
        href,
        subject.type,
        subject.id,
        at,
        nth === 0 ? null : at,
        hours > 24 ? at : null,
      ],
    );
  }
}
