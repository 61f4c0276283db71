const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;

/**
 * Milliseconds until the next try: doubling, at most 30 s, spread at random so that a restarted server is not stormed.
 * @param failures how many tries have failed in a row
 * @param random 0 to 1
 */
export function backOff(failures: number, random: number): number {
  const ceiling = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.max(0, failures - 1));
  return Math.round(ceiling * (0.5 + random / 2));
}
