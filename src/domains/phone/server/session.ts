/**
 * One call that goes on in this process: takes frames in, moves the machine (engine/call.ts), sends what it says at once,
 * and writes it down behind. It ends by itself at its limits, whatever the other side does.
 */
import { AppError } from '../../../kernel/errors.ts';
import { updateRows } from '../../../server/db/index.ts';
import { bus } from '../../../server/events/bus.ts';
import { log } from '../../../server/observability/log.ts';
import { type CallTurn, InFrame, type OutFrame } from '../contract.ts';
import { advance } from '../engine/call.ts';
import { type CallEffect, type CallInput, type CallTask, newCall } from '../engine/call-state.ts';
import { BookingDesk } from './booking-desk.ts';
import { type CallChange, keepChange, type LiveCall } from './store.ts';
import { askForReply, type TalkStep } from './talk.ts';

/** Where the processes hear what teammates want of a call. */
export const CALL_CHANNEL = 'phone_calls';
export interface CallOrder {
  callId: string;
  order: { type: 'taken'; by: string } | { type: 'typed'; text: string } | { type: 'released'; next: 'menu' | 'end' };
}

export interface CallWire {
  send(frame: OutFrame): void;
  close(): void;
}

/** Runs work in the workspace of the call. */
export type CallScope = (work: () => Promise<void>) => Promise<void>;

/** Milliseconds after the limit in which the last words are spoken; then the connection is closed. */
const LAST_WORDS = 20_000;
/** How often a call that is silent says that it goes on. */
const SEEN_EVERY = 30_000;
const CLOSE_AFTER = 5_000;

interface Unwritten {
  turns: Map<number, CallTurn>;
  tasks: CallTask[];
  ended: CallChange['ended'];
}

const open = new Set<CallSession>();

export class CallSession {
  readonly #call: LiveCall;
  readonly #wire: CallWire;
  readonly #scope: CallScope;
  #state;
  #tail: Promise<void> = Promise.resolve();
  #silence: NodeJS.Timeout | undefined;
  #limit: NodeJS.Timeout | undefined;
  #seen: NodeJS.Timeout | undefined;
  readonly #stopHearing: () => void;
  /** Stops the model's reply that is under way. */
  #thinking: AbortController | undefined;
  readonly #desk: BookingDesk;
  /** Tokens of the model that this call has used. */
  #tokens = 0;
  /** When the caller's turn ended to which no answer has begun. */
  #heardAt: number | undefined;
  /** The latency of an answer whose turn is not written down yet. */
  #answeredIn: number | undefined;
  /** By position: the latency of turns that were sent. */
  readonly #latencies = new Map<number, number>();

