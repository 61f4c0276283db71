/**
 * How a caller books an appointment: a small state machine inside the one of the call. What needs the calendar is an
 * order, whose answer comes in later; an answer to an earlier order no longer counts.
 */
import { addDays, dayAt, startOfDay } from '../../../kernel/days.ts';
import { agreement, chosenSlot, slotWords, spokenName, zoneWords } from './spoken-slots.ts';

/** Times that are offered at once. */
export const OFFERED = 3;
/** Minutes between them, so that they cover a day. */
export const APART_MINUTES = 120;
const TRIES = 3;
/** How often a caller is offered times in one step. */
const MAX_OFFERS = 6;

export type DeskOrder =
  /** Free starts from then on; null: from now on. */
  | { do: 'find'; from: number | null }
  /** Holds a start for this caller. */
  | { do: 'hold'; at: number }
  | { do: 'book'; at: number; name: string; number: string };

export type DeskAnswer =
  | { type: 'found'; starts: readonly number[] }
  | { type: 'held' }
  | { type: 'booked'; words: string }
  /** Someone else has the time now. */
  | { type: 'taken' }
  /** The calendar cannot be used; `why` is for the team. */
  | { type: 'failed'; why: string };

export interface BookingTalk {
  stage: 'finding' | 'choosing' | 'holding' | 'naming' | 'numbering' | 'confirming' | 'booking';
  /** The order that an answer must be to. */
  ask: number;
  starts: readonly number[];
  at: number;
  name: string;
  number: string;
  misses: number;
  offers: number;
}

export interface BookingCaller {
  /** As the contact is called; blank for a stranger. */
  name: string;
  /** Blank when it is withheld. */
  number: string;
  /** Where the confirmation goes in place of the number. */
  hasEmail: boolean;
  zone: string;
}

/** What follows: the conversation and what the agent says, or the step that the call goes on to. */
export interface BookingMove {
  talk: BookingTalk;
  say: readonly string[];
  order?: DeskOrder;
  leave?: 'next' | 'otherwise';
  note?: string;
}

export const ASK_NAME = 'What is your name?';
export const ASK_NUMBER = 'Say or enter your phone number, then press pound.';
export const NO_TIMES = 'There are no free times right now.';
export const JUST_TAKEN = 'That time was just taken.';
export const NOT_BOOKED = 'I can’t book an appointment right now.';
/** While a time is booked: the call must not go on as if it were not. */
export const ONE_MOMENT = 'One moment, I’m still booking it.';
const UNCLEAR = 'Sorry, I didn’t get that.';

export const beginBooking = (ask: number, caller: BookingCaller): BookingMove => ({
  talk: { stage: 'finding', ask, starts: [], at: 0, name: caller.name, number: caller.number, misses: 0, offers: 0 },
  say: [],
  order: { do: 'find', from: null },
});

/** Whether the agent waits for the calendar, not for the caller. */
export const isAtDesk = ({ stage }: BookingTalk): boolean =>
  stage === 'finding' || stage === 'holding' || stage === 'booking';

const order = (talk: BookingTalk, stage: BookingTalk['stage'], next: DeskOrder): BookingMove => ({
  talk: { ...talk, stage, ask: talk.ask + 1, misses: 0 },
  say: [],
  order: next,
});

const find = (talk: BookingTalk, from: number | null): BookingMove => order(talk, 'finding', { do: 'find', from });

function offerWords(starts: readonly number[], zone: string): string[] {
  const times = starts.map((at, n) => `${n + 1}: ${slotWords(at, zone)}.`);
  return [
    `Here are the next times, in ${zoneWords(starts[0]!, zone)}.`,
    ...times,
    'Press or say a number. Press 9 for another day, or 0 to go on without an appointment.',
  ];
}

const confirmWords = ({ at, name }: BookingTalk, zone: string) => [
  `${slotWords(at, zone)}${name ? `, for ${name}` : ''}. Press 1 or say yes to book it, or 2 for another time.`,
];

/** The question of the stage. */
function question(talk: BookingTalk, zone: string): readonly string[] {
  if (talk.stage === 'choosing') return offerWords(talk.starts, zone);
  if (talk.stage === 'naming') return [ASK_NAME];
  return talk.stage === 'numbering' ? [ASK_NUMBER] : confirmWords(talk, zone);
}

