/** Why a deal is at risk, and what to do next, each with its reason. Pure: facts in, sentences out. */

export interface DealFacts {
  /** Where the workspace counts its days. */
  today: string;
  state: 'open' | 'won' | 'lost';
  hasRoom: boolean;
  /** Days since the last activity, or since the deal was created. */
  idleDays: number;
  people: number;
  blockers: number;
  champions: number;
  overdueOurs: number;
  overdueBuyers: number;
  openActions: number;
  /** How often the expected close was moved to a later day. */
  closeMoves: number;
  expectedClose: string | null;
  linkOn: boolean;
  /** Days since the buyer opened the room, or since they could; null: they cannot. */
  buyerIdleDays: number | null;
  proposal: 'none' | 'draft' | 'sent' | 'accepted' | 'declined';
  /** Days until a sent proposal ends; null: it does not. */
  proposalEndsIn: number | null;
  overduePayments: number;
  quietDays: number;
  buyerQuietDays: number;
}

/** Where to act: a tab of the room, or the opportunity itself. */
export type Place = 'plan' | 'people' | 'proposal' | 'payments' | 'activity' | 'share' | 'opportunity' | 'room';

export interface Signal {
  id: string;
  level: 'high' | 'medium';
  title: string;
  /** The observed reason. */
  reason: string;
  place: Place;
}

export interface NextStep {
  title: string;
  reason: string;
  place: Place;
}

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;
const things = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Risk signals, the gravest first. */
export function riskSignals(facts: DealFacts): Signal[] {
  const found: Signal[] = [];
  const add = (is: boolean, signal: Signal) => is && found.push(signal);
  add(facts.overduePayments > 0, {
    id: 'overdue_payments',
    level: 'high',
    title: 'Payment overdue',
    reason: `${things(facts.overduePayments, 'installment')} past the due day.`,
    place: 'payments',
  });
  if (facts.state !== 'open') return found;
  add(facts.proposal === 'declined', {
    id: 'declined',
    level: 'high',
    title: 'Proposal declined',
    reason: 'The buyer declined the latest proposal.',
    place: 'proposal',
  });
  add(facts.idleDays >= facts.quietDays, {
    id: 'no_activity',
    level: facts.idleDays >= facts.quietDays * 2 ? 'high' : 'medium',
    title: 'No activity',
    reason: `Nothing was logged for ${days(facts.idleDays)}.`,
    place: 'activity',
  });
  add(facts.closeMoves >= 2, {
    id: 'close_moved',
    level: facts.closeMoves >= 3 ? 'high' : 'medium',
    title: 'Close date keeps moving',
    reason: `The expected close was postponed ${facts.closeMoves} times.`,
    place: 'opportunity',
  });
  add(facts.expectedClose !== null && facts.expectedClose < facts.today, {
    id: 'close_passed',
    level: 'medium',
    title: 'Close date passed',
    reason: 'The expected close is in the past.',
    place: 'opportunity',
  });
  add(facts.people < 2, {
    id: 'single_threaded',
    level: 'medium',
    title: 'Single-threaded',
    reason: facts.people === 0 ? 'No contact is on this deal.' : 'Only one contact is on this deal.',
    place: 'people',
  });
  add(facts.blockers > 0 && facts.champions === 0, {
    id: 'blocked',
    level: 'high',
    title: 'Blocker without a champion',
    reason: 'Someone blocks the deal, and no one champions it.',
    place: 'people',
  });
  add(facts.overdueOurs > 0, {
    id: 'overdue_ours',
    level: 'medium',
    title: 'We are late',
    reason: `${things(facts.overdueOurs, 'action')} on our side past the due day.`,
    place: 'plan',
  });
  add(facts.overdueBuyers > 0, {
    id: 'overdue_buyer',
    level: 'medium',
    title: 'Buyer is late',
    reason: `${things(facts.overdueBuyers, 'action')} on the buyer’s side past the due day.`,
    place: 'plan',
  });
  add(facts.buyerIdleDays !== null && facts.buyerIdleDays >= facts.buyerQuietDays, {
    id: 'no_visit',
    level: 'medium',
    title: 'No buyer visit',
    reason: `The buyer has not opened the room for ${days(facts.buyerIdleDays ?? 0)}.`,
    place: 'share',
  });
  return found.sort((a, b) => Number(b.level === 'high') - Number(a.level === 'high'));
}

/** The step that moves the deal most, the first that applies. */
export function nextStep(facts: DealFacts): NextStep | null {
  const steps: (NextStep & { when: boolean })[] = [
    {
      when: facts.overduePayments > 0,
      title: 'Collect the overdue payment',
      reason: `${things(facts.overduePayments, 'installment')} past the due day.`,
      place: 'payments',
    },
    { when: facts.state !== 'open', title: '', reason: '', place: 'room' },
    { when: !facts.hasRoom, title: 'Open a deal room', reason: 'The buyer has no shared plan yet.', place: 'room' },
    {
      when: facts.overdueOurs > 0,
      title: 'Finish our overdue actions',
      reason: `${things(facts.overdueOurs, 'action')} on our side past the due day.`,
      place: 'plan',
    },
    {
      when: facts.proposal === 'declined',
      title: 'Ask why, then send a new version',
      reason: 'The buyer declined the latest proposal.',
      place: 'proposal',
    },
    {
      when: facts.proposal === 'sent' && facts.proposalEndsIn !== null && facts.proposalEndsIn <= 3,
      title:
        facts.proposalEndsIn !== null && facts.proposalEndsIn < 0
          ? 'Send a new version'
          : 'Call before the proposal expires',
      reason:
        facts.proposalEndsIn !== null && facts.proposalEndsIn < 0
          ? 'The proposal has expired.'
          : `It expires in ${days(Math.max(0, facts.proposalEndsIn ?? 0))}.`,
      place: 'proposal',
    },
    {
      when: facts.people < 2,
      title: 'Add a second stakeholder',
      reason: 'A deal with one contact ends when that person leaves.',
      place: 'people',
    },
    {
      when: facts.champions === 0 && facts.people >= 2,
      title: 'Find a champion',
      reason: 'No stakeholder is marked as a champion.',
      place: 'people',
    },
    {
      when: facts.openActions === 0 && facts.proposal !== 'sent',
      title: 'Agree on the next actions',
      reason: 'The action plan has no open action.',
      place: 'plan',
    },
    { when: !facts.linkOn, title: 'Share the room with the buyer', reason: 'The buyer’s link is off.', place: 'share' },
    {
      when: facts.overdueBuyers > 0,
      title: 'Ask about the buyer’s overdue actions',
      reason: `${things(facts.overdueBuyers, 'action')} on the buyer’s side past the due day.`,
      place: 'plan',
    },
    {
      when: facts.proposal === 'none',
      title: 'Write the proposal',
      reason: 'The buyer has nothing to accept yet.',
      place: 'proposal',
    },
    { when: facts.proposal === 'draft', title: 'Send the proposal', reason: 'A draft is waiting.', place: 'proposal' },
    {
      when: facts.idleDays >= facts.quietDays,
      title: 'Call the buyer',
      reason: `Nothing was logged for ${days(facts.idleDays)}.`,
      place: 'activity',
    },
    {
      when: facts.proposal === 'sent',
      title: 'Follow up on the proposal',
      reason: 'The proposal is waiting for the buyer.',
      place: 'activity',
    },
  ];
  const found = steps.find(({ when }) => when);
  return found && found.title !== '' ? { title: found.title, reason: found.reason, place: found.place } : null;
}
