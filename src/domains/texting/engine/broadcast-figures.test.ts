import { expect, it } from 'vitest';
import { type FateCount, figuresOf } from './broadcast-figures.ts';

const fate = (state: string | null, count: number, more: Partial<FateCount> = {}): FateCount => ({
  state,
  reason: '',
  why: '',
  count,
  segments: count,
  ...more,
});

it('counts every recipient once, with the reasons of those who got nothing', () => {
  const fates = [
    fate(null, 5, { segments: 0 }),
    fate('queued', 1),
    fate('held', 2, { reason: 'paused' }),
    fate('held', 3, { reason: 'quiet' }),
    fate('sent', 4, { segments: 8 }),
    fate('delivered', 6),
    fate('kept', 7),
    fate('failed', 1, { why: 'The number is a landline.' }),
    fate('unknown', 1, { why: 'It may have arrived.' }),
    fate('refused', 9, { why: 'There is no consent.' }),
  ];
  const figures = figuresOf(fates, { withoutPhone: 2, state: 'sending' });
  expect(figures).toEqual({
    total: 41,
    waiting: 8,
    later: 3,
    sent: 10,
    delivered: 6,
    kept: 7,
    failed: 2,
    skipped: 11,
    segments: 14,
    reasons: [
      { kind: 'skipped', why: 'There is no consent.', count: 9 },
      { kind: 'skipped', why: 'There is no phone number.', count: 2 },
      { kind: 'failed', why: 'The number is a landline.', count: 1 },
      { kind: 'failed', why: 'It may have arrived.', count: 1 },
    ],
  });
  const { waiting, later, sent, kept, failed, skipped, total } = figures;
  expect(waiting + later + sent + kept + failed + skipped).toBe(total);
});

it('counts recipients whose turn never came as skipped once the broadcast is stopped', () => {
  expect(figuresOf([fate(null, 5)], { withoutPhone: 0, state: 'stopped' })).toMatchObject({
    total: 5,
    waiting: 0,
    skipped: 5,
    reasons: [{ kind: 'skipped', why: 'The broadcast was stopped.', count: 5 }],
  });
});
