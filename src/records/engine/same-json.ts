/** Two values are the same when their JSON is, whatever the order of keys in it. */
export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || stable(a) === stable(b);
}

function stable(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      part && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  );
}
