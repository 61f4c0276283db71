/** When reminders of an appointment are due. */
const MINUTE = 60_000;

/**
 * The next moment after `now` at which a reminder is due, as an instant; null when none is left.
 * @param minutes before the start
 * @param at the start, in milliseconds
 */
export function nextReminder(minutes: readonly number[], at: number, now: number): string | null {
  const due = minutes.map((before) => at - before * MINUTE).filter((time) => time > now);
  return due.length > 0 ? new Date(Math.min(...due)).toISOString() : null;
}
