import { expect, it } from 'vitest';
import { type DealFacts, nextStep, riskSignals } from './signals.ts';

const healthy: DealFacts = {
  today: '2026-11-27',
  state: 'open',
  hasRoom: true,
  idleDays: 1,
  people: 3,
  blockers: 0,
  champions: 1,
  overdueOurs: 0,
  overdueBuyers: 0,
  openActions: 2,
  closeMoves: 0,
  expectedClose: '2026-12-20',
  linkOn: true,
  buyerIdleDays: 1,
  proposal: 'sent',
  proposalEndsIn: 20,
  overduePayments: 0,
  quietDays: 14,
  buyerQuietDays: 10,
};
const idsOf = (change: Partial<DealFacts>) => riskSignals({ ...healthy, ...change }).map(({ id }) => id);

it.each<[Partial<DealFacts>, string[]]>([
  [{}, []],
  [{ idleDays: 14 }, ['no_activity']],
  [{ idleDays: 13 }, []],
  [{ people: 1 }, ['single_threaded']],
  [{ overdueOurs: 1, overdueBuyers: 2 }, ['overdue_ours', 'overdue_buyer']],
  [{ closeMoves: 1 }, []],
  [{ closeMoves: 2 }, ['close_moved']],
  [{ expectedClose: '2026-11-26' }, ['close_passed']],
  [{ buyerIdleDays: 10 }, ['no_visit']],
  [{ buyerIdleDays: null }, []],
  [{ blockers: 1, champions: 0 }, ['blocked']],
  [{ blockers: 1 }, []],
  [{ people: 1, overduePayments: 1 }, ['overdue_payments', 'single_threaded']],
  [{ state: 'won', idleDays: 99, people: 0 }, []],
])('finds the risks of %o', (change, ids) => {
  expect(idsOf(change)).toEqual(ids);
});

it.each<[Partial<DealFacts>, string | null]>([
  [{}, 'Follow up on the proposal'],
  [{ hasRoom: false }, 'Open a deal room'],
  [{ proposal: 'none', openActions: 1 }, 'Write the proposal'],
  [{ proposal: 'none', openActions: 0 }, 'Agree on the next actions'],
  [{ proposal: 'draft' }, 'Send the proposal'],
  [{ proposalEndsIn: 2 }, 'Call before the proposal expires'],
  [{ proposalEndsIn: -1 }, 'Send a new version'],
  [{ linkOn: false }, 'Share the room with the buyer'],
  [{ people: 1 }, 'Add a second stakeholder'],
  [{ champions: 0 }, 'Find a champion'],
  [{ state: 'won' }, null],
  [{ state: 'won', overduePayments: 1 }, 'Collect the overdue payment'],
])('suggests the step after %o', (change, title) => {
  expect(nextStep({ ...healthy, ...change })?.title ?? null).toBe(title);
});

it('gives a reason with every risk and every step', () => {
  const bad = riskSignals({ ...healthy, idleDays: 40, people: 0, closeMoves: 3, overdueOurs: 1, buyerIdleDays: 30 });
  expect(bad.every(({ reason }) => reason.endsWith('.'))).toBe(true);
  expect(bad.map(({ level }) => level)).toEqual(['high', 'high', 'medium', 'medium', 'medium']);
});
