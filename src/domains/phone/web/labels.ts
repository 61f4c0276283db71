/** Words for phone agents and calls. */
import type { CallOutcome, StepKind } from '../contract.ts';

export const STEP_LABELS: Readonly<Record<StepKind, { label: string; hint: string }>> = {
  say: { label: 'Say', hint: 'Says a text and goes on.' },
  ask: { label: 'Ask', hint: 'Asks a question, and goes on by key or keyword.' },
  hours: { label: 'Opening hours', hint: 'Goes on by the agent’s opening hours.' },
  talk: { label: 'Conversation', hint: 'A language model talks with the caller, takes messages, and transfers.' },
  message: { label: 'Take a message', hint: 'Writes down what the caller says, and creates a task.' },
  callback: { label: 'Call back', hint: 'Creates a task to call the caller back.' },
  book: {
    label: 'Book an appointment',
    hint: 'Offers free times of a booking type, and books the one that the caller chooses.',
  },
  transfer: { label: 'Transfer', hint: 'Puts the caller through to a number.' },
  hangup: { label: 'Hang up', hint: 'Says goodbye and ends the call.' },
};

export const OUTCOME_TONES: Readonly<Record<CallOutcome, 'neutral' | 'success' | 'accent' | 'warning' | 'danger'>> = {
  completed: 'success',
  message: 'accent',
  callback: 'accent',
  booked: 'success',
  transferred: 'success',
  abandoned: 'neutral',
  missed: 'neutral',
  voicemail: 'neutral',
  limit: 'warning',
  failed: 'danger',
};

export const LANGUAGE_LABELS: Readonly<Record<string, string>> = {
  'en-US': 'English (United States)',
  'en-GB': 'English (United Kingdom)',
  'es-ES': 'Spanish (Spain)',
  'es-MX': 'Spanish (Mexico)',
  'fr-FR': 'French',
  'de-DE': 'German',
  'it-IT': 'Italian',
  'pt-BR': 'Portuguese (Brazil)',
  'nl-NL': 'Dutch',
};

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** `12 ms`, or that it was less than one. */
export const latencyWords = (ms: number): string => (ms < 1 ? 'under 1 ms' : `${ms.toLocaleString('en-US')} ms`);

/** `0:42`, `12:05`. @param ms milliseconds */
export function clockWords(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
