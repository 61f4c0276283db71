/** Words for meetings. */
import type { ItemKind } from '../contract.ts';

export const ITEM_LABELS: Readonly<Record<ItemKind, { title: string; one: string; none: string }>> = {
  task: { title: 'Tasks', one: 'task', none: 'No tasks were found.' },
  decision: { title: 'Decisions', one: 'decision', none: 'No decisions were found.' },
  question: { title: 'Open questions', one: 'question', none: 'No open questions were found.' },
};

/** `45 min`, `1 h 5 min`. @param ms milliseconds */
export function minutesWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
