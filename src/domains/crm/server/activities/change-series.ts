/** Changes of a series: from one occurrence on, or of all that are open. */
import { addDays } from '../../../../kernel/days.ts';
import { AppError, invalid } from '../../../../kernel/errors.ts';
import { currentWorkspaceId, execute } from '../../../../server/db/index.ts';
import type { Reach } from '../../contract/activities.ts';
import type { CustomValues } from '../../contract/fields.ts';
import { activityChanges, type ActivityData, onOccurrence, shiftRule, startName } from '../../engine/activities/activity-data.ts';
import { continueFrom, endBefore, parseRule } from '../../engine/activities/recurrence.ts';
import { guestsOf, isOpen, tell, trash } from './acts.ts';
import { type ActivityRow, dataOf, lockOccurrences } from './rows.ts';
import { createSeries, endSeries, extendSeries, isOccurrence, lockSeries, readRule, type Series } from './series.ts';
import { type Guest, updateActivityRow } from './write.ts';

/** A single activity becomes the first of a series. */
export async function beginSeries(row: ActivityRow, data: ActivityData, guests: Guest[] | undefined, ruleText: string): Promise<void> {
  const starts = startName(data);
  if (starts === null) throw invalid('rule', 'Give it a day or a time first: without one it cannot repeat.');
  const series = await createSeries(readRule(ruleText), starts, { data, guests: guests ?? (await guestsOf(row.id)) });
  await moveIntoSeries(row, { ...onOccurrence(data, series.through), doneAt: data.doneAt, outcome: data.outcome }, guests, series);
  await extendSeries(series.id);
}

async function moveIntoSeries(row: ActivityRow, data: ActivityData, guests: Guest[] | undefined, series: { id: string; through: string } | null): Promise<void> {
  await execute('update activities set series_id = $3, occurs = $4 where id = $1 and workspace_id = $2', [row.id, currentWorkspaceId(), series?.id ?? null, series?.through ?? null]);
  await updateActivityRow(row.id, data, guests);
  await tell('updated', row.id, data, { version: row.version + 1, changes: activityChanges(dataOf(row), data), seriesId: series?.id ?? null });
}

/** Fields that say when it is. */
const WHEN: ReadonlySet<keyof ActivityData> = new Set(['dueAt', 'day', 'zone']);
/** What came of one occurrence is its own. */
const OWN: ReadonlySet<keyof ActivityData> = new Set(['doneAt', 'outcome']);

/**
 * The series ends before the first occurrence that the change is for, and a new one with the change goes on from there.
 * What was done stays as it was, what was deleted or cancelled alone stays away, and what was changed alone keeps what
 * the change does not speak of, its notes and its files.
 * @returns the first occurrence that was changed
 */
export async function changeSeries(row: ActivityRow, data: ActivityData, guests: Guest[] | undefined, reach: Reach, ruleText: string | null | undefined): Promise<string> {
  const series = await lockSeries(row.seriesId!);
  if (!series) throw new AppError('conflict', 'This series has ended. Change the activity alone.');
  const rows = await lockOccurrences(series.id, reach === 'all' ? '' : row.occurs!);
  const open = rows.filter(isOpen);
  const anchor = open.find((one) => reach === 'all' || one.id === row.id) ?? row;
  const others = rows.filter((one) => one.id !== anchor.id && one.occurs! > anchor.occurs!);
  const [from, to] = [startName(row), startName(data)];
  if (to === null && ruleText !== null) throw invalid('rule', 'Give it a day or a time first: without one it cannot repeat.');
  const old = parseRule(series.rule);
  await endSeries(series, anchor.occurs! <= series.starts ? null : endBefore(old, anchor.occurs!));
  if (ruleText === null) {
    for (const one of others.filter(isOpen)) await trash(one);
    await moveIntoSeries(anchor, data, guests, null);
    return anchor.id;
  }
  // One that had been moved alone says nothing of the others, as long as this change does not say when.
  const nameOf = (occurs: string) => (from === to ? occurs : addDays(occurs.slice(0, 10), daysBetween(row.occurs!, to!)) + to!.slice(10));
  const starts = nameOf(anchor.occurs!);
  const rule = ruleText === undefined ? shiftRule(continueFrom(old, series.starts, anchor.occurs!), anchor.occurs!.slice(0, 10), starts.slice(0, 10)) : readRule(ruleText);
  const next = await createSeries(rule, starts, { data, guests: guests ?? (await guestsOf(anchor.id)) });
  const changed = activityChanges(dataOf(row), data).map(({ field }) => field as keyof ActivityData);
  const { doneAt, outcome } = anchor.id === row.id ? data : anchor;
  await moveIntoSeries(anchor, { ...data, ...timeOf(anchor, series, changed, onOccurrence(data, next.through)), doneAt, outcome }, guests, next);
  for (const one of others) {
    const occurs = nameOf(one.occurs!);
    if (isOccurrence(next, occurs) && occurs !== next.through) await carry(one, { from: series, series: next, occurs, was: dataOf(row), data, changed, guests });
    else if (isOpen(one)) await trash(one);
  }
  await extendSeries(next.id);
  return anchor.id;
}

/** When it is in the new series: where it was moved to alone it stays, as long as the change does not say when. */
function timeOf(row: ActivityRow, series: Series, changed: readonly (keyof ActivityData)[], placed: ActivityData): Pick<ActivityData, 'dueAt' | 'day' | 'zone'> {
  const movedAlone = startName(row) !== row.occurs || row.zone !== series.zone;
  const { dueAt, day, zone } = movedAlone && !changed.some((field) => WHEN.has(field)) ? row : placed;
  return { dueAt, day, zone };
}

interface Carried {
  /** The series that it was of. */
  from: Series;
  series: Series;
  /** Which occurrence of it. */
  occurs: string;
  /** The one on which the change was made, before and after it. */
  was: ActivityData;
  data: ActivityData;
  /** What the change speaks of. */
  changed: readonly (keyof ActivityData)[];
  guests: Guest[] | undefined;
}

/** Takes a row of the old series over into the new one. */
async function carry(row: ActivityRow, { from, series, occurs, was, data, changed, guests }: Carried): Promise<void> {
  await execute('update activities set series_id = $3, occurs = $4 where id = $1 and workspace_id = $2', [row.id, currentWorkspaceId(), series.id, occurs]);
  if (!isOpen(row)) return;
  const before = dataOf(row);
  const said = Object.fromEntries(changed.filter((field) => !WHEN.has(field) && !OWN.has(field)).map((field) => [field, data[field]]));
  const after: ActivityData = { ...before, ...said, custom: withOwn(before.custom, was.custom, data.custom), ...timeOf(row, from, changed, onOccurrence(data, occurs)) };
  const changes = activityChanges(before, after);
  if (changes.length === 0 && !guests) return;
  await updateActivityRow(row.id, after, guests);
  await tell('updated', row.id, after, { version: row.version + 1, changes, seriesId: series.id });
}

/** Own fields with what was changed of them on another occurrence; those that the change does not speak of stay. */
function withOwn(own: CustomValues, was: CustomValues, is: CustomValues): CustomValues {
  const stays = (key: string) => JSON.stringify(was[key]) === JSON.stringify(is[key]);
  const kept = Object.entries(own).filter(([key]) => stays(key));
  return Object.fromEntries([...kept, ...Object.entries(is).filter(([key]) => !stays(key))]);
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000);
