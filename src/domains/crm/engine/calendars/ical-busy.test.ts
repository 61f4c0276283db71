import ICAL from 'ical.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from './fixtures/ical.json' with { type: 'json' };
import { icalBusy } from './ical-busy.ts';

const WINDOW = [Date.parse('2018-01-01T00:00Z'), Date.parse('2030-01-01T00:00Z')] as const;
const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flatMap((event) => event.split('\n')), 'END:VCALENDAR'].join('\r\n');
const event = (lines: string) => `BEGIN:VEVENT\nUID:one\nDURATION:PT1H\n${lines}\nEND:VEVENT`;
const starts = (text: string, zone = 'UTC') =>
  icalBusy(text, zone, WINDOW).busy.map(([from]) => new Date(from).toISOString().replace('.000Z', 'Z'));

describe('published recurrences', () => {
  it.each(vectors.recurrence)('$ics', ({ ics, utc }) => {
    expect(starts(calendar(event(ics.replace(' RRULE', '\nRRULE'))))).toEqual(utc);
  });
});

it('leaves out exceptions, and moves what another event takes the place of', () => {
  const series = event(
    'DTSTART;TZID=Europe/Berlin:20260323T090000\nRRULE:FREQ=WEEKLY;COUNT=4\nEXDATE;TZID=Europe/Berlin:20260330T090000',
  );
  const moved = event('RECURRENCE-ID;TZID=Europe/Berlin:20260406T090000\nDTSTART;TZID=Europe/Berlin:20260406T140000');
  const off = event('RECURRENCE-ID;TZID=Europe/Berlin:20260413T090000\nDTSTART:20260413T070000Z\nSTATUS:CANCELLED');
  expect(starts(calendar(series, moved, off))).toEqual(['2026-03-23T08:00:00Z', '2026-04-06T12:00:00Z']);
});

it('blocks nothing for free, canceled, and empty events', () => {
  const at = 'DTSTART:20260323T090000Z';
  const free = [`${at}\nTRANSP:TRANSPARENT`, `${at}\nSTATUS:CANCELLED`, `${at}\nX-MICROSOFT-CDO-BUSYSTATUS:FREE`];
  const empty = 'BEGIN:VEVENT\nDTSTART:20260323T090000Z\nEND:VEVENT';
  expect(icalBusy(calendar(...free.map(event), empty), 'UTC', WINDOW)).toMatchObject({ busy: [], problems: 0 });
});

it('reads whole days and times without a zone in the zone of the reader', () => {
  const day = 'BEGIN:VEVENT\nDTSTART;VALUE=DATE:20260329\nDTEND;VALUE=DATE:20260331\nEND:VEVENT';
  const { busy } = icalBusy(calendar(day, event('DTSTART:20260401T090000')), 'Europe/Berlin', WINDOW);
  expect(busy.map((one) => one.map((time) => new Date(time).toISOString().slice(0, 16)))).toEqual([
    ['2026-03-28T23:00', '2026-03-30T22:00'],
    ['2026-04-01T07:00', '2026-04-01T08:00'],
  ]);
});

it('reads a zone that only the calendar knows, across its clock changes', () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Eastern Standard Time',
    'BEGIN:STANDARD',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ].join('\n');
  const series = event('DTSTART;TZID="Eastern Standard Time":20260304T090000\nRRULE:FREQ=WEEKLY;COUNT=2');
  expect(starts(calendar(zone, series))).toEqual(['2026-03-04T14:00:00Z', '2026-03-11T13:00:00Z']);
});

it('ends a series by the instant, the wall time, or the day of UNTIL', () => {
  const until = (value: string) =>
    starts(calendar(event(`DTSTART;TZID=Asia/Tokyo:20260101T080000\nRRULE:FREQ=DAILY;UNTIL=${value}`))).length;
  expect(until('20260102T230000Z')).toBe(3);
  expect(until('20260102T225959Z')).toBe(2);
  expect(until('20260103')).toBe(3);
  expect(until('20260103T075959')).toBe(2);
});

