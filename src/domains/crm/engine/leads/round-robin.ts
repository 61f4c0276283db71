/**
 * Whose turn it is among people who take turns.
 * @param turn counts the turns that there were
 * @param present those who can be given anything today; the others are passed over
 */
export function whoseTurn(ownerIds: readonly string[], turn: number, present: ReadonlySet<string>): string | undefined {
  const able = ownerIds.filter((id) => present.has(id));
  return able[turn % Math.max(1, able.length)];
}
