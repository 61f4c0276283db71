/** `{ [key]: value }`, or nothing: keeps absent fields absent rather than undefined. */
export function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}
