const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;

/**
 * Milliseconds until the next try: doubling, at most 30 s, with random jitter so that a restarted server is not
 * flooded.
 * @param failures number of consecutive failures
 * @param random 0 to 1
 */
export function backOff(failures: number, random: number): number {
  const ceiling = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.max(0, failures - 1));
  return Math.round(ceiling * (0.5 + random / 2));
}
