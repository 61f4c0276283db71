/** Lists of ids by key, as SQL answers them. */

/** Records that a key may lead to; more than a few with one key are no help in telling who is meant. */
export const MAX_PER_KEY = 5;

export function groupByKey(rows: readonly { key: string; id: string }[]): Map<string, string[]> {
  const byKey = new Map<string, string[]>();
  for (const { key, id } of rows) {
    const ids = byKey.get(key);
    if (ids) ids.push(id);
    else byKey.set(key, [id]);
  }
  return byKey;
}

/** The keys of one sort, `e:` or `m:`, without their sign. */
export function keysOf(keys: readonly string[], sign: string): string[] {
  return keys.flatMap((key) => (key.startsWith(sign) ? [key.slice(sign.length)] : []));
}
