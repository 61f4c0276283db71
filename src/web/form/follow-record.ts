type Values = Record<string, unknown>;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * What a form shows once its record has changed while somebody types in it: what was touched stays, everything else
 * follows the record. `version`, where there is one, follows as well, but for a field that both changed: then the save
 * goes out with the version that was seen, and the server refuses it instead of writing over the other's work.
 * @param before the record's values as the form knew them
 * @param now the record's values as they are
 * @param typed what the form holds
 */
export function followRecord(before: Values, now: Values, typed: Values): Values {
  const touched = (name: string) => name !== 'version' && !same(typed[name], before[name]);
  // A field that is blank may have no name among the record's values.
  const names = [...new Set([...Object.keys(now), ...Object.keys(typed)])];
  const disputed = names.some(
    (name) => touched(name) && !same(now[name], before[name]) && !same(typed[name], now[name]),
  );
  const held = !same(typed['version'], before['version']);
  return Object.fromEntries(
    names.map((name) => [name, touched(name) || (name === 'version' && (disputed || held)) ? typed[name] : now[name]]),
  );
}

/**
 * Whether a record has become what was sent of it: that is one's own save, which disputes nothing of what is typed on.
 * @param before the record's values as the form knew them
 * @param now the record's values as they are
 * @param sent what the form held when it was saved
 */
export function isOwnSave(before: Values, now: Values, sent: Values): boolean {
  return differing(sent, before).every((name) => same(sent[name], now[name]));
}

/** The fields in which values differ. */
export function differing(values: Values, from: Values): string[] {
  return [...new Set([...Object.keys(values), ...Object.keys(from)])].filter((name) => !same(values[name], from[name]));
}
