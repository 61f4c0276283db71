import { describe, expect, it } from 'vitest';
import type { MenuStep } from '../contract.ts';
import { ASK_NAME, ASK_NUMBER, type DeskAnswer, JUST_TAKEN, NO_TIMES, NOT_BOOKED, ONE_MOMENT } from './booking-talk.ts';
import { advance } from './call.ts';
import { type CallEffect, type CallInput, type CallPlan, newCall, THINK_MS } from './call-state.ts';
import { menuProblems } from './menu.ts';
import { agreement, chosenSlot, slotWords, spokenName, zoneWords } from './spoken-slots.ts';

const ZONE = 'America/New_York';
const at = (text: string) => Date.parse(text);
/** Tuesday 9:00, 11:30, and Wednesday 14:00 in New York. */
const STARTS = [at('2026-03-10T13:00:00Z'), at('2026-03-10T15:30:00Z'), at('2026-03-11T18:00:00Z')];
const TYPE = '0197f3a0-0000-7000-8000-000000000001';
const STEPS: MenuStep[] = [
  {
    id: 'book',
    name: 'Book',
    kind: 'book',
    text: 'Let’s find a time.',
    typeId: TYPE,
    next: 'message',
    otherwise: 'no',
  },
  { id: 'message', name: 'Message', kind: 'message', text: 'Leave a message.', next: 'bye' },
  { id: 'no', name: 'No', kind: 'hangup', text: 'Goodbye without.' },
  { id: 'bye', name: 'Bye', kind: 'hangup', text: 'Goodbye.' },
];

/** A call whose calendar answers each order by its turn in `answers`. */
function drive(
  inputs: readonly object[],
  answers: readonly DeskAnswer[],
  change: Partial<CallPlan> & { number?: string } = {},
) {
  const { number = '+14155550123', ...rest } = change;
  const plan: CallPlan = {
    greeting: 'Hello.',
    steps: STEPS,
    hours: [],
    timeZone: ZONE,
    hasModel: false,
    caller: null,
    ...rest,
  };
  let state = newCall(number);
  let time = at('2026-03-09T12:00:00Z');
  const effects: CallEffect[] = [];
  const left = [...answers];
  const put = (input: object) => {
    const moved = advance(plan, state, { at: time, ...input } as CallInput);
    state = moved.state;
    time += 1_000;
    effects.push(...moved.effects);
    for (const effect of moved.effects)
      if (effect.type === 'desk' && left.length > 0) put({ type: 'desk', ask: effect.ask, answer: left.shift() });
  };
  put({ type: 'setup', callSid: 'CA1', sessionId: '', from: number, to: '' });
  for (const input of inputs) put(input);
  return {
    state,
    said: effects.flatMap((one) => (one.type === 'send' && one.frame.type === 'text' ? [one.frame.token.trim()] : [])),
    orders: effects.flatMap((one) => (one.type === 'desk' ? [one.order] : [])),
    notes: state.turns.filter(({ by }) => by === 'note').map(({ text }) => text),
    lastWait: effects.findLast((one) => one.type === 'wait')?.ms,
  };
}
const say = (voicePrompt: string) => ({ type: 'prompt', voicePrompt, last: true });
const key = (digit: string) => ({ type: 'dtmf', digit });
const silence = { type: 'silence' };
const found: DeskAnswer = { type: 'found', starts: STARTS };
const held: DeskAnswer = { type: 'held' };
const booked: DeskAnswer = { type: 'booked', words: 'You’re booked.' };

