/**
 * iCalendar texts (RFC 5545, RFC 5546): feeds, single events, invitations. Times are written as instants in UTC, which
 * every program reads alike; only a series needs its zone, which is then described from the machine's own zone data.
 */
import { addDays, offsetAt } from '../../../kernel/days.ts';
import { addMinutes, instantAt } from '../../../kernel/wall-clock.ts';
import { formatRule, type Rule } from './activities/recurrence.ts';

export interface Mailbox {
  name: string;
  email: string;
}

export interface CalendarGuest extends Mailbox {
  answer: 'none' | 'accepted' | 'tentative' | 'declined';
}

export interface CalendarEvent {
  /** Names the event for ever, in every program that has it. */
  uid: string;
  /** Grows with each change of what was sent out. */
  sequence?: number;
  /** When it was last changed, ISO 8601. */
  changedAt: string;
  /** An instant (ISO 8601), a day, or the wall time and zone of a series' first occurrence. */
  start: { at: string } | { day: string } | { wall: string; zone: string };
  /** Minutes, or days of whole days. Absent: half an hour, or one day. */
  length?: number;
  rule?: Rule;
  /**
   * Which occurrence of the event with the rule and the same name this one takes the place of, and the zone of that.
   */
  instead?: { occurs: string; zone: string };
  /** Occurrences of the rule that do not take place, named as `start` is. */
  except?: readonly string[];
  summary: string;
  description?: string;
  place?: string;
  url?: string;
  cancelled?: boolean;
  /** Blocks no time: a task, a deadline. */
  free?: boolean;
  organizer?: Mailbox;
  guests?: readonly CalendarGuest[];
  /** Minutes before the start at which the reader's program reminds. */
  alarms?: readonly number[];
}

export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL';

const DEFAULT_MINUTES = 30;
const encoder = new TextEncoder();

/** A calendar with its events, lines ended and folded as RFC 5545 wants them. */
export function calendarText(
  events: readonly CalendarEvent[],
  { name, method = 'PUBLISH' }: { name?: string; method?: CalendarMethod } = {},
): string {
  const zones = new Set(events.flatMap(({ start }) => ('wall' in start ? [start.zone] : [])));
  const years = events.flatMap(({ start }) => ('wall' in start ? [Number(start.wall.slice(0, 4))] : []));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gauntlet//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(name
      ? [
          `X-WR-CALNAME:${escapeText(name)}`,
          `NAME:${escapeText(name)}`,
          'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
          'X-PUBLISHED-TTL:PT1H',
        ]
      : []),
    ...[...zones].flatMap((zone) => zoneLines(zone, Math.min(...years))),
    ...events.flatMap((event) => eventLines(event)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent): string[] {
  const { start, cancelled, free, organizer, guests = [], alarms = [] } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${utc(event.changedAt)}`,
    `LAST-MODIFIED:${utc(event.changedAt)}`,
    `SEQUENCE:${event.sequence ?? 0}`,
    ...spanLines(event),
    ...(event.instead
      ? [
          event.instead.occurs.length === 10
            ? `RECURRENCE-ID;VALUE=DATE:${local(event.instead.occurs)}`
            : `RECURRENCE-ID;TZID=${event.instead.zone}:${local(event.instead.occurs)}`,
        ]
      : []),
    ...(event.rule ? [`RRULE:${ruleText(event.rule, start)}`] : []),
    ...(event.except ?? []).map((occurs) =>
      'wall' in start ? `EXDATE;TZID=${start.zone}:${local(occurs)}` : `EXDATE;VALUE=DATE:${local(occurs)}`,
    ),
    `SUMMARY:${escapeText(event.summary)}`,
    ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
    ...(event.place ? [`LOCATION:${escapeText(event.place)}`] : []),
    ...(event.url ? [`URL:${event.url.replace(/[\r\n]/g, '')}`] : []),
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${free ? 'TRANSPARENT' : 'OPAQUE'}`,
    ...(organizer ? [`ORGANIZER${parameter('CN', organizer.name)}:mailto:${organizer.email}`] : []),
    ...guests
      .filter(({ email }) => email !== '')
      .map(
        (guest) =>
          `ATTENDEE${parameter('CN', guest.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=${guest.answer === 'none' ? 'NEEDS-ACTION' : guest.answer.toUpperCase()};RSVP=TRUE:mailto:${guest.email}`,
      ),
    ...alarms.flatMap((minutes) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escapeText(event.summary)}`,
      `TRIGGER:-PT${minutes}M`,
      'END:VALARM',
    ]),
    'END:VEVENT',
  ];
}

function spanLines({ start, length }: CalendarEvent): string[] {
  if ('day' in start)
    return [`DTSTART;VALUE=DATE:${local(start.day)}`, `DTEND;VALUE=DATE:${local(addDays(start.day, length ?? 1))}`];
  const minutes = length || DEFAULT_MINUTES;
  if ('wall' in start)
    return [
      `DTSTART;TZID=${start.zone}:${local(start.wall)}`,
      `DTEND;TZID=${start.zone}:${local(addMinutes(start.wall, minutes))}`,
    ];
  return [`DTSTART:${utc(start.at)}`, `DTEND:${utc(new Date(Date.parse(start.at) + minutes * 60_000).toISOString())}`];
}

/** UNTIL must be of the kind that DTSTART is, and in UTC where that has a zone (RFC 5545, 3.3.10). */
function ruleText(rule: Rule, start: CalendarEvent['start']): string {
  const text = formatRule(rule);
  if (!rule.until || !('wall' in start)) return text;
  return text.replace(/UNTIL=\d{8}/, `UNTIL=${utc(instantAt(`${rule.until}T23:59`, start.zone))}`);
}

/** `2026-11-21T09:30:00.000Z` → `20261121T093000Z` */
const utc = (instant: string) => `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
/** `2026-11-21T09:30` → `20261121T093000`, a day → `20261121` */
const local = (name: string) => name.replace(/[-:]/g, '') + (name.length > 10 ? '00' : '');

/** Text as a property holds it (3.3.11); control characters that cannot be written are left out. */
export function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');
}

