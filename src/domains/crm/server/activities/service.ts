/**
 * One activity at a time: plan, log, change, complete, put off, cancel, delete and restore; of a series, which of them.
 */
import { AppError, type FieldError, invalid, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, execute, query, transaction } from '../../../../server/db/index.ts';
import type { Activity, ActivityFields, ActivityUpdate, NewActivity, Reach } from '../../contract/activities.ts';
import { readCustom } from '../../engine/contacts/contact-input.ts';
import {
  activityChanges,
  applyActivity,
  type ActivityData,
  blankActivity,
  onOccurrence,
  startName,
} from '../../engine/activities/activity-data.ts';
import { endBefore, parseRule } from '../../engine/activities/recurrence.ts';
import { calculationOf } from '../../../../records/server/custom-fields/formulas.ts';
import { withMakers } from '../../../../records/server/timeline/created-through.ts';
import { staleRecord } from '../../../../records/server/edit-conflict.ts';
import { customDefinitions, makerAsOwner, workspaceSettings } from '../../../../records/server/workspace.ts';
import { doneActs, guestsOf, isOpen, tell, trash } from './activity-actions.ts';
import { beginSeries, changeSeries } from './change-series.ts';
import { cancelForGone, cancelInvitations, invitedGuests } from './invitations.ts';
import { linkErrors, resolveGuests } from './references.ts';
import { tellAssigned } from './notify.ts';
import { type ActivityRow, dataOf, lockActivity, lockOccurrences, readActivity } from './rows.ts';
import {
  createSeries,
  endSeries,
  extendSeries,
  insertOccurrence,
  isOccurrence,
  lockSeries,
  readRule,
} from './series.ts';
import { type Guest, insertActivity, setReminders, updateActivityRow } from './write.ts';

const NOUN = 'The activity';

/** @throws AppError `not_found` for an absent, a foreign and a deleted one alike; with `trash` for a living one. */
export async function getActivity(id: string, trash = false): Promise<Activity> {
  const activity = await readActivity(id, trash);
  if (!activity) throw notFound(NOUN);
  return withMakers('activity', activity);
}

async function lock(id: string): Promise<ActivityRow> {
  const row = await lockActivity(id);
  if (!row) throw notFound(NOUN);
  return row;
}

/** The activity after the input. @throws AppError `validation` */
export async function checkActivity(current: ActivityData, input: ActivityFields): Promise<ActivityData> {
  const { data, errors } = applyActivity(current, input, new Date().toISOString());
  if (input.custom) {
    const definitions = new Map(
      (await customDefinitions('activity')).map((definition) => [definition.key, definition]),
    );
    data.custom = readCustom(
      current.custom,
      input.custom,
      { customFields: definitions, country: (await workspaceSettings()).country },
      errors,
    );
  }
  data.custom = (await calculationOf('activity')).apply(data.custom, {});
  refuse([...errors, ...(await linkErrors(data, input))]);
  return data;
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new AppError('validation', errors[0]!.message, { fields: [...errors] });
}

/**
 * Plans an activity, or logs one that was done. With a rule it is the first of a series.
 * @throws AppError `validation`
 */
export function createActivity(input: NewActivity): Promise<Activity> {
  return transaction(async () => {
    const data = await checkActivity(blankActivity((await workspaceSettings()).timeZone, await makerAsOwner()), input);
    const guests = await resolveGuests(input.attendees ?? []);
    const id = input.rule ? await createRepeating(data, guests, input.rule) : newId();
    if (!input.rule) await insertActivity({ id, data, guests });
    await tell('created', id, data, { version: 1 });
    if (data.doneAt !== null) await tell('completed', id, data, { version: 1, outcome: data.outcome });
    await tellAssigned(id, data, { ownerId: null, attending: [] }, usersAmong(guests));
    return getActivity(id);
  });
}

const usersAmong = (guests: readonly Guest[]) => guests.flatMap(({ userId }) => (userId === null ? [] : [userId]));

