/** Changes of a series: from one occurrence on, or of all that are open. */
import { AppError, invalid } from '../../../../kernel/errors.ts';
import { currentWorkspaceId, execute } from '../../../../server/db/index.ts';
import type { Reach } from '../../contract/activities.ts';
import {
  activityChanges,
  type ActivityData,
  onOccurrence,
  shiftRule,
  startName,
} from '../../engine/activities/activity-data.ts';
import { continueFrom, endBefore, parseRule } from '../../engine/activities/recurrence.ts';
import {
  type Change,
  movedName,
  saysClock,
  saysWhen,
  takeOver,
  takeOverList,
} from '../../engine/activities/copy-to-series.ts';
import type { Calculation } from '../../../../records/engine/formula/fields.ts';
import { calculationOf } from '../../../../records/server/custom-fields/formulas.ts';
import { doneActs, guestsOf, isOpen, tell, trash } from './activity-actions.ts';
import { type ActivityRow, dataOf, lockOccurrences } from './rows.ts';
import { createSeries, endSeries, extendSeries, isOccurrence, lockSeries, readRule, type Series } from './series.ts';
import { type Guest, updateActivityRow } from './write.ts';

/** Which occurrence of which series a row is. */
interface Place {
  id: string;
  occurs: string;
}

/** A single activity becomes the first of a series. */
export async function beginSeries(
  row: ActivityRow,
  data: ActivityData,
  guests: Guest[] | undefined,
  ruleText: string,
): Promise<void> {
  const starts = startName(data);
  if (starts === null) throw invalid('rule', 'Set a date or time before you make it repeat.');
  const series = await createSeries(readRule(ruleText), starts, { data, guests: guests ?? (await guestsOf(row.id)) });
  await moveTo({ id: series.id, occurs: series.through }, row);
  await write(
    row,
    { ...onOccurrence(data, series.through), doneAt: data.doneAt, outcome: data.outcome },
    guests,
    series.id,
  );
  await extendSeries(series.id);
}

/** A change of one occurrence that is for others as well. */
interface SeriesChange extends Change {
  row: ActivityRow;
  /** Attendees before and after; absent if they don't change. */
  guests: { was: readonly Guest[]; is: readonly Guest[] } | undefined;
  /** Works out the calculated fields. */
  calculate: Calculation['apply'];
}

/**
 * The series ends before the first occurrence that the change is for, and a new one with the change goes on from there.
 * The one on which the change was made becomes what the change makes of it; the series and its other occurrences take
 * over what was changed and nothing else of it. What was done stays as it was, what was deleted or canceled alone
 * stays away, and what was changed alone keeps what the change does not speak of, its notes and its files.
 * @returns the one on which the change was made; where it is gone by another rule, the first of the series
 */
export async function changeSeries(
  row: ActivityRow,
  data: ActivityData,
  guests: Guest[] | undefined,
  reach: Reach,
  ruleText: string | null | undefined,
): Promise<string> {
  const series = await lockSeries(row.seriesId!);
  if (!series) throw new AppError('conflict', 'This series has ended. Edit only this activity.');
  if (startName(data) === null && ruleText !== null)
    throw invalid('rule', 'Set a date or time before you make it repeat.');
  const rows = await lockOccurrences(series.id, reach === 'all' ? '' : row.occurs!);
  const anchor = rows.find((one) => isOpen(one) && (reach === 'all' || one.id === row.id)) ?? row;
  const others = rows.filter((one) => one.id !== anchor.id && one.occurs! > anchor.occurs!);
  const old = parseRule(series.rule);
  await endSeries(series, anchor.occurs! <= series.starts ? null : endBefore(old, anchor.occurs!));
  if (ruleText === null) {
    for (const one of [anchor, ...others]) if (isOpen(one) && one.id !== row.id) await trash(one);
    await moveTo(null, row);
    await write(row, data, guests, null);
    return row.id;
  }
  const change: SeriesChange = {
    row,
    was: dataOf(row),
    is: data,
    guests: guests && { was: await guestsOf(row.id), is: guests },
    calculate: (await calculationOf('activity')).apply,
  };
  const nameOf = (occurs: string) => movedName(occurs, row.occurs!, change);
  const starts = nameOf(anchor.occurs!);
  const rule =
    ruleText === undefined
      ? shiftRule(continueFrom(old, series.starts, anchor.occurs!), anchor.occurs!.slice(0, 10), starts.slice(0, 10))
      : readRule(ruleText);
  const { template } = series;
  const next = await createSeries(rule, starts, {
    data: onPlace(template.data, starts, change),
    guests: guestsAfter(template.guests, change) ?? template.guests,
  });
  await carry(anchor, series, { id: next.id, occurs: next.through }, change);
  let stays = row.id;
  for (const one of others) {
    const occurs = nameOf(one.occurs!);
    if (isOccurrence(next, occurs) && occurs !== next.through)
      await carry(one, series, { id: next.id, occurs }, change);
    else if (isOpen(one)) {
      await trash(one);
      if (one.id === row.id) stays = anchor.id;
    } else if (one.id === row.id) await write(row, data, guests, series.id);
  }
  if (row.occurs! < anchor.occurs!) await write(row, data, guests, series.id);
  await extendSeries(next.id);
  return stays;
}

