import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, offsetAt } from '../../../kernel/days.ts';
import { wallAt } from '../../../kernel/wall-clock.ts';
import vectors from './fixtures/slots.json' with { type: 'json' };
import { freeSlots, type Hours, obstacleAt, type SlotRules, WEEKDAYS } from './slots.ts';

interface Vector {
  hostTz: string;
  weekly: Hours['weekly'];
  overrides?: Hours['overrides'];
  durationMin: number;
  stepMin?: number;
  minNoticeMin?: number;
  busy?: [string, string][];
  now: string;
  from: string;
  to: string;
}

const RULES: SlotRules = {
  durationMinutes: 60,
  stepMinutes: 60,
  bufferBefore: 0,
  bufferAfter: 0,
  noticeMinutes: 0,
  horizonDays: 100_000,
  dailyLimit: null,
  weeklyLimit: null,
};
const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
const everyDay = (...range: [string, string]) => Object.fromEntries(WEEKDAYS.map((day) => [day, [range]]));

describe('slot vectors', () => {
  it.each(vectors.cases)('$id: $title', ({ in: input, expected }) => {
    const vector = input as unknown as Vector;
    const request = {
      hours: { zone: vector.hostTz, weekly: vector.weekly, overrides: vector.overrides ?? {} },
      rules: {
        ...RULES,
        durationMinutes: vector.durationMin,
        stepMinutes: vector.stepMin ?? vector.durationMin,
        noticeMinutes: vector.minNoticeMin ?? 0,
      },
      busy: (vector.busy ?? []).map(([from, until]) => [Date.parse(from), Date.parse(until)] as const),
      booked: [],
      now: Date.parse(vector.now),
      from: Date.parse(vector.from),
      to: Date.parse(vector.to),
    };
    expect(freeSlots(request).map(iso)).toEqual(expected);
  });
});

const base = {
  hours: { zone: 'Europe/Berlin', weekly: everyDay('09:00', '12:00'), overrides: {} },
  rules: RULES,
  busy: [],
  booked: [],
  now: Date.parse('2026-03-01T00:00Z'),
};
const nine = Date.parse('2026-03-10T08:00Z');

it('says why a start is not offered', () => {
  const why = (change: object, at = nine) => obstacleAt({ ...base, ...change }, at);
  expect(why({})).toBeNull();
  expect(why({}, nine + 60_000)).toBe('hours');
  expect(why({ now: nine + 1 })).toBe('notice');
  expect(why({ rules: { ...RULES, horizonDays: 3 } })).toBe('horizon');
  expect(why({ busy: [[nine, nine + 1]] })).toBe('busy');
  expect(why({ rules: { ...RULES, dailyLimit: 1 }, booked: [nine + 3_600_000] })).toBe('limit');
});

it('keeps buffers free on both sides', () => {
  const rules = { ...RULES, bufferBefore: 15, bufferAfter: 15 };
  const busy = [[nine + 3_600_000, nine + 7_200_000]] as const;
  expect(freeSlots({ ...base, rules, busy, from: nine, to: nine + 86_000_000 })).toEqual([]);
});

it('offers starts within the wall hours in every zone, across every clock change to 2037', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 365 * 11 }),
      fc.integer({ min: 0, max: 20 }),
      (zone, offset, hour) => {
        const day = addDays('2026-12-01', offset);
        const from = Date.parse(`${day}T00:00Z`);
        const open = `${String(hour).padStart(2, '0')}:00`;
        const close = `${String(hour + 3).padStart(2, '0')}:00`;
        const hours = { zone, weekly: everyDay(open, close), overrides: {} };
        const found = freeSlots({ ...base, hours, from, to: from + 86_400_000 });
        expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b));
        for (const at of found) {
          const isSteady = offsetAt(at - 14_400_000, zone) === offsetAt(at + 14_400_000, zone);
          const wall = wallAt(new Date(at), zone).slice(11);
          if (isSteady) expect(wall >= open && wall < close).toBe(true);
        }
      },
    ),
  );
});
