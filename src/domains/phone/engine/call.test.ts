import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MenuStep, OutFrame } from '../contract.ts';
import { advance, heardOf } from './call.ts';
import {
  ANSWER_MS,
  type CallEffect,
  type CallInput,
  type CallPlan,
  GOODBYE,
  newCall,
  NOT_UNDERSTOOD,
  PUT_THROUGH,
  SPEECH_MS,
  STILL_THERE,
  TIME_IS_UP,
  WHICH_NUMBER,
} from './call-state.ts';
import { agentProblems } from './agent.ts';
import { chosenOption, isOpenAt, menuProblems } from './menu.ts';
import { percentiles } from './summary.ts';
import { STARTERS } from './starters.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const bye: MenuStep = { id: 'bye', name: 'Bye', kind: 'hangup', text: 'Goodbye.' };
const ask = (change: Partial<Extract<MenuStep, { kind: 'ask' }>> = {}): MenuStep => ({
  id: 'ask',
  name: 'Menu',
  kind: 'ask',
  text: 'Press 1 for sales.',
  options: [
    { digit: '1', words: ['sales'], next: 'sales' },
    { digit: '2', words: ['message', 'leave a message'], next: 'message' },
    { digit: '3', words: [], next: 'callback' },
  ],
  tries: 2,
  otherwise: 'bye',
  ...change,
});
const STEPS: MenuStep[] = [
  ask(),
  { id: 'sales', name: 'Sales', kind: 'transfer', text: 'One moment.', to: '+14155550199' },
  { id: 'message', name: 'Message', kind: 'message', text: 'Speak now.', next: 'bye' },
  { id: 'callback', name: 'Call back', kind: 'callback', text: 'We will call you.', next: 'bye' },
  bye,
];
const plan = (steps: readonly MenuStep[] = STEPS): CallPlan => ({
  greeting: 'Hello.',
  steps,
  hours: [{ day: 1, from: '09:00', to: '17:00' }],
  timeZone: 'UTC',
  hasModel: true,
  caller: null,
});

/** Drives a call: each input comes a second after the one before. */
function drive(inputs: readonly object[], { steps = STEPS, number = '+14155550123' } = {}) {
  let state = newCall(number);
  let at = NOON;
  const effects: CallEffect[] = [];
  const put = (input: object) => {
    const moved = advance(plan(steps), state, { at, ...input } as CallInput);
    state = moved.state;
    effects.push(...moved.effects);
    at += 1_000;
  };
  put({ type: 'setup', callSid: 'CA1', sessionId: '', from: number, to: '' });
  for (const input of inputs) put(input);
  const frames = effects.flatMap((effect) => (effect.type === 'send' ? [effect.frame] : []));
  return {
    state,
    effects,
    frames,
    said: frames.flatMap((frame) => (frame.type === 'text' ? [frame.token.trim()] : [])),
    turns: state.turns.map(({ by, text }) => [by, text]),
    tasks: effects.flatMap((effect) => (effect.type === 'task' ? [effect.task] : [])),
    ended: effects.find((effect) => effect.type === 'ended'),
    lastWait: effects.findLast((effect) => effect.type === 'wait')?.ms,
  };
}
const key = (digit: string) => ({ type: 'dtmf', digit });
const say = (voicePrompt: string, last = true) => ({ type: 'prompt', voicePrompt, last });
const silence = { type: 'silence' };