/** The data of the series or of one occurrence after the change, at its own time. */
function onPlace(data: ActivityData, occurs: string, change: SeriesChange): ActivityData {
  const zone = saysClock(change) ? change.is.zone : data.zone;
  const after = takeOver(onOccurrence({ ...data, zone }, occurs), change);
  return { ...after, custom: change.calculate(after.custom, {}) };
}

/** The same person or address. */
const guestName = ({ userId, contactId, email }: Guest) => userId ?? contactId ?? email.toLowerCase();

/** Attendees of another occurrence after the change; undefined if they don't change. */
function guestsAfter(guests: readonly Guest[], { guests: change }: SeriesChange): Guest[] | undefined {
  if (!change || JSON.stringify(change.was.map(guestName)) === JSON.stringify(change.is.map(guestName)))
    return undefined;
  return takeOverList(guests, change.was, change.is, guestName);
}

/** Takes a row of the old series over into the new one. */
async function carry(row: ActivityRow, from: Series, place: Place, change: SeriesChange): Promise<void> {
  await moveTo(place, row);
  // By another rule the series may begin elsewhere than at this one.
  const displaced = place.occurs !== movedName(row.occurs!, change.row.occurs!, change);
  if (row.id === change.row.id) {
    const { dueAt, day } = displaced ? onOccurrence(change.is, place.occurs) : change.is;
    return write(row, { ...change.is, dueAt, day }, change.guests && [...change.guests.is], place.id);
  }
  if (!isOpen(row)) return;
  // Where it was moved to alone it stays, as long as the change does not say when.
  const movedAlone = startName(row) !== row.occurs || row.zone !== from.zone;
  const after = onPlace(dataOf(row), place.occurs, change);
  const { dueAt, day, zone } = movedAlone && !displaced && !saysWhen(change) ? row : after;
  const data = { ...after, dueAt, day, zone };
  const guests = guestsAfter(await guestsOf(row.id), change);
  if (guests || activityChanges(dataOf(row), data).length > 0) await write(row, data, guests, place.id);
}

/** @param place null: it is of no series any more */
async function moveTo(place: Place | null, row: ActivityRow): Promise<void> {
  await execute('update activities set series_id = $3, occurs = $4 where id = $1 and workspace_id = $2', [
    row.id,
    currentWorkspaceId(),
    place?.id ?? null,
    place?.occurs ?? null,
  ]);
}

async function write(
  row: ActivityRow,
  data: ActivityData,
  guests: Guest[] | undefined,
  seriesId: string | null,
): Promise<void> {
  const before = dataOf(row);
  await updateActivityRow(row.id, data, guests);
  await tell('updated', row.id, data, { version: row.version + 1, changes: activityChanges(before, data), seriesId });
  for (const { name, facts } of doneActs(before, data))
    await tell(name, row.id, data, { version: row.version + 1, ...facts });
}
