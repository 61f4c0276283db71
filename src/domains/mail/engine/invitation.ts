/**
 * Calendar parts of letters (iTIP by mail, RFC 5546 and 6047): what a message says of an event, and the text of an
 * answer. Only ical.js's parser is used. Its recurrence and zone code never ends for some rules that a stranger can send,
 * so times are told by this machine's own zones.
 */
import ICAL from 'ical.js';
import { addDays } from '../../../kernel/days.ts';
import { instantAt, isTimeZone } from '../../../kernel/wall-clock.ts';
import { manyLines, oneLine } from './clean-text.ts';
import type { MailPerson } from './parsed-mail.ts';
import { zoneOfWindowsName } from './windows-zones.ts';

export type Answer = 'none' | 'accepted' | 'tentative' | 'declined';

export interface EventGuest extends MailPerson {
  answer: Answer;
}

/** An event as one message says it. */
export interface MailEvent {
  method: 'REQUEST' | 'CANCEL' | 'REPLY' | 'PUBLISH';
  /** Names the event in every message that speaks of it. */
  uid: string;
  /** RECURRENCE-ID as an instant or a day; blank for the event itself. */
  occurs: string;
  sequence: number;
  /** Instant of DTSTAMP. */
  stamp: string;
  summary: string;
  description: string;
  place: string;
  /** A web address to join or read more; blank without one. */
  link: string;
  /** Instant; of a whole-day event, when its day begins in `zone`. */
  startsAt: string;
  day: string | null;
  /** IANA. */
  zone: string;
  /** Of a whole-day event: 1440 for each day. */
  minutes: number;
  /** Rule of RFC 5545; blank for a single event. */
  rule: string;
  organizer: MailPerson | null;
  guests: EventGuest[];
  isCanceled: boolean;
}

const MAX_TEXT = 300_000;
const MAX_GUESTS = 200;
/** Sixty days: as long as an activity can last. */
const MAX_MINUTES = 86_400;
const METHODS = new Set(['REQUEST', 'CANCEL', 'REPLY', 'PUBLISH']);

/**
 * Reads the first event of a calendar part. Of several, the one without a RECURRENCE-ID counts.
 * @param fallbackZone of times without a zone, and of zones that nobody knows
 * @returns undefined for what is no calendar, or holds no event with a name and a time
 */
export function readEvent(text: string, fallbackZone: string): MailEvent | undefined {
  if (text.length > MAX_TEXT) return undefined;
  try {
    const calendar = new ICAL.Component(ICAL.parse(text) as string | unknown[]);
    const events = calendar.getAllSubcomponents('vevent');
    const event = events.find((one) => !one.hasProperty('recurrence-id')) ?? events[0];
    return event && toEvent(calendar, event, fallbackZone);
  } catch {
    return undefined;
  }
}

function toEvent(calendar: ICAL.Component, event: ICAL.Component, fallbackZone: string): MailEvent | undefined {
  const string = (name: string) => String(event.getFirstPropertyValue(name) ?? '');
  const start = timeOf(event.getFirstProperty('dtstart'), fallbackZone);
  const uid = oneLine(string('uid'), 500);
  if (!start || !uid) return undefined;
  const method = oneLine(String(calendar.getFirstPropertyValue('method') ?? ''), 20).toUpperCase();
  const description = manyLines(string('description'), 10_000).trim();
  const place = oneLine(string('location'), 300);
  return {
    method: METHODS.has(method) ? (method as MailEvent['method']) : 'PUBLISH',
    uid,
    occurs: timeOf(event.getFirstProperty('recurrence-id'), start.zone)?.name ?? '',
    sequence: wholeNumber(string('sequence')),
    stamp: timeOf(event.getFirstProperty('dtstamp'), 'UTC')?.at ?? new Date(0).toISOString(),
    summary: oneLine(string('summary'), 300),
    description,
    place,
    link: linkOf(event, `${place}\n${description}`),
    startsAt: start.at,
    day: start.day,
    zone: start.zone,
    minutes: lengthOf(event, start, fallbackZone),
    rule: oneLine(string('rrule'), 300),
    organizer: personOf(event.getFirstProperty('organizer')),
    guests: event
      .getAllProperties('attendee')
      .slice(0, MAX_GUESTS)
      .flatMap((property) => {
        const person = personOf(property);
        return person ? [{ ...person, answer: answerOf(property) }] : [];
      }),
    isCanceled: method === 'CANCEL' || /^cancell?ed$/i.test(string('status')),
  };
}

const wholeNumber = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

interface EventTime {
  at: string;
  day: string | null;
  zone: string;
  /** The day, or the instant. */
  name: string;
}

const two = (value: number) => String(value).padStart(2, '0');

function timeOf(property: ICAL.Property | null, fallbackZone: string): EventTime | undefined {
  const value = property?.getFirstValue();
  if (!property || !(value instanceof ICAL.Time)) return undefined;
  const day = `${String(value.year).padStart(4, '0')}-${two(value.month)}-${two(value.day)}`;
  // A year such as 0001 or 20260 is no day that a calendar shows.
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(day)) return undefined;
  if (value.isDate) return { at: instantAt(`${day}T00:00`, fallbackZone), day, zone: fallbackZone, name: day };
  const isUtc = value.zone === ICAL.Timezone.utcTimezone;
  const zone = isUtc ? 'UTC' : (zoneNamed(parameter(property, 'tzid')) ?? fallbackZone);
  const at = instantAt(`${day}T${two(value.hour)}:${two(value.minute)}`, zone);
  return { at, day: null, zone: isUtc ? fallbackZone : zone, name: at };
}

/** Blank where it is not there, whatever its type says. */
const parameter = (property: ICAL.Property, name: string): string =>
  (property.getFirstParameter(name) as string | undefined) ?? '';

