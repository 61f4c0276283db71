import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../../kernel/days.ts';
import { RENEWAL_LADDER } from '../../contract/licenses.ts';
import { daysUntil, dueRung, EXPIRED, licenseState } from './license-renewal.ts';

const TODAY = '2026-03-29';

describe('state of a licence', () => {
  it('is valid through its last day and expired on the next', () => {
    expect(licenseState('active', TODAY, TODAY)).toBe('expiring');
    expect(licenseState('active', addDays(TODAY, -1), TODAY)).toBe('expired');
    expect(licenseState('active', addDays(TODAY, 90), TODAY)).toBe('expiring');
    expect(licenseState('active', addDays(TODAY, 91), TODAY)).toBe('valid');
    expect(licenseState('active', null, TODAY)).toBe('valid');
  });
  it('is what the authority says when that is not active, whatever the dates', () => {
    expect(licenseState('suspended', addDays(TODAY, -400), TODAY)).toBe('suspended');
  });
});

describe('ladder of reminders', () => {
  it('stands on each rung exactly on its day', () => {
    for (const rung of RENEWAL_LADDER) expect(dueRung(addDays(TODAY, rung), TODAY)).toBe(rung);
    expect(dueRung(addDays(TODAY, 91), TODAY)).toBeUndefined();
    expect(dueRung(TODAY, TODAY)).toBe(1);
    expect(dueRung(addDays(TODAY, -1), TODAY)).toBe(EXPIRED);
    expect(dueRung(addDays(TODAY, -31), TODAY)).toBeUndefined();
  });
  it('goes down only, and visits every rung once when looked at daily', () => {
    fc.assert(
      fc.property(fc.integer({ min: 91, max: 400 }), fc.integer({ min: 0, max: 3000 }), (ahead, start) => {
        const first = addDays('2024-01-01', start);
        const expiresOn = addDays(first, ahead);
        const rungs: number[] = [];
        for (let day = first; daysUntil(expiresOn, day) >= -1; day = addDays(day, 1)) {
          const rung = dueRung(expiresOn, day);
          if (rung !== undefined && rungs.at(-1) !== rung) rungs.push(rung);
        }
        expect(rungs).toEqual([...RENEWAL_LADDER, EXPIRED]);
      }),
      { numRuns: 50 },
    );
  });
  it('after a pause tells the nearest rung only', () => {
    expect(dueRung(addDays(TODAY, 10), TODAY)).toBe(14);
    expect(dueRung(addDays(TODAY, 2), TODAY)).toBe(7);
  });
});
