/** A booking for calendar programs: one name for ever, and a sequence that grows with each change. */
import { calendarText } from '../../crm/index.ts';
import type { VisitorBooking } from './visitor-booking.ts';

export interface BookingHost {
  id: string;
  name: string;
  email: string;
  zone: string;
  /** Hosted it before the change that is told of. */
  isGone: boolean;
}

interface Context {
  /** Whom the mail comes from: programs offer no answer to anybody else. */
  organizer: { address: string; name: string };
  hosts: readonly BookingHost[];
  /** The page on which the visitor can move or cancel it. */
  link: string;
  /** A host; null: the visitor, who gets no addresses of hosts. */
  reader: BookingHost | null;
}

export function bookingCalendar(
  one: VisitorBooking,
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH',
  { organizer, hosts, link, reader }: Context,
): string {
  const visitor = { name: one.name, email: one.email, answer: 'accepted' } as const;
  const attending = reader === null ? [] : [...hosts.filter(({ id }) => id !== reader.id), reader];
  const details = reader === null ? [`Reschedule or cancel: ${link}`] : [one.email, one.phone].filter(Boolean);
  return calendarText(
    [
      {
        uid: `booking-${one.id}@gauntlet`,
        sequence: one.sequence ?? 0,
        changedAt: new Date().toISOString(),
        start: { at: one.startAt },
        length: one.minutes,
        summary:
          reader === null
            ? [one.typeName, one.hostName].filter(Boolean).join(' with ')
            : `${one.typeName}: ${one.name}`,
        description: details.join('\n'),
        place: one.place,
        cancelled: method === 'CANCEL',
        ...(method !== 'PUBLISH' && {
          organizer: { name: organizer.name, email: organizer.address },
          guests: [
            ...(one.email === '' ? [] : [visitor]),
            ...attending.map(({ name, email }) => ({ name, email, answer: 'accepted' as const })),
          ],
        }),
      },
    ],
    { method },
  );
}
