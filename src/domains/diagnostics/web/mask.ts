/** Answers as the debug pages show them: whole, but nothing in them that could be used. */

const SECRET_NAME = /token|secret|key|password|cookie|session|(^|_)id$|[a-z]Id$|email|phone/i;

/** The same value with every secret and every name of a person's record masked. */
export function masked(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, name));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner, key)]));
  if (typeof value === 'string' && value !== '' && SECRET_NAME.test(name))
    return `${value.length >= 20 ? value.slice(0, 4) : ''}… (${value.length} characters)`;
  return value;
}
