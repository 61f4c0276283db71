/**
 * One call that goes on in this process: takes frames in, moves the machine (engine/call.ts), sends what it says at once,
 * and writes it down behind. It ends by itself at its limits, whatever the other side does.
 */
import { log } from '../../../server/observability/log.ts';
import { type CallTurn, InFrame, type OutFrame } from '../contract.ts';
import { advance, type CallEffect, type CallInput, newCall } from '../engine/call.ts';
import { type CallChange, keepChange, type LiveCall } from './store.ts';

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
  /** When the caller's turn ended to which no answer has begun. */
  #heardAt: number | undefined;
  /** The latency of an answer whose turn is not written down yet. */
  #answeredIn: number | undefined;
  /** By position: the latency of turns that were sent. */
  readonly #latencies = new Map<number, number>();

  constructor(call: LiveCall, wire: CallWire, scope: CallScope) {
    this.#call = call;
    this.#wire = wire;
    this.#scope = scope;
    this.#state = newCall(call.number);
    this.#limit = setTimeout(() => this.#reachLimit(), call.maxMinutes * 60_000).unref();
    this.#seen = setInterval(() => this.#keep({ turns: [], tasks: [], ended: null }), SEEN_EVERY).unref();
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
    this.#take({ type: 'limit', reason: 'time', at: Date.now() });
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
    this.#state = state;
    this.#follow(effects);
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
        case 'ended':
          change.ended = { outcome: effect.outcome, transferTo: effect.transferTo };
          this.#stopTimers();
          break;
      }
    }
    if (change.turns.length > 0 || change.tasks.length > 0 || change.ended) this.#keep(change);
    // Where a call goes next is asked by the carrier as soon as it has this frame, so it is written down before.
    if (end) this.#enqueue(() => this.#sendEnd(end));
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

  #stopTimers(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#limit);
    clearInterval(this.#seen);
    open.delete(this);
  }

  #keep(change: CallChange): void {
    this.#enqueue(() => this.#scope(() => keepChange(this.#call, change)));
  }

  #enqueue(work: () => Promise<void>): void {
    this.#tail = this.#tail.then(work).catch((error: unknown) => {
      log().error({ err: error, callId: this.#call.id }, 'a call could not be written down');
    });
  }
}

export const openCalls = (): number => open.size;

/** Ends the calls of this process, and waits until they are written down. */
export async function endOpenCalls(): Promise<void> {
  const sessions = [...open];
  for (const session of sessions) session.hangUp();
  await Promise.all(sessions.map((session) => session.settled()));
}
