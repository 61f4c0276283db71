/**
 * Activities that two sources tell of, each under names of its own: a file and a broker, or two connections to one
 * broker.
 */
import { decimal } from '../../../../kernel/money/index.ts';
import { daysBetween } from '../transactions/recurrence.ts';

/** Identity of an activity, whichever source reports it. */
export interface ToldActivity {
  accountId: string;
  securityId: string | null;
  day: string;
  kind: string;
  quantity: string | null;
  amount: string | null;
}

/** Sources name the day of the trade, or that of its settlement. */
const MAX_DAYS = 4;

const keyOf = ({ accountId, securityId, kind, quantity, amount }: ToldActivity): string =>
  [accountId, securityId ?? '', kind, decimal(quantity ?? amount ?? '0').toFixed()].join(' ');

/**
 * Which of the first are among the others as well: as much of the same on nearly the same day, each of the others once.
 * @returns their places
 */
export function toldAlready(told: readonly ToldActivity[], known: readonly ToldActivity[]): Set<number> {
  const byKey = Map.groupBy(
    known.map((one, place) => ({ one, place })),
    ({ one }) => keyOf(one),
  );
  const pairs = told
    .flatMap((one, index) =>
      (byKey.get(keyOf(one)) ?? []).map(({ one: other, place }) => ({
        index,
        place,
        apart: Math.abs(daysBetween(one.day, other.day)),
      })),
    )
    .filter(({ apart }) => apart <= MAX_DAYS);
  const [found, taken] = [new Set<number>(), new Set<number>()];
  for (const { index, place } of pairs.sort((a, b) => a.apart - b.apart || a.index - b.index)) {
    if (found.has(index) || taken.has(place)) continue;
    found.add(index);
    taken.add(place);
  }
  return found;
}
