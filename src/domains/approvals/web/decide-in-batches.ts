/**
 * Deciding on many, some at a time: each part is one call, so that one sees how far it is and can stop between them.
 */

/** So many are decided in one call: about a second. */
export const PART = 25;

export interface Outcome {
  done: string[];
  skipped: { id: string; why: string }[];
  /** Not asked for: it was stopped, or a call failed. */
  left: string[];
  /** Why a call failed; what it had in hand is among those that are left, and may have been decided. */
  error?: unknown;
}

/**
 * @param decide decides on a part
 * @param before told how many are through before each part; answers whether to go on
 */
export async function inParts(
  ids: readonly string[],
  decide: (part: string[]) => Promise<Pick<Outcome, 'done' | 'skipped'>>,
  before: (through: number) => boolean,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], skipped: [], left: [] };
  for (let at = 0; at < ids.length; at += PART) {
    if (!before(at)) return { ...outcome, left: ids.slice(at) };
    try {
      const { done, skipped } = await decide(ids.slice(at, at + PART));
      outcome.done.push(...done);
      outcome.skipped.push(...skipped);
    } catch (error) {
      return { ...outcome, left: ids.slice(at), error };
    }
  }
  return outcome;
}
