/** What is said of a call that has ended. */
import type { CallOutcome, CallTurn } from '../contract.ts';

export const OUTCOME_LABELS: Readonly<Record<CallOutcome, string>> = {
  completed: 'Completed',
  message: 'Left a message',
  callback: 'Wants a call back',
  booked: 'Booked an appointment',
  transferred: 'Transferred',
  abandoned: 'Hung up',
  missed: 'No answer',
  voicemail: 'Reached voicemail',
  limit: 'Reached the limit',
  failed: 'Failed',
};

/** What a teammate does next, in a sentence; blank where nothing is to be done. */
export function nextStepOf(outcome: CallOutcome, task: { done: boolean } | null): string {
  if (task?.done) return 'The task of this call is done.';
  switch (outcome) {
    case 'message':
      return 'Answer the message.';
    case 'callback':
      return 'Call this person back.';
    case 'missed':
    case 'voicemail':
      return 'Try again later.';
    case 'failed':
      return 'The call broke off. Call this person back.';
    case 'limit':
      return 'The call reached its limit. Check whether the menu served this person.';
    default:
      return '';
  }
}

/** Of values by nearest rank. @returns null without values */
export function percentiles(values: readonly number[]): { p50: number; p95: number } | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!;
  return { p50: at(0.5), p95: at(0.95) };
}

/** A transcript as plain text, a line for each turn, at most `max` characters. */
export function transcriptText(
  turns: readonly Pick<CallTurn, 'by' | 'text'>[],
  names: { agent: string; caller: string },
  max: number,
) {
  const lines = turns.map(({ by, text }) =>
    by === 'note' ? `(${text})` : `${by === 'agent' ? names.agent : names.caller}: ${text}`,
  );
  const all = lines.join('\n');
  return all.length > max ? `${all.slice(0, max - 1)}…` : all;
}
