/**
 * The conversation of one call as a state machine. What comes in (frames of the carrier, silence, limits, the end of the
 * connection) leads to effects: frames to send, turns of the transcript, tasks, and how long to wait. It has no clock and
 * does nothing itself, so the same input always gives the same call.
 */
import {
  type CallOutcome,
  type CallTurn,
  type DayHours,
  type InFrame,
  MAX_TURNS,
  type MenuStep,
  type OutFrame,
} from '../contract.ts';
import { chosenOption, isOpenAt } from './menu.ts';

export interface CallPlan {
  greeting: string;
  /** A sound menu (`menuProblems`); the first step is the start. */
  steps: readonly MenuStep[];
  hours: readonly DayHours[];
  timeZone: string;
}

export type EngineTurn = Omit<CallTurn, 'latencyMs'>;
/** What a call left to do. */
export interface CallTask {
  kind: 'message' | 'callback';
  /** What the caller said. */
  text: string;
  /** Whom to call. */
  number: string;
}

export interface CallState {
  phase: 'new' | 'asking' | 'message' | 'number' | 'leaving' | 'ended';
  stepId: string;
  /** How often each step was entered. */
  visits: Readonly<Record<string, number>>;
  /** Times that the open question was not answered. */
  misses: number;
  turns: readonly EngineTurn[];
  startedAt: number;
  /** The caller's number. */
  number: string;
  /** What was heard of the message or the number so far. */
  heard: string;
  /** Until when the agent is speaking, as far as anyone can tell. */
  speaksUntil: number;
  tasks: readonly CallTask['kind'][];
  /** Set while the agent says its last words. */
  leaving: { outcome: CallOutcome; transferTo: string | null } | null;
}

/** `at`: milliseconds since 1970. */
export type CallInput = { at: number } & (
  | InFrame
  /** Nothing came for as long as the last `wait` said. */
  | { type: 'silence' }
  /** The longest time, or the most that the call may cost, is reached. */
  | { type: 'limit'; reason: 'time' | 'cost' }
  /** The connection is gone; `isLost`: through a fault, not because someone hung up. */
  | { type: 'closed'; isLost?: boolean }
);

export type CallEffect =
  | { type: 'send'; frame: OutFrame }
  /** A turn that is new, or was changed. */
  | { type: 'turn'; turn: EngineTurn }
  | { type: 'task'; task: CallTask }
  /** Milliseconds of silence after which `silence` comes in; replaces an earlier wait. */
  | { type: 'wait'; ms: number }
  | { type: 'ended'; outcome: CallOutcome; transferTo: string | null };

/** Milliseconds for one character of speech: 15 characters a second. */
export const SPEECH_MS = 65;
/** Milliseconds after the agent has spoken in which a caller answers. */
export const ANSWER_MS = 8_000;
/** Milliseconds of silence that end a message. */
export const PAUSE_MS = 4_000;
/** How often a call enters one step. */
export const MAX_VISITS = 5;
/** Steps without a word of the caller. */
const MAX_HOPS = 60;
const MAX_MESSAGE = 4_000;

export const NOT_UNDERSTOOD = 'Sorry, that isn’t one of the choices.';
export const STILL_THERE = 'Are you still there?';
export const WHICH_NUMBER = 'Say or enter the number to call, then press pound.';
export const NO_NUMBER = 'I didn’t get a number.';
export const TIME_IS_UP = 'This call has reached its time limit. Goodbye.';
export const TOO_OFTEN = 'I can’t help you further on this call. Goodbye.';

export const newCall = (number: string): CallState => ({
  phase: 'new',
  stepId: '',
  visits: {},
  misses: 0,
  turns: [],
  startedAt: 0,
  number,
  heard: '',
  speaksUntil: 0,
  tasks: [],
  leaving: null,
});

/** One step of a call. Neither argument is changed. */
export function advance(
  plan: CallPlan,
  state: CallState,
  input: CallInput,
): { state: CallState; effects: CallEffect[] } {
  if (state.phase === 'ended') return { state, effects: [] };
  const move = new Move(plan, state, input.at);
  move.take(input);
  return move.result();
}

