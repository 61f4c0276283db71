import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { hasMoved, isLater, type MailEvent, readEvent, replyText } from './invitation.ts';

const calendar = (lines: readonly string[], method = 'REQUEST') =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', `METHOD:${method}`, 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join(
    '\r\n',
  );
const BASE = [
  'UID:kickoff-7@one.example',
  'DTSTAMP:20260601T080000Z',
  'SEQUENCE:2',
  'SUMMARY:Kickoff\\, part 1',
  'ORGANIZER;CN="King, Ada":mailto:Ada@One.example',
  'ATTENDEE;CN=Desk;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:desk@tan.example',
  'ATTENDEE;PARTSTAT=ACCEPTED:MAILTO:bob@two.example',
];
const read = (...lines: string[]) => readEvent(calendar([...BASE, ...lines]), 'America/New_York');
const BERLIN_NINE = '2026-07-01T07:00:00.000Z';

describe('readEvent', () => {
  it('reads what, when, and who', () => {
    expect(
      read(
        'DTSTART;TZID=Europe/Berlin:20260701T090000',
        'DTEND;TZID=Europe/Berlin:20260701T101500',
        'LOCATION:Room 2',
        'DESCRIPTION:Join https://meet.google.com/abc-defg-hij now',
      ),
    ).toEqual({
      method: 'REQUEST',
      uid: 'kickoff-7@one.example',
      occurs: '',
      sequence: 2,
      stamp: '2026-06-01T08:00:00.000Z',
      summary: 'Kickoff, part 1',
      description: 'Join https://meet.google.com/abc-defg-hij now',
      place: 'Room 2',
      link: 'https://meet.google.com/abc-defg-hij',
      startsAt: BERLIN_NINE,
      day: null,
      zone: 'Europe/Berlin',
      minutes: 75,
      rule: '',
      organizer: { name: 'King, Ada', address: 'ada@one.example' },
      guests: [
        { name: 'Desk', address: 'desk@tan.example', answer: 'none' },
        { name: '', address: 'bob@two.example', answer: 'accepted' },
      ],
      isCanceled: false,
    });
  });

  it.each([
    ['an IANA zone', 'DTSTART;TZID=Europe/Berlin:20260701T090000', BERLIN_NINE],
    ['a zone as Mozilla writes it', 'DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260701T090000', BERLIN_NINE],
    ['a zone as Outlook writes it', 'DTSTART;TZID=W. Europe Standard Time:20260701T090000', BERLIN_NINE],
    ['UTC', 'DTSTART:20260701T070000Z', BERLIN_NINE],
    ['no zone', 'DTSTART:20260701T090000', '2026-07-01T13:00:00.000Z'],
    ['a zone that nobody knows', 'DTSTART;TZID=Mars/Crater:20260701T090000', '2026-07-01T13:00:00.000Z'],
    ['a day', 'DTSTART;VALUE=DATE:20260701', '2026-07-01T04:00:00.000Z'],
  ])('reads a time in %s', (_name, line, at) => {
    expect(read(line)?.startsAt).toBe(at);
  });

  it('reads lengths by end, duration, and days', () => {
    expect(read('DTSTART:20260701T070000Z', 'DURATION:PT45M')?.minutes).toBe(45);
    expect(read('DTSTART;VALUE=DATE:20260701', 'DTEND;VALUE=DATE:20260703')).toMatchObject({
      day: '2026-07-01',
      minutes: 2_880,
    });
    expect(read('DTSTART:20260701T070000Z', 'DTEND:20260701T060000Z')?.minutes).toBe(0);
  });

  it('names one occurrence of a series by its instant, whatever zone it is written in', () => {
    const start = 'DTSTART:20260708T080000Z';
    expect(read(start, 'RECURRENCE-ID;TZID=Europe/Berlin:20260708T090000')?.occurs).toBe('2026-07-08T07:00:00.000Z');
    expect(read(start, 'RECURRENCE-ID:20260708T070000Z')?.occurs).toBe('2026-07-08T07:00:00.000Z');
  });

  it.each([
    ['nothing', ''],
    ['no calendar', 'Hello'],
    ['no event', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR'],
    ['no time', calendar(BASE)],
    ['an end without a beginning', 'END:VEVENT'],
    ['a time that cannot be', calendar([...BASE, 'DTSTART:99999999T999999Z'])],
    ['a text without an end', `BEGIN:VCALENDAR\r\n${'X'.repeat(400_000)}`],
  ])('takes %s for no event', (_name, text) => {
    expect(readEvent(text, 'UTC')).toBeUndefined();
  });

  it('never computes zones or rules of a stranger, which may have no end', () => {
    const hostile = `BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VTIMEZONE\r\nTZID:Trap\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nUID:x\r\nDTSTART;TZID=Trap:20260701T090000\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31\r\nEND:VEVENT\r\nEND:VCALENDAR`;
    expect(readEvent(hostile, 'UTC')).toMatchObject({ startsAt: '2026-07-01T09:00:00.000Z' });
  });

  it('keeps nothing that the database does not take', () => {
    const event = read('DTSTART:20260701T070000Z', 'URL:https://x.example/\0a', 'COMMENT:\0', 'LOCATION:a\0b\uD800');
    expect(JSON.stringify(event)).not.toMatch(/\\u0000|\\ud800/i);
  });

  it('leaves out links that are no web addresses', () => {
    expect(read('DTSTART:20260701T070000Z', 'URL:javascript:alert(1)')?.link).toBe('');
  });
});

describe('replyText', () => {
  const event = read('DTSTART;TZID=Europe/Berlin:20260701T090000', 'DURATION:PT1H') as MailEvent;
  const guest = { name: 'Desk "D"', address: 'desk@tan.example' };

  it('answers with the same UID and SEQUENCE and one attendee', () => {
    const text = replyText(event, guest, 'tentative', '2026-06-02T10:00:00.000Z');
    const component = new ICAL.Component(ICAL.parse(text) as string);
    expect(component.getFirstPropertyValue('method')).toBe('REPLY');
    const reply = component.getFirstSubcomponent('vevent')!;
    expect(reply.getFirstPropertyValue('uid')).toBe('kickoff-7@one.example');
    expect(reply.getFirstPropertyValue('sequence')).toBe(2);
    expect(reply.getAllProperties('attendee')).toHaveLength(1);
    const attendee = reply.getFirstProperty('attendee')!;
    expect(attendee.getFirstValue()).toBe('mailto:desk@tan.example');
    expect(attendee.getFirstParameter('partstat')).toBe('TENTATIVE');
    expect(text).toContain('DTSTAMP:20260602T100000Z');
    expect(text).toContain('ORGANIZER;CN="King, Ada":mailto:ada@one.example');
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(readEvent(text, 'UTC')).toMatchObject({ method: 'REPLY', startsAt: BERLIN_NINE, minutes: 60 });
  });

  it('names the occurrence that it answers for', () => {
    const one = { ...event, occurs: '2026-07-08T07:00:00.000Z' };
    expect(replyText(one, guest, 'declined', '2026-06-02T10:00:00.000Z')).toContain('RECURRENCE-ID:20260708T070000Z');
    const day = { ...event, occurs: '2026-07-08', day: '2026-07-08', minutes: 1_440 };
    const text = replyText(day, guest, 'accepted', '2026-06-02T10:00:00.000Z');
    expect(text).toContain('RECURRENCE-ID;VALUE=DATE:20260708');
    expect(text).toContain('DTEND;VALUE=DATE:20260709');
  });
});

it('tells the later of two messages by sequence, then by time', () => {
  const known = { sequence: 1, stamp: '2026-06-01T08:00:00.000Z' };
  expect(isLater({ sequence: 2, stamp: '2026-05-01T08:00:00.000Z' }, known)).toBe(true);
  expect(isLater({ sequence: 1, stamp: '2026-06-02T08:00:00.000Z' }, known)).toBe(true);
  expect(isLater(known, known)).toBe(false);
  expect(isLater({ sequence: 0, stamp: '2027-06-02T08:00:00.000Z' }, known)).toBe(false);
  const event = read('DTSTART:20260701T070000Z')!;
  expect(hasMoved({ ...event, place: 'Elsewhere' }, event)).toBe(false);
  expect(hasMoved({ ...event, startsAt: '2026-07-01T08:00:00.000Z' }, event)).toBe(true);
});
