/** Checks that this browser has everything the product needs. */

export type Verdict = 'good' | 'limited' | 'missing';

export interface SelfCheck {
  name: string;
  verdict: Verdict;
  /** The result and its effect. */
  detail: string;
}

/** Browser interfaces under test, passed in so that tests need no browser. */
export interface Surroundings {
  cookies: boolean;
  localStorage: boolean;
  indexedDb: boolean;
  secureContext: boolean;
  /** `none`: the browser has no such thing; `waiting`: not in charge of this page yet. */
  serviceWorker: 'none' | 'waiting' | 'in charge';
  audio: boolean;
  /** By how much this clock is ahead of the server's, in milliseconds. */
  clockAhead: number;
  /** Milliseconds that the server took to answer. */
  roundTrip: number;
  protection: boolean;
}

const CLOCK_TOLERANCE = 30_000;
const SLOW = 1_000;

export function selfChecks(found: Surroundings): SelfCheck[] {
  const seconds = Math.round(found.clockAhead / 1000);
  return [
    check('Cookies', found.cookies, 'On.', 'Off: nobody can stay signed in.'),
    check(
      'Local storage',
      found.localStorage,
      'Open.',
      'Closed: theme, sounds and drafts last as long as the page.',
      'limited',
    ),
    check(
      'IndexedDB',
      found.indexedDb,
      'Open: what you read can be kept for times without a connection.',
      'Closed: nothing can be read without a connection.',
      'limited',
    ),
    check(
      'Secure connection',
      found.secureContext,
      'Yes.',
      'No: the app cannot be installed, opened offline or check its own files.',
      'limited',
    ),
    { name: 'Offline copy', ...WORKER[found.serviceWorker] },
    check(
      'Sound',
      found.audio,
      'The browser can play it, after your first click or key.',
      'The browser offers no sound.',
      'limited',
    ),
    check(
      'Protection script',
      found.protection,
      'Loaded.',
      'Not loaded: altered files would not be noticed.',
      'limited',
    ),
    check(
      'Clock',
      Math.abs(found.clockAhead) <= CLOCK_TOLERANCE,
      'Agrees with the server’s.',
      `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the server’s: two-factor codes may be refused.`,
      'limited',
    ),
    {
      name: 'Server',
      verdict: found.roundTrip > SLOW ? 'limited' : 'good',
      detail: `Answered in ${found.roundTrip} ms.`,
    },
  ];
}

const WORKER = {
  none: { verdict: 'limited', detail: 'This browser keeps none here.' },
  waiting: { verdict: 'limited', detail: 'Being prepared: from the next page on the app opens without a connection.' },
  'in charge': { verdict: 'good', detail: 'Kept: the app opens without a connection.' },
} as const;

function check(name: string, works: boolean, good: string, bad: string, otherwise: Verdict = 'missing'): SelfCheck {
  return works ? { name, verdict: 'good', detail: good } : { name, verdict: otherwise, detail: bad };
}