it('counts what it cannot read, and reads the rest', () => {
  const bad = [event('DTSTART:yesterday'), event('DTSTART:20260101T090000Z\nRRULE:FREQ=HOURLY'), event('SUMMARY:x')];
  const good = event('DTSTART:20260101T090000Z');
  expect(icalBusy(calendar(...bad, good), 'UTC', WINDOW)).toMatchObject({ events: 4, problems: 3, busy: [{}] });
  expect(icalBusy('<html>not a calendar</html>', 'UTC', WINDOW)).toEqual({ busy: [], events: 0, problems: 0 });
});

it('reads free/busy periods', () => {
  const lines =
    'FREEBUSY;FBTYPE=BUSY:20260101T090000Z/PT1H,20260101T120000Z/20260101T130000Z\nFREEBUSY;FBTYPE=FREE:20260101T150000Z/PT1H';
  expect(starts(calendar(`BEGIN:VFREEBUSY\n${lines}\nEND:VFREEBUSY`))).toEqual([
    '2026-01-01T09:00:00Z',
    '2026-01-01T12:00:00Z',
  ]);
});

it('refuses calendars that would take too long', () => {
  const old = Array.from({ length: 30 }, () => event('DTSTART:19000101T090000Z\nRRULE:FREQ=DAILY;COUNT=9999'));
  expect(() => icalBusy(calendar(...old), 'UTC', WINDOW)).toThrow('too many occurrences');
});

it('reads long series without their count as if it had walked them from the beginning', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('DAILY', 'WEEKLY'),
      fc.integer({ min: 1, max: 9 }),
      fc.subarray(['MO', 'WE', 'SA', 'SU']),
      fc.integer({ min: 0, max: 4_000 }),
      (freq, interval, days, offset) => {
        const start = new Date(Date.parse('2001-01-01T09:30Z') + offset * 86_400_000);
        const rule = [`FREQ=${freq}`, `INTERVAL=${interval}`, ...(days.length > 0 ? [`BYDAY=${days.join(',')}`] : [])];
        const text = (more: string) =>
          calendar(
            event(`DTSTART:${start.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z\nRRULE:${rule.join(';')}${more}`),
          );
        const window = [Date.parse('2026-01-01T00:00Z'), Date.parse('2026-03-01T00:00Z')] as const;
        expect(icalBusy(text(''), 'UTC', window)).toEqual(icalBusy(text(';COUNT=9999'), 'UTC', window));
      },
    ),
  );
});

it('never fails on a text, whatever it holds', () => {
  const line = fc.constantFrom(
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'BEGIN:VTIMEZONE',
    'END:VEVENT',
    'END:VCALENDAR',
    'DTSTART;TZID="a;b":20260101T090000',
    'DTSTART;VALUE=DATE:20260231',
    'DURATION:-PT1H',
    'RRULE:FREQ=YEARLY;BYDAY=53SU',
    'RRULE:FREQ=WEEKLY;UNTIL=nope',
    'EXDATE:,,',
    ' folded',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(line, fc.string()), { maxLength: 30 }), (lines) => {
      icalBusy(lines.join('\r\n'), 'Europe/Berlin', WINDOW);
    }),
  );
});

it('agrees with ical.js on weekly series in UTC', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_000 }),
      fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], { minLength: 1 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 12 }),
      (offset, days, interval, count) => {
        const start = new Date(Date.parse('2020-01-06T09:30Z') + offset * 86_400_000);
        // RFC 5545 leaves open what a start means that does not fit its rule.
        const weekday = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][start.getUTCDay()]!;
        const text = start.toISOString().slice(0, 19).replace(/[-:]/g, '');
        const rule = `FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${[...new Set([weekday, ...days])].join(',')};COUNT=${count}`;
        const expected: string[] = [];
        const steps = ICAL.Recur.fromString(rule).iterator(
          ICAL.Time.fromDateTimeString(`${start.toISOString().slice(0, 19)}Z`),
        );
        for (let next = steps.next(); next; next = steps.next()) expected.push(`${next.toString().slice(0, 19)}Z`);
        expect(starts(calendar(event(`DTSTART:${text}Z\nRRULE:${rule}`)))).toEqual(expected);
      },
    ),
  );
});