  constructor(call: LiveCall, wire: CallWire, scope: CallScope) {
    this.#call = call;
    this.#desk = new BookingDesk(call);
    this.#wire = wire;
    this.#scope = scope;
    this.#state = newCall(call.number);
    this.#limit = setTimeout(() => this.#reachLimit(), call.maxMinutes * 60_000).unref();
    this.#seen = setInterval(() => this.#keep({ turns: [], tasks: [], ended: null }), SEEN_EVERY).unref();
    this.#stopHearing = bus().listen(CALL_CHANNEL, (payload) => {
      const { callId, order } = JSON.parse(payload) as CallOrder;
      if (callId === call.id) this.#take({ ...order, at: Date.now() });
    });
    open.add(this);
  }

  /** Takes a frame as it came. One that is none is left out: carriers add kinds without notice. */
  receive(frame: unknown): void {
    const read = InFrame.safeParse(frame);
    if (read.success) this.#take({ ...read.data, at: Date.now() });
    else log().debug({ callId: this.#call.id }, 'a frame of a call is not known');
  }

  /** The connection is gone. */
  closed(): void {
    this.#take({ type: 'closed', at: Date.now() });
  }

  /** Resolves when everything so far is written down. */
  settled(): Promise<void> {
    return this.#tail;
  }

  #reachLimit(): void {
    this.#take({ type: 'limit', at: Date.now() });
    this.#limit = setTimeout(() => this.hangUp(), LAST_WORDS).unref();
  }

  /** Ends the call now, for a reason of ours. */
  hangUp(): void {
    this.#take({ type: 'closed', isLost: true, at: Date.now() });
    this.#wire.close();
  }

  #take(input: CallInput): void {
    if (this.#state.phase === 'ended') return;
    const isWords = input.type === 'setup' || input.type === 'dtmf' || (input.type === 'prompt' && input.last);
    if (isWords) this.#heardAt = performance.now();
    const { state, effects } = advance(this.#call.plan, this.#state, input);
    const wasTaken = this.#state.phase === 'person';
    this.#state = state;
    this.#follow(effects);
    if (wasTaken && state.phase !== 'person') this.#giveBack();
  }

  #follow(effects: readonly CallEffect[]): void {
    const change: { turns: CallTurn[]; tasks: CallChange['tasks'][number][]; ended: CallChange['ended'] } = {
      turns: [],
      tasks: [],
      ended: null,
    };
    let end: OutFrame | undefined;
    for (const effect of effects) {
      switch (effect.type) {
        case 'send':
          if (effect.frame.type === 'end') end = effect.frame;
          else this.#say(effect.frame);
          break;
        case 'turn':
          change.turns.push({ ...effect.turn, latencyMs: this.#latencyOf(effect.turn) });
          break;
        case 'task':
          change.tasks.push(effect.task);
          break;
        case 'wait':
          this.#wait(effect.ms);
          break;
        case 'think':
          this.#think(effect.think);
          break;
        case 'desk':
          this.#ask(effect);
          break;
        case 'hush':
          this.#thinking?.abort();
          break;
        case 'ended':
          change.ended = { outcome: effect.outcome, transferTo: effect.transferTo };
          this.#stopTimers();
          break;
      }
    }
    if (change.turns.length > 0 || change.tasks.length > 0 || change.ended) this.#keep(change);
    // Where a call goes next is asked by the carrier as soon as it has this frame, so it is written down before.
    if (end) this.#enqueue(() => this.#sendEnd(end));
    if (change.ended) this.#enqueue(() => this.#scope(() => this.#desk.close()));
  }

  /** Asks the calendar; what it says comes in like a frame. */
  #ask({ ask, typeId, order }: Extract<CallEffect, { type: 'desk' }>): void {
    this.#enqueue(() =>
      this.#scope(async () => {
        const answer = await this.#desk.answer(typeId, order);
        this.#take({ type: 'desk', ask, answer, at: Date.now() });
      }),
    );
  }

  /** The other side closes after this frame; where it does not, this one does. */
  #sendEnd(frame: OutFrame): Promise<void> {
    this.#wire.send(frame);
    setTimeout(() => this.#wire.close(), CLOSE_AFTER).unref();
    return Promise.resolve();
  }

  #say(frame: OutFrame): void {
    this.#wire.send(frame);
    if (this.#heardAt === undefined) return;
    this.#answeredIn = Math.round(performance.now() - this.#heardAt);
    this.#heardAt = undefined;
  }

  /** The latency belongs to the first turn of the agent after the caller's. */
  #latencyOf({ by, position }: { by: CallTurn['by']; position: number }): number | null {
    if (by !== 'agent') return null;
    if (this.#answeredIn !== undefined && !this.#latencies.has(position)) {
      this.#latencies.set(position, this.#answeredIn);
      this.#answeredIn = undefined;
    }
    return this.#latencies.get(position) ?? null;
  }

  #wait(ms: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#take({ type: 'silence', at: Date.now() }), ms).unref();
  }

  /** Asks the model; its reply comes in as it is written. */
  #think(think: number): void {
    this.#thinking?.abort();
    const stop = new AbortController();
    this.#thinking = stop;
    const take = (input: CallInput) => {
      if (this.#thinking === stop) this.#take(input);
    };
    const step = this.#call.plan.steps.find(({ id }) => id === this.#state.stepId) as TalkStep;
    const { turns } = this.#state;
    void this.#scope(async () => {
      const { next, tokens } = await askForReply({
        call: this.#call,
        desk: this.#desk,
        step,
        turns,
        used: this.#tokens,
        signal: stop.signal,
        stop: () => stop.abort(),
        onText: (text) => {
          if (!stop.signal.aborted) take({ type: 'reply', think, text, at: Date.now() });
        },
        onTask: (task) => take({ type: 'asked', task, at: Date.now() }),
      });
      this.#tokens += tokens;
      if (next || !stop.signal.aborted) take({ type: 'replied', think, next, at: Date.now() });
    }).catch((error: unknown) => {
      if (!(error instanceof AppError)) log().error({ err: error, callId: this.#call.id }, 'a call got no reply');
      // What it used is not known, so nothing more is asked in this call.
      this.#tokens = Number.POSITIVE_INFINITY;
      const why = error instanceof AppError ? error.message : 'The model did not answer.';
      take({ type: 'unanswered', think, why, at: Date.now() });
    });
  }

  /** Nobody has the call any more. */
  #giveBack(): void {
    this.#enqueue(() =>
      this.#scope(async () => {
        await updateRows('phone_calls', { takenBy: null }, { id: this.#call.id });
      }),
    );
  }

  #stopTimers(): void {
    this.#stopHearing();
    this.#thinking?.abort();
    clearTimeout(this.#silence);
    clearTimeout(this.#limit);
    clearInterval(this.#seen);
    open.delete(this);
  }

  /** What waits to be written: a reply that streams in is written as often as the database keeps up. */
  #unwritten: Unwritten | undefined;

  #keep({ turns, tasks, ended }: CallChange): void {
    const isQueued = this.#unwritten !== undefined;
    const unwritten: Unwritten = (this.#unwritten ??= { turns: new Map(), tasks: [], ended: null });
    for (const turn of turns) unwritten.turns.set(turn.position, turn);
    unwritten.tasks.push(...tasks);
    unwritten.ended ??= ended;
    if (isQueued) return;
    this.#enqueue(() => {
      this.#unwritten = undefined;
      const change = { ...unwritten, turns: [...unwritten.turns.values()] };
      return this.#scope(() => keepChange(this.#call, change));
    });
  }

  #enqueue(work: () => Promise<void>): void {
    this.#tail = this.#tail.then(work).catch((error: unknown) => {
      log().error({ err: error, callId: this.#call.id }, 'a call could not be written down');
    });
  }
}

/** Ends the calls of this process, and waits until they are written down. */
export async function endOpenCalls(): Promise<void> {
  const sessions = [...open];
  for (const session of sessions) session.hangUp();
  await Promise.all(sessions.map((session) => session.settled()));
}
