import { describe, expect, it } from 'vitest';
import { presenceAt } from './presence.ts';

const NINE_TO_FIVE = [{ from: 540, to: 1020 }];
const berlin = {
  timeZone: 'Europe/Berlin',
  days: [NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, NINE_TO_FIVE, [], []],
};
const at = (instant: string, absences: { firstDay: string; lastDay: string }[] = []) =>
  presenceAt(new Date(instant), berlin, absences, 'UTC');

describe('presence', () => {
  it.each([
    ['2026-11-20T07:59:00Z', 'off'],
    ['2026-11-20T08:00:00Z', 'working'],
    ['2026-11-20T15:59:59Z', 'working'],
    ['2026-11-20T16:00:00Z', 'off'],
    // Saturday.
    ['2026-11-21T10:00:00Z', 'off'],
    // In summer nine o'clock in Berlin is seven in UTC: the wall clock counts.
    ['2026-07-03T07:00:00Z', 'working'],
    ['2026-07-03T15:00:00Z', 'off'],
  ])('at %s is %s', (instant, state) => expect(at(instant)).toEqual({ state, until: null }));

  it('counts days away where the person is', () => {
    const away = [{ firstDay: '2026-11-20', lastDay: '2026-11-20' }];
    expect(at('2026-11-19T22:59:00Z', away).state).toBe('off');
    expect(at('2026-11-19T23:00:00Z', away)).toEqual({ state: 'away', until: '2026-11-20' });
    expect(at('2026-11-20T23:00:00Z', away).state).toBe('off');
  });

  it('reads absences that touch as one', () => {
    const away = [
      { firstDay: '2026-11-23', lastDay: '2026-11-27' },
      { firstDay: '2026-11-19', lastDay: '2026-11-22' },
      { firstDay: '2026-12-01', lastDay: '2026-12-02' },
    ];
    expect(at('2026-11-20T10:00:00Z', away)).toEqual({ state: 'away', until: '2026-11-27' });
  });

  it('knows nothing without hours but days away', () => {
    expect(presenceAt(new Date('2026-11-20T10:00:00Z'), null, [], 'UTC').state).toBe('unknown');
    expect(
      presenceAt(new Date('2026-11-20T10:00:00Z'), null, [{ firstDay: '2026-11-20', lastDay: '2026-11-20' }], 'UTC')
        .state,
    ).toBe('away');
  });
});