describe('a call', () => {
  it('greets, asks, and waits from when it has spoken', () => {
    const call = drive([]);
    expect(call.frames).toEqual([
      { type: 'text', token: 'Hello. ', last: false },
      { type: 'text', token: 'Press 1 for sales.', last: true },
    ] satisfies OutFrame[]);
    expect(call.turns).toEqual([['agent', 'Hello. Press 1 for sales.']]);
    expect(call.lastWait).toBe('Hello.Press 1 for sales.'.length * SPEECH_MS + ANSWER_MS);
  });

  it.each([
    ['a key', key('1')],
    ['a keyword', say('Sales, please.')],
    ['a spoken digit', say('One.')],
  ])('takes %s, and hands the caller over when the last words are spoken', (_, answer) => {
    const call = drive([answer, silence]);
    expect(call.said.at(-1)).toBe('One moment.');
    expect(call.frames.at(-1)).toEqual({ type: 'end', handoffData: '{"reason":"transfer","to":"+14155550199"}' });
    expect(call.ended).toEqual({ type: 'ended', outcome: 'transferred', transferTo: '+14155550199' });
  });

  it('asks again after an unknown answer and after silence, and goes on elsewhere after so many tries', () => {
    expect(drive([say('Bananas')]).said.slice(-2)).toEqual([NOT_UNDERSTOOD, 'Press 1 for sales.']);
    expect(drive([silence]).said.slice(-2)).toEqual([STILL_THERE, 'Press 1 for sales.']);
    const call = drive([say('Bananas'), silence, silence]);
    expect(call.said.at(-1)).toBe('Goodbye.');
    expect(call.ended).toMatchObject({ outcome: 'completed' });
  });

  it('takes a message until the caller pauses or presses pound, and keeps one that is cut short', () => {
    const words = [key('2'), say('This is Ada.'), say('Call me about the roof.')];
    for (const end of [silence, key('#'), { type: 'closed' }, { type: 'limit' }])
      expect(drive([...words, end]).tasks).toEqual([
        { kind: 'message', text: 'This is Ada. Call me about the roof.', number: '+14155550123' },
      ]);
    expect(drive([...words, { type: 'closed' }]).ended).toMatchObject({ outcome: 'message' });
    expect(drive([key('2'), silence, silence]).tasks).toEqual([]);
  });

  it('asks a caller without a number for one', () => {
    expect(drive([key('3')]).tasks).toEqual([{ kind: 'callback', text: '', number: '+14155550123' }]);
    const withheld = { number: '' };
    expect(drive([key('3')], withheld).said.at(-1)).toBe(WHICH_NUMBER);
    const keys = [...'4155550123#'].map(key);
    const call = drive([key('3'), ...keys], withheld);
    expect(call.tasks).toEqual([{ kind: 'callback', text: '', number: '4155550123' }]);
    expect(call.turns).toContainEqual(['caller', 'Pressed 4155550123#']);
    expect(drive([key('3'), say('415 555 0123')], withheld).tasks).toHaveLength(1);
    expect(drive([key('3'), say('No'), silence, silence], withheld).tasks).toEqual([]);
  });

  it('cuts its turn to what was heard when the caller interrupts', () => {
    const interrupt = { type: 'interrupt', utteranceUntilInterrupt: 'Hello. Press 1', durationUntilInterruptMs: 700 };
    const call = drive([interrupt, say('Leave a message')]);
    expect(call.state.turns[0]).toMatchObject({ text: 'Hello. Press 1', isCut: true });
    expect(call.said.at(-1)).toBe('Speak now.');
    expect(heardOf('Ask. Ask again.', 'again.')).toBe('Ask. Ask again.');
    expect(heardOf('Call us at 5.', 'call us at five')).toBe('call us at fi');
    expect(heardOf('Hello', '')).toBe('');
  });

  it('ends at its limit with a last word, and when the caller hangs up', () => {
    const limited = drive([{ type: 'limit' }, silence]);
    expect(limited.said.at(-1)).toBe(TIME_IS_UP);
    expect(limited.ended).toMatchObject({ outcome: 'limit' });
    expect(drive([{ type: 'closed' }]).ended).toMatchObject({ outcome: 'abandoned' });
    expect(drive([{ type: 'closed', isLost: true }]).ended).toMatchObject({ outcome: 'failed' });
    expect(drive([key('1'), { type: 'closed' }]).ended).toMatchObject({ outcome: 'abandoned', transferTo: null });
  });

  it('notes an error of the carrier and goes on; nothing counts before the setup or after the end', () => {
    expect(drive([{ type: 'error', description: '64107' }]).turns.at(-1)).toEqual([
      'note',
      'The carrier reported: 64107',
    ]);
    expect(advance(plan(), newCall(''), { type: 'dtmf', digit: '1', at: NOON }).effects).toEqual([]);
    const { state } = drive([{ type: 'closed' }]);
    expect(advance(plan(), state, { type: 'dtmf', digit: '1', at: NOON }).effects).toEqual([]);
  });

  it('lets nobody go around a loop forever', () => {
    const steps: MenuStep[] = [ask({ options: [{ digit: '1', words: [], next: 'ask' }] }), bye];
    const call = drive([...'111111'].map(key), { steps });
    expect(call.state.leaving).toMatchObject({ outcome: 'limit' });
  });

  describe('with a model', () => {
    const talk: MenuStep = {
      id: 'talk',
      name: 'Talk',
      kind: 'talk',
      text: 'How can I help?',
      instructions: 'Help.',
      to: '',
      typeId: '',
      maxTokens: 5_000,
      next: 'bye',
    };
    const steps = [talk, bye];
    const reply = (text: string, think = 1) => ({ type: 'reply', think, text });
    const replied = (next: object | null = null, think = 1) => ({ type: 'replied', think, next });
    const thinks = (call: ReturnType<typeof drive>) =>
      call.effects.flatMap((effect) => (effect.type === 'think' ? [effect.think] : []));

    it('puts what the caller says to it, and passes each piece of the reply on', () => {
      const call = drive([say('Are you open?'), reply('Yes, '), reply('until 5.'), replied()], { steps });
      expect(thinks(call)).toEqual([1]);
      expect(call.frames.slice(-3)).toEqual([
        { type: 'text', token: 'Yes, ', last: false },
        { type: 'text', token: 'until 5.', last: false },
        { type: 'text', token: '', last: true },
      ]);
      expect(call.turns.at(-1)).toEqual(['agent', 'Yes, until 5.']);
      expect(call.state.phase).toBe('talking');
    });

    it('stops a reply that the caller interrupts, and keeps what was heard of it', () => {
      const interrupt = { type: 'interrupt', utteranceUntilInterrupt: 'Yes,' };
      const call = drive(
        [say('Open?'), reply('Yes, until 5.'), interrupt, reply(' And'), say('Thanks'), reply('Bye', 2)],
        { steps },
      );
      expect(call.effects.some(({ type }) => type === 'hush')).toBe(true);
      expect(call.turns.slice(-3)).toEqual([
        ['agent', 'Yes,'],
        ['caller', 'Thanks'],
        ['agent', 'Bye'],
      ]);
    });

    it('goes on with the menu when it does not answer, may not, or says nothing', () => {
      const unanswered = { type: 'unanswered', think: 1, why: 'No credits are left.' };
      for (const end of [unanswered, replied(), silence, replied({ kind: 'menu' })])
        expect(drive([say('Open?'), end], { steps }).said.at(-1)).toBe('Goodbye.');
      expect(drive([silence, silence], { steps }).said.slice(-2)).toEqual([STILL_THERE, 'Goodbye.']);
    });

    it('transfers and hangs up as the model decides, with words of its own or the usual ones', () => {
      const to = { kind: 'transfer', to: '+14155550199' };
      expect(drive([say('Sales'), reply('Sure.'), replied(to), silence], { steps }).ended).toMatchObject({
        outcome: 'transferred',
        transferTo: '+14155550199',
      });
      expect(drive([say('Sales'), replied(to)], { steps }).said.at(-1)).toBe(PUT_THROUGH);
      expect(drive([say('Bye'), replied({ kind: 'end' }), silence], { steps })).toMatchObject({
        ended: { outcome: 'completed' },
      });
      expect(drive([say('Bye'), replied({ kind: 'end' })], { steps }).said.at(-1)).toBe(GOODBYE);
    });

    it('is skipped where no model is connected', () => {
      const { effects } = advance({ ...plan(steps), hasModel: false }, newCall(''), {
        type: 'setup',
        sessionId: '',
        callSid: '',
        from: '',
        to: '',
        at: NOON,
      });
      expect(effects.flatMap((effect) => (effect.type === 'send' ? [effect.frame] : []))).toMatchObject([
        { token: 'Hello. ' },
        { token: 'Goodbye.' },
      ]);
    });
  });

  it('is taken by a teammate, whose words are spoken, and given back to the menu or ended', () => {
    const taken = [{ type: 'taken', by: 'Ben' }, say('Hello?'), { type: 'typed', text: 'Ben here.' }];
    const call = drive(taken);
    expect(call.turns.slice(-3)).toEqual([
      ['note', 'Ben took the call.'],
      ['caller', 'Hello?'],
      ['agent', 'Ben here.'],
    ]);
    expect(drive([...taken, { type: 'released', next: 'menu' }]).said.at(-1)).toBe('Press 1 for sales.');
    expect(drive([...taken, { type: 'released', next: 'end' }, silence]).ended).toMatchObject({ outcome: 'completed' });
    expect(drive([{ type: 'typed', text: 'Nobody took the call.' }]).said).not.toContain('Nobody took the call.');
  });

  it('always ends: whatever comes in, silence and hanging up lead to one end, and turns stay in order', () => {
    const input = fc.oneof(
      fc.constantFrom(...'0123456789*#').map(key),
      fc.string({ maxLength: 40 }).map((text) => say(text)),
      fc.constant(silence),
      fc.constant({ type: 'interrupt', utteranceUntilInterrupt: 'Hello.' }),
      fc.constant({ type: 'error', description: 'x' }),
    );
    fc.assert(
      fc.property(fc.array(input, { maxLength: 60 }), fc.constantFrom('front-desk', 'messages'), (inputs, starter) => {
        const quiet = Array.from({ length: 60 }, () => silence);
        const call = drive([...inputs, ...quiet], { steps: STARTERS[starter as 'messages'].steps as MenuStep[] });
        expect(call.effects.filter(({ type }) => type === 'ended')).toHaveLength(1);
        expect(call.frames.filter(({ type }) => type === 'end')).toHaveLength(1);
        expect(call.state.turns.map(({ position }) => position)).toEqual(call.state.turns.map((_, n) => n));
      }),
    );
  });
});

