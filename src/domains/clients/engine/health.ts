/** The health of a client: five signs, each worth some of a hundred points, and every point explained. */
import type { HealthSign } from '../contract.ts';

export interface HealthFacts {
  /** The registration wizard was gone through. */
  isSetUp: boolean;
  hasOwner: boolean;
  /** ISO instants; null: never. */
  lastSeenAt: string | null;
  lastChangeAt: string | null;
  /** Activities overdue by more than a week. */
  overdue: number;
}

const DAY = 86_400_000;
const days = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'day' : 'days'}`;

/** Whole points for the last week, half of them for the last month. */
function fresh(
  at: string | null,
  now: Date,
  of: number,
  words: { recent: string; ago: (ago: string) => string; never: string },
): HealthSign {
  if (at === null) return { text: words.never, points: 0, of };
  const age = Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / DAY));
  return age <= 7
    ? { text: words.recent, points: of, of }
    : { text: words.ago(days(age)), points: age <= 30 ? of / 2 : 0, of };
}

/** @returns the signs, the weightiest first; their points sum to the health, 0 to 100 */
export function healthSigns(facts: HealthFacts, now: Date): HealthSign[] {
  const { overdue } = facts;
  return [
    fresh(facts.lastSeenAt, now, 30, {
      recent: 'Signed in this week',
      ago: (ago) => `No sign-in for ${ago}`,
      never: 'Never used',
    }),
    fresh(facts.lastChangeAt, now, 30, {
      recent: 'Records changed this week',
      ago: (ago) => `No records changed for ${ago}`,
      never: 'No records yet',
    }),
    { text: facts.hasOwner ? 'Has an active owner' : 'No active owner', points: facts.hasOwner ? 20 : 0, of: 20 },
    {
      text:
        overdue === 0
          ? 'Nothing overdue by more than 7 days'
          : `${overdue.toLocaleString('en')} ${overdue === 1 ? 'activity' : 'activities'} overdue by more than 7 days`,
      points: overdue === 0 ? 10 : overdue <= 5 ? 4 : 0,
      of: 10,
    },
    {
      text: facts.isSetUp ? 'Registration complete' : 'Registration not complete',
      points: facts.isSetUp ? 10 : 0,
      of: 10,
    },
  ];
}

export const healthOf = (signs: readonly HealthSign[]): number => signs.reduce((sum, sign) => sum + sign.points, 0);