/** `Europe/Berlin`, `/mozilla.org/20050126_1/Europe/Berlin`, or `W. Europe Standard Time`. */
function zoneNamed(name: string): string | undefined {
  const parts = name.split('/').filter(Boolean);
  return [name, parts.slice(-2).join('/'), parts.slice(-3).join('/'), zoneOfWindowsName(name) ?? '']
    .filter(Boolean)
    .find((one) => isTimeZone(one));
}

const DAY_MINUTES = 1_440;

function lengthOf(event: ICAL.Component, start: EventTime, fallbackZone: string): number {
  const end = timeOf(event.getFirstProperty('dtend'), fallbackZone);
  const duration = event.getFirstPropertyValue('duration');
  const minutes =
    start.day !== null && end?.day
      ? Math.round((Date.parse(end.day) - Date.parse(start.day)) / 60_000)
      : end
        ? Math.round((Date.parse(end.at) - Date.parse(start.at)) / 60_000)
        : duration instanceof ICAL.Duration
          ? Math.round(duration.toSeconds() / 60)
          : 0;
  return Math.min(Math.max(minutes, start.day === null ? 0 : DAY_MINUTES), MAX_MINUTES);
}

function personOf(property: ICAL.Property | null): MailPerson | null {
  const address = /^mailto:(.{1,254})$/i.exec(String(property?.getFirstValue() ?? '').trim())?.[1];
  if (!property || !address) return null;
  return { name: oneLine(parameter(property, 'cn'), 200), address: oneLine(decoded(address), 254).toLowerCase() };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const ANSWERS: Readonly<Record<string, Answer>> = {
  ACCEPTED: 'accepted',
  TENTATIVE: 'tentative',
  DECLINED: 'declined',
};
const answerOf = (property: ICAL.Property): Answer => ANSWERS[parameter(property, 'partstat').toUpperCase()] ?? 'none';

const MEETING =
  /https:\/\/[\w.-]*(?:zoom\.us|meet\.google\.com|teams\.microsoft\.com|teams\.live\.com|webex\.com|whereby\.com)\/[^\s<>"\\]{1,400}/i;

/** Where to join: what programs write for it, an address in the text, or the event's own page. */
function linkOf(event: ICAL.Component, text: string): string {
  const own = ['x-google-conference', 'x-microsoft-skypeteamsmeetingurl', 'x-microsoft-onlinemeetingconflink'].map(
    (name) => String(event.getFirstPropertyValue(name) ?? ''),
  );
  return (
    [...own, MEETING.exec(text)?.[0] ?? '', String(event.getFirstPropertyValue('url') ?? '')]
      .map((one) => oneLine(one, 500))
      .find((one) => /^https?:\/\/[^\s]{1,480}$/i.test(one)) ?? ''
  );
}

/** Whether a message about an event is later than what is known of it (RFC 5546, 2.1.5). */
export const isLater = (
  one: Pick<MailEvent, 'sequence' | 'stamp'>,
  known: Pick<MailEvent, 'sequence' | 'stamp'>,
): boolean => one.sequence > known.sequence || (one.sequence === known.sequence && one.stamp > known.stamp);

/** Whether a change is one that guests answer anew: another time or another rule. */
export const hasMoved = (one: MailEvent, before: MailEvent): boolean =>
  one.startsAt !== before.startsAt ||
  one.day !== before.day ||
  one.minutes !== before.minutes ||
  one.rule !== before.rule;

/** Instant at which an event is over; a series does not end here. */
export const endOf = ({ startsAt, minutes }: Pick<MailEvent, 'startsAt' | 'minutes'>): number =>
  Date.parse(startsAt) + minutes * 60_000;

const icalDate = (name: string) =>
  ICAL.Time.fromString(name.length === 10 ? name : `${name.slice(0, 19)}Z`, undefined as never);

/**
 * The answer of one guest (RFC 5546, 3.2.3): the same UID, SEQUENCE, and RECURRENCE-ID as the invitation, one attendee.
 * @param now instant
 */
export function replyText(event: MailEvent, guest: MailPerson, answer: Exclude<Answer, 'none'>, now: string): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('prodid', '-//Gauntlet//Mail//EN');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('method', 'REPLY');
  const reply = new ICAL.Component('vevent');
  reply.addPropertyWithValue('uid', event.uid);
  reply.addPropertyWithValue('dtstamp', icalDate(now));
  reply.addPropertyWithValue('sequence', event.sequence);
  if (event.occurs) reply.addPropertyWithValue('recurrence-id', icalDate(event.occurs));
  reply.addPropertyWithValue('dtstart', icalDate(event.day ?? event.startsAt));
  reply.addPropertyWithValue(
    'dtend',
    icalDate(
      event.day === null
        ? new Date(endOf(event)).toISOString()
        : addDays(event.day, Math.max(Math.round(event.minutes / DAY_MINUTES), 1)),
    ),
  );
  reply.addPropertyWithValue('summary', event.summary);
  if (event.organizer) reply.addProperty(calendarUser('organizer', event.organizer));
  const attendee = calendarUser('attendee', guest);
  attendee.setParameter('partstat', answer.toUpperCase());
  reply.addProperty(attendee);
  calendar.addSubcomponent(reply);
  return `${calendar.toString()}\r\n`;
}

function calendarUser(name: 'organizer' | 'attendee', { name: called, address }: MailPerson): ICAL.Property {
  const property = new ICAL.Property(name);
  // A quotation mark has no way to be written in a parameter.
  if (called) property.setParameter('cn', called.replaceAll('"', "'"));
  property.setValue(`mailto:${address}`);
  return property;
}
