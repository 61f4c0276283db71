import { describe, expect, it } from 'vitest';
import type { ReportSchedule } from '../../contract/reports.ts';
import { nextSending } from './schedule.ts';

const next = (schedule: Partial<ReportSchedule>, now: string, zone = 'UTC') =>
  nextSending({ every: 'day', day: 1, hour: 8, recipients: [], ...schedule }, new Date(now), zone).toISOString();

describe('next sending of a report', () => {
  it('is today when the hour has not come, else the next day', () => {
    expect(next({}, '2026-11-21T07:59:00Z')).toBe('2026-11-21T08:00:00.000Z');
    expect(next({}, '2026-11-21T08:00:00Z')).toBe('2026-11-22T08:00:00.000Z');
  });
  it('keeps to the weekday and to the day of the month', () => {
    expect(next({ every: 'week', day: 1 }, '2026-11-21T12:00:00Z')).toBe('2026-11-23T08:00:00.000Z');
    expect(next({ every: 'week', day: 7 }, '2026-11-22T09:00:00Z')).toBe('2026-11-29T08:00:00.000Z');
    expect(next({ every: 'month', day: 28 }, '2026-02-28T09:00:00Z')).toBe('2026-03-28T08:00:00.000Z');
    expect(next({ every: 'month', day: 5 }, '2026-12-31T23:00:00Z')).toBe('2027-01-05T08:00:00.000Z');
  });
  it('is the same hour on the wall on both sides of daylight saving', () => {
    expect(next({}, '2026-03-28T20:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z');
    expect(next({}, '2026-03-27T20:00:00Z', 'Europe/Berlin')).toBe('2026-03-28T07:00:00.000Z');
  });
  it('takes the first moment after an hour that is skipped, and the day of the zone, not of UTC', () => {
    expect(next({ hour: 2 }, '2026-03-28T20:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
    expect(next({ hour: 6 }, '2026-11-21T18:00:00Z', 'Pacific/Auckland')).toBe('2026-11-22T17:00:00.000Z');
    expect(next({ hour: 6 }, '2026-11-21T16:00:00Z', 'Pacific/Auckland')).toBe('2026-11-21T17:00:00.000Z');
  });
});
