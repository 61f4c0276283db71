import { describe, expect, it } from 'vitest';
import type { MessageSettings } from '../contract.ts';
import { decide, keywordOf, quietEnd, type Recipient, zonesOf } from './decide.ts';

const NIGHT = { on: true, from: '21:00', to: '08:00' };
const SETTINGS: MessageSettings = {
  quiet: { email: { ...NIGHT, on: false }, sms: NIGHT },
  rules: {
    email: { service: 'opt_out', marketing: 'opt_out', newsletter: 'opt_in' },
    sms: { service: 'opt_in', marketing: 'opt_in', newsletter: 'opt_in' },
  },
  caps: { day: 2, week: 5 },
  throttle: { minute: 300, destination: 120 },
  sender: { name: '', address: '', replyTo: '' },
  postalAddress: '',
};
const SOMEBODY: Recipient = {
  suppressed: null,
  consent: {},
  recorded: 'unknown',
  zones: ['America/New_York'],
  lately: { day: 0, week: 0 },
};
const NOON = new Date('2026-06-10T16:00:00Z');
type Question = Parameters<typeof decide>[1];
const ask = (change: Partial<Recipient> = {}, question: Partial<Question> = {}) =>
  decide(
    { ...SOMEBODY, ...change },
    { channel: 'email', purpose: 'marketing', settings: SETTINGS, now: NOON, ...question },
  );
const endOf = (zones: string[], now: string) => quietEnd(NIGHT, zones, new Date(now))?.toISOString();

describe('quiet hours', () => {
  it.each([
    ['an ordinary night', '2026-06-10T02:00:00Z', '2026-06-10T12:00:00.000Z'],
    ['the night in which clocks go forward', '2026-03-08T03:00:00Z', '2026-03-08T12:00:00.000Z'],
    ['the night in which clocks go back', '2026-11-01T02:00:00Z', '2026-11-01T13:00:00.000Z'],
  ])('end at eight where the person is, after %s', (_, now, end) => {
    expect(endOf(['America/New_York'], now)).toBe(end);
  });

  it('begin and end on the minute', () => {
    expect(endOf(['America/New_York'], '2026-06-10T00:59:00Z')).toBeUndefined();
    expect(endOf(['America/New_York'], '2026-06-10T01:00:00Z')).toBe('2026-06-10T12:00:00.000Z');
    expect(endOf(['America/New_York'], '2026-06-10T12:00:00Z')).toBeUndefined();
    expect(endOf(['Asia/Kolkata'], '2026-06-10T02:20:00Z')).toBe('2026-06-10T02:30:00.000Z');
  });

  it('hold a message until it is day everywhere the person may be', () => {
    // Eight in New York is two in Honolulu; at eight in Honolulu it is afternoon in New York.
    expect(endOf(['America/New_York', 'Pacific/Honolulu'], '2026-06-10T12:30:00Z')).toBe('2026-06-10T18:00:00.000Z');
    expect(zonesOf('US', 'UTC')).toEqual(expect.arrayContaining(['America/New_York', 'Pacific/Honolulu']));
    expect(zonesOf('', 'Europe/Berlin')).toEqual(['Europe/Berlin']);
  });

  it('hold texts, let mail go where they are off, and never hold what is transactional', () => {
    const now = new Date('2026-06-10T02:00:00Z');
    const granted = { recorded: 'granted' } as const;
    expect(ask(granted, { channel: 'sms', now })).toMatchObject({ hold: new Date('2026-06-10T12:00:00Z') });
    expect(ask(granted, { now })).toEqual({ go: true });
    expect(ask({}, { channel: 'sms', now, purpose: 'transactional' })).toEqual({ go: true });
  });
});

describe('a message goes', () => {
  it.each([
    ['not to a suppressed address, whatever it is about', { suppressed: 'bounced' }, 'transactional', 'bounced'],
    ['not beyond the most of a day', { lately: { day: 2, week: 2 } }, 'marketing', 'capped'],
    ['not beyond the most of a week', { lately: { day: 0, week: 5 } }, 'marketing', 'capped'],
    ['not as a newsletter without consent', {}, 'newsletter', 'no_consent'],
    ['not where the record says no', { recorded: 'denied' }, 'marketing', 'denied'],
    [
      'not where the person said no last',
      { consent: { marketing: { state: 'granted', order: '1' }, all: { state: 'withdrawn', order: '2' } } },
      'marketing',
      'withdrawn',
    ],
  ] as const)('%s', (_, change, purpose, refuse) => {
    expect(ask(change, { purpose })).toEqual({ refuse });
  });

  it.each([
    ['as business of the person, beyond every cap', { lately: { day: 9, week: 9 } }, 'transactional'],
    [
      'to those who agreed after they had objected',
      { consent: { all: { state: 'withdrawn', order: '1' }, newsletter: { state: 'granted', order: '2' } } },
      'newsletter',
    ],
    [
      'where the ledger is newer than the record',
      { recorded: 'denied', consent: { marketing: { state: 'granted', order: '1' } } },
      'marketing',
    ],
  ] as const)('%s', (_, change, purpose) => {
    expect(ask(change, { purpose })).toEqual({ go: true });
  });
});

it.each([
  ['STOP', 'stop'],
  [' Stop. ', 'stop'],
  ['Opt-Out', 'stop'],
  ['“stop”', 'stop'],
  ['unstop', 'start'],
  ['INFO', 'help'],
  ['please stop by', undefined],
  ['', undefined],
])('reads “%s” from a phone', (text, word) => {
  expect(keywordOf(text)).toBe(word);
});
