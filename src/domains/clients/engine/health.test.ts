import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { healthOf, healthSigns } from './health.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();
const well = { isSetUp: true, hasOwner: true, lastSeenAt: ago(1), lastChangeAt: ago(7), overdue: 0 };
const health = (facts: Partial<typeof well> | { lastSeenAt: null }) =>
  healthOf(healthSigns({ ...well, ...facts }, NOW));

describe('health of a client', () => {
  it('is whole when everything is', () => {
    expect(health({})).toBe(100);
    expect(
      healthOf(healthSigns({ isSetUp: false, hasOwner: false, lastSeenAt: null, lastChangeAt: null, overdue: 9 }, NOW)),
    ).toBe(0);
  });
  it('falls with silence, in two steps', () => {
    expect([
      health({ lastSeenAt: ago(7) }),
      health({ lastSeenAt: ago(8) }),
      health({ lastSeenAt: ago(30) }),
      health({ lastSeenAt: ago(31) }),
      health({ lastSeenAt: null }),
    ]).toEqual([100, 85, 85, 70, 70]);
  });
  it('says why', () => {
    expect(healthSigns({ ...well, lastSeenAt: ago(12), overdue: 1 }, NOW).map((sign) => sign.text)).toEqual(
      expect.arrayContaining(['No sign-in for 12 days', '1 activity overdue by more than 7 days']),
    );
  });
  it('never leaves 0 to 100, whatever the clocks say', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -400, max: 4000 }),
        fc.integer({ min: -400, max: 4000 }),
        fc.nat(),
        fc.boolean(),
        fc.boolean(),
        (seen, changed, overdue, isSetUp, hasOwner) => {
          const signs = healthSigns(
            { isSetUp, hasOwner, overdue, lastSeenAt: ago(seen), lastChangeAt: ago(changed) },
            NOW,
          );
          expect(healthOf(signs)).toBeGreaterThanOrEqual(0);
          expect(signs.reduce((sum, sign) => sum + sign.of, 0)).toBe(100);
          for (const sign of signs) expect(sign.points).toBeLessThanOrEqual(sign.of);
        },
      ),
    );
  });
});
