/** Attendees of activities whose contacts become one. */
import { currentWorkspaceId, execute, query } from '../../../../server/db/index.ts';

/** SQL over an attendee `m`: the contact `$3` attends the same activity. */
export const ATTENDS_TOO =
  'exists (select 1 from activity_attendees o where o.activity_id = m.activity_id and o.contact_id = $3)';

/**
 * Attendees joined by a merge: deleted rows of `activity_attendees` as plain JSON, and ids of rows that moved to the
 * other contact.
 */
export interface JoinedAttendees {
  gone: Record<string, unknown>[];
  moved: string[];
}

const rank = (alias: string) => `(${alias}.invited_at is not null, coalesce(${alias}.answered_at, '-infinity'))`;

/**
 * Where both attend the same activity, one of the two rows stays: a person comes once, and is invited once. It is the
 * one that was invited, whose link is in someone's mailbox, and of two of those the one that answered last.
 */
export async function joinAttendees(from: string, to: string): Promise<JoinedAttendees> {
  const scope = [currentWorkspaceId(), from, to];
  const gone = await query<{ row: Record<string, unknown> }>(
    `delete from activity_attendees a using activity_attendees o
      where a.workspace_id = $1 and o.workspace_id = $1 and o.activity_id = a.activity_id
       and ((a.contact_id = $2 and o.contact_id = $3 and ${rank('a')} <= ${rank('o')})
          or (a.contact_id = $3 and o.contact_id = $2 and ${rank('a')} < ${rank('o')}))
     returning to_jsonb(a) as row`,
    scope,
  );
  if (gone.length === 0) return { gone: [], moved: [] };
  const moved = await query<{ id: string }>(
    'update activity_attendees set contact_id = $3 where workspace_id = $1 and contact_id = $2 returning id',
    scope,
  );
  return { gone: gone.map(({ row }) => row), moved: moved.map(({ id }) => id) };
}

/** Undoes `joinAttendees`: both attend again what the one that stayed attends still. */
export async function partAttendees({ gone, moved }: JoinedAttendees, from: string, to: string): Promise<void> {
  if (gone.length === 0) return;
  const scope = [currentWorkspaceId(), from, to];
  await execute(
    'update activity_attendees set contact_id = $2 where workspace_id = $1 and contact_id = $3 and id = any($4)',
    [...scope, moved],
  );
  await execute(
    `insert into activity_attendees select r.* from jsonb_populate_recordset(null::activity_attendees, $4::jsonb) r
     where r.workspace_id = $1 and exists
        (select 1 from activity_attendees k where k.activity_id = r.activity_id and k.contact_id in ($2, $3))
        on conflict do nothing`,
    [...scope, JSON.stringify(gone)],
  );
}
