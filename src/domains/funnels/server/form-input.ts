/** A form's input and the CRM's errors about it, by field id. */
import type { AppError } from '../../../kernel/errors.ts';
import type { PublicPost } from '../../../server/public/define.ts';
import type { BlockOf } from '../contract/document.ts';

/** Entered values of a form, by field id. */
export function answersOf(block: BlockOf<'form'>, { fields }: PublicPost): Record<string, string> {
  return Object.fromEntries(block.fields.map(({ id }) => [id, (fields[`f_${id}`] ?? '').slice(0, 5_000)]));
}

/** Problems of a lead's fields, by the ids of the form's. */
export function problemsByField(
  block: BlockOf<'form'>,
  error: AppError,
): { problems: Record<string, string>; said: string } {
  const problems: Record<string, string> = {};
  let rest = error.fields.length === 0 ? error.message : '';
  for (const { field, message } of error.fields) {
    const shown = block.fields.find(({ kind }) => kind === field);
    if (shown) problems[shown.id] = message;
    else rest ||= message;
  }
  return { problems, said: rest };
}
