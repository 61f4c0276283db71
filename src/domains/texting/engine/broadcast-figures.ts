/** Sums up what became of a broadcast's texts. */
import type { BroadcastFigures, BroadcastState } from '../contract/broadcasts.ts';

/** Recipients with the same fate. */
export interface FateCount {
  /** State of the message; null while its recipient's turn has not come. */
  state: string | null;
  /** Code and words of why it waits, failed, or was refused. */
  reason: string;
  why: string;
  count: number;
  segments: number;
}

/** Why a contact of the audience is skipped before anything is decided. */
export const NO_PHONE = 'There is no phone number.';
const MAX_REASONS = 12;
const FAILED = new Set(['failed', 'unknown', 'bounced', 'complained']);

/** Every recipient counts in exactly one of `waiting`, `later`, `sent`, `kept`, `failed`, and `skipped`. */
export function figuresOf(
  fates: readonly FateCount[],
  { withoutPhone, state: broadcast }: { withoutPhone: number; state: BroadcastState },
): BroadcastFigures {
  const figures: BroadcastFigures = {
    total: withoutPhone,
    waiting: 0,
    later: 0,
    sent: 0,
    delivered: 0,
    kept: 0,
    failed: 0,
    skipped: 0,
    reasons: [],
    segments: 0,
  };
  const reasons = new Map<string, BroadcastFigures['reasons'][number]>();
  const count = (kind: 'failed' | 'skipped', why: string, more: number) => {
    figures[kind] += more;
    const key = `${kind} ${why}`;
    reasons.set(key, { kind, why, count: (reasons.get(key)?.count ?? 0) + more });
  };
  if (withoutPhone > 0) count('skipped', NO_PHONE, withoutPhone);
  for (const { state, reason, why, count: many, segments } of fates) {
    figures.total += many;
    if (state === null) {
      if (broadcast === 'stopped') count('skipped', 'The broadcast was stopped.', many);
      else figures.waiting += many;
    } else if (state === 'refused') count('skipped', why, many);
    else if (FAILED.has(state)) count('failed', why, many);
    else if (state === 'held' && reason === 'quiet') figures.later += many;
    else if (state === 'sent' || state === 'delivered') {
      figures.sent += many;
      figures.segments += segments;
      if (state === 'delivered') figures.delivered += many;
    } else if (state === 'kept') figures.kept += many;
    else figures.waiting += many;
  }
  figures.reasons = [...reasons.values()].toSorted((one, other) => other.count - one.count).slice(0, MAX_REASONS);
  return figures;
}
