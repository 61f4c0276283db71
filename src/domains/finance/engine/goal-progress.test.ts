import { describe, expect, it } from 'vitest';
import { decimal } from '../../../kernel/money/index.ts';
import { periodOf } from './period.ts';
import { progressOf } from './goal-progress.ts';

describe('a goal', () => {
  const goal = {
    target: decimal('12000'),
    saved: decimal('6000'),
    past: decimal('3000'),
    targetDay: '2027-05-20',
    today: '2026-11-21',
  };

  it('knows its pace, what it needs, and when it is reached', () => {
    const { pace, needed, expectedDay } = progressOf(goal);
    expect([pace.toFixed(), needed!.toFixed(), expectedDay]).toEqual(['500', '1000', '2027-11-21']);
  });

  it('is never reached by taking money out, and needs all at once when its day has come', () => {
    expect(progressOf({ ...goal, past: decimal('-10') })).toMatchObject({ expectedDay: null });
    expect(progressOf({ ...goal, targetDay: '2026-01-01' }).needed!.toFixed()).toBe('6000');
    expect(progressOf({ ...goal, saved: decimal('12000') })).toMatchObject({ needed: null, expectedDay: null });
  });
});

describe('a period', () => {
  it('holds both its ends, whatever the length of the months', () => {
    expect(periodOf('this_month', '2026-02-10')).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
    expect(periodOf('last_month', '2026-03-31')).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
    expect(periodOf('last_12_months', '2026-11-21')).toMatchObject({ from: '2025-12-01', to: '2026-11-21' });
    expect(periodOf('all', '2026-11-21').from).toBeNull();
    expect(periodOf('custom', '2026-11-21', { from: '2026-02-30', to: 'x' }).name).toBe('last_12_months');
    expect(periodOf('custom', '2026-11-21', { from: '2026-02-01', to: '2026-02-02' })).toEqual({
      name: 'custom',
      from: '2026-02-01',
      to: '2026-02-02',
    });
  });
});
