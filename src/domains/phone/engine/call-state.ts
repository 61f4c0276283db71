/** What a call is made of: its plan and state, what comes in, and what follows from it. */
import type { BookingTalk, DeskAnswer, DeskOrder } from './booking-talk.ts';
import type { CallOutcome, CallTurn, DayHours, InFrame, MenuStep, OutFrame } from '../contract.ts';

export interface CallPlan {
  greeting: string;
  /** A sound menu (`menuProblems`); the first step is the start. */
  steps: readonly MenuStep[];
  hours: readonly DayHours[];
  timeZone: string;
  /** Whether a language model can talk with callers. */
  hasModel: boolean;
  /** Who is calling, as far as the number says; null: a stranger. */
  caller: { name: string; hasEmail: boolean } | null;
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
  phase: 'new' | 'asking' | 'message' | 'number' | 'talking' | 'thinking' | 'booking' | 'person' | 'leaving' | 'ended';
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
  /** Questions that were put to the model; the last one is the one that counts. */
  thinks: number;
  /** The turn that the model's reply is written into. */
  replyAt: number | null;
  /** The appointment that is being booked. */
  booking: BookingTalk | null;
  /** Orders to the calendar so far. */
  asks: number;
  /** Set while the agent says its last words. */
  leaving: { outcome: CallOutcome; transferTo: string | null } | null;
}

/** `at`: milliseconds since 1970. */
export type CallInput = { at: number } & (
  | InFrame
  /** Nothing came for as long as the last `wait` said. */
  | { type: 'silence' }
  /** The longest time is reached. */
  | { type: 'limit' }
  /** A piece of the model's reply to the question `think`. */
  | { type: 'reply'; think: number; text: string }
  /** The reply is over; the model may have decided how the call goes on. */
  | { type: 'replied'; think: number; next: TalkEnd | null }
  /** The model gave no reply, or may not be asked. */
  | { type: 'unanswered'; think: number; why: string }
  /** The model asked for a task. */
  | { type: 'asked'; task: CallTask }
  /** The calendar’s answer to the order `ask`. */
  | { type: 'desk'; ask: number; answer: DeskAnswer }
  /** A teammate speaks instead of the agent. */
  | { type: 'taken'; by: string }
  | { type: 'typed'; text: string }
  /** The teammate gives the call back to the menu, or ends it. */
  | { type: 'released'; next: 'menu' | 'end' }
  /** The connection is gone; `isLost`: through a fault, not because someone hung up. */
  | { type: 'closed'; isLost?: boolean }
);

/** How a conversation with the model ends. */
export type TalkEnd = { kind: 'transfer'; to: string } | { kind: 'end' } | { kind: 'menu' };

export type CallEffect =
  /** Ask the model; replies to earlier questions no longer count. */
  | { type: 'think'; think: number }
  /** Nobody waits for the model's reply any more. */
  | { type: 'hush' }
  /** Ask the calendar; answers to earlier orders no longer count. */
  | { type: 'desk'; ask: number; typeId: string; order: DeskOrder }
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
export const MAX_HOPS = 60;
export const MAX_MESSAGE = 4_000;
/** Milliseconds in which a model begins to reply. */
export const THINK_MS = 15_000;
/** Milliseconds after which the agent goes on where a teammate took the call and says nothing. */
export const PERSON_MS = 120_000;
/** Milliseconds more than the last words should take: some voices are slower. */
export const LAST_MS = 1_000;
/** Questions to the model in one call. */
export const MAX_THINKS = 60;

/** How a turn begins in which the caller pressed keys. */
export const KEYS = 'Pressed ';
export const NOT_UNDERSTOOD = 'Sorry, that isn’t one of the choices.';
export const STILL_THERE = 'Are you still there?';
export const WHICH_NUMBER = 'Say or enter the number to call, then press pound.';
export const NO_NUMBER = 'I didn’t get a number.';
export const TIME_IS_UP = 'This call has reached its time limit. Goodbye.';
export const PUT_THROUGH = 'One moment. I’ll put you through.';
export const GOODBYE = 'Goodbye.';
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
  thinks: 0,
  replyAt: null,
  booking: null,
  asks: 0,
  leaving: null,
});
