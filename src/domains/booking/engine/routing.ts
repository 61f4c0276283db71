/** Where the answers of a routing form lead. */
import type { NewBookingRoute, RouteTarget } from '../contract.ts';

type Route = Pick<NewBookingRoute, 'rules' | 'fallback'>;

/** The target of the first rule whose answers all fit; a rule fits any answer where it names none. */
export function targetOf({ rules, fallback }: Route, answers: readonly string[]): RouteTarget {
  const rule = rules.find((one) => one.answers.every((wanted, n) => wanted === null || wanted === answers[n]));
  return rule?.target ?? fallback;
}