/** What is still to be known before the caller confirms. */
function ask(talk: BookingTalk, { zone, hasEmail }: BookingCaller): BookingMove {
  const stage = talk.name === '' ? 'naming' : talk.number === '' && !hasEmail ? 'numbering' : 'confirming';
  const next = { ...talk, stage, misses: 0 } as const;
  return { talk: next, say: question(next, zone) };
}

/** An answer of the calendar. */
export function bookingAnswered(talk: BookingTalk, answer: DeskAnswer, caller: BookingCaller): BookingMove {
  switch (answer.type) {
    case 'found': {
      const { starts } = answer;
      if (starts.length === 0 || talk.offers >= MAX_OFFERS)
        return { talk, say: [talk.offers === 0 ? NO_TIMES : 'There are no other free times.'], leave: 'otherwise' };
      const next = { ...talk, stage: 'choosing', starts, offers: talk.offers + 1 } as const;
      return { talk: next, say: question(next, caller.zone) };
    }
    case 'held':
      return ask(talk, caller);
    case 'booked':
      return { talk, say: [answer.words], leave: 'next' };
    case 'taken':
      return { ...find(talk, null), say: [JUST_TAKEN] };
    case 'failed':
      return { talk, say: [NOT_BOOKED], leave: 'otherwise', note: answer.why };
  }
}

/** Words or a key of the caller. */
export function bookingHeard(talk: BookingTalk, heard: string, isKey: boolean, caller: BookingCaller): BookingMove {
  switch (talk.stage) {
    case 'choosing': {
      const choice = chosenSlot(talk.starts, caller.zone, heard, isKey);
      if (choice.kind === 'start') return order({ ...talk, at: choice.at }, 'holding', { do: 'hold', at: choice.at });
      if (choice.kind === 'later') return find(talk, dayAfter(talk.starts, caller.zone));
      if (choice.kind === 'none') return { talk, say: [], leave: 'otherwise' };
      return missed(talk, UNCLEAR, caller);
    }
    case 'naming': {
      const name = isKey ? '' : spokenName(heard);
      return name ? ask({ ...talk, name }, caller) : missed(talk, UNCLEAR, caller);
    }
    case 'numbering':
      return numberHeard(talk, heard, isKey, caller);
    case 'confirming': {
      const agrees = agreement(heard, isKey);
      if (agrees === undefined) return missed(talk, UNCLEAR, caller);
      const { at, name, number } = talk;
      return agrees
        ? order(talk, 'booking', { do: 'book', at, name, number: numberOf(number) })
        : find(talk, talk.starts[0] ?? null);
    }
    default:
      // What is said while the calendar is asked is not an answer to anything.
      return { talk, say: [] };
  }
}

/** When the day after the last start begins. */
const dayAfter = (starts: readonly number[], zone: string) =>
  Date.parse(startOfDay(addDays(dayAt(new Date(starts.at(-1)!), zone), 1), zone));

/** Keys collect until pound or silence. */
function numberHeard(talk: BookingTalk, heard: string, isKey: boolean, caller: BookingCaller): BookingMove {
  const typed = talk.number + heard.replace(/[^\d+]/g, '');
  if (isKey && heard !== '#') return { talk: { ...talk, number: typed.slice(0, 16) }, say: [] };
  const number = numberOf(typed);
  if (number.replace(/\D/g, '').length < 7) return missed({ ...talk, number: '' }, UNCLEAR, caller);
  return ask({ ...talk, number }, caller);
}

/** Ten digits are a number of North America, as callers say it. */
function numberOf(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (text.startsWith('+')) return text;
  return digits.length === 10 ? `+1${digits}` : digits === '' ? '' : `+${digits}`;
}

/** The caller said nothing. */
export function bookingSilence(talk: BookingTalk, words: string, caller: BookingCaller): BookingMove {
  if (talk.stage === 'numbering' && talk.number !== '') return numberHeard(talk, '#', true, caller);
  if (talk.stage === 'booking') return { talk, say: [ONE_MOMENT] };
  if (isAtDesk(talk))
    return { talk, say: [NOT_BOOKED], leave: 'otherwise', note: 'The calendar did not answer in time.' };
  return missed(talk, words, caller);
}

function missed(talk: BookingTalk, words: string, { zone }: BookingCaller): BookingMove {
  const misses = talk.misses + 1;
  if (misses >= TRIES) return { talk, say: [], leave: 'otherwise' };
  return { talk: { ...talk, misses }, say: [words, ...question(talk, zone)] };
}
