/** Whether a message may go to an address, now, later, or not at all. */
import type { Channel, MessageSettings, Purpose } from '../contract.ts';

/** Known facts about an address. */
export interface Recipient {
  suppressed: string | null;
  /** By purpose, and `all`: the latest entry of the ledger. `order` grows with time. */
  consent: Partial<Record<string, { state: 'granted' | 'withdrawn'; order: string }>>;
  /** The contact's recorded consent for the channel. */
  recorded: 'granted' | 'denied' | 'unknown';
  /** Time zones where the person may be. */
  zones: readonly string[];
  /** Messages that are not transactional, in the last day and week. */
  lately: { day: number; week: number };
}

export const REASONS = {
  bounced: 'The address does not exist: mail to it came back.',
  complained: 'The person reported a message as spam.',
  stopped: 'The person replied STOP.',
  manual: 'The address is suppressed.',
  imported: 'The address is suppressed.',
  withdrawn: 'The person unsubscribed.',
  denied: 'The contact’s record says no.',
  no_consent: 'There is no consent.',
  capped: 'The person got as many messages as one may get.',
  no_address: 'There is no address.',
} as const;
export type Reason = keyof typeof REASONS;

export type Decision = { go: true } | { hold: Date; why: string } | { refuse: Reason };

/** `granted`, `withdrawn`, or what no one said. */
export function consentOf(
  { consent }: Pick<Recipient, 'consent'>,
  purpose: string,
): 'granted' | 'withdrawn' | 'unknown' {
  const [one, all] = [consent[purpose], consent['all']];
  if (!one) return all?.state ?? 'unknown';
  return all && all.order > one.order ? all.state : one.state;
}

export interface Question {
  channel: Channel;
  purpose: Purpose;
  settings: MessageSettings;
  now: Date;
}

/** STOP ends everything that a phone gets, suppressed addresses get nothing; the rest depends on purpose and time. */
export function decide(recipient: Recipient, { channel, purpose, settings, now }: Question): Decision {
  if (recipient.suppressed)
    return { refuse: recipient.suppressed in REASONS ? (recipient.suppressed as Reason) : 'manual' };
  if (purpose === 'transactional') return { go: true };
  const said = consentOf(recipient, purpose);
  if (said === 'withdrawn') return { refuse: 'withdrawn' };
  if (said === 'unknown') {
    if (recipient.recorded === 'denied') return { refuse: 'denied' };
    if (settings.rules[channel][purpose] === 'opt_in' && recipient.recorded !== 'granted')
      return { refuse: 'no_consent' };
  }
  const { caps, quiet } = settings;
  if ((caps.day > 0 && recipient.lately.day >= caps.day) || (caps.week > 0 && recipient.lately.week >= caps.week))
    return { refuse: 'capped' };
  const end = quiet[channel].on ? quietEnd(quiet[channel], recipient.zones, now) : undefined;
  return end ? { hold: end, why: 'It is night where the person is.' } : { go: true };
}

/** How a decision is written into a message's row. */
export function fateOf(decision: Decision): {
  state: 'queued' | 'held' | 'refused';
  why: string;
  reason: string;
  dueAt?: string;
  finishedAt?: string;
} {
  if ('go' in decision) return { state: 'queued', why: '', reason: '' };
  if ('hold' in decision)
    return { state: 'held', why: decision.why, reason: 'quiet', dueAt: decision.hold.toISOString() };
  const { refuse } = decision;
  return { state: 'refused', why: REASONS[refuse], reason: refuse, finishedAt: new Date().toISOString() };
}

const STEP = 15 * 60_000;
/** Two nights, for a person who may be anywhere in a large country. */
const MOST_STEPS = (48 * 3_600_000) / STEP;

/** The next moment that is quiet nowhere; undefined when that is now. */
export function quietEnd(
  { from, to }: { from: string; to: string },
  zones: readonly string[],
  now: Date,
): Date | undefined {
  const clocks = zones.map(
    (timeZone) => new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  );
  const isQuiet = (at: number) =>
    clocks.some((clock) => {
      const time = clock.format(at);
      return from <= to ? time >= from && time < to : time >= from || time < to;
    });
  if (!isQuiet(now.getTime())) return undefined;
  let at = Math.ceil(now.getTime() / STEP) * STEP;
  for (let step = 0; step < MOST_STEPS && isQuiet(at); step++) at += STEP;
  return new Date(at);
}

/** Zones of a country (ISO 3166), or the fallback. */
export function zonesOf(country: string, fallback: string): readonly string[] {
  try {
    // Not in TypeScript's library yet.
    const locale = new Intl.Locale(`und-${country || 'ZZ'}`) as Intl.Locale & { getTimeZones?: () => string[] };
    const zones = locale.getTimeZones?.();
    return zones && zones.length > 0 ? zones : [fallback];
  } catch {
    return [fallback];
  }
}

const STOP = new Set([
  'stop',
  'stopall',
  'unsubscribe',
  'end',
  'quit',
  'revoke',
  'optout',
  'opt out',
  'opt-out',
  'cancel',
]);
const START = new Set(['start', 'yes', 'unstop']);

/** The keyword of an incoming text. By law, a keyword counts if it is the whole message, in any spelling. */
export function keywordOf(text: string): 'stop' | 'start' | 'help' | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\s-]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (STOP.has(word)) return 'stop';
  if (START.has(word)) return 'start';
  return word === 'help' || word === 'info' ? 'help' : undefined;
}