describe('a menu', () => {
  const problems = (...steps: MenuStep[]) => menuProblems(steps).map(({ field, message }) => `${field}: ${message}`);

  it('is sound in the ones to begin with', () => {
    for (const { steps } of Object.values(STARTERS)) expect(menuProblems(steps)).toEqual([]);
    expect(menuProblems(STEPS)).toEqual([]);
  });

  it('has no dead ends and no step that nobody reaches', () => {
    const hello: MenuStep = { id: 'hello', name: 'Hello', kind: 'say', text: 'Hi.', next: '' };
    expect(problems(hello)).toEqual(['steps.0.next: Hello: choose a step for “Then”.']);
    expect(problems({ ...hello, next: 'gone' })).toEqual(['steps.0.next: Hello: there is no step “gone”.']);
    expect(problems({ ...hello, next: 'bye' }, bye, { ...bye, id: 'other', name: 'Other' })).toEqual([
      'steps.2.id: No step leads to Other. Lead one there, or delete it.',
    ]);
  });

  it('repeats only through a question, and can always end', () => {
    const one: MenuStep = { id: 'one', name: 'One', kind: 'hours', open: 'two', closed: 'bye' };
    const two: MenuStep = { id: 'two', name: 'Two', kind: 'say', text: 'Hi.', next: 'one' };
    expect(problems(one, two, bye)).toEqual([
      'steps.0.id: These steps repeat without asking the caller: One → Two → One. Add a question, or lead one elsewhere.',
    ]);
    const trap = ask({ options: [{ digit: '1', words: [], next: 'ask' }], otherwise: 'ask' });
    expect(problems(trap)[0]).toContain('Menu never reaches the end of the call.');
  });

  it('has options that can be told apart', () => {
    const options = [
      { digit: '1', words: ['Sales'], next: 'bye' },
      { digit: '1', words: ['sales!'], next: 'bye' },
      { digit: '', words: [], next: 'bye' },
    ];
    expect(problems(ask({ options }), bye)).toEqual([
      'steps.0.options.1.digit: Menu: “1” chooses two options.',
      'steps.0.options.1.words: Menu: “sales” chooses two options.',
      'steps.0.options.2.digit: Menu: enter a key or a keyword for option 3.',
    ]);
  });

  it('prefers the longest keyword, and takes whole words only', () => {
    const options = [
      { digit: '1', words: ['sales'] },
      { digit: '2', words: ['sales support'] },
    ];
    expect(chosenOption(options, 'I need SALES support!')).toBe(1);
    expect(chosenOption(options, 'wholesales')).toBe(-1);
    expect(chosenOption(options, 'press two')).toBe(1);
    expect(chosenOption(options, 'I have two questions')).toBe(-1);
  });

  it('reads opening hours by the clock of the zone, also over a change of daylight saving', () => {
    const hours = [{ day: 1, from: '09:00', to: '17:00' }];
    const at = (instant: string, zone: string) => isOpenAt(hours, zone, Date.parse(instant));
    expect(at('2026-03-02T14:00:00Z', 'America/New_York')).toBe(true);
    expect(at('2026-03-02T13:59:00Z', 'America/New_York')).toBe(false);
    expect(at('2026-03-09T13:00:00Z', 'America/New_York')).toBe(true);
    expect(at('2026-03-09T21:00:00Z', 'America/New_York')).toBe(false);
    expect(at('2026-03-03T15:00:00Z', 'America/New_York')).toBe(false);
  });
});

it('refuses hours that end before they begin, a day that is named twice, and a time zone that is none', () => {
  const monday = { day: 1, from: '17:00', to: '09:00' };
  const found = agentProblems({ timeZone: 'Moon', hours: [monday, monday], steps: STEPS });
  expect(found.map(({ field }) => field)).toEqual(['timeZone', 'hours.0.to', 'hours.1.day']);
});

it('takes percentiles by nearest rank', () => {
  expect(percentiles([])).toBeNull();
  expect(percentiles([5, 1, 3])).toEqual({ p50: 3, p95: 5 });
});
