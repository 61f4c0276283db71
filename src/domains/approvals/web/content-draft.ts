/** The content of a request as text, by field: what its editor holds, and the way back. */
import type { ContentField } from '../contract.ts';

/** The content as text, by field: what the editor holds. */
export type Draft = Record<string, string>;

export const isList = (input: ContentField['input']) => input === 'emails' || input === 'tags';

/** A value as text: text as it stands, everything else as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

export function draftOf(fields: readonly ContentField[], content: Record<string, unknown>): Draft {
  return Object.fromEntries(
    fields.map(({ key, input }) => {
      const value = content[key];
      if (value === undefined || value === null) return [key, ''];
      if (isList(input) && Array.isArray(value)) return [key, value.join(', ')];
      return [key, asText(value)];
    }),
  );
}

/** The content that a draft stands for. @throws SyntaxError naming the field when its JSON cannot be read. */
export function contentOf(
  fields: readonly ContentField[],
  draft: Draft,
  content: Record<string, unknown>,
): Record<string, unknown> {
  const changed: Record<string, unknown> = { ...content };
  for (const { key, input, label } of fields) {
    const text = draft[key] ?? '';
    if (input === 'fixed' || text === draftOf([{ key, input, label }], content)[key]) continue;
    if (isList(input))
      changed[key] = text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
    else if (input === 'number') changed[key] = text.trim() === '' ? undefined : Number(text);
    else if (input === 'json' && typeof content[key] === 'object') changed[key] = parseJson(text, label);
    else changed[key] = text;
  }
  return changed;
}

function parseJson(text: string, label: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new SyntaxError(`${label} is not valid JSON.`);
  }
}
