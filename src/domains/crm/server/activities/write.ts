/**
 * The one path on which activities are written: the row, its attendees, its reminders, and the contact's last activity.
 */
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, execute, query } from '../../../../server/db/index.ts';
import { type ActivityData, reminderTimes, searchText } from '../../engine/activities/activity-data.ts';
import { COLUMNS, FIELDS } from './rows.ts';

/** Someone who attends, checked: a contact, a user or an address. */
export interface Guest {
  contactId: string | null;
  userId: string | null;
  name: string;
  email: string;
}

export interface NewRow {
  id: string;
  data: ActivityData;
  guests: readonly Guest[];
  series?: { id: string; occurs: string };
}

/** A field as the driver takes it. */
const bound = (data: ActivityData) =>
  FIELDS.map((field) => (field === 'custom' ? JSON.stringify(data.custom) : data[field]));

const INSERT = `insert into activities (workspace_id, id, series_id, occurs, created_by, updated_by, search_text,
  ${FIELDS.map((field) => COLUMNS[field]).join(', ')})
  values ($1, $2, $3, $4, $5, $5, $6, ${FIELDS.map((_, i) => `$${i + 7}`).join(', ')}) on conflict (series_id, occurs)
    where series_id is not null do nothing returning id`;

/** @returns whether it was inserted: an occurrence that is there already stays as it is. */
export async function insertActivity({ id, data, guests, series }: NewRow): Promise<boolean> {
  const added = await query(INSERT, [
    currentWorkspaceId(),
    id,
    series?.id ?? null,
    series?.occurs ?? null,
    currentUserId(),
    searchText(data),
    ...bound(data),
  ]);
  if (added.length === 0) return false;
  await setGuests(id, guests);
  await setReminders(id, data);
  if (data.doneAt !== null) await touchRecords([id]);
  return true;
}

const UPDATE = `update activities set ${FIELDS.map((field, i) => `${COLUMNS[field]} = $${i + 5}`).join(', ')},
  search_text = $4,
    version = version + 1, updated_at = now(), updated_by = $3,
      cancelled_at = case when $${FIELDS.indexOf('doneAt') + 5}::timestamptz is null then cancelled_at end
  where id = $1 and workspace_id = $2`;

/** @param guests absent: they stay */
export async function updateActivityRow(id: string, data: ActivityData, guests?: readonly Guest[]): Promise<void> {
  await execute(UPDATE, [id, currentWorkspaceId(), currentUserId(), searchText(data), ...bound(data)]);
  if (guests) await setGuests(id, guests);
  await setReminders(id, data);
  if (data.doneAt !== null) await touchRecords([id]);
}

/** Attendees who stay keep their answer. */
async function setGuests(activityId: string, guests: readonly Guest[]): Promise<void> {
  const keyOf = (guest: Guest) => guest.userId ?? guest.contactId ?? guest.email.toLowerCase();
  const present = await query<Guest & { id: string }>(
    'select id, contact_id as "contactId", user_id as "userId", name, email from activity_attendees where activity_id = $1',
    [activityId],
  );
  const known = new Map(present.map((guest) => [keyOf(guest), guest.id]));
  const wanted = new Map(guests.map((guest) => [keyOf(guest), guest]));
  const gone = present.filter((guest) => !wanted.has(keyOf(guest))).map((guest) => guest.id);
  if (gone.length > 0) await execute('delete from activity_attendees where id = any($1)', [gone]);
  for (const [position, [key, guest]] of [...wanted].entries()) {
    const id = known.get(key);
    if (id)
      await execute('update activity_attendees set position = $2, name = $3, email = $4 where id = $1', [
        id,
        position,
        guest.name,
        guest.email,
      ]);
    else {
      await execute(
        'insert into activity_attendees (id, workspace_id, activity_id, position, contact_id, user_id, name, email) values ($1, $2, $3, $4, $5, $6, $7, $8)',
        [newId(), currentWorkspaceId(), activityId, position, guest.contactId, guest.userId, guest.name, guest.email],
      );
    }
  }
}

/**
 * Sets when the owner and the attending users are reminded. What was told stays told; a moment that had passed before
 * the activity was written reminds no one.
 */
export async function setReminders(activityId: string, data: ActivityData): Promise<void> {
  await execute('delete from activity_reminders where activity_id = $1 and told_at is null', [activityId]);
  if (data.doneAt !== null || data.reminders.length === 0) return;
  await execute(
    `insert into activity_reminders (id, workspace_id, activity_id, user_id, fire_at)
     select gen_random_uuid(), $1, $2, people.id, times.at from unnest($3::timestamptz[]) times (at),
       (select $4::uuid as id where $4::uuid is not null union select user_id from activity_attendees
          where activity_id = $2 and user_id is not null and answer <> 'declined') people
     where times.at > now() - interval '1 minute' on conflict (activity_id, user_id, fire_at) do nothing`,
    [currentWorkspaceId(), activityId, reminderTimes(data), data.ownerId],
  );
}

/** New owners get the reminders instead of the previous ones. */
export async function handOverReminders(
  records: readonly { id: string; owner: string | null }[],
  from: string,
): Promise<void> {
  const ids = records.map(({ id }) => id);
  await execute(
    `update activity_reminders r set user_id = n.owner from jsonb_to_recordset($2::jsonb) as n(id uuid, owner uuid)
     where r.activity_id = n.id and r.user_id = $1 and r.told_at is null and n.owner is not null
       and not exists (select 1 from activity_reminders o where o.activity_id = r.activity_id and o.user_id = n.owner
          and o.fire_at = r.fire_at)`,
    [from, JSON.stringify(records.map(({ id, owner }) => ({ id, owner })))],
  );
  await execute('delete from activity_reminders where user_id = $1 and told_at is null and activity_id = any($2)', [
    from,
    ids,
  ]);
}

const TOUCHED = [
  ['contacts', 'a.contact_id', ''],
  ['opportunities', 'a.opportunity_id', ''],
  [
    'companies',
    'coalesce(a.company_id, c.company_id)',
    'left join contacts c on c.id = a.contact_id and c.workspace_id = a.workspace_id',
  ],
] as const;

/**
 * Contacts, opportunities and companies of activities that are done: what was done with them last, and when; what was
 * done with its people was done with a company.
 */
export async function touchRecords(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const [table, column, joined] of TOUCHED) {
    await execute(
      `update ${table} r set last_activity_at = greatest(r.last_activity_at, n.at)
       from (select ${column} as id, max(a.done_at) as at from activities a ${joined} where a.workspace_id = $1
          and a.id = any($2) and a.done_at is not null group by 1) n
       where r.workspace_id = $1 and r.id = n.id`,
      [currentWorkspaceId(), ids],
    );
  }
}