async function createRepeating(data: ActivityData, guests: Guest[], ruleText: string): Promise<string> {
  const starts = startName(data);
  if (starts === null) throw invalid('rule', 'Set a date or time before you make it repeat.');
  const series = await createSeries(readRule(ruleText), starts, { data, guests });
  const id = newId();
  await insertActivity({
    id,
    data: { ...onOccurrence(data, series.through), doneAt: data.doneAt, outcome: data.outcome },
    guests,
    series: { id: series.id, occurs: series.through },
  });
  await extendSeries(series.id);
  return id;
}

/**
 * Changes the given fields, based on `version`; of a series also those of the following or all open occurrences.
 * @throws AppError `validation`, `not_found`; `stale` when the activity has another version by now.
 */
export function updateActivity(id: string, input: ActivityUpdate, ifMatch?: number): Promise<Activity> {
  const { version: named, apply: reach = 'this', rule, attendees, ...fields } = input;
  const version = named ?? ifMatch;
  if (version === undefined) throw invalid('version', 'The version of your change is required.');
  return transaction(async () => {
    const row = await lock(id);
    if (row.version !== version) throw await staleRecord('activity', (await readActivity(id))!, version);
    const before = dataOf(row);
    const data = await checkActivity(before, fields);
    const guests = attendees && (await resolveGuests(attendees));
    const attended = guests ? usersAmong(await guestsOf(id)) : [];
    const same = activityChanges(before, data).length === 0 && !guests;
    if (same && rule === undefined) return getActivity(id);
    const invited = guests ? await invitedGuests(row) : [];
    let changed = id;
    if (row.seriesId !== null && (reach !== 'this' || rule !== undefined))
      changed = await changeSeries(row, data, guests, reach, rule);
    else if (rule) await beginSeries(row, data, guests, rule);
    else if (!same) {
      await updateActivityRow(id, data, guests);
      await tellChange(row, before, data);
    }
    await cancelForGone(invited);
    // Of a series people hear once: of the one on which it was said.
    await tellAssigned(changed, data, { ownerId: before.ownerId, attending: attended }, usersAmong(guests ?? []));
    return getActivity(changed);
  });
}

/**
 * Changes a row that may be in any version: acts that say what they do rather than what they saw. What is told is what
 * a change of its fields tells.
 */
async function act(
  row: ActivityRow,
  change: Partial<ActivityData>,
  facts: Record<string, unknown> = {},
): Promise<Activity> {
  const before = dataOf(row);
  const data = { ...before, ...change };
  await updateActivityRow(row.id, data);
  await tellChange(row, before, data, facts);
  return getActivity(row.id);
}

async function tellChange(
  { id, version }: ActivityRow,
  before: ActivityData,
  data: ActivityData,
  facts: Record<string, unknown> = {},
): Promise<void> {
  await tell('updated', id, data, { version: version + 1, changes: activityChanges(before, data), ...facts });
  for (const { name, facts: of } of doneActs(before, data)) await tell(name, id, data, { version: version + 1, ...of });
}

/**
 * Marks it as done; what is done stays as it is. Of a series the next occurrence follows.
 * @throws AppError `not_found`, `validation`
 */
export function completeActivity(
  id: string,
  input: { outcome?: string | undefined; body?: string | undefined; doneAt?: string | undefined },
): Promise<Activity> {
  return transaction(async () => {
    const row = await lock(id);
    if (row.doneAt !== null) return getActivity(id);
    const { outcome, body } = await checkActivity(dataOf(row), {
      outcome: input.outcome,
      body: input.body,
      doneAt: input.doneAt,
    });
    const done = await act(row, { outcome, body, doneAt: input.doneAt ?? new Date().toISOString() });
    if (row.seriesId) await extendSeries(row.seriesId);
    return done;
  });
}

/** Takes back that it was done or canceled. @throws AppError `not_found` */
export function reopenActivity(id: string): Promise<Activity> {
  return transaction(async () => {
    const row = await lock(id);
    if (row.doneAt === null && !row.cancelled) return getActivity(id);
    await execute('update activities set cancelled_at = null where id = $1 and workspace_id = $2', [
      id,
      currentWorkspaceId(),
    ]);
    if (row.doneAt !== null) return act(row, { doneAt: null, outcome: '' });
    // Undoing a cancellation restores the activity unchanged.
    const data = dataOf(row);
    await updateActivityRow(id, data);
    await tell('reopened', id, data, { version: row.version + 1 });
    return getActivity(id);
  });
}

