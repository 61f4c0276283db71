/** Applies a change of one occurrence to the others of its series: only the changed values. */
import { addDays } from '../../../../kernel/days.ts';
import type { CustomValues } from '../../../../records/contract/field-values.ts';
import { activityChanges, type ActivityData, settled, startName } from './activity-data.ts';

/** Each occurrence has its own time, and what came of one is its own. */
const OWN: ReadonlySet<string> = new Set(['dueAt', 'day', 'zone', 'doneAt', 'outcome']);

/** One occurrence before and after the change. */
export interface Change {
  was: ActivityData;
  is: ActivityData;
}

/** Another occurrence, or what the series begins each with, after the change; when it is stays. */
export function takeOver(other: ActivityData, { was, is }: Change): ActivityData {
  const said = activityChanges({ ...was, custom: {} }, { ...is, custom: {} })
    .filter(({ field }) => !OWN.has(field))
    .map(({ field, to }) => [field, to]);
  return settled({
    ...other,
    ...Object.fromEntries(said),
    tags: takeOverList(other.tags, was.tags, is.tags, (tag) => tag.toLowerCase()),
    custom: ownFields(other.custom, was.custom, is.custom),
  });
}

/** Applies the items added to and removed from one list to another list. */
export function takeOverList<T>(
  other: readonly T[],
  was: readonly T[],
  is: readonly T[],
  nameOf: (one: T) => string,
): T[] {
  const [before, after] = [new Set(was.map(nameOf)), new Set(is.map(nameOf))];
  const kept = other.filter((one) => after.has(nameOf(one)) || !before.has(nameOf(one)));
  const known = new Set(kept.map(nameOf));
  return [...kept, ...is.filter((one) => !before.has(nameOf(one)) && !known.has(nameOf(one)))];
}

function ownFields(other: CustomValues, was: CustomValues, is: CustomValues): CustomValues {
  const stays = (key: string) => JSON.stringify(was[key]) === JSON.stringify(is[key]);
  return Object.fromEntries([
    ...Object.entries(other).filter(([key]) => stays(key)),
    ...Object.entries(is).filter(([key]) => !stays(key)),
  ]);
}

const dayOf = (name: string) => name.slice(0, 10);
/** Blank of a whole day. */
const timeOf = (name: string) => name.slice(10);
const names = ({ was, is }: Change) => [startName(was) ?? '', startName(is) ?? ''] as const;

const saysDay = (change: Change) => dayOf(names(change)[0]) !== dayOf(names(change)[1]);
const saysTime = (change: Change) => timeOf(names(change)[0]) !== timeOf(names(change)[1]) || names(change)[0] === '';

/** Whether the change says what time it is, and on whose clocks. */
export const saysClock = (change: Change): boolean => saysTime(change) || change.was.zone !== change.is.zone;

/** Whether the change says when it is at all. */
export const saysWhen = (change: Change): boolean => saysDay(change) || saysClock(change);

/**
 * The name of an occurrence after the change. A day that was chosen moves each by as many days as it lies from where
 * the changed one belongs, a time that was chosen is that of all. What was not changed says nothing: one that had been
 * moved alone, and stays where it is, moves no one.
 * @param changed the name of the occurrence on which the change was made
 */
export function movedName(occurs: string, changed: string, change: Change): string {
  const to = names(change)[1];
  const day = saysDay(change) ? addDays(dayOf(occurs), daysBetween(changed, to)) : dayOf(occurs);
  return day + timeOf(saysTime(change) ? to : occurs);
}

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / 86_400_000);
