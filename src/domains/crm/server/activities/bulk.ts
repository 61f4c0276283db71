/** Bulk actions on activities. */
import { currentUserId, currentWorkspaceId, execute, query } from '../../../../server/db/index.ts';
import { type Activity, ActivityBulkSet, OUTCOMES } from '../../contract/activities.ts';
import {
  activityChanges,
  type ActivityData,
  blankActivity,
  searchText,
} from '../../engine/activities/activity-data.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import { type BulkKind, type Changed, type EditAction, retag } from '../../../../records/server/bulk/bulk-kind.ts';
import { calculationOf } from '../../../../records/server/custom-fields/formulas.ts';
import { changingChoices, settingOwn } from '../../../../records/server/custom-fields/bulk-edit.ts';
import { activityFacts, doneActs } from './activity-actions.ts';
import { cancelInvitations } from './invitations.ts';
import { activityKind } from './kind.ts';
import { type ActivityRow, dataOf, lockActivities, lockActivity } from './rows.ts';
import { extendSeries } from './series.ts';
import { checkActivity } from './service.ts';
import { setReminders, touchRecords } from './write.ts';

/** An activity with what undo needs beside its fields. */
type Image = ActivityData & { seriesId: string | null };

export const activityBulk: BulkKind<Activity, Image> = {
  list: { ...activityKind, moved: calledOff },
  prepare,
  lock: async (ids) =>
    (await lockActivities(ids)).map((row) => ({ id: row.id, version: row.version, image: imageOf(row) })),
  differences: activityChanges,
  acts: doneActs,
  facts: activityFacts,
  write,
};

/** Deleted activities are canceled: attendees are notified, and the series continues with the next occurrence. */
async function calledOff(ids: readonly string[]): Promise<void> {
  const gone = await query<{ id: string; series: string | null; invited: boolean }>(
    `select id, series_id as series, invited_sequence is not null as invited from activities
     where workspace_id = $1 and id = any($2) and deleted_at is not null
        and (invited_sequence is not null or series_id is not null) order by id`,
    [currentWorkspaceId(), ids],
  );
  for (const { id, invited } of gone) {
    const row = invited ? await lockActivity(id, true) : undefined;
    if (row) await cancelInvitations(row);
  }
  for (const id of new Set(gone.flatMap(({ series }) => series ?? []))) await extendSeries(id);
}

const imageOf = (row: ActivityRow): Image => ({ ...dataOf(row), seriesId: row.seriesId });

async function prepare(action: EditAction): Promise<(image: Image) => Image> {
  switch (action.kind) {
    case 'addTags':
    case 'removeTags': {
      const change = retag(action, uniqueTags);
      return (image) => ({ ...image, tags: change(image.tags) });
    }
    case 'addChoices':
    case 'removeChoices': {
      const change = await changingChoices('activity', action);
      const { apply } = await calculationOf('activity');
      return (image) => ({ ...image, custom: apply(change(image.custom), {}) });
    }
    case 'assign':
      return edit({ ownerId: action.ownerId });
    case 'edit':
      return edit(ActivityBulkSet.parse(action.set));
  }
}

async function edit({
  status,
  custom = {},
  ...fields
}: ReturnType<typeof ActivityBulkSet.parse>): Promise<(image: Image) => Image> {
  // Checked once; what is the same for all need not be done for each.
  const set = await checkActivity(blankActivity('UTC', null), { ...fields, custom });
  const { apply } = await calculationOf('activity');
  const plain = Object.fromEntries(Object.keys(fields).map((field) => [field, set[field as keyof ActivityData]]));
  const setOwn = settingOwn(custom, set.custom);
  const now = new Date().toISOString();
  return (image) => {
    const doneAt = status === undefined ? image.doneAt : status === 'done' ? (image.doneAt ?? now) : null;
    const next = { ...image, ...plain, custom: apply(setOwn(image.custom), {}), doneAt };
    // Nothing has come yet of what is open again, and what came of a call does not come of a meeting.
    const isOpenAgain = image.doneAt !== null && doneAt === null;
    return { ...next, outcome: isOpenAgain || !OUTCOMES[next.type].includes(image.outcome) ? '' : image.outcome };
  };
}

async function write(changes: readonly Changed<Image>[]): Promise<void> {
  const rows = changes.map(({ id, version, image }) => ({
    id,
    version,
    type: image.type,
    owner_id: image.ownerId,
    priority: image.priority,
    done_at: image.doneAt,
    outcome: image.outcome,
    tags: image.tags,
    custom: image.custom,
    search_text: searchText(image),
  }));
  await execute(
    `update activities a set type = n.type, owner_id = n.owner_id, priority = n.priority, done_at = n.done_at,
      outcome = n.outcome, tags = n.tags, custom = n.custom, search_text = n.search_text, version = a.version + 1,
      updated_at = now(), updated_by = $3
     from jsonb_to_recordset($2::jsonb) as n(id uuid, version integer, type text, owner_id uuid, priority text,
        done_at timestamptz, outcome text, tags text[], custom jsonb, search_text text)
     where a.id = n.id and a.version = n.version and a.workspace_id = $1`,
    [currentWorkspaceId(), JSON.stringify(rows), currentUserId()],
  );
  for (const { id, before, image } of changes) {
    if (image.reminders.length > 0 && (image.ownerId !== before.ownerId || image.doneAt !== before.doneAt))
      await setReminders(id, image);
  }
  await touchRecords(
    changes.flatMap(({ id, before, image }) => (before.doneAt === null && image.doneAt !== null ? [id] : [])),
  );
  const series = new Set(
    changes.flatMap(({ before, image }) =>
      image.seriesId && before.doneAt === null && image.doneAt !== null ? [image.seriesId] : [],
    ),
  );
  for (const id of series) await extendSeries(id);
}
