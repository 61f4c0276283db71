/**
 * Where a calendar draws what it shows: days of a view, places side by side, and what a drag means. Minutes count from
 * midnight.
 */
import { addDays, monthStart, weekStart } from '../../../../kernel/days.ts';

export const CALENDAR_VIEWS = ['month', 'week', 'day', 'agenda'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

export const DAY_MINUTES = 1440;
/** Moves and lengths snap to quarters of an hour. */
export const SNAP = 15;
/** Something without a length is drawn as long as this, and nothing shorter: it must be readable. */
const SHORTEST = 30;
const AGENDA_DAYS = 28;

/** The days that a view shows around `day`; a month in whole weeks from Monday on. */
export function daysOfView(view: CalendarView, day: string): string[] {
  const [from, count] =
    view === 'day'
      ? [day, 1]
      : view === 'week'
        ? [weekStart(day), 7]
        : view === 'agenda'
          ? [day, AGENDA_DAYS]
          : [weekStart(monthStart(day)), weeksOfMonth(day) * 7];
  return Array.from({ length: count }, (_, index) => addDays(from, index));
}

function weeksOfMonth(day: string): number {
  const first = weekStart(monthStart(day));
  const last = weekStart(addDays(monthStart(day, 1), -1));
  return Math.round((Date.parse(last) - Date.parse(first)) / (7 * 86_400_000)) + 1;
}

/** One step forwards (1) or back (-1). */
export function stepView(view: CalendarView, day: string, by: 1 | -1): string {
  switch (view) {
    case 'day':
      return addDays(day, by);
    case 'week':
      return addDays(day, 7 * by);
    case 'agenda':
      return addDays(day, AGENDA_DAYS * by);
    case 'month':
      return monthStart(day, by);
  }
}

export interface Span {
  /** Wall time of the beginning, `2026-11-21T09:30`. */
  start: string;
  /** Minutes; null: none was given. */
  length: number | null;
}

export interface Placed<T> {
  item: T;
  /** Minutes from midnight to where it is drawn, and how long. */
  top: number;
  height: number;
  /** Which of `columns` places side by side. */
  column: number;
  columns: number;
}

/** Places what begins on one day so that nothing covers anything else. */
export function placeDay<T extends Span>(items: readonly T[]): Placed<T>[] {
  const sorted = items
    .map((item) => {
      const top = Math.min(minuteOf(item.start), DAY_MINUTES - SHORTEST);
      return {
        item,
        top,
        height: Math.min(Math.max(item.length ?? 0, SHORTEST), DAY_MINUTES - top),
        column: 0,
        columns: 1,
      };
    })
    .sort((one, other) => one.top - other.top || other.height - one.height);
  let group: Placed<T>[] = [];
  let end = -1;
  const close = () => {
    const columns = Math.max(0, ...group.map((one) => one.column + 1));
    for (const one of group) one.columns = columns;
    group = [];
  };
  for (const placed of sorted) {
    if (placed.top >= end) close();
    const taken = new Set(group.filter((other) => other.top + other.height > placed.top).map((other) => other.column));
    while (taken.has(placed.column)) placed.column += 1;
    group.push(placed);
    end = Math.max(end, placed.top + placed.height);
  }
  close();
  return sorted;
}

export const minuteOf = (wall: string): number => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));

/** The wall time on `day`, so many minutes after midnight, snapped; never on another day. */
export function wallOn(day: string, minutes: number): string {
  const snapped = Math.min(DAY_MINUTES - SNAP, Math.max(0, Math.round(minutes / SNAP) * SNAP));
  return `${day}T${String(Math.floor(snapped / 60)).padStart(2, '0')}:${String(snapped % 60).padStart(2, '0')}`;
}

/** A length after its end was dragged: snapped, and never nothing. */
export function snapLength(minutes: number): number {
  return Math.max(SNAP, Math.round(minutes / SNAP) * SNAP);
}
