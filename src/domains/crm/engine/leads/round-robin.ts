/**
 * The next person in a round robin.
 * @param turn number of previous turns
 * @param present people who are available today; the others are skipped
 */
export function whoseTurn(ownerIds: readonly string[], turn: number, present: ReadonlySet<string>): string | undefined {
  const able = ownerIds.filter((id) => present.has(id));
  return able[turn % Math.max(1, able.length)];
}
