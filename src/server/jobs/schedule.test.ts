import { describe, expect, it } from 'vitest';
import { cronProblem, nextTime, nextTimes } from './schedule.ts';

const at = (text: string) => new Date(text);
const iso = (schedule: Parameters<typeof nextTime>[0], after: string, last = after) =>
  nextTime(schedule, at(after), at(last)).toISOString();

describe('an interval', () => {
  it('counts from the last due time, without drift', () => {
    expect(iso({ every: 60 }, '2026-01-01T00:00:07Z', '2026-01-01T00:00:00Z')).toBe('2026-01-01T00:01:00.000Z');
  });

  it('does not make up for missed runs', () => {
    expect(iso({ every: 60 }, '2026-01-01T05:00:30Z', '2026-01-01T00:00:00Z')).toBe('2026-01-01T05:01:00.000Z');
  });

  it('is due again one interval later', () => {
    expect(iso({ every: 60 }, '2026-01-01T00:00:00Z')).toBe('2026-01-01T00:01:00.000Z');
  });
});

describe('a cron expression', () => {
  const nine = { cron: '0 9 * * 1-5', zone: 'Europe/Berlin' };

  it("uses its zone's clocks on both sides of a change", () => {
    expect(iso(nine, '2026-03-27T12:00:00Z')).toBe('2026-03-30T07:00:00.000Z');
    expect(iso(nine, '2026-10-23T12:00:00Z')).toBe('2026-10-26T08:00:00.000Z');
  });

  it("lists the next times, each by its day's clocks", () => {
    const daily = { cron: '0 9 * * *', zone: 'Europe/Berlin' };
    expect(nextTimes(daily, at('2026-03-27T12:00:00Z'), 3).map((time) => time.toISOString())).toEqual([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
    ]);
    expect(nextTimes(daily, at('2026-10-23T12:00:00Z'), 3).map((time) => time.toISOString())).toEqual([
      '2026-10-24T07:00:00.000Z',
      '2026-10-25T08:00:00.000Z',
      '2026-10-26T08:00:00.000Z',
    ]);
    expect(cronProblem('0 9 30 2 *', 'UTC')).toMatch(/cannot be read/);
  });

  it('is due once at a skipped or repeated time', () => {
    const daily = { cron: '30 2 * * *', zone: 'Europe/Berlin' };
    const skipped = nextTime(daily, at('2026-03-28T12:00:00Z'));
    expect(skipped.toISOString().slice(0, 10)).toBe('2026-03-29');
    expect(nextTime(daily, skipped).toISOString()).toBe('2026-03-30T00:30:00.000Z');
    const repeated = nextTime(daily, at('2026-10-24T12:00:00Z'));
    expect(nextTime(daily, repeated).toISOString()).toBe('2026-10-26T01:30:00.000Z');
  });

  it.each([
    'Europe/Berlin',
    'Europe/London',
    'America/New_York',
    'America/Santiago',
    'Australia/Sydney',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Asia/Jerusalem',
  ])('is due once on each day around both nights of the change in %s', (zone) => {
    const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
    const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    const DAY = 86_400_000;
    const noons = Array.from({ length: 365 }, (_, day) => at('2026-01-01T12:00:00Z').getTime() + day * DAY);
    const offsetAt = (time: number) => offset.format(time).split(', ')[1];
    const changes = noons.filter((noon, index) => index > 1 && offsetAt(noon) !== offsetAt(noons[index - 1]!));
    expect(changes).toHaveLength(2);
    for (const change of changes) {
      for (const cron of ['30 2 * * *', '15 0 * * *']) {
        let due = new Date(change - 3 * DAY);
        const days = Array.from({ length: 4 }, () => {
          due = nextTime({ cron, zone }, due);
          return dayOf.format(due);
        });
        const first = Date.parse(`${days[0]!}T00:00:00Z`);
        expect(days).toEqual(days.map((_, index) => new Date(first + index * DAY).toISOString().slice(0, 10)));
      }
    }
  });

  it('that is invalid is refused with a sentence', () => {
    expect(cronProblem('0 9 * * 1-5', 'Europe/Berlin')).toBeUndefined();
    expect(cronProblem('61 9 * * *', 'UTC')).toMatch(/cannot be read/);
    expect(cronProblem('0 0 9 * * *', 'UTC')).toMatch(/five parts/);
    expect(cronProblem('0 9 * * *', 'Mars/Base')).toMatch(/cannot be read/);
  });
});
