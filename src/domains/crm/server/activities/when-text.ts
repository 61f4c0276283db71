/** How mails and notifications write down when something is. */
import type { Activity } from '../../contract/activities.ts';

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** "Monday 23 November 2026 at 15:00 (Europe/Berlin)", in the zone that it was planned in; blank without a time. */
export function timeInWords({ dueAt, day, zone }: Pick<Activity, 'dueAt' | 'day' | 'zone'>): string {
  if (dueAt === null) return '';
  if (day !== null) return dayFormat.format(new Date(`${day}T00:00:00Z`));
  return `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: zone }).format(new Date(dueAt))} (${zone.replaceAll('_', ' ')})`;
}
