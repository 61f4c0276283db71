/** How often something is timed at most. */
const ATTEMPTS = 5;

/**
 * The shortest of several times, in milliseconds, taken until one is below the bar: how long the product takes, which a
 * machine that is busy with other tests only ever makes longer. What `attempt` expects holds for each of them.
 */
export async function quickest(bar: number, attempt: () => Promise<number>): Promise<number> {
  let best = Infinity;
  for (let n = 0; n < ATTEMPTS && best >= bar; n += 1) best = Math.min(best, await attempt());
  return best;
}