/**
 * It takes place no more, and stays on record. Attendees who were invited are told.
 * @throws AppError `not_found`, `conflict`
 */
export function cancelActivity(id: string): Promise<Activity> {
  return transaction(async () => {
    const row = await lock(id);
    if (row.doneAt !== null) throw new AppError('conflict', 'This activity is already done. Reopen it first.');
    if (row.cancelled) return getActivity(id);
    await cancelInvitations(row);
    await execute('update activities set cancelled_at = now() where id = $1 and workspace_id = $2', [
      id,
      currentWorkspaceId(),
    ]);
    await execute('delete from activity_reminders where activity_id = $1 and told_at is null', [id]);
    await execute(
      'update activities set version = version + 1, updated_at = now(), updated_by = $3 where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), currentUserId()],
    );
    await tell('cancelled', id, dataOf(row), { version: row.version + 1 });
    if (row.seriesId) await extendSeries(row.seriesId);
    return getActivity(id);
  });
}

/**
 * Puts it off; only this one of a series.
 * @throws AppError `not_found`, `validation`; `conflict` when it is not open.
 */
export function snoozeActivity(
  id: string,
  to: { dueAt?: string | undefined; day?: string | undefined },
): Promise<Activity> {
  if ((to.dueAt === undefined) === (to.day === undefined))
    throw invalid('dueAt', 'Say either until when or until which day.');
  return transaction(async () => {
    const row = await lock(id);
    if (row.doneAt !== null || row.cancelled) throw new AppError('conflict', 'Only open activities can be postponed.');
    const data = await checkActivity(dataOf(row), to);
    return act(row, { dueAt: data.dueAt, day: data.day, durationMinutes: data.durationMinutes }, { snoozed: true });
  });
}

/** Deletes it; of a series with `following` or `all` the series ends with it. @throws AppError `not_found` */
export function removeActivity(id: string, reach: Reach): Promise<void> {
  return transaction(async () => {
    const row = await lock(id);
    const rows = [row];
    const series = row.seriesId && reach !== 'this' ? await lockSeries(row.seriesId) : undefined;
    if (series) {
      const others = await lockOccurrences(series.id, reach === 'all' ? '' : row.occurs!);
      rows.push(...others.filter((one) => one.id !== id && isOpen(one)));
      const endsAll = reach === 'all' || row.occurs! <= series.starts;
      await endSeries(series, endsAll ? null : endBefore(parseRule(series.rule), row.occurs!));
    }
    for (const one of rows) await trash(one);
    if (row.seriesId && !series) await extendSeries(row.seriesId);
  });
}

/** @throws AppError `not_found` when it is not deleted. */
export function restoreActivity(id: string): Promise<Activity> {
  return transaction(async () => {
    const row = await lockActivity(id, true);
    if (!row) throw notFound(NOUN);
    await execute(
      'update activities set deleted_at = null, version = version + 1, updated_at = now(), updated_by = $3 where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), currentUserId()],
    );
    await setReminders(id, dataOf(row));
    await tell('restored', id, dataOf(row), { version: row.version + 1 });
    return getActivity(id);
  });
}

/**
 * Makes an activity of an occurrence that lies ahead, or answers the one that is there.
 * @throws AppError `not_found`, `validation`
 */
export function openOccurrence(seriesId: string, occurs: string): Promise<Activity> {
  return transaction(async () => {
    const series = await lockSeries(seriesId);
    if (!series) throw notFound('The series');
    const known = await query<{ id: string }>(
      'select id from activities where series_id = $1 and occurs = $2 and workspace_id = $3 and deleted_at is null',
      [seriesId, occurs, currentWorkspaceId()],
    );
    if (known[0]) return getActivity(known[0].id);
    if (!isOccurrence(series, occurs)) throw invalid('occurs', 'The series does not take place then.');
    if (!(await insertOccurrence(series, occurs))) throw notFound('The occurrence');
    const [made] = await query<{ id: string }>('select id from activities where series_id = $1 and occurs = $2', [
      seriesId,
      occurs,
    ]);
    await tell('created', made!.id, onOccurrence(series.template.data, occurs), { version: 1, seriesId });
    return getActivity(made!.id);
  });
}