describe('a caller who books', () => {
  it('hears three times in the zone of the agent, chooses by speech, gives a name, and agrees', () => {
    const call = drive(
      [say('Wednesday at two, please'), say('Hi, my name is Ada King.'), say('Yes.')],
      [found, held, booked],
    );
    expect(call.said).toContain('1: Tuesday, March 10 at 9:00 AM.');
    expect(call.said).toContain('Here are the next times, in Eastern Time.');
    expect(call.said).toContain(ASK_NAME);
    expect(call.said).toContain(
      'Wednesday, March 11 at 2:00 PM, for Ada King. Press 1 or say yes to book it, or 2 for another time.',
    );
    expect(call.said.slice(-2)).toEqual(['You’re booked.', 'Leave a message.']);
    expect(call.orders).toEqual([
      { do: 'find', from: null },
      { do: 'hold', at: STARTS[2] },
      { do: 'book', at: STARTS[2], name: 'Ada King', number: '+14155550123' },
    ]);
    expect(call.state).toMatchObject({ phase: 'message', booking: null });
  });

  it('needs only keys when the number belongs to a contact', () => {
    const call = drive([key('2'), key('1')], [found, held, booked], { caller: { name: 'Ada King', hasEmail: true } });
    expect(call.orders.at(-1)).toEqual({ do: 'book', at: STARTS[1], name: 'Ada King', number: '+14155550123' });
  });

  it('with a withheld number gives one by keys, which becomes one of North America', () => {
    const keys = [...'4155550177'].map(key);
    const call = drive([key('1'), say('Ada'), ...keys, key('#'), key('1')], [found, held, booked], { number: '' });
    expect(call.said).toContain(ASK_NUMBER);
    expect(call.orders.at(-1)).toEqual({ do: 'book', at: STARTS[0], name: 'Ada', number: '+14155550177' });
  });

  it('hears another day from the day after the last time, and goes on without a time by 0', () => {
    const call = drive([key('9'), key('0')], [found, found]);
    expect(call.orders.at(-1)).toEqual({ do: 'find', from: at('2026-03-12T04:00:00Z') });
    expect(call.said.at(-1)).toBe('Goodbye without.');
  });

  it('is offered times again when the chosen one was taken, on holding it and on booking it', () => {
    const early = drive([key('1')], [found, { type: 'taken' }, found]);
    expect(early.said).toContain(JUST_TAKEN);
    expect(early.state.booking?.stage).toBe('choosing');
    const late = drive([key('1'), say('Ada'), key('1')], [found, held, { type: 'taken' }, found]);
    expect(late.state.booking).toMatchObject({ stage: 'choosing', name: 'Ada' });
  });

  it.each<[string, DeskAnswer, string]>([
    ['there is no free time', { type: 'found', starts: [] }, NO_TIMES],
    ['the calendar fails', { type: 'failed', why: 'This booking type takes no bookings.' }, NOT_BOOKED],
  ])('goes on elsewhere when %s', (_, answer, words) => {
    const call = drive([], [answer]);
    expect(call.said.slice(-2)).toEqual([words, 'Goodbye without.']);
    expect(call.notes).toEqual(answer.type === 'failed' ? [answer.why] : []);
  });

  it('goes on elsewhere when the calendar does not answer in time, and its late answer changes nothing', () => {
    const call = drive([silence], []);
    expect(call.notes).toEqual(['The calendar did not answer in time.']);
    expect(drive([], []).lastWait).toBeGreaterThanOrEqual(THINK_MS);
    const late = drive([silence, { type: 'desk', ask: 1, answer: found }], []);
    expect(late.said).toEqual(call.said);
  });

  it('waits for the answer to a booking, however long it takes, and says what came of it', () => {
    const steps = [key('1'), say('Ada'), key('1'), silence, silence];
    const waiting = drive(steps, [found, held]);
    expect(waiting.said.slice(-2)).toEqual([ONE_MOMENT, ONE_MOMENT]);
    expect(waiting.lastWait).toBeGreaterThanOrEqual(THINK_MS);
    expect(waiting.notes).toEqual([]);
    const { ask } = waiting.state.booking!;
    const done = drive([...steps, { type: 'desk', ask, answer: booked }], [found, held]);
    expect(done.said).toContain('You’re booked.');
  });

  it('goes on elsewhere after three answers that are none, and after silence', () => {
    expect(drive([key('7'), say('Bananas'), silence], [found]).said.at(-1)).toBe('Goodbye without.');
  });

  it('is not booked twice by words that come while the calendar is asked', () => {
    const call = drive([key('1'), say('Ada'), key('1'), key('1'), say('yes')], [found, held]);
    expect(call.orders.filter((order) => order.do === 'book')).toHaveLength(1);
  });
});

it.each([
  ['2', true, 1],
  ['the second one', false, 1],
  ['Number three.', false, 2],
  ['Eleven thirty', false, 1],
  ['Nine A.M. please', false, 0],
  ['Wednesday', false, 2],
  ['Tuesday at 11:30', false, 1],
  ['March 10 at 9', false, 0],
])('reads “%s” as a time', (heard, isKey, index) => {
  expect(chosenSlot(STARTS, ZONE, heard, isKey)).toEqual({ kind: 'start', at: STARTS[index] });
});

it.each([
  ['9', true, 'later'],
  ['Do you have another day?', false, 'later'],
  ['None of them', false, 'none'],
  ['Tuesday', false, 'unclear'],
  ['Four p.m.', false, 'unclear'],
  ['#', true, 'unclear'],
])('reads “%s” as no single time', (heard, isKey, kind) => {
  expect(chosenSlot(STARTS, ZONE, heard, isKey)).toEqual({ kind });
});

it('says times and zones as people do', () => {
  expect(slotWords(STARTS[0]!, 'Europe/Berlin')).toBe('Tuesday, March 10 at 2:00 PM');
  expect(zoneWords(STARTS[0]!, 'UTC')).toBe('Coordinated Universal Time');
  expect(['Yes, please', 'no, the other one', 'two', 'hmm'].map((text) => agreement(text, false))).toEqual([
    true,
    false,
    false,
    undefined,
  ]);
  expect(['This is Ada King.', 'I’m Ada', 'Ada Isla King'].map(spokenName)).toEqual([
    'Ada King',
    'Ada',
    'Ada Isla King',
  ]);
});

it('is refused in a menu without a booking type, or where it may go round without the caller', () => {
  const book = (typeId: string, otherwise: string): MenuStep => ({ ...STEPS[0]!, typeId, otherwise }) as MenuStep;
  expect(menuProblems([book('', 'no'), ...STEPS.slice(1)])).toEqual([
    { field: 'steps.0.typeId', message: 'Book: choose a booking type.' },
  ]);
  expect(menuProblems([book(TYPE, 'book'), STEPS[1]!, STEPS[3]!])[0]!.message).toContain('repeat without asking');
});
