/** Calendar entries in the device's time zone. */
import { addDays } from '../../../../../kernel/days.ts';
import { wallAt } from '../../../../../kernel/wall-clock.ts';
import { type CalendarEntry, COUNTED_BEYOND } from '../../../contract/activities.ts';
import { deviceZone } from '../times.ts';

export interface Shown {
  /** Stable while the entry is the same, row or not. */
  key: string;
  entry: CalendarEntry;
  /** Wall time of the beginning here; of a whole day, its midnight. */
  start: string;
  length: number | null;
  /** The first day that it touches, and the last. */
  from: string;
  until: string;
}

/** Props of every calendar view. */
export interface DayViewProps {
  days: readonly string[];
  today: string;
  shown: readonly Shown[];
  /** By day, how many there are beside those shown. */
  beyond: Readonly<Record<string, number>>;
  onOpen: (entry: CalendarEntry) => void;
  onDay: (day: string) => void;
}

/** A time to which an entry was moved and that the server has not confirmed yet. */
export type Moved = Pick<CalendarEntry, 'dueAt' | 'day' | 'durationMinutes'>;

export const keyOf = ({ id, seriesId, occurs }: CalendarEntry): string => (seriesId ? `${seriesId} ${occurs}` : id!);

export function shownEntries(items: readonly CalendarEntry[], moved: ReadonlyMap<string, Moved>): Shown[] {
  const zone = deviceZone();
  return items.map((item) => {
    const entry = { ...item, ...moved.get(keyOf(item)) };
    const start = entry.day === null ? wallAt(entry.dueAt, zone) : `${entry.day}T00:00`;
    const from = start.slice(0, 10);
    const days =
      entry.day !== null && entry.durationMinutes ? Math.max(1, Math.round(entry.durationMinutes / 1440)) : 1;
    return { key: keyOf(item), entry, start, length: entry.durationMinutes, from, until: addDays(from, days - 1) };
  });
}

/** @param beyond entries of the day that were not sent: the server counts some of them only */
export const manyText = (count: number, beyond: number | undefined) =>
  `${count}${(beyond ?? 0) >= COUNTED_BEYOND ? '+' : ''}`;

export const onDay = (shown: readonly Shown[], day: string) =>
  shown.filter((one) => one.from <= day && one.until >= day);
