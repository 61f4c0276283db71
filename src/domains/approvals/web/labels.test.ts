import { describe, expect, it } from 'vitest';
import { parseQueueSearch, tabOf } from './search.ts';
import { historyWords, snoozeChoices } from './labels.ts';

describe('the address of the queue', () => {
  it('is read whatever stands there', () => {
    expect(parseQueueSearch({ tab: 'x', view: ['y'], kind: 7, open: null })).toEqual({
      tab: '',
      view: 'waiting',
      kind: '7',
      search: '',
      open: '',
    });
  });

  it('means leads or automations by its path, unless it says so itself', () => {
    expect([
      tabOf({ tab: '' }, '/lead-approval'),
      tabOf({ tab: '' }, '/automation-approval'),
      tabOf({ tab: 'incoming' }, '/automation-approval'),
    ]).toEqual(['incoming', 'outgoing', 'incoming']);
  });
});

describe('putting aside', () => {
  it('ends in the future, Monday being the next one', () => {
    const monday = new Date('2026-11-23T10:00:00');
    expect(snoozeChoices(monday, null).map(({ until }) => Date.parse(until) > monday.getTime())).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(new Date(snoozeChoices(monday, null)[3]!.until).getDate()).toBe(30);
  });

  it('never outlasts the request', () => {
    const now = new Date('2026-11-21T10:00:00');
    expect(snoozeChoices(now, new Date(now.getTime() + 2 * 3_600_000).toISOString()).map(({ label }) => label)).toEqual(
      ['1 hour'],
    );
  });
});

it('history says who let it through and why it was refused, and nothing twice', () => {
  expect(historyWords('approval.approved', { rule: 'Small sums' })).toBe('Approved by rule “Small sums”');
  expect(historyWords('approval.rejected', { reason: 'Twice' })).toBe('Rejected: Twice');
  expect(historyWords('approval.closed', { outcome: 'rejected' })).toBeUndefined();
  expect(historyWords('approval.closed', { outcome: 'failed', error: 'No such address.' })).toBe(
    'Failed: No such address.',
  );
});
