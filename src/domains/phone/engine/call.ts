/**
 * The conversation of one call as a state machine. What comes in (frames of the carrier, silence, limits, the end of the
 * connection) leads to effects: frames to send, turns of the transcript, tasks, and how long to wait. It has no clock and
 * does nothing itself, so the same input always gives the same call.
 */
import {
  beginBooking,
  bookingAnswered,
  type BookingCaller,
  bookingHeard,
  type BookingMove,
  bookingSilence,
  isAtDesk,
} from './booking-talk.ts';
import { type CallOutcome, MAX_TURNS, type MenuStep, type OutFrame } from '../contract.ts';
import {
  ANSWER_MS,
  type CallEffect,
  type CallInput,
  type CallPlan,
  type CallState,
  type CallTask,
  type EngineTurn,
  GOODBYE,
  KEYS,
  LAST_MS,
  MAX_HOPS,
  MAX_MESSAGE,
  MAX_THINKS,
  MAX_VISITS,
  NO_NUMBER,
  NOT_UNDERSTOOD,
  PAUSE_MS,
  PERSON_MS,
  PUT_THROUGH,
  SPEECH_MS,
  STILL_THERE,
  THINK_MS,
  TIME_IS_UP,
  TOO_OFTEN,
  WHICH_NUMBER,
} from './call-state.ts';
import { chosenOption, isOpenAt } from './menu.ts';

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
        this.#hush();
        return this.#leave(TIME_IS_UP, 'limit');
      case 'reply':
      case 'replied':
      case 'unanswered':
        if (phase === 'thinking' && input.think === this.#state.thinks) this.#takeReply(input);
        return undefined;
      case 'desk':
        if (phase === 'booking' && input.ask === this.#state.booking?.ask)
          this.#book(bookingAnswered(this.#state.booking, input.answer, this.#caller()));
        return undefined;
      case 'asked':
        return this.#task(input.task.kind, input.task.text, input.task.number);
      case 'taken':
      case 'typed':
      case 'released':
        return this.#takeTeammate(input);
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

  /** How long this part of the call waits for the caller. */
  #patience(): number {
    const { phase, heard } = this.#state;
    if (phase === 'leaving') return 0;
    if (phase === 'message' && heard) return PAUSE_MS;
    if (phase === 'booking') return this.#state.booking && isAtDesk(this.#state.booking) ? THINK_MS : ANSWER_MS;
    return phase === 'thinking' ? THINK_MS : phase === 'person' ? PERSON_MS : ANSWER_MS;
  }

  /** Cuts the agent's last turn to what was heard of it. */
  #cut(heard: string): void {
    const { turns, phase, speaksUntil } = this.#state;
    if (phase === 'thinking' && this.#state.replyAt !== null) {
      this.#hush();
      this.#set({ phase: 'talking' });
    }
    if (speaksUntil > this.#at) this.#set({ speaksUntil: this.#at });
    const last = turns.at(-1);
    if (last?.by === 'agent' && !last.isCut)
      this.#changeTurn({ ...last, text: heardOf(last.text, heard), isCut: true });
    // After its last words the call ends as soon as nobody listens to them.
    this.#listen(this.#patience());
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
      case 'talk':
        if (!this.#plan.hasModel) return step.next;
        this.#say(step.text);
        this.#set({ phase: 'talking', misses: 0 });
        this.#listen(ANSWER_MS);
        return undefined;
      case 'book':
        this.#say(step.text);
        this.#set({ phase: 'booking' });
        this.#book(beginBooking(this.#state.asks + 1, this.#caller()));
        return undefined;
      case 'transfer':
        this.#leave(step.text, 'transferred', step.to);
        return undefined;
      case 'hangup':
        this.#leave(step.text, 'completed');
        return undefined;
    }
  }

  #caller(): BookingCaller {
    const { caller, timeZone } = this.#plan;
    return {
      name: caller?.name ?? '',
      hasEmail: caller?.hasEmail ?? false,
      number: this.#state.number,
      zone: timeZone,
    };
  }

  /** Says and does what follows in the booking of an appointment. */
  #book({ talk, say, order, leave, note }: BookingMove): void {
    const step = this.#step('book');
    if (note) this.#addTurn('note', note);
    for (const words of say) this.#say(words);
    this.#set({ booking: leave ? null : talk, asks: Math.max(this.#state.asks, talk.ask) });
    if (!step) return this.#enter('');
    if (leave) return this.#enter(leave === 'next' ? step.next : step.otherwise);
    if (order) this.#effects.push({ type: 'desk', ask: talk.ask, typeId: step.typeId, order });
    return this.#listen(this.#patience());
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
    if (!isKey && !input.last) return this.#listen(this.#patience());
    const text = isKey ? input.digit : input.voicePrompt.trim();
    const { phase } = this.#state;
    if (text === '' || phase === 'leaving') return undefined;
    if (this.#state.turns.length >= MAX_TURNS) return this.#leave(TOO_OFTEN, 'limit');
    this.#noteHeard(text, isKey);
    this.#set({ speaksUntil: Math.min(this.#state.speaksUntil, this.#at) });
    if (phase === 'asking') return this.#answer(text, isKey);
    if (phase === 'message') return this.#takeMessage(text, isKey);
    if (phase === 'talking' || phase === 'thinking') return this.#think();
    if (phase === 'person') return undefined;
    if (phase === 'booking')
      return this.#state.booking
        ? this.#book(bookingHeard(this.#state.booking, text, isKey, this.#caller()))
        : this.#enter('');
    return this.#takeNumber(text, isKey);
  }

  /** Keys that are pressed one after another are one turn. */
  #noteHeard(text: string, isKey: boolean): void {
    const last = this.#state.turns.at(-1);
    const collects = this.#state.phase === 'number' || this.#state.booking?.stage === 'numbering';
    if (isKey && collects && last?.by === 'caller' && last.text.startsWith(KEYS))
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
    if (question) this.#say(question);
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

  #think(): void {
    const thinks = this.#state.thinks + 1;
    if (thinks > MAX_THINKS) {
      this.#hush();
      return this.#endTalk();
    }
    this.#endReply();
    this.#set({ phase: 'thinking', thinks, misses: 0 });
    this.#effects.push({ type: 'think', think: thinks });
    return this.#listen(THINK_MS);
  }

  #hush(): void {
    if (this.#state.phase === 'thinking') this.#effects.push({ type: 'hush' });
    this.#endReply();
  }

  /** Tells the carrier that nothing more comes of a reply. @returns what was said of it */
  #endReply(): string {
    const { replyAt, turns } = this.#state;
    if (replyAt === null) return '';
    this.#effects.push({ type: 'send', frame: { type: 'text', token: '', last: true } });
    this.#set({ replyAt: null });
    return turns[replyAt]!.text;
  }

  #takeReply(input: Extract<CallInput, { type: 'reply' | 'replied' | 'unanswered' }>): void {
    if (input.type === 'reply') return this.#stream(input.text);
    const said = this.#endReply();
    this.#set({ phase: 'talking' });
    if (input.type === 'unanswered') {
      this.#addTurn('note', input.why);
      return this.#endTalk();
    }
    const { next } = input;
    if (next?.kind === 'transfer') return this.#leave(said ? '' : PUT_THROUGH, 'transferred', next.to);
    if (next?.kind === 'end') return this.#leave(said ? '' : GOODBYE, 'completed');
    if (next?.kind === 'menu' || said === '') return this.#endTalk();
    return this.#listen(ANSWER_MS);
  }

  /** Passes a piece of the reply on, and writes it into the turn. */
  #stream(text: string): void {
    if (text === '') return;
    const { replyAt } = this.#state;
    if (replyAt === null) {
      if (this.#state.turns.length >= MAX_TURNS) return;
      this.#addTurn('agent', text);
      this.#set({ replyAt: this.#state.turns.length - 1 });
    } else {
      const turn = this.#state.turns[replyAt]!;
      this.#changeTurn({ ...turn, text: (turn.text + text).slice(0, MAX_MESSAGE) });
    }
    this.#effects.push({ type: 'send', frame: { type: 'text', token: text, last: false } });
    this.#set({ speaksUntil: Math.max(this.#at, this.#state.speaksUntil) + text.length * SPEECH_MS });
    this.#wait = THINK_MS;
  }

  /** Goes on to the step after the conversation. */
  #endTalk(): void {
    return this.#enter(this.#step('talk')?.next ?? '');
  }

  #takeTeammate(input: Extract<CallInput, { type: 'taken' | 'typed' | 'released' }>): void {
    const { phase } = this.#state;
    if (phase === 'leaving') return undefined;
    if (input.type === 'taken') {
      if (phase === 'person') return undefined;
      this.#hush();
      this.#keepMessage();
      this.#addTurn('note', `${input.by} took the call.`);
      this.#set({ phase: 'person' });
      this.#wait = PERSON_MS;
      return undefined;
    }
    if (phase !== 'person') return undefined;
    if (input.type === 'typed') {
      this.#say(input.text);
      return this.#listen(PERSON_MS);
    }
    if (input.next === 'end') return this.#leave('', 'completed');
    this.#addTurn('note', 'The agent goes on.');
    return this.#enter(this.#state.stepId);
  }

  #silence(): void {
    const { phase, heard } = this.#state;
    if (phase === 'leaving') return this.#end();
    if (phase === 'person') return this.#takeTeammate({ type: 'released', next: 'menu', at: this.#at });
    if (phase === 'thinking') {
      this.#hush();
      this.#set({ phase: 'talking' });
      this.#addTurn('note', 'The model did not answer in time.');
      return this.#endTalk();
    }
    if (phase === 'booking')
      return this.#state.booking
        ? this.#book(bookingSilence(this.#state.booking, STILL_THERE, this.#caller()))
        : this.#enter('');
    if (phase === 'talking') return this.#miss(2, STILL_THERE, '', this.#step('talk')?.next ?? '');
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
    if (words) this.#say(words);
    this.#set({ phase: 'leaving', leaving: { outcome, transferTo } });
    this.#listen(LAST_MS);
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
    this.#hush();
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

/** The beginning of `text` up to where `heard` ends in it; `heard` itself where the carrier spells it otherwise. */
export function heardOf(text: string, heard: string): string {
  const words = heard.trim();
  if (words === '') return '';
  const at = text.startsWith(words) ? 0 : text.lastIndexOf(words);
  return at < 0 ? words.slice(0, text.length) : text.slice(0, at + words.length);
}