/** A parameter's value in quotes; quotes within it have no way to be written, and become apostrophes. */
function parameter(name: string, value: string): string {
  const clean = value
    .replace(/\p{Cc}/gu, ' ')
    .replaceAll('"', "'")
    .trim();
  return clean === '' ? '' : `;${name}="${clean}"`;
}

/** Folds after at most 75 octets, never inside a character (3.1). */
export function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > 75) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** Years of a series' zone that are written out. */
const ZONE_YEARS = 12;
const HOUR = 3_600_000;

/** A zone by each of its changes, from a year before `from` on: no reader has to know its name. */
function zoneLines(zone: string, from: number): string[] {
  const begin = Date.UTC(from - 1, 0, 1);
  const changes = zoneChanges(zone, begin, Date.UTC(from + ZONE_YEARS, 0, 1));
  const first = offsetAt(begin, zone);
  const standard = Math.min(first, ...changes.map(({ to }) => to));
  const part = (at: number, before: number, now: number) => {
    const kind = now > standard ? 'DAYLIGHT' : 'STANDARD';
    return [
      `BEGIN:${kind}`,
      `DTSTART:${local(new Date(at + before).toISOString().slice(0, 16))}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(now)}`,
      `END:${kind}`,
    ];
  };
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...part(begin, first, first),
    ...changes.flatMap(({ at, before, to }) => part(at, before, to)),
    'END:VTIMEZONE',
  ];
}

function zoneChanges(zone: string, begin: number, end: number): { at: number; before: number; to: number }[] {
  const changes: { at: number; before: number; to: number }[] = [];
  const step = 14 * 24 * HOUR;
  for (let time = begin; time < end; time += step) {
    const before = offsetAt(time, zone);
    const to = offsetAt(time + step, zone);
    if (before === to) continue;
    let [low, high] = [time, time + step];
    while (high - low > 60_000) {
      const middle = Math.floor((low + high) / 120_000) * 60_000;
      if (offsetAt(middle, zone) === before) low = middle;
      else high = middle;
    }
    changes.push({ at: high, before, to });
  }
  return changes;
}

/** Milliseconds ahead of UTC as `+0530`. */
function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  return `${offset < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`;
}
