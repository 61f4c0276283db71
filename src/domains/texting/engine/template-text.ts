/** Fills the variables of a text. */

/** Variables that a text may hold. */
export const TEXT_VARIABLES = ['first_name', 'name'] as const;

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;

/**
 * @param name the recipient's full name; blank when it is not known
 * @returns the text with its variables filled, and no gap where a name is not known; unknown variables stay as they are
 */
export function fillText(text: string, name: string): string {
  const values: Record<string, string> = { first_name: name.trim().split(/\s+/)[0] ?? '', name: name.trim() };
  return text
    .replace(/[ \t]?\{\{\s*(\w+)\s*\}\}/g, (whole, variable: string) => {
      const value = Object.hasOwn(values, variable) ? values[variable]! : undefined;
      if (value === undefined) return whole;
      return value === '' ? '' : `${whole.startsWith('{') ? '' : whole[0]}${value}`;
    })
    .trim();
}

/** The first variable that no text has; undefined when all are known. */
export function unknownVariable(text: string): string | undefined {
  return [...text.matchAll(VARIABLE)]
    .map(([, name]) => name!)
    .find((name) => !(TEXT_VARIABLES as readonly string[]).includes(name));
}
