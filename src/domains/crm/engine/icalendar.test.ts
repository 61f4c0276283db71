import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { instantAt } from '../../../kernel/wall-clock.ts';
import { occurrences, parseRule } from './activities/recurrence.ts';
import { type CalendarEvent, calendarText, foldLine } from './icalendar.ts';

const EVENT: CalendarEvent = {
  uid: 'one@gauntlet',
  changedAt: '2026-11-21T08:00:00.000Z',
  start: { at: '2026-11-23T14:30:00.000Z' },
  length: 45,
  summary: 'Call',
};
const octets = (line: string) => Buffer.byteLength(line);
const unfold = (text: string) => text.replaceAll('\r\n ', '');

function firstEvent(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as ConstructorParameters<typeof ICAL.Component>[0]);
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return { calendar, event: new ICAL.Event(calendar.getFirstSubcomponent('vevent')!) };
}

describe('calendarText', () => {
  it('is read by another implementation as it was meant', () => {
    const { calendar, event } = firstEvent(
      calendarText(
        [
          {
            ...EVENT,
            sequence: 2,
            description: 'Line one\nTwo; with, \\ all',
            place: 'Room "A", 2nd floor',
            url: 'https://meet.example.com/x',
            alarms: [15],
            organizer: { name: 'Ada; "the first"', email: 'ada@example.com' },
            guests: [
              { name: 'Bob', email: 'bob@example.com', answer: 'accepted' },
              { name: 'No address', email: '', answer: 'none' },
            ],
          },
        ],
        { method: 'REQUEST' },
      ),
    );
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
    expect(event.component.getFirstProperty('method')).toBeNull();
    expect(event).toMatchObject({
      uid: 'one@gauntlet',
      sequence: 2,
      summary: 'Call',
      description: 'Line one\nTwo; with, \\ all',
      location: 'Room "A", 2nd floor',
    });
    expect(event.startDate.toJSDate().toISOString()).toBe('2026-11-23T14:30:00.000Z');
    expect(event.duration.toSeconds()).toBe(45 * 60);
    expect(
      event.attendees.map((guest) => [guest.getParameter('cn'), guest.getParameter('partstat'), guest.getFirstValue()]),
    ).toEqual([['Bob', 'ACCEPTED', 'mailto:bob@example.com']]);
    expect(event.component.getFirstProperty('organizer')!.getParameter('cn')).toBe("Ada; 'the first'");
    expect(event.component.getFirstSubcomponent('valarm')!.getFirstPropertyValue('trigger')!.toString()).toBe('-PT15M');
  });

  it('writes whole days as days, and canceled events as such', () => {
    const { event } = firstEvent(
      calendarText([{ ...EVENT, start: { day: '2026-12-31' }, length: 2, cancelled: true, free: true }], {
        method: 'CANCEL',
      }),
    );
    expect([event.startDate.isDate, event.startDate.toString(), event.endDate.toString()]).toEqual([
      true,
      '2026-12-31',
      '2027-01-02',
    ]);
    expect([event.component.getFirstPropertyValue('status'), event.component.getFirstPropertyValue('transp')]).toEqual([
      'CANCELLED',
      'TRANSPARENT',
    ]);
  });

  it('keeps every line within 75 octets and ends it with CRLF, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (summary) => {
        const text = calendarText([{ ...EVENT, summary, description: summary + summary, place: summary }]);
        expect(text.endsWith('\r\n')).toBe(true);
        const lines = text.split('\r\n');
        expect(Math.max(...lines.map(octets))).toBeLessThanOrEqual(75);
        expect(lines.some((line) => /[\r\n]/.test(line))).toBe(false);
        const written = summary.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
        expect(firstEvent(text).event.summary).toBe(written);
      }),
    );
  });

  it('lets no text write a property of its own', () => {
    const text = unfold(
      calendarText([
        {
          ...EVENT,
          summary: 'x\r\nATTENDEE:mailto:evil@example.com',
          organizer: { name: 'a"\r\nX-EVIL:1', email: 'a@example.com' },
        },
      ]),
    );
    expect(text).not.toMatch(/^ATTENDEE/m);
    expect(text).not.toMatch(/^X-EVIL/m);
  });

  it('describes zones so that a series falls on the instants that we mean', () => {
    const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/Sao_Paulo'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom('FREQ=WEEKLY;BYDAY=MO,SU;COUNT=60', 'FREQ=MONTHLY;UNTIL=20280101'),
        fc.integer({ min: 3, max: 22 }),
        (zone, text, hour) => {
          const rule = parseRule(text);
          const [wall] = occurrences(rule, `2026-02-01T${String(hour).padStart(2, '0')}:30`, { most: 1 });
          const { event } = firstEvent(calendarText([{ ...EVENT, start: { wall: wall!, zone }, rule }]));
          const iterator = event.iterator();
          const read: string[] = [];
          for (let next = iterator.next(); next && read.length < 100; next = iterator.next())
            read.push(next.toJSDate().toISOString());
          expect(read).toEqual(occurrences(rule, wall!).map((name) => instantAt(name, zone)));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('leaves out what a series leaves out', () => {
    const { event } = firstEvent(
      calendarText([
        {
          ...EVENT,
          start: { wall: '2026-11-02T09:00', zone: 'Europe/Berlin' },
          rule: parseRule('FREQ=WEEKLY;COUNT=3'),
          except: ['2026-11-09T09:00'],
        },
      ]),
    );
    const iterator = event.iterator();
    expect([iterator.next(), iterator.next(), iterator.next()].map((next) => next?.toString())).toEqual([
      '2026-11-02T09:00:00',
      '2026-11-16T09:00:00',
      undefined,
    ]);
  });
});

it('folds without splitting a character', () =>
  expect(
    foldLine(`SUMMARY:${'é'.repeat(60)}`)
      .split('\r\n ')
      .map(octets),
  ).toEqual([74, 54]));
