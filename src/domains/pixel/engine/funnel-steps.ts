/** How visitors move through the steps of a funnel report. Events come in the order of their time. */
import { matchesGoal } from './payload.ts';
import type { EventKind } from './visits.ts';

export interface StepRule {
  kind: EventKind;
  matches: string;
}

/** How far a visitor came after their latest start. Times are epoch milliseconds. */
export interface Entry {
  enteredAt: number;
  /** ISO day of the start in the site's zone. */
  day: string;
  source: string;
  /** Steps reached, 1 or more. */
  step: number;
}

export interface StepEvent {
  at: number;
  day: string;
  source: string;
  kind: EventKind;
  /** The path of a page, else the name. */
  value: string;
}

const matches = (rule: StepRule, { kind, value }: StepEvent) => rule.kind === kind && matchesGoal(rule.matches, value);

/**
 * The entry after an event; undefined where the event changes nothing. A start counts once in the window, however often
 * the visitor begins again, and an event is one step at most.
 */
export function advance(
  steps: readonly StepRule[],
  windowMs: number,
  entry: Entry | undefined,
  event: StepEvent,
): Entry | undefined {
  if (entry && event.at - entry.enteredAt <= windowMs) {
    const next = steps[entry.step];
    return next && matches(next, event) ? { ...entry, step: entry.step + 1 } : undefined;
  }
  if (!matches(steps[0]!, event)) return undefined;
  return { enteredAt: event.at, day: event.day, source: event.source, step: 1 };
}

/** The pattern of a step for SQL `like`, on text in lower case. */
export const likeOf = (pattern: string): string =>
  pattern
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    .replaceAll('*', '%');
