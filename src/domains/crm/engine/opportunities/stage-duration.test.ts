import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysSince, timeInStages } from './stage-duration.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

describe('timeInStages', () => {
  it('adds the stays of a stage together and lets the present one run', () => {
    const stays = [
      {
        stageId: 'b',
        stageName: 'Proposal',
        enteredAt: '2026-11-03T00:00:00.000Z',
        leftAt: '2026-11-05T00:00:00.000Z',
      },
      { stageId: 'a', stageName: 'Enquiry', enteredAt: '2026-11-01T00:00:00.000Z', leftAt: '2026-11-03T00:00:00.000Z' },
      { stageId: 'a', stageName: 'Enquiry', enteredAt: '2026-11-05T00:00:00.000Z', leftAt: null },
    ];
    const day = 86_400_000;
    expect(timeInStages(stays, NOW)).toEqual([
      { stageId: 'a', stageName: 'Enquiry', time: 18.5 * day, stays: 2, current: true },
      { stageId: 'b', stageName: 'Proposal', time: 2 * day, stays: 1, current: false },
    ]);
  });

  it('is the whole life of an opportunity, however it moved', () => {
    const start = Date.parse('2026-01-01T00:00:00.000Z');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 1e9 })), {
          minLength: 1,
          maxLength: 30,
        }),
        (moves) => {
          let at = start;
          const stays = moves.map(([stageId, length], i) => {
            const enteredAt = new Date(at).toISOString();
            at += length;
            return {
              stageId,
              stageName: stageId,
              enteredAt,
              leftAt: i === moves.length - 1 ? null : new Date(at).toISOString(),
            };
          });
          const now = new Date(Math.max(at, start));
          const times = timeInStages(stays, now);
          expect(times.reduce((sum, stage) => sum + stage.time, 0)).toBe(now.getTime() - start);
          expect(times.filter((stage) => stage.current)).toHaveLength(1);
        },
      ),
    );
  });
});

describe('daysSince', () => {
  it('counts whole days and nothing before', () => {
    expect(daysSince('2026-11-20T12:00:00.001Z', NOW)).toBe(0);
    expect(daysSince('2026-11-20T12:00:00.000Z', NOW)).toBe(1);
    expect(daysSince('2027-01-01T00:00:00.000Z', NOW)).toBe(0);
  });
});
