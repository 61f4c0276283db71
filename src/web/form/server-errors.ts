import type { FieldError } from '../../kernel/errors.ts';

/** Errors of a refused save: of visible fields, and the rest. */
export interface PlacedErrors {
  fields: FieldError[];
  /** Errors about anything without a visible field. */
  general: string[];
}

/**
 * Maps the server's field errors to the form's fields. An error about a part (`emails.0.value`) of a field shown as one
 * (`emails`) belongs to the whole.
 * @param shown names of the visible fields
 * @param message the answer's own sentence, used when it names no field
 */
export function placeErrors(errors: readonly FieldError[], shown: readonly string[], message: string): PlacedErrors {
  const placed: PlacedErrors = { fields: [], general: [] };
  for (const error of errors) {
    const name = shown.includes(error.field)
      ? error.field
      : shown.filter((field) => error.field.startsWith(`${field}.`)).toSorted((a, b) => b.length - a.length)[0];
    if (name) placed.fields.push({ field: name, message: error.message });
    else placed.general.push(error.message);
  }
  if (errors.length === 0) placed.general.push(message);
  return placed;
}

/**
 * Whether errors are listed at the top: several, or one without a visible field, where saving would seem to do nothing.
 */
export function belongsOnTop(mistakes: readonly FieldError[], shown: ReadonlyMap<string, string>): boolean {
  return mistakes.length > 1 || mistakes.some(({ field }) => !shown.has(field));
}

/** The errors of a form as flat names and messages, in the form's order. */
export function flattenErrors(errors: object, path = ''): FieldError[] {
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'ref' || key === 'types' || typeof value !== 'object' || value === null) return [];
    const name = path ? `${path}.${key}` : key;
    if (name === 'root') return [];
    const own =
      'message' in value && typeof value.message === 'string' && value.message
        ? [{ field: name.replace(/\.root$/, ''), message: value.message }]
        : [];
    return own.length > 0 ? own : flattenErrors(value, name);
  });
}
