/** A list of instants under headings as people call days. */

export interface Day<T> {
  heading: string;
  items: T[];
}

const DAY = 86_400_000;

/** Number of the local calendar day, so that two of them can be subtracted. */
function dayNumber(instant: Date): number {
  return Math.round(Date.UTC(instant.getFullYear(), instant.getMonth(), instant.getDate()) / DAY);
}

/** "Today", "Yesterday", the weekday within a week, then the date; the year only when it is another one. */
export function dayHeading(instant: Date, now: Date, locale?: string): string {
  const distance = dayNumber(now) - dayNumber(instant);
  if (distance <= 0) return 'Today';
  if (distance === 1) return 'Yesterday';
  if (distance < 7) return instant.toLocaleDateString(locale, { weekday: 'long' });
  return instant.toLocaleDateString(locale, {
    day: 'numeric',
    month: 'long',
    ...(instant.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
}

/** Groups what is sorted already; the order stays. */
export function byDay<T>(items: readonly T[], instantOf: (item: T) => Date, now: Date): Day<T>[] {
  return [...Map.groupBy(items, (item) => dayHeading(instantOf(item), now))].map(([heading, group]) => ({
    heading,
    items: group,
  }));
}
