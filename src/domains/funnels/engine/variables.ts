/** Variables in a funnel's texts: `{{contact.first_name|there}}`, `{{utm.campaign}}`. */

/** Variables about a page's visitor. */
export const VARIABLES = [
  'contact.first_name',
  'contact.last_name',
  'contact.email',
  'contact.company',
  'utm.source',
  'utm.medium',
  'utm.campaign',
  'utm.term',
  'utm.content',
] as const;
export type Variable = (typeof VARIABLES)[number];
export type Values = Readonly<Partial<Record<Variable, string>>>;

const PATTERN = /\{\{\s*([a-z_.]{1,40})\s*(?:\|([^{}|]{0,100}))?\}\}/g;

/** Puts values in; a variable without one becomes its fallback, or nothing. */
export function fillVariables(text: string, values: Values): string {
  if (!text.includes('{{')) return text;
  return text.replace(PATTERN, (_whole, name: string, fallback: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name as Variable] : undefined;
    return value || (fallback ?? '').trim();
  });
}

/** The same for every text in a value: blocks are plain data. */
export function fillAll<T>(value: T, values: Values): T {
  if (typeof value === 'string') return fillVariables(value, values) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => fillAll(one, values)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillAll(one as unknown, values)])) as T;
}

/** The first variable in the text that does not exist. */
export function unknownVariable(text: string): string | undefined {
  for (const [, name] of text.matchAll(PATTERN)) if (!(VARIABLES as readonly string[]).includes(name!)) return name;
  return undefined;
}
