/** Search text of a record besides its name: all other searchable fields, folded. */
import { fold } from '../../kernel/text.ts';
import type { CustomValues } from '../contract/field-values.ts';

/** The most that one field adds: a long text is found by its beginning. */
const MAX = 300;

/** Fields and custom values as words of a search text; blank ones are left out, and so is what is only yes or no. */
export function furtherWords(fields: readonly string[], custom: CustomValues): string[] {
  const words: string[] = [];
  const add = (text: string) => {
    if (text) words.push(fold(text.length > MAX ? text.slice(0, MAX) : text));
  };
  for (const field of fields) add(field);
  for (const key in custom) {
    const value = custom[key];
    if (typeof value === 'string') add(value);
    else if (typeof value === 'number') add(String(value));
    else if (Array.isArray(value)) for (const choice of value) add(choice);
  }
  return words;
}