class Move {
  readonly #plan: CallPlan;
  readonly #at: number;
  #state: CallState;
  readonly #effects: CallEffect[] = [];
  /** What the agent says in this move. */
  readonly #spoken: string[] = [];
  readonly #changed = new Set<number>();
  #wait: number | undefined;

  constructor(plan: CallPlan, state: CallState, at: number) {
    this.#plan = plan;
    this.#state = state;
    this.#at = at;
  }

  result(): { state: CallState; effects: CallEffect[] } {
    const frames = this.#spoken.map((token, n): CallEffect => {
      const last = n === this.#spoken.length - 1;
      return { type: 'send', frame: { type: 'text', token: last ? token : `${token} `, last } };
    });
    const turns = [...this.#changed].map((position): CallEffect => ({
      type: 'turn',
      turn: this.#state.turns[position]!,
    }));
    const wait: CallEffect[] = this.#wait === undefined ? [] : [{ type: 'wait', ms: this.#wait }];
    return { state: this.#state, effects: [...frames, ...turns, ...this.#effects, ...wait] };
  }

  take(input: CallInput): void {
    const { phase } = this.#state;
    if (input.type === 'closed') return this.#close(input.isLost === true);
    if (phase === 'new') {
      if (input.type === 'setup') this.#begin();
      return undefined;
    }
    switch (input.type) {
      case 'setup':
        return undefined;
      case 'error':
        this.#addTurn('note', `The carrier reported: ${input.description.slice(0, 300) || 'an error'}`);
        return undefined;
      case 'interrupt':
        return this.#cut(input.utteranceUntilInterrupt);
      case 'limit':
        if (phase === 'leaving') return undefined;
        return this.#leave(TIME_IS_UP, 'limit');
      case 'silence':
        return this.#silence();
      case 'dtmf':
      case 'prompt':
        return this.#hear(input);
    }
  }

  #set(change: Partial<CallState>): void {
    this.#state = { ...this.#state, ...change };
  }

  #begin(): void {
    this.#set({ startedAt: this.#at, speaksUntil: this.#at });
    this.#say(this.#plan.greeting);
    this.#enter(this.#plan.steps[0]?.id ?? '');
  }

  #addTurn(by: EngineTurn['by'], text: string): void {
    const { turns, startedAt } = this.#state;
    if (turns.length >= MAX_TURNS) return;
    const turn = { position: turns.length, by, text, atMs: Math.max(0, this.#at - startedAt), isCut: false };
    this.#set({ turns: [...turns, turn] });
    this.#changed.add(turn.position);
  }

  #changeTurn(turn: EngineTurn): void {
    this.#set({ turns: this.#state.turns.with(turn.position, turn) });
    this.#changed.add(turn.position);
  }

  #say(text: string): void {
    this.#spoken.push(text);
    const last = this.#state.turns.at(-1);
    // All that is said in one go is one turn.
    if (this.#spoken.length > 1 && last?.by === 'agent') this.#changeTurn({ ...last, text: `${last.text} ${text}` });
    else this.#addTurn('agent', text);
    this.#set({ speaksUntil: Math.max(this.#at, this.#state.speaksUntil) + text.length * SPEECH_MS });
  }

  /** Waits for the caller, from when the agent has spoken. */
  #listen(ms: number): void {
    this.#wait = Math.max(0, this.#state.speaksUntil - this.#at) + ms;
  }

  /** Cuts the agent's last turn to what was heard of it. */
  #cut(heard: string): void {
    const { turns, phase, speaksUntil } = this.#state;
    if (speaksUntil > this.#at) this.#set({ speaksUntil: this.#at });
    const last = turns.at(-1);
    if (last?.by === 'agent' && !last.isCut)
      this.#changeTurn({ ...last, text: heardOf(last.text, heard), isCut: true });
    // After its last words the call ends as soon as nobody listens to them.
    this.#listen(phase === 'leaving' ? 0 : phase === 'message' && this.#state.heard ? PAUSE_MS : ANSWER_MS);
  }

  /** Goes to a step, and on through those that do not wait for the caller. */
  #enter(first: string): void {
    let id = first;
    for (let hops = 0; hops < MAX_HOPS; hops += 1) {
      const step = this.#plan.steps.find((one) => one.id === id);
      if (!step) {
        this.#addTurn('note', 'The menu has no next step here.');
        return this.#leave(TOO_OFTEN, 'failed');
      }
      const visits = (this.#state.visits[id] ?? 0) + 1;
      if (visits > MAX_VISITS) break;
      this.#set({ visits: { ...this.#state.visits, [id]: visits }, stepId: id });
      const next = this.#run(step);
      if (next === undefined) return undefined;
      id = next;
    }
    return this.#leave(TOO_OFTEN, 'limit');
  }

  /** @returns the step that follows at once; undefined when the caller is to speak, or the call ends */
  #run(step: MenuStep): string | undefined {
    switch (step.kind) {
      case 'say':
        this.#say(step.text);
        return step.next;
      case 'hours':
        return isOpenAt(this.#plan.hours, this.#plan.timeZone, this.#at) ? step.open : step.closed;
      case 'ask':
        this.#say(step.text);
        this.#set({ phase: 'asking', misses: 0 });
        this.#listen(ANSWER_MS);
        return undefined;
      case 'message':
        this.#say(step.text);
        this.#set({ phase: 'message', misses: 0, heard: '' });
        this.#listen(ANSWER_MS);
        return undefined;
      case 'callback':
        this.#say(step.text);
        if (this.#state.number) {
          this.#task('callback', '', this.#state.number);
          return step.next;
        }
        this.#say(WHICH_NUMBER);
        this.#set({ phase: 'number', misses: 0, heard: '' });
        this.#listen(ANSWER_MS);
        return undefined;
      case 'transfer':
        this.#leave(step.text, 'transferred', step.to);
        return undefined;
      case 'hangup':
        this.#leave(step.text, 'completed');
        return undefined;
    }
  }

  #task(kind: CallTask['kind'], text: string, number: string): void {
    this.#set({ tasks: [...this.#state.tasks, kind] });
    this.#effects.push({ type: 'task', task: { kind, text, number } });
  }

  #step<K extends MenuStep['kind']>(kind: K): Extract<MenuStep, { kind: K }> | undefined {
    const step = this.#plan.steps.find(({ id }) => id === this.#state.stepId);
    return step?.kind === kind ? (step as Extract<MenuStep, { kind: K }>) : undefined;
  }

  #hear(input: Extract<CallInput, { type: 'dtmf' | 'prompt' }>): void {
    const isKey = input.type === 'dtmf';
    if (!isKey && !input.last) return this.#listen(ANSWER_MS);
    const text = isKey ? input.digit : input.voicePrompt.trim();
    const { phase } = this.#state;
    if (text === '' || phase === 'leaving') return undefined;
    if (this.#state.turns.length >= MAX_TURNS) return this.#leave(TOO_OFTEN, 'limit');
    this.#noteHeard(text, isKey);
    this.#set({ speaksUntil: Math.min(this.#state.speaksUntil, this.#at) });
    if (phase === 'asking') return this.#answer(text, isKey);
    if (phase === 'message') return this.#takeMessage(text, isKey);
    return this.#takeNumber(text, isKey);
  }

  /** Keys that are pressed one after another are one turn. */
  #noteHeard(text: string, isKey: boolean): void {
    const last = this.#state.turns.at(-1);
    if (isKey && this.#state.phase === 'number' && last?.by === 'caller' && last.text.startsWith(KEYS))
      this.#changeTurn({ ...last, text: last.text + text });
    else this.#addTurn('caller', isKey ? KEYS + text : text);
  }

  #answer(text: string, isKey: boolean): void {
    const step = this.#step('ask');
    if (!step) return this.#enter('');
    const index = isKey ? step.options.findIndex(({ digit }) => digit === text) : chosenOption(step.options, text);
    const option = step.options[index];
    if (option) return this.#enter(option.next);
    return this.#miss(step.tries, NOT_UNDERSTOOD, step.text, step.otherwise);
  }

  /** The caller gave no answer: asks again, or goes on elsewhere after so many tries. */
  #miss(tries: number, words: string, question: string, otherwise: string): void {
    const misses = this.#state.misses + 1;
    this.#set({ misses });
    if (misses >= tries) return this.#enter(otherwise);
    this.#say(words);
    this.#say(question);
    return this.#listen(ANSWER_MS);
  }

  #takeMessage(text: string, isKey: boolean): void {
    if (isKey) {
      if (text === '#') return this.#endMessage();
      return this.#listen(PAUSE_MS);
    }
    this.#set({ heard: `${this.#state.heard} ${text}`.trim().slice(0, MAX_MESSAGE) });
    return this.#listen(PAUSE_MS);
  }

  #endMessage(): void {
    const step = this.#step('message');
    const { heard, number } = this.#state;
    if (heard) this.#task('message', heard, number);
    this.#set({ heard: '' });
    return this.#enter(step?.next ?? '');
  }

  #takeNumber(text: string, isKey: boolean): void {
    const isDone = isKey && text === '#';
    const digits = text.replace(/[^\d+]/g, '');
    const heard = (this.#state.heard + digits).slice(0, 16);
    this.#set({ heard });
    if (isKey && !isDone) return this.#listen(ANSWER_MS);
    return this.#endNumber();
  }

  #endNumber(): void {
    const step = this.#step('callback');
    const { heard } = this.#state;
    this.#set({ heard: '' });
    if (heard.replace(/\D/g, '').length < 7) return this.#miss(3, NO_NUMBER, WHICH_NUMBER, step?.next ?? '');
    this.#task('callback', '', heard);
    return this.#enter(step?.next ?? '');
  }

  #silence(): void {
    const { phase, heard } = this.#state;
    if (phase === 'leaving') return this.#end();
    if (phase === 'asking') {
      const step = this.#step('ask');
      return step ? this.#miss(step.tries, STILL_THERE, step.text, step.otherwise) : this.#enter('');
    }
    if (phase === 'message') {
      const step = this.#step('message');
      return heard || !step ? this.#endMessage() : this.#miss(2, STILL_THERE, step.text, step.next);
    }
    return heard ? this.#endNumber() : this.#miss(2, STILL_THERE, WHICH_NUMBER, this.#step('callback')?.next ?? '');
  }

  /** The agent's last words; the call ends when they are spoken. */
  #leave(words: string, outcome: CallOutcome, transferTo: string | null = null): void {
    this.#keepMessage();
    this.#say(words);
    this.#set({ phase: 'leaving', leaving: { outcome, transferTo } });
    this.#listen(0);
  }

  /** A message that was cut short is kept as far as it came. */
  #keepMessage(): void {
    const { phase, heard, number } = this.#state;
    if (phase === 'message' && heard) this.#task('message', heard, number);
    this.#set({ heard: '' });
  }

  #end(): void {
    const { leaving } = this.#state;
    const transferTo = leaving?.transferTo ?? null;
    const frame: OutFrame = transferTo
      ? { type: 'end', handoffData: JSON.stringify({ reason: 'transfer', to: transferTo }) }
      : { type: 'end' };
    this.#finish(leaving?.outcome ?? 'completed', transferTo);
    this.#effects.push({ type: 'send', frame });
  }

  #close(isLost: boolean): void {
    const { phase, leaving } = this.#state;
    this.#keepMessage();
    // Who hangs up while being put through was not put through.
    const broken = isLost ? 'failed' : 'abandoned';
    const outcome = phase === 'leaving' && leaving && !leaving.transferTo ? leaving.outcome : broken;
    this.#finish(outcome, null);
  }

  /** What a caller left to do says more about a call than how it ended. */
  #finish(outcome: CallOutcome, transferTo: string | null): void {
    const { tasks } = this.#state;
    const done = transferTo ? 'transferred' : tasks.includes('message') ? 'message' : tasks.at(-1);
    this.#set({ phase: 'ended' });
    this.#wait = undefined;
    this.#effects.push({ type: 'ended', outcome: done ?? outcome, transferTo });
  }
}

const KEYS = 'Pressed ';

/** The beginning of `text` up to where `heard` ends in it; `heard` itself where the carrier spells it otherwise. */
export function heardOf(text: string, heard: string): string {
  const words = heard.trim();
  if (words === '') return '';
  const at = text.startsWith(words) ? 0 : text.lastIndexOf(words);
  return at < 0 ? words.slice(0, text.length) : text.slice(0, at + words.length);
}
