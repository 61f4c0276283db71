import { describe, expect, it } from 'vitest';
import { followRecord } from '../../../../web/form/follow-record.ts';
import {
  daysOf,
  formatMinute,
  HoursForm,
  hoursValues,
  parseMinute,
  spansText,
  USUAL_WEEK,
  withFirst,
} from './hours.ts';

describe('working hours as typed', () => {
  it.each([
    [0, '00:00'],
    [540, '09:00'],
    [1439, '23:59'],
    [1440, '24:00'],
  ])('%i is %s, both ways', (minute, text) => {
    expect([formatMinute(minute), parseMinute(text)]).toEqual([text, minute]);
  });

  it.each(['9:00', '24:01', '25:00', '12:60', ''])('refuses %s', (text) => expect(parseMinute(text)).toBeUndefined());

  it('changes the first span of a day and keeps its further ones', () => {
    const split = [
      { from: 480, to: 720 },
      { from: 780, to: 1020 },
    ];
    expect(withFirst(split, { from: 420, to: 720 })).toEqual([
      { from: 420, to: 720 },
      { from: 780, to: 1020 },
    ]);
    expect(withFirst(split, undefined)).toEqual([]);
    expect([spansText(split), spansText([])]).toEqual(['08:00–12:00, 13:00–17:00', 'free']);
  });
});

describe('the form of working hours while someone else saves them', () => {
  const known = { version: 2, timeZone: 'UTC', days: USUAL_WEEK };
  const early = [{ from: 420, to: 900 }];

  it('keeps the day that is typed, shows the day that they changed, and is saved upon theirs', () => {
    const typed = { ...hoursValues(known), Tuesday: early };
    const theirs = USUAL_WEEK.with(0, []).map((spans) => spans.map(({ from, to }) => ({ to, from })));
    const shown = followRecord(
      hoursValues(known),
      hoursValues({ ...known, version: 3, days: theirs }),
      typed,
    ) as HoursForm;
    expect([shown.version, daysOf(shown)]).toEqual([3, USUAL_WEEK.with(0, []).with(1, early)]);
  });

  it('holds the version where both changed the same day, so that the server refuses it', () => {
    const typed = { ...hoursValues(known), Monday: early };
    expect(
      followRecord(hoursValues(known), hoursValues({ ...known, version: 3, days: USUAL_WEEK.with(0, []) }), typed),
    ).toMatchObject({ version: 2, Monday: early });
  });

  it('refuses a day that ends before it begins', () =>
    expect(HoursForm.safeParse({ ...hoursValues(known), Monday: [{ from: 600, to: 540 }] }).success).toBe(false));
});
