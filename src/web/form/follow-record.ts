type Values = Record<string, unknown>;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Updates a form whose record changed while someone types: touched fields stay, all others follow the record.
 * `version`, if there is one, follows too, unless both changed the same field: then the save uses the seen version, and
 * the server refuses it instead of overwriting the other change.
 * @param before the record's values as the form knew them
 * @param now the record's current values
 * @param typed the form's values
 */
export function followRecord(before: Values, now: Values, typed: Values): Values {
  const touched = (name: string) => name !== 'version' && !same(typed[name], before[name]);
  // A blank field may be missing among the record's values.
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
 * Whether a record now equals what was sent: then the change is the form's own save and conflicts with nothing.
 * @param before the record's values as the form knew them
 * @param now the record's current values
 * @param sent the form's values when it was saved
 */
export function isOwnSave(before: Values, now: Values, sent: Values): boolean {
  return differing(sent, before).every((name) => same(sent[name], now[name]));
}

/** The fields whose values differ. */
export function differing(values: Values, from: Values): string[] {
  return [...new Set([...Object.keys(values), ...Object.keys(from)])].filter((name) => !same(values[name], from[name]));
}
