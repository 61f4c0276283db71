import { describe, expect, it } from 'vitest';
import { formatMinute, parseMinute, USUAL_WEEK, withSpan } from './hours.ts';

describe('working hours as typed', () => {
  it.each([[0, '00:00'], [540, '09:00'], [1439, '23:59'], [1440, '24:00']])('%i is %s, both ways', (minute, text) => {
    expect([formatMinute(minute), parseMinute(text)]).toEqual([text, minute]);
  });

  it.each(['9:00', '24:01', '25:00', '12:60', ''])('refuses %s', (text) => expect(parseMinute(text)).toBeUndefined());

  it('changes one day and keeps its further spans', () => {
    const split = withSpan(USUAL_WEEK, 0, { from: 480, to: 720 }).with(0, [{ from: 480, to: 720 }, { from: 780, to: 1020 }]);
    expect(withSpan(split, 0, { from: 420, to: 720 })[0]).toEqual([{ from: 420, to: 720 }, { from: 780, to: 1020 }]);
    expect(withSpan(split, 1, undefined)[1]).toEqual([]);
  });
});
